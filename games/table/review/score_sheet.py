"""The score sheet of a match as a page of its own, which a phone keeps for reading without a connection."""

from __future__ import annotations

from dataclasses import dataclass

from games.table.log import loading, rulings
from games.table.log.models import Match, Round


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A closed round: its number and the points of each column, which an arbiter may still change (`provisional`)."""

    number: int
    points: tuple[int, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The closed rounds of a match. `columns` are the names of the players who share points."""

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]


def score_sheet(match: Match) -> ScoreSheet:
    """The sheet as it counts now. Raises TableRefused where the log cannot be read."""
    table = loading.table_of(match)
    progress = rulings.progress_of(table.game, table.state)
    names = {sitter.number: sitter.name for sitter in table.sitters}
    closed = match.rounds.filter(status__in=Round.COUNTING).order_by("number")
    return ScoreSheet(
        columns=tuple(" & ".join(names[seat] for seat in column) for column in progress.columns),
        rows=tuple(
            SheetRow(
                each.number,
                tuple(each.points[column[0]] for column in progress.columns),
                each.status == Round.Status.REVIEW,
            )
            for each in closed
            if each.points is not None
        ),
        totals=tuple(progress.totals[column[0]] for column in progress.columns),
    )
