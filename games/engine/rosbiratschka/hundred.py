"""The fifth contract: cards are added up, and a seat that takes the total over a line pays
(rules/rosbiratschka 1, Hundred).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.cards import SUITS, Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import Crossing, Round, left_of, without
from games.engine.seats import Seat

POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
VALUES: Final[dict[Card, int]] = {suit + rank: points for suit in SUITS for rank, points in POINTS.items()}


class Line(NamedTuple):
    """A total, and the penalty points of the card that takes the running one over it."""

    total: int
    points: int


LINES: Final = (Line(25, 1), Line(50, 2), Line(100, 5))
"""No card is worth more than 11: it crosses one line at most."""


def line_crossed(before: int, after: int, hundred_line: str) -> Line | None:
    """The line between two totals: crossed when exceeded, with `reach` when hit."""
    least = 0 if hundred_line == "reach" else 1
    for line in LINES:
        if before < line.total + least <= after:
            return line
    return None


def require_legal_card(round_: Round, seat: Seat, card: Card) -> None:
    """Any card may be played. Raises IllegalAction(card_not_held)."""
    if card not in round_.hands[seat]:
        raise IllegalAction(Refusal.CARD_NOT_HELD)


def play(round_: Round, options: Options, seat: Seat, card: Card) -> Round:
    """A card is added to the total; over the last line the deal ends."""
    total = round_.total + VALUES[card]
    crossed = round_.crossed
    found = line_crossed(round_.total, total, options.hundred_line)
    if found is not None:
        crossed = (*crossed, Crossing(seat, card, found.total, total, found.points))
    return replace_fields(
        round_,
        hands=without(round_.hands, seat, card),
        laid=(*round_.laid, (seat, card)),
        total=total,
        crossed=crossed,
        to_play=left_of(seat),
        closed=len(crossed) == len(LINES),
    )
