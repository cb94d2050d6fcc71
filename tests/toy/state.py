"""The state of a toy match: frozen; the running deal inside it, and the finished deals of the running round."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.engine.cards import JOKER, PACK_OF_32, RANKS_FROM_SEVEN, Card, several_packs
from games.engine.seats import Seat
from games.engine.view import RoundResult
from tests.toy.options import Options

SEATS: Final = (0, 1, 2, 3, 4)
COLUMNS: Final = ((0,), (1,), (2,), (3,), (4,))
HAND_SIZE: Final = 5
DEALS_A_ROUND: Final = 2
PACK: Final = (*several_packs(PACK_OF_32, 2), JOKER)
CARDS: Final = frozenset(PACK)
ACE: Final = RANKS_FROM_SEVEN.index("A")


class Phase(StrEnum):
    """Where a deal is. In `WORD` everybody speaks at once, sealed; the rest are the steps of a turn."""

    WORD = "word"
    DRAW = "draw"
    LAY = "lay"
    DISCARD = "discard"
    OVER = "over"


def captain(number: int) -> Seat:
    """The seat that deals in this round, and plays with the next of the ring against the other three."""
    return (number - 1) % 5


def ring(number: int) -> tuple[Seat, ...]:
    """The order of play in this round: everybody moves, so that the captain's partner is next."""
    return tuple((captain(number) + 2 * step) % 5 for step in range(5))


def sides(number: int) -> tuple[int, ...]:
    """The side of each seat in this round: 0 for the captain and the partner, 1 for the others."""
    return tuple(int(seat not in ring(number)[:2]) for seat in SEATS)


def height(card: Card) -> int:
    """How high a card is in its suit: 0 for the seven, 7 for the ace and the joker."""
    return ACE if card == JOKER else RANKS_FROM_SEVEN.index(card[1])


@dataclass(frozen=True)
class Meld:
    """Three cards and more of one suit that rise from left to right."""

    owner: Seat
    key: str
    cards: tuple[Card, ...]

    @property
    def suit(self) -> str:
        return self.cards[0][0]


@dataclass(frozen=True)
class Deal:
    """One deal. `hands` and `words` are per seat, `discard` lies with the top card last, `turn` counts finished turns,
    `moves` every action since the deal."""

    number: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    ring: tuple[Seat, ...]
    phase: Phase = Phase.WORD
    words: tuple[str | None, ...] = (None,) * 5
    discard: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    turn: int = 0
    moves: int = 0
    void: bool = False

    @property
    def to_play(self) -> Seat:
        return self.ring[self.turn % 5]


@dataclass(frozen=True)
class State:
    """A match. `round` is the number of the running or last round, `deal` the running or last deal; `done` are the
    finished deals of the running round that count."""

    options: Options
    round: int = 0
    deal: Deal | None = None
    done: tuple[Deal, ...] = ()
    void_deals: tuple[int, ...] = ()
    thrown: bool = False
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, ...] = (0,) * 5
    reports: tuple[dict[str, object], ...] = field(default=(), compare=False)

    @property
    def over(self) -> bool:
        return len(self.results) == self.options.rounds

    @property
    def closed(self) -> bool:
        """Whether the last round is on the sheet."""
        return len(self.results) == self.round
