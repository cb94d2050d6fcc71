"""What a game tells the club around it: tallies, default points of a league, questions about a round, rules page."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Better: TypeAlias = Literal["high", "low"]


class Tally(NamedTuple):
    """Something added up over the rounds of a season, for rankings and ties; `better` says which end is first."""

    key: str
    label: str
    better: Better = "high"


class LeagueDefaults(NamedTuple):
    """Points a league gives where nobody played: an evening of three tables signed off in time (others in proportion),
    a round of waiting, each round that a table broken off did not play, a table whose opponents did not come."""

    absence: int
    waiting: int
    compensation: int
    walkover: int


class Heading(NamedTuple):
    """A heading of a rules page. `anchor` stays when numbers change; a number with a point is part of a heading."""

    anchor: str
    number: str
    title: str

    @property
    def is_part(self) -> bool:
        """Whether it stands under another heading."""
        return "." in self.number


SUBJECTS: Final = (
    "bonus",
    "declaration",
    "misclick",
    "clock",
    "conduct",
    "collusion",
    "typed",
    "revoke",
    "other",
)
"""The questions a player can ask about a closed round, of which every game names those that can arise in it."""
