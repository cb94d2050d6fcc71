"""A player's name in words that were written for somebody else: found as a whole word, and another put there."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet


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
