"""What compact forms of the rules share, in which players that search play many rounds: cards as bits of an int, to
which each game gives their meaning, and the house rules that a form has taken into account.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from games.engine.options import Value


def bits(mask: int) -> list[int]:
    """The single bits of a mask, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


Covered: TypeAlias = Mapping[str, Collection[Value]]
"""By option the values that were taken into account."""


def covers(covered: Covered, options: Any) -> bool:
    """Whether the options mean the same in the compact form: each has a value of the list, or its default where it is
    not in the list at all. The default of an option added later means "as before"."""
    return all(
        getattr(options, field.name) in covered.get(field.name, (field.default,))
        for field in dataclasses.fields(options)
    )
