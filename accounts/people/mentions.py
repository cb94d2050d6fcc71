"""A player's name in words that are kept: written by key, put in when somebody reads them; and found where it was
written out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

Words: TypeAlias = str | Player | Sequence[str | Player]
"""A line as its writer hands it over: text as it stands, players for their names."""
Row = TypeVar("Row", bound=Model)

KEPT_AS_TYPED: Final = _(
    "Kept as you type it, for good. Better no names: members may leave and be forgotten."
)
"""Beside every reason that is written once."""
BEGINS: Final = "{player:"
MENTION: Final = re.compile(r"\{player:(\d{1,18})\}")
UNFINISHED: Final = re.compile(r"\{p?l?a?y?e?r?:?\d*$")


def mention(player: int) -> str:
    """What stands for the name of a player (by key) in words that are kept."""
    return f"{BEGINS}{player}}}"


def written(words: Words, *, longest: int) -> str:
    """The words as they are kept, at most `longest` characters: players by key; nothing that was typed reads as a
    player."""
    parts = [words] if isinstance(words, str | Player) else words
    line = "".join(
        mention(part.pk) if isinstance(part, Player) else part.replace(BEGINS, "(player:") for part in parts
    )
    return line if len(line) <= longest else UNFINISHED.sub("", line[:longest])


def in_words(text: str, *, only: Collection[int] | None = None) -> str:
    """`text` with the names its players have now; with `only` just those of these players (by key)."""
    return _filled(text, _names_in([text]), only)


def with_names(rows: Iterable[Row], *fields: str) -> list[Row]:
    """The rows, for showing: in these text fields the names players have now. One query, none without mentions.

    A row that has `mentions` (keys) names those players only.
    """
    shown = list(rows)
    names = _names_in(getattr(row, field) for row in shown for field in fields)
    for row in shown:
        for field in fields:
            setattr(row, field, _filled(getattr(row, field), names, getattr(row, "mentions", None)))
    return shown


def _names_in(texts: Iterable[str]) -> Mapping[int, str]:
    keys = {int(found) for text in texts for found in MENTION.findall(text)}
    return dict(Player.objects.filter(pk__in=keys).values_list("pk", "nickname")) if keys else {}


def _filled(text: str, names: Mapping[int, str], only: Collection[int] | None) -> str:
    def name(found: re.Match[str]) -> str:
        player = int(found[1])
        return found[0] if only is not None and player not in only else names.get(player, found[0])

    return MENTION.sub(name, text)


def said_otherwise(text: str, *, known_as: Collection[str], instead: str) -> str:
    """`text` with `instead` wherever one of the names stands as a word of its own; the longest name first."""
    for name in sorted(known_as, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _found: instead, text)
    return text


def rename_in(
    rows: QuerySet,
    fields: Sequence[str],
    *,
    known_as: Collection[str],
    instead: str,  # type: ignore[type-arg]
) -> None:
    """Write `instead` for every one of the names in these text fields of the rows."""
    mentioned = Q(pk__in=[])
    for field in fields:
        for name in known_as:
            mentioned |= Q(**{f"{field}__contains": name})
    for row in rows.filter(mentioned):
        for field in fields:
            longest = row._meta.get_field(field).max_length
            text = said_otherwise(getattr(row, field), known_as=known_as, instead=instead)
            setattr(row, field, text[:longest])
        row.save(update_fields=fields)
