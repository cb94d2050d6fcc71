"""Points of an evening for an entrant, line by line, and sums over the tables of a season. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from games.league.standings.outcomes import Outcome
from games.league.standings.rounding import Points
from games.league.standings.scores import MarkKind, Score

Key: TypeAlias = tuple[int, int]
"""(entrant, evening)."""

ABSENT: Final = (MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED)


class Part(NamedTuple):
    """One line of what an evening is worth. `kind` is "table", "compensation", "missed", or the mark it comes from;
    of a table it says the `fixture` and the `outcome`, of compensation the `rounds` not played."""

    kind: str
    points: Points
    fixture: int = 0
    outcome: Outcome | None = None
    rounds: int = 0


class EveningResult(NamedTuple):
    """One evening of one entrant, the sum of its `parts`. `why` is "played" or the mark that took the place of
    playing; `struck` when it is not among the best that count."""

    evening: int
    points: Points
    why: str
    provisional: int = 0
    struck: bool = False
    parts: tuple[Part, ...] = ()
    tallies: Mapping[str, int] = {}

    @property
    def played(self) -> bool:
        """Whether the entrant was there."""
        return self.why not in ABSENT

    def and_also(self, *parts: Part) -> EveningResult:
        """The evening with more lines."""
        more = sum([part.points for part in parts])
        return self._replace(points=self.points + more, parts=(*self.parts, *parts))


@dataclass(slots=True)
class Credit:
    """Sums over an entrant's tables of the season, beside the points of evenings. `places` counts the tables
    by place.
    """

    points: Points = 0
    against: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: int = 0
    places: dict[int, int] = field(default_factory=dict)
    tallies: Mapping[str, int] = field(default_factory=dict)


EveningResults: TypeAlias = dict[int, dict[int, EveningResult]]
"""By entrant and evening."""


@dataclass(frozen=True, slots=True)
class Season:
    """All evenings' worth by entrant and evening, what the tables of each entrant add up to, and the scores they come
    from, by entrant."""

    results: Mapping[int, Mapping[int, EveningResult]]
    credits: Mapping[int, Credit]
    given: Mapping[int, Sequence[Score]]

    def on(self, evening: int) -> dict[int, EveningResult]:
        """The results of one evening, by entrant."""
        return {entrant: own[evening] for entrant, own in self.results.items() if evening in own}
