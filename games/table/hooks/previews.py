"""Who stands by when a round changes: what counts rounds (a league) can show what it would make of other ones.

The table knows none of them: they register when the app starts (`games/apps.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Points: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundAs:
    """A round as it would be: what counts per side, what single seats get, whether it counts at all."""

    number: int
    points: Points
    seats: Points = ()
    void: bool = False
    under_review: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a table; `place` None without one. `moved` places up (negative: down), `gained` points."""

    name: str
    place: int | None
    total: int
    provisional: int = 0
    moved: int = 0
    gained: int = 0

    @property
    def changes(self) -> bool:
        return bool(self.moved or self.gained)


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table in which a match counts, before and after, best first. `finished`: its season is over."""

    title: str
    url: str
    finished: bool
    before: tuple[ShownRow, ...]
    after: tuple[ShownRow, ...]


Shows: TypeAlias = Callable[[int, Mapping[int, RoundAs]], tuple[ShownTable, ...]]
"""Gives the tables a match (by key) counts in, with some of its rounds (by number) as they would be."""

_standing_by: Final[list[Shows]] = []


def stand_by(shows: Shows) -> None:
    """Register who counts rounds; once each."""
    if shows not in _standing_by:
        _standing_by.append(shows)


def tables_with(match_id: int, rounds: Mapping[int, RoundAs]) -> tuple[ShownTable, ...]:
    """Every table this match counts in, before and after some of its rounds change."""
    return tuple(table for shows in _standing_by for table in shows(match_id, rounds))
