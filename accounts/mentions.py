"""Names of players in stored texts. Those the site writes are placeholders with the player's key, replaced by the
current name on display; those that people typed out are found and replaced when a player is erased.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import isolated_name

Parts: TypeAlias = str | Player | Sequence[str | Player]
"""A text before storing: strings, and players in the places of their names."""
Row = TypeVar("Row", bound=Model)

HELP_KEPT_AS_TYPED: Final = _(
    "Kept as you type it, for good. Better no names: members may leave and be forgotten."
)
"""Help text for every reason that is stored in an append-only row."""
PREFIX: Final = "{player:"
MENTION: Final = re.compile(r"\{player:(\d{1,18})\}")
PHONE_NUMBER: Final = re.compile(r"\+?[0-9][0-9 ()./-]{4,18}")
MIN_DIGITS: Final = 7
"""Digits from which a number is looked for however it is written; fewer may be anything."""
BETWEEN_DIGITS: Final = r"[ \u00a0()./\-\u2010-\u2013]"
"""Signs that people write between the digits of a phone number."""
PARTIAL: Final = re.compile(r"\{p?l?a?y?e?r?:?\d*$")
"""The rest of a placeholder at the end of a text that was cut to its length."""


def mention(player: int) -> str:
    """The placeholder of a player (key) in a stored text."""
    return f"{PREFIX}{player}}}"


def without_mentions(text: str) -> str:
    """Typed text in which nothing reads as a mention of a player."""
    return text.replace(PREFIX, "(player:")


def stored_text(text: Parts, *, longest: int) -> str:
    """The text to store, at most `longest` characters: players as placeholders, placeholders in typed text disabled."""
    parts = [text] if isinstance(text, str | Player) else text
    line = "".join(mention(part.pk) if isinstance(part, Player) else without_mentions(part) for part in parts)
    return line if len(line) <= longest else PARTIAL.sub("", line[:longest])


def fill_names(text: str, *, only: Collection[int] | None = None) -> str:
    """`text` with current names instead of placeholders; with `only`, just those of these players (keys)."""
    return _replace_mentions(text, _names_in([text]), only)


def with_names(rows: Iterable[Row], *fields: str) -> list[Row]:
    """The rows with current names in these text fields, for display. One query, none without placeholders.

    In a row with a field `mentions` (keys) only those placeholders are replaced.
    """
    shown = list(rows)
    names = _names_in(getattr(row, field) for row in shown for field in fields)
    for row in shown:
        for field in fields:
            setattr(row, field, _replace_mentions(getattr(row, field), names, getattr(row, "mentions", None)))
    return shown


def _names_in(texts: Iterable[str]) -> Mapping[int, str]:
    keys = {int(found) for text in texts for found in MENTION.findall(text)}
    if not keys:
        return {}
    found = Player.objects.filter(pk__in=keys)
    # A double that was merged has the name of the member it became one with.
    rows = found.values_list("pk", Coalesce("merged_into__nickname", "nickname"))
    return {key: isolated_name(name) for key, name in rows}


def _replace_mentions(text: str, names: Mapping[int, str], only: Collection[int] | None) -> str:
    def name(found: re.Match[str]) -> str:
        player = int(found[1])
        return found[0] if only is not None and player not in only else names.get(player, found[0])

    return MENTION.sub(name, text)


def replace_names(text: str, *, known_as: Collection[str], instead: str) -> str:
    """`text` with `instead` for each of the names where it is a whole word; the longest name first."""
    for name in sorted(known_as, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){_name_pattern(name)}(?!\w)", lambda _found: instead, text)
    return text


def _name_pattern(name: str) -> str:
    """A pattern for the ways in which a name is written: a phone number has many, anything else one."""
    digits = re.sub(r"\D", "", name)
    if len(digits) < MIN_DIGITS or not PHONE_NUMBER.fullmatch(name):
        return re.escape(name)
    abroad = name.startswith(("+", "00"))  # the code of the country, of one to three digits, may be left out
    digits = digits.lstrip("0")
    inland = [digits[code:].lstrip("0") for code in ((0, 1, 2, 3) if abroad else (0,))]
    numbers = [f"{BETWEEN_DIGITS}*".join(each) for each in inland if len(each) >= MIN_DIGITS]
    before = rf"(?:(?:\+|00)\d{{1,3}}{BETWEEN_DIGITS}*)?(?:\(?0\)?{BETWEEN_DIGITS}*)?"
    return rf"\(?{before}(?:{'|'.join(numbers)})"


def replace_names_in_rows(
    rows: QuerySet,
    fields: Sequence[str],
    *,
    known_as: Collection[str],
    instead: str,
) -> None:
    """Replace the names, and phone numbers however they are written, by `instead` in these text fields of the rows."""
    mentioned = Q(pk__in=[])
    for field in fields:
        for name in known_as:
            part = name[-2:] if PHONE_NUMBER.fullmatch(name) else name
            mentioned |= Q(**{f"{field}__contains": part})
    for row in rows.filter(mentioned):
        for field in fields:
            longest = row._meta.get_field(field).max_length
            text = replace_names(getattr(row, field), known_as=known_as, instead=instead)
            setattr(row, field, text[:longest])
        row.save(update_fields=fields)
