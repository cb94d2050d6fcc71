"""Penalty points and the reason of each (rules/rosbiratschka 1). Each seat pays for itself; lines add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import SEATS, Contract, Crossing
from games.engine.seats import Seat
from games.engine.view import ScoreLine
from games.engine.words import Text, text

SLAM: Final = -8
KING: Final = 8
LAST: Final = 8
COUNTED: Final = {Contract.NO_TRICKS: 8, Contract.NO_HEARTS: 8, Contract.NO_JACKS: 4}
"""How many tricks, hearts and jacks there are."""
EACH: Final = {Contract.NO_TRICKS: 1, Contract.NO_HEARTS: 1, Contract.NO_JACKS: 2}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a deal: lines and one sentence. `slam` is the seat that took everything, `avoided` are
    the seats that took none.
    """

    lines: tuple[ScoreLine, ...]
    verdict: Text
    avoided: tuple[Seat, ...] = ()
    slam: Seat | None = None

    @property
    def score(self) -> tuple[int, ...]:
        return tuple(sum(line.points[seat] for line in self.lines) for seat in SEATS)


def settle_avoiding(contract: Contract, taken: Sequence[int], options: Options) -> Settlement:
    """Contracts one to three, from how many tricks, hearts or jacks each seat took.

    A slam is -8 and replaces the doubling; the doubling is once, however many avoided.
    Raises ValueError when the counts do not add up to all there are.
    """
    if len(taken) != len(SEATS) or sum(taken) != COUNTED[contract] or min(taken) < 0:
        raise ValueError(f"{taken} is not a division of {COUNTED[contract]}")
    avoided = tuple(seat for seat in SEATS if not taken[seat])
    if max(taken) == COUNTED[contract] and options.slam == "minus8":
        winner = taken.index(max(taken))
        line = ScoreLine(text(f"slam_{contract.value}", seat=winner), points_for(winner, SLAM))
        verdict = text(f"verdict_slam_{contract.value}", seat=winner)
        return Settlement((line,), verdict, avoided, slam=winner)
    single = tuple(EACH[contract] * count for count in taken)
    lines = [ScoreLine(text(f"counted_{contract.value}"), single)]
    if not avoided:
        return Settlement(tuple(lines), text("verdict_single"))
    if len(avoided) == 1:
        lines.append(ScoreLine(text("doubled", seat=avoided[0]), single))
        return Settlement(tuple(lines), text("verdict_doubled", seat=avoided[0]), avoided)
    lines.append(ScoreLine(text("doubled_many", count=len(avoided)), single))
    return Settlement(tuple(lines), text("verdict_doubled_many", count=len(avoided)), avoided)


def settle_king(winner: Seat, trick: int) -> Settlement:
    """Contract four: the penalty for the winner of the trick with the king of hearts; `trick` counts from 1."""
    line = ScoreLine(text("took_king", trick=trick), points_for(winner, KING))
    return Settlement((line,), text("verdict_king", seat=winner))


def settle_hundred(crossed: Sequence[Crossing], options: Options) -> Settlement:
    """Contract five: one line of the sheet for every line of the Hundred, in the order they were crossed."""
    lines = tuple(
        ScoreLine(
            text(
                f"line_{options.hundred_line}", line=crossing.line, card=crossing.card, total=crossing.total
            ),
            points_for(crossing.seat, crossing.points),
        )
        for crossing in crossed
    )
    last = crossed[-1]
    return Settlement(lines, text("verdict_hundred", seat=last.seat, total=last.total))


def settle_layout(loser: Seat, left: int) -> Settlement:
    """Contract six: the last player with cards, `left` of them."""
    line = ScoreLine(text("last_with_cards"), points_for(loser, LAST))
    return Settlement((line,), text("verdict_layout", seat=loser, count=left))


def points_for(seat: Seat, points: int) -> tuple[int, ...]:
    """Points for one seat, nothing for the others."""
    return tuple(points if other == seat else 0 for other in SEATS)
