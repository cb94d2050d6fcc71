"""The search for the best answer: each one is played out in the same deals that fit what the seat knows.

The deals are drawn from a seed made of what the seat sees, so the same view always leads to the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar
from zlib import crc32

from games.bots.kan.knowledge import JOKER_AT, Knowledge, worlds
from games.bots.kan.playout import Position
from games.engine.actions import Data
from games.engine.cards import JOKER, SUITS, Card, Suit
from games.engine.kan.legal import HEIGHT
from games.engine.kan.state import KAN, MUKAN, SCORING
from games.engine.seats import Seat

_A = TypeVar("_A")

WORLDS: Final = 12
"""Deals in which each card is played out."""
MORE_WORLDS: Final = 24
"""Deals for what is decided once in a deal."""
POINT: Final = 0.08
"""The worth of a single scoring card beside the deal, so that there is a better and a worse way to lose."""


def best_card(known: Knowledge, offered: Sequence[Data]) -> Data:
    """The card whose continuations are best on average; of equal ones the first."""
    few = _distinct(known, offered)
    if len(few) == 1:
        return few[0]

    def begin(position: Position, answer: Data) -> None:
        _put(position, answer["card"], answer.get("suit"))

    return _best(known, few, begin, WORLDS)


def best_trump(known: Knowledge, offered: Sequence[Data]) -> Data:
    """The trumps with which the deal comes out best when the seat leads."""

    def begin(position: Position, answer: Data) -> None:
        position.trump = SUITS.index(answer["suit"])

    return _best(known, offered, begin, MORE_WORLDS)


def best_leader(known: Knowledge, partner: Seat) -> Seat:
    """The seat of the pair with whose lead the deal comes out best."""

    def begin(position: Position, leader: Seat) -> None:
        position.turn = known.ring.index(leader)

    return _best(known, [known.seat, partner], begin, MORE_WORLDS)


def chance_of_all(known: Knowledge) -> float:
    """The share of deals in which the viewer's side, with the viewer to lead, takes all sixteen scoring cards."""
    side = known.sides[known.seat]
    made = []
    for position in _positions(known, MORE_WORLDS):
        position.alone = side
        position.finish()
        made.append(position.points[side] == len(SCORING))
    return sum(made) / len(made) if made else 0.0


def _best(known: Knowledge, answers: Sequence[_A], begin: Callable[[Position, _A], None], count: int) -> _A:
    sums = [0.0 for _ in answers]
    for start in _positions(known, count):
        for place, answer in enumerate(answers):
            position = start.copy()
            begin(position, answer)
            position.finish()
            sums[place] += _value(known, position)
    return answers[sums.index(max(sums))]


def _distinct(known: Knowledge, offered: Sequence[Data]) -> list[Data]:
    """The cards without those that are as good as a lower one: small, with nothing unseen in between."""
    kept: list[Data] = []
    for answer in sorted(offered, key=lambda one: (one["card"][0], HEIGHT[one["card"]])):
        card = answer["card"]
        before = kept[-1]["card"] if kept else card
        if before != card and before[0] == card[0] and not {before, card} & SCORING:
            between = [other for other in known.unseen if other[0] == card[0]]
            if not any(HEIGHT[before] < HEIGHT[other] < HEIGHT[card] for other in between):
                continue
        kept.append(answer)
    return kept


def _positions(known: Knowledge, count: int) -> list[Position]:
    """The viewer's turn in so many worlds; the same ones for the same knowledge."""
    seen = [*known.hand, *known.unseen, *(card for _, card in known.table)]
    rng = Random(crc32(" ".join(seen).encode()))
    played = {seat for seat, _ in known.table}
    sizes = [11 - known.number - (seat in played) for seat in range(5)]
    first = known.table[0][0] if known.table else known.seat
    positions = []
    for hands in worlds(known, sizes, count, rng):
        position = Position(
            hands=hands,
            ring=known.ring,
            sides=known.sides,
            trump=SUITS.index(known.trump) if known.trump else 0,
            number=known.number,
            turn=known.ring.index(first),
            points=[*known.points],
            quotas=known.quotas,
            alone=-1 if known.goes_for_all is None else known.goes_for_all,
        )
        for _seat, card in known.table:
            _put(position, card, known.asked)
        positions.append(position)
    return positions


def _put(position: Position, card: Card, asks: Suit | None) -> None:
    """A card as the playout knows it."""
    if card == JOKER:
        position.play(JOKER_AT, 0, SUITS.index(asks) if asks else 0)
    else:
        position.play(SUITS.index(card[0]), HEIGHT[card])


def _value(known: Knowledge, position: Position) -> float:
    """The worth of a finished deal to the viewer's side, about in points of the round."""
    kan, mukan = position.points
    if position.alone == KAN:
        worth = 9.0 if kan == len(SCORING) else -17.0
    elif position.alone == MUKAN:
        worth = -16.0 if mukan == len(SCORING) else 35.0
    elif kan >= known.quotas[KAN]:
        worth = 1.0 if mukan else 2.0
    elif kan:
        worth = -1.0
    else:
        worth = -10.0 if known.place == 1 else -4.0
    side = 1 if known.sides[known.seat] == KAN else -1
    return side * (worth + POINT * (kan - mukan))
