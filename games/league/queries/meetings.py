"""Who met whom at the tables of a season: one entrant's head to head, and the cross table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.names import sort_key
from games.engine.club import sign_of
from games.league.models import Competition
from games.league.queries.entrants import NO_ROW
from games.league.queries.seasons import SeasonTable
from games.league.standings.rules import Points
from games.league.standings.scores import (
    PlayedBy,
    Score,
)
from games.league.standings.table import meetings


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often an entrant met another as an opponent, and came out above, level or below."""

    name: str
    won: int
    drawn: int
    lost: int


def head_to_head_of(competition: Competition, entrant: int, table: SeasonTable) -> tuple[HeadToHead, ...]:
    """Head to head against everybody met at a table, the most met first: those who sat there, whoever has the points.
    Substitutes without a row of their own, and bots, are one line together."""
    sat = _by_sitter(table.season.scores)
    met = meetings(sat, entrant, sat, competition.the_game.better)
    found = [
        HeadToHead(
            gettext("substitutes from elsewhere") if other == NO_ROW else table.name(other),
            *_won_drawn_lost(results),
        )
        for other, results in met.items()
    ]
    return tuple(sorted(found, key=lambda each: (-(each.won + each.drawn + each.lost), sort_key(each.name))))


def _won_drawn_lost(results: Sequence[Points]) -> tuple[int, int, int]:
    """How many results are above, level and below nothing."""
    return sum(each > 0 for each in results), results.count(0), sum(each < 0 for each in results)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant and its meetings with each other one, in the order of the rows; None where they never met as
    opponents, and for itself."""

    place: int | None
    entrant: int
    name: str
    met: tuple[Meeting | None, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """All tables at which two met as opponents. `balance` is points for less points against;
    None where more than two sides play at a table, which is only won, level or lost."""

    balance: int | None
    won: int
    drawn: int
    lost: int

    @property
    def tables(self) -> int:
        """At how many tables they met."""
        return self.won + self.drawn + self.lost


def cross_table(competition: Competition, table: SeasonTable) -> tuple[CrossRow, ...]:
    """Who against whom, in the order of the standings: those who sat there, whoever has the points. No query."""
    sat = _by_sitter(table.season.scores)
    better = competition.the_game.better
    sign = sign_of(better)
    at_table: dict[tuple[int, int], set[int]] = defaultdict(set)
    for sitter, scores in sat.items():
        for score in scores:
            at_table[score.evening, score.fixture].add(sitter)
    others: dict[int, set[int]] = defaultdict(set)
    for together in at_table.values():
        for sitter in together:
            others[sitter] |= together - {sitter, NO_ROW}
    two_sides = all(len(score.others) <= 1 for scores in sat.values() for score in scores)
    rows = []
    for row in table.rows:
        met = meetings(sat, row.entrant, others[row.entrant], better)
        cells = tuple(
            Meeting(sign * sum(results) if two_sides else None, *_won_drawn_lost(results))
            if (results := met.get(other.entrant, []))
            else None
            for other in table.rows
        )
        rows.append(CrossRow(row.place, row.entrant, table.name(row.entrant), cells))
    return tuple(rows)


def _by_sitter(scores_by_entrant: Mapping[int, Sequence[Score]]) -> dict[int, list[Score]]:
    """The scores by who held the cards, each once: where a rule gives points to the absent member and to the
    substitute, both have the score."""
    found: dict[int, dict[tuple[int, int, int, int, int], Score]] = defaultdict(dict)
    for entrant, scores in scores_by_entrant.items():
        for score in scores:
            if score.played_by == PlayedBy.HALF:
                continue  # the seats are those of the other pair
            by_itself = score.played_by == PlayedBy.SELF
            sitter = entrant if by_itself else score.substitute or NO_ROW
            whose = entrant if by_itself else NO_ROW
            found[sitter][score.evening, score.fixture, score.side, score.rounds, whose] = score
    return {sitter: list(scores.values()) for sitter, scores in found.items()}
