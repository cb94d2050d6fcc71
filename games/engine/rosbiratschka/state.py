"""The state of a Rosbiratschka match: frozen, one deal inside it, its contract named."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card
from games.engine.rosbiratschka.options import Options
from games.engine.seats import Seat
from games.engine.trick_taking import Trick
from games.engine.view import RoundResult
from games.engine.words import Text, text

SEATS: Final = (0, 1, 2, 3)
COLUMNS: Final = ((0,), (1,), (2,), (3,))
HAND_SIZE: Final = 8


class Contract(StrEnum):
    """The six contracts, in their order (rules/rosbiratschka 1)."""

    NO_TRICKS = "no_tricks"
    NO_HEARTS = "no_hearts"
    NO_JACKS = "no_jacks"
    KING = "king_of_hearts"
    HUNDRED = "hundred"
    LAYOUT = "rosbiratschka"

    @property
    def label(self) -> Text:
        """Its name on the screen."""
        return text(f"contract_{self.value}")


CONTRACTS: Final = tuple(Contract)
HEIGHT: Final[dict[Card, int]] = {
    suit + rank: height for suit in SUITS for height, rank in enumerate(RANKS_FROM_SEVEN)
}
"""How high a card is in its suit: 0 for the seven, 7 for the ace; the ten is below the jack."""


def left_of(seat: Seat) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % 4


@dataclass(frozen=True, slots=True)
class Crossing:
    """A line of the Hundred crossed by a seat: with which card, to which total, for how many points."""

    seat: Seat
    card: Card
    line: int
    total: int
    points: int


@dataclass(frozen=True)
class Round:
    """One deal. `dealt` and `hands` are per seat. Contracts with tricks use `leader`, `trick` and `tricks` (a
    trick's points are what counts in it), the others `laid`: (seat, card) in order, a pass without a card. The Hundred
    has its `total` too, and the lines `crossed`.
    """

    number: int
    contract: Contract
    dealer: Seat
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    to_play: Seat
    leader: Seat
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    laid: tuple[tuple[Seat, Card | None], ...] = ()
    total: int = 0
    crossed: tuple[Crossing, ...] = ()
    closed: bool = False
    drawn: tuple[Card, ...] = field(default=(), compare=False)
    """The cards by seat that the first dealer was drawn by; none in other deals. Not compared, because the deals of
    older logs do not say them, and their proofs still hold."""

    @property
    def has_tricks(self) -> bool:
        """Whether the contract is one of the four with tricks."""
        return self.contract not in (Contract.HUNDRED, Contract.LAYOUT)

    @property
    def moves(self) -> int:
        """Cards played and passes since the deal."""
        return sum(len(trick.cards) for trick in self.tricks) + len(self.trick) + len(self.laid)

    @property
    def seen(self) -> tuple[tuple[Seat, Card], ...]:
        """Every card of finished tricks, or laid: (seat, card) in order of play."""
        of_tricks = tuple(
            ((trick.leader + place) % 4, card)
            for trick in self.tricks
            for place, card in enumerate(trick.cards)
        )
        return of_tricks + tuple((seat, card) for seat, card in self.laid if card is not None)

    @property
    def untouched(self) -> bool:
        """Whether no card of the deal has been played yet."""
        return not (self.trick or self.seen)


@dataclass(frozen=True)
class State:
    """A match. `round` is the running or last closed deal, None before the first."""

    options: Options
    round: Round | None = None
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, ...] = (0, 0, 0, 0)
    over: bool = False
    reports: tuple[dict[str, object], ...] = field(default=(), compare=False)


def without(hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after the seat gave away that card."""
    left = tuple(held for held in hands[seat] if held != card)
    return (*hands[:seat], left, *hands[seat + 1 :])
