"""Season tables of scores that are written down here, for tests of the standings alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.league.standings.evening_scores import evenings_worth
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import Mark, Score
from games.league.standings.table import Row
from games.league.standings.table import table_of as ranking_of

PLAIN = CompetitionRules(tie_first="none", tie_second="none", waiting="nothing")
TALLIES = {"pits": "high", "nat": "low", "roem": "high"}


def score(entrant: int, evening: int, points: int, against: int = 0, **more: object) -> Score:
    """A table of two sides, unless `others` says otherwise."""
    fields = {"fixture": 1, "side": 0, "rounds": 16, "planned": 16, "others": (against,)} | more
    return Score(entrant=entrant, evening=evening, points=points, against=against, **fields)


def table_of(
    entrants: Iterable[int],
    *,
    evenings: Sequence[int],
    scores: Sequence[Score],
    marks: Sequence[Mark] = (),
    rules: CompetitionRules = PLAIN,
    better: str = "high",
    evenings_left: int = 0,
) -> tuple[Row, ...]:
    """The table of these scores and marks."""
    season, before = (
        evenings_worth(
            [each for each in scores if each.evening in seen],
            [each for each in marks if each.evening in seen],
            rules,
            better=better,
        )
        for seen in (evenings, evenings[:-1])
    )
    return ranking_of(
        entrants,
        season,
        evenings=evenings,
        marks=marks,
        rules=rules,
        better=better,
        tallies=TALLIES,
        evenings_left=evenings_left,
        before=before,
    )


def rows_by_name(rows: tuple[Row, ...]) -> dict[int, Row]:
    return {row.entrant: row for row in rows}
