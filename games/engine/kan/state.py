"""The state of a Kan match: frozen; the running deal inside it, and the finished deals of the running round."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.engine.cards import ALL_RANKS, JOKER, Card, Suit, pack_of, rank_of
from games.engine.kan.options import Options
from games.engine.seats import Seat
from games.engine.trick_taking import Trick
from games.engine.view import RoundResult

SEATS: Final = (0, 1, 2, 3, 4)
COLUMNS: Final = ((0,), (1,), (2,), (3,), (4,))
TURNS_RIGHT: Final = True
"""The next player is the one on the right (rules/kan 2, Order)."""
HAND_SIZE: Final = 10
DEALS_A_ROUND: Final = 3
KAN: Final = 0
MUKAN: Final = 1
"""The number of either side: the pair with the joker and the ace of trumps, and the three others."""

PACK: Final = (*(card for card in pack_of(ALL_RANKS) if card not in ("H2", "D2", "C2")), JOKER)
CARDS: Final = frozenset(PACK)
SCORING_CARDS: Final = frozenset(card for card in PACK if card != JOKER and rank_of(card) in "AKQJ")
"""The sixteen cards that count, one point each."""
FACE_ORDER: Final = {card: place for place, card in enumerate(PACK)}


class Phase(StrEnum):
    """The phases of a deal. `GIVE` and `SWAP` are the exchange after a double kan, `CALL` is iku or koi, `ANNOUNCE` the
    choice after a shut-out, `CANCEL` the opponents' time to cancel the deal."""

    GIVE = "give"
    SWAP = "swap"
    CALL = "call"
    SHOW = "show"
    TRUMP = "trump"
    PLAY = "play"
    ANNOUNCE = "announce"
    CANCEL = "cancel"
    OVER = "over"


class End(StrEnum):
    """The ends of a deal; of those with gyaku the opponents of the kan are the side that did it."""

    PLAYED = "played"
    SUKONKU = "sukonku"
    GYAKU_SUKONKU = "gyaku_sukonku"
    JUUROKU_MADE = "juuroku_made"
    JUUROKU_FAILED = "juuroku_failed"
    GYAKU_JUUROKU_MADE = "gyaku_juuroku_made"
    GYAKU_JUUROKU_FAILED = "gyaku_juuroku_failed"


@dataclass(frozen=True)
class Deal:
    """One deal. `number` counts in the match, `place` in the round (1 to 3). `kan` is the pair, the joker's role first.

    `hands` are per seat. `words` are (seat, word) in the order they were said, `shows` the showings in their order.
    `leader` led the running trick, `suit_to_follow` is what it asks for, `captured` are the scoring cards of kan and
    mukan. `decided` is the side that has won the deal, `announced` the side that goes for all sixteen; `won` and `end`
    are set at its end. `void` says that it counts for nothing, `moved` are the seats that changed places before it.
    """

    number: int
    place: int
    dealer: Seat
    ring: tuple[Seat, ...]
    kan: tuple[Seat, Seat]
    hands: tuple[tuple[Card, ...], ...]
    phase: Phase
    trump: Suit | None = None
    words: tuple[tuple[Seat, str], ...] = ()
    shows: tuple[tuple[Card, ...], ...] = ()
    to_play: Seat = 0
    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    suit_to_follow: Suit | None = None
    tricks: tuple[Trick, ...] = ()
    captured: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    decided: int | None = None
    announced: int | None = None
    won: bool | None = None
    end: End | None = None
    void: bool = False
    moved: tuple[Seat, ...] = ()

    @property
    def points(self) -> tuple[int, int]:
        """The scoring cards that kan and mukan have taken."""
        return len(self.captured[KAN]), len(self.captured[MUKAN])

    @property
    def shower(self) -> Seat:
        """The seat that may show cards: the ace's holder in the second deal, the joker's in the third."""
        return self.kan[1] if self.place == 2 else self.kan[0]

    @property
    def namer(self) -> Seat:
        """The seat that names trumps and leads in the second and third deal: the partner of the one that shows."""
        return self.kan[0] if self.place == 2 else self.kan[1]

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return sides(self.kan)

    def after(self, seat: Seat) -> Seat:
        """The next player: the one on the right."""
        return self.ring[(self.ring.index(seat) + 1) % 5]


@dataclass(frozen=True)
class State:
    """A match. `round` is the number of the running or last round, `deal` the running or last deal; `done` are the
    finished deals of the running round that count. `ring` is the seating, which stays where players have moved."""

    options: Options
    round: int = 0
    ring: tuple[Seat, ...] = SEATS
    deal: Deal | None = None
    done: tuple[Deal, ...] = ()
    void_deals: tuple[int, ...] = ()
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


def other_side(side: int) -> int:
    """The side against that one."""
    return MUKAN if side == KAN else KAN


def sides(kan: tuple[Seat, Seat]) -> tuple[int, ...]:
    """The side of each seat where these two are the kan."""
    return tuple([KAN if seat in kan else MUKAN for seat in SEATS])


def first_trump(number: int, rounds: int) -> Suit:
    """The trumps of a round's first deal: clubs, diamonds, hearts in turn, spades in the last round (rules/kan 2)."""
    return "S" if number == rounds else "CDH"[(number - 1) % 3]


def without(hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after the seat gave away that card."""
    left = tuple([held for held in hands[seat] if held != card])
    return (*hands[:seat], left, *hands[seat + 1 :])
