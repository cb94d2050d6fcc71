"""Names and numbers that people type: checked, compared, tidied."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import takewhile
from typing import Final

from django.urls import register_converter

# Whole numbers in URLs and forms.

MAX_KEY: Final = 2**63 - 1
"""The largest number a column of either database holds."""
DIGITS: Final = 18
"""Every number with so many digits is below `MAX_KEY`."""


def whole_number(text: str, *, most: int = MAX_KEY) -> int | None:
    """Return the number written in ASCII digits, None for anything else and for a number above `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return None
    number = int(text)
    return number if number <= most else None


class NumberConverter:
    """URL converter `<number:name>`. Django's `int` accepts numbers that no column holds."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: object) -> str:
        return str(value)


register_converter(NumberConverter, "number")


# Nicknames: their rules, and the key by which two of them look alike.

MAX_NICKNAME_LENGTH = 24
MAX_SORT_LENGTH = 200
MAX_MARKS = 3
"""Marks behind one letter in composed form; more are drawn over the lines above and below."""
MAX_CHARACTERS_OF_LIGATURE = 4
"""Characters a ligature may stand for; more are drawn as wide as a line."""

# Invisible letters, marks and symbols: fillers, joiners, variation selectors, blanks.
_FILLERS = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159)
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_INVISIBLE = frozenset(_FILLERS + _SELECTORS)

# Alphabets in common use, by the first word of their letters' Unicode names. Others (Cherokee, Lisu, Coptic, Deseret)
# contain many letters that look like Latin capitals.
_ALPHABETS = frozenset(
    """
    LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC ETHIOPIC THAANA
    THAI LAO KHMER MYANMAR TIBETAN SINHALA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM
    CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL BOPOMOFO
    """.split()  # noqa: SIM905
)
# Alphabets that are mixed with each other and with Latin letters.
_EAST_ASIAN = frozenset(
    {"LATIN", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
)

# Decorated Latin letters: small capitals, letters in circles and squares, strokes, hooks, flags.
_LATIN = re.compile(
    r"(?:LATIN (?:CAPITAL |SMALL )?LETTER |REGIONAL INDICATOR SYMBOL LETTER )"
    r"(?:SMALL CAPITAL |SCRIPT |OPEN |DOTLESS |BARRED |LONG )*([A-Z]|ALPHA|IOTA)(?: WITH .+)?$"
)
# Latin letters of living languages without a plain equivalent.
_EXTRA_LATIN = frozenset("æœðþŋəß")

# Greek capitals look like other Latin letters than the small Greek letters do.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧՍՏՕ", "abezhikmnoptyxuso")

# Characters that look alike on a small screen, after casefolding: Latin, then Greek, Cyrillic, Armenian.
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
        "п": "n",
        "и": "u",
        "г": "r",
        "ь": "b",
        "ԁ": "d",
        "һ": "h",
        "ү": "y",
        "ӏ": "l",
        "о": "o",
        "р": "p",
        "с": "c",
        "ѕ": "s",
        "т": "t",
        "у": "y",
        "х": "x",
        "η": "n",
        "γ": "y",
        "ω": "w",
        "օ": "o",
        "ո": "n",
        "ս": "u",
        "հ": "h",
        "ց": "g",
        "զ": "q",
        "լ": "l",
        "յ": "j",
        "ԛ": "q",
        "ԝ": "w",
    }
)
# Two letters that look like one in a narrow font.
_LOOK_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))

# Names that could be taken for the club or its staff.
_RESERVED = ("admin", "administrator", "arbiter", "club", "house", "kraken", "moderator", "staff", "system")


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """The small Latin letter or digit a character looks like, "" for an invisible one, else the character."""
    if len(character) != 1 or character.isascii():
        return character
    if ord(character) in _INVISIBLE or unicodedata.category(character)[0] == "C":
        return ""
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    found = _LATIN.search(unicodedata.name(character, ""))
    return found[1][0].lower() if found else character


def look_alike_key(name: str) -> str:
    """A key that is equal for names that look alike.

    Compatibility forms, letters and digits of one shape, and decorated letters are unified. Case, accents, spacing,
    punctuation and invisible characters are dropped.
    """
    shape = unicodedata.normalize("NFKD", name).translate(_CAPITALS)
    shape = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", shape).casefold())
    shape = "".join(map(_plain, shape)).translate(_LOOK_ALIKE)
    shape = "".join(character for character in shape if unicodedata.category(character)[0] in "LNS")
    for pair, single in _LOOK_ALIKE_PAIRS:
        shape = shape.replace(pair, single)
    return shape


def family_name_first(name: str) -> tuple[str, ...]:
    """How lists by family name write "Ria van den Berg": "van den Berg, Ria", "Berg, Ria van den" and without a comma.
    Nothing for a single word.
    """
    call, *rest = name.split() or [""]
    if not rest:
        return ()
    prefix = list(takewhile(str.islower, rest[:-1]))
    family, behind = " ".join(rest[len(prefix) :]), " ".join([call, *prefix])
    whole = " ".join(rest)
    return f"{whole}, {call}", f"{family}, {behind}", f"{whole} {call}"


def sort_key(name: str) -> str:
    """The key by which lists of names are sorted, in Python and in every database: without case, accents, spaces and
    punctuation, so "Åse" stands among the A and "van Dam" among the V. Small ASCII letters and digits only, which
    all collations order alike.
    """
    shape = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    kept = (each for each in map(_plain, shape) if unicodedata.category(each or " ")[0] in "LN")
    return "".join(each if each.isascii() else f"zz{ord(each):05x}" for each in kept)[:MAX_SORT_LENGTH]


_RESERVED_KEYS = frozenset(look_alike_key(name) for name in _RESERVED)


def tidy_name(name: str) -> str:
    """`name` with single spaces and without invisible characters."""
    visible = "".join(
        character
        for character in name
        if character.isspace()
        or (unicodedata.category(character)[0] != "C" and ord(character) not in _INVISIBLE)
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())


def in_one_line(text: str) -> str:
    """What somebody typed, in one line and without NUL, which no database but SQLite keeps."""
    return " ".join(text.replace("\0", "").split())


def isolated_name(name: str) -> str:
    """A name for the middle of a sentence: one written from right to left is isolated (Unicode UAX 9), so that it
    does not pull numbers behind it to its other side.
    """
    if any(unicodedata.bidirectional(each) in ("R", "AL") for each in name):
        return f"\u2068{name}\u2069"
    return name


def tidy_phone(number: str) -> str:
    """A phone number as people type it: phones copy theirs with marks of direction and with special hyphens and
    spaces, none of which is seen.
    """
    hyphens = "".join("-" if unicodedata.category(each) == "Pd" else each for each in number)
    return tidy_name(unicodedata.normalize("NFKC", hyphens))


def is_of_one_alphabet(name: str) -> bool:
    """Whether all letters are of one alphabet in common use, without phonetic signs."""
    letters = [each for each in unicodedata.normalize("NFKD", name) if unicodedata.category(each)[0] == "L"]
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    if not alphabets <= _ALPHABETS or (len(alphabets) > 1 and not alphabets <= _EAST_ASIAN):
        return False
    return all(
        _plain(letter.casefold()).isascii() or letter.casefold() in _EXTRA_LATIN
        for letter in letters
        if unicodedata.name(letter, "").startswith("LATIN")
    )


def has_usual_signs(name: str) -> bool:
    """Whether no character is a whole sentence, a sign of another script, or one of many marks on one letter."""
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" else 0
        if marks > MAX_MARKS or len(unicodedata.normalize("NFKD", character)) > MAX_CHARACTERS_OF_LIGATURE:
            return False
        if not character.isascii() and not _is_usual_sign(character, category[0]):
            return False
    return True


def _is_usual_sign(character: str, category: str) -> bool:
    code, script = ord(character), unicodedata.name(character, "").partition(" ")[0]
    match category:
        case "N":
            plain = unicodedata.normalize("NFKD", character)
            return plain != character or unicodedata.decimal(character, None) is not None
        case "P":
            return code < 0x2070 or script in _ALPHABETS
        case "S":
            return code < 0x2C00 or 0x1F000 <= code < 0x1FB00
        case _:
            return True


def is_reserved(name: str) -> bool:
    """Whether `name` looks like a reserved one."""
    return look_alike_key(name) in _RESERVED_KEYS
