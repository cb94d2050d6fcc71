"""Names people see at a table, and when two of them look the same."""

from __future__ import annotations

import unicodedata

NICKNAME_LENGTH = 24

# What a small screen shows alike, after casefolding. Latin, then Greek and Cyrillic doubles.
_LOOK_ALIKE = str.maketrans(
    {
        "0": "o",
        "1": "l",
        "i": "l",
        "|": "l",
        "!": "l",
        "2": "z",
        "5": "s",
        "8": "b",
        "ı": "l",
        "ß": "ss",
        "ø": "o",
        "α": "a",
        "β": "b",
        "ε": "e",
        "ι": "l",
        "κ": "k",
        "ν": "v",
        "ο": "o",
        "ρ": "p",
        "τ": "t",
        "υ": "u",
        "χ": "x",
        "а": "a",
        "в": "b",
        "е": "e",
        "з": "3",
        "і": "l",
        "ј": "j",
        "к": "k",
        "м": "m",
        "н": "h",
        "о": "o",
        "р": "p",
        "с": "c",
        "ѕ": "s",
        "т": "t",
        "у": "y",
        "х": "x",
        "ԛ": "q",
        "ԝ": "w",
    }
)
# Two letters that read as one in a narrow face.
_LOOK_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))

# Names that speak for the house.
_RESERVED = ("admin", "administrator", "arbiter", "club", "house", "kraken", "moderator", "staff", "system")


def look_alike_key(name: str) -> str:
    """Return what `name` looks like: equal keys are names a player could take for each other.

    Compatibility forms are unified, case, accents, spacing, punctuation and invisible characters are
    dropped, letters and digits of one shape are made one.
    """
    shape = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    shape = shape.translate(_LOOK_ALIKE)
    shape = "".join(character for character in shape if unicodedata.category(character)[0] in "LNS")
    for pair, single in _LOOK_ALIKE_PAIRS:
        shape = shape.replace(pair, single)
    return shape


_RESERVED_KEYS = frozenset(look_alike_key(name) for name in _RESERVED)


def tidy_name(name: str) -> str:
    """Return `name` with inner spacing made single and invisible characters removed."""
    visible = "".join(
        character
        for character in unicodedata.normalize("NFC", name)
        if unicodedata.category(character) not in ("Cc", "Cf", "Co", "Cs", "Cn") or character.isspace()
    )
    return " ".join(visible.split())


def speaks_for_the_house(name: str) -> bool:
    """Whether a table would read `name` as the club's own voice."""
    return look_alike_key(name) in _RESERVED_KEYS
