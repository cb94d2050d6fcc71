"""The score of a round from how its deals ended, line by line (rules/kan 2, Score of a round)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from games.engine.kan.options import Options
from games.engine.kan.state import DEALS_A_ROUND, End
from games.engine.words import Text, text

Both: TypeAlias = tuple[int, int]
"""Points of each kan player and of each mukan player."""
NOTHING: Final[Both] = (0, 0)

TABLES: Final[Mapping[str, Mapping[str, Both]]] = {
    "aomori": {
        "won": (1, -1),
        "lost": (-1, 1),
        "sukonku": (1, -1),
        "juuroku_made": (8, -8),
        "juuroku_failed": (-16, 16),
        "gyaku_sukonku_first": (-10, 10),
        "gyaku_sukonku": (-3, 3),
        "gyaku_juuroku_made": (-16, 16),
        "gyaku_juuroku_failed": (32, -32),
        "third": (1, -1),
    },
    "zero_sum": {
        "won": (3, -2),
        "lost": (-3, 2),
        "sukonku": (3, -2),
        "juuroku_made": (15, -10),
        "juuroku_failed": (-30, 20),
        "gyaku_sukonku_first": (-12, 8),
        "gyaku_sukonku": (-6, 4),
        "gyaku_juuroku_made": (-15, 10),
        "gyaku_juuroku_failed": (30, -20),
        "third": (3, -2),
    },
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a round: what it brings each kan and each mukan player, and what it had brought before a later one
    cancelled it."""

    text: Text
    points: Both
    cancelled: Both | None = None


def score_lines(deals: Iterable[tuple[bool, End]], options: Options) -> tuple[Line, ...]:
    """The lines of a round of which each deal was won by the kan or not, and ended so."""
    table = TABLES[options.score_table]
    lines: list[Line] = []
    for place, (won, end) in enumerate(deals, start=1):
        if place > 1 and end in (End.GYAKU_SUKONKU, End.GYAKU_JUUROKU_MADE):
            lines = [_cancelled(line) for line in lines]
        lines += _of_deal(place, won, end, options, table)
        if end is End.GYAKU_JUUROKU_FAILED:
            if options.gyaku_fail == "double":
                lines.append(Line(text("line_doubled", deal=place), added_up(lines)))
            lines.append(Line(text("line_gyaku_juuroku_failed", deal=place), table[end.value]))
        if place == DEALS_A_ROUND and won:
            lines.append(Line(text("line_third"), table["third"]))
    return tuple(lines)


def _of_deal(place: int, won: bool, end: End, options: Options, table: Mapping[str, Both]) -> list[Line]:
    """The lines of one deal before any doubling."""
    deal = Line(text("line_won" if won else "line_lost", deal=place), table["won" if won else "lost"])
    match end:
        case End.PLAYED | End.GYAKU_JUUROKU_FAILED:
            return [deal]
        case End.GYAKU_SUKONKU if place == 1:
            flat = Line(text("line_gyaku_sukonku_first"), table["gyaku_sukonku_first"])
            return [deal, flat] if options.gyaku_first == "plus_deal" else [flat]
        case End.GYAKU_SUKONKU | End.GYAKU_JUUROKU_MADE:
            return [Line(text(f"line_{end.value}", deal=place), table[end.value])]
        case _:
            return [deal, Line(text(f"line_{end.value}", deal=place), table[end.value])]


def _cancelled(line: Line) -> Line:
    """The line after a later one cancelled it."""
    return line if line.cancelled else replace(line, points=NOTHING, cancelled=line.points)


def added_up(lines: Iterable[Line]) -> Both:
    """The sum of the lines for each kan and each mukan player."""
    points = [line.points for line in lines]
    return sum(kan for kan, _ in points), sum(mukan for _, mukan in points)
