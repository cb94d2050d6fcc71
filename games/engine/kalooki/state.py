"""The state of a Kalooki match: frozen, the running deal inside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.game import replace_fields
from games.engine.kalooki.contracts import Contract, contract_of
from games.engine.kalooki.melds import Meld
from games.engine.kalooki.options import Options
from games.engine.seats import Seat
from games.engine.view import RoundResult


class Phase(StrEnum):
    """Where a deal is. `DRAW` is the draw window with its calls, `ANSWER` the answer to a call, `RESHUFFLE` waits for
    the house to make a new stock, `ACT` is the rest of the turn."""

    DRAW = "draw"
    ANSWER = "answer"
    RESHUFFLE = "reshuffle"
    ACT = "act"
    OVER = "over"


class Discard(NamedTuple):
    """A card of the discard pile and the seat that laid it; None for one turned up by the house."""

    card: Card
    seat: Seat | None


@dataclass(frozen=True)
class Deal:
    """One deal, for the contract `contract_number` (1 to 9). `hands` and `calls` (successful ones) are per seat, the
    top card is the first of `stock` and the last of `pile`. `thrown` are all discards in order. `dealt` are the hands
    at the start: a hand keeps the order of its suits.

    `turns` counts turns and `steps` what was done in the running one. `passed`, `called` (in order) and `asked` (the
    stock) are what was said in the draw window; `settled` (a refusal) and `closed` (the clock) end its calls.
    `outdone` are the seats that could have had the discard by a call and did not get it, because somebody else had the
    right to it.
    `owed` are the seats that get the next stock cards; `keeps_top` is False where the card called was the top of the
    pile. `drew` is how the running turn began, `laid_now` whether its player laid the contract in it.
    """

    number: int
    contract_number: int
    dealer: Seat
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Discard, ...]
    calls: tuple[int, ...]
    dealt: tuple[tuple[Card, ...], ...]
    down: frozenset[Seat] = frozenset()
    melds: tuple[Meld, ...] = ()
    thrown: tuple[tuple[Seat, Card], ...] = ()
    phase: Phase = Phase.DRAW
    turns: int = 0
    steps: int = 0
    reshuffles: int = 0
    passed: frozenset[Seat] = frozenset()
    called: tuple[Seat, ...] = ()
    outdone: frozenset[Seat] = frozenset()
    asked: bool = False
    settled: bool = False
    closed: bool = False
    owed: tuple[Seat, ...] = ()
    keeps_top: bool = True
    drew: str = ""
    laid_now: bool = False
    out: Seat | None = None
    void: bool = False

    @property
    def contract(self) -> Contract:
        return contract_of(self.contract_number)

    @property
    def is_down(self) -> bool:
        """Whether the player whose turn it is has laid the contract."""
        return self.turn in self.down

    @property
    def bent(self) -> bool:
        """Whether somebody laid the contract and went out in the same turn."""
        return self.out is not None and self.laid_now


@dataclass(frozen=True)
class State:
    """A match. `deal` is the running or last one, None before the first; `voids` counts the void deals of the running
    contract, `void_deals` are the numbers of those that were dealt again."""

    options: Options
    players: int
    deal: Deal | None = None
    voids: int = 0
    void_deals: tuple[int, ...] = ()
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, ...] = ()
    reports: tuple[dict[str, object], ...] = field(default=(), compare=False)

    @property
    def over(self) -> bool:
        return len(self.results) == len(self.options.deals)

    @property
    def running(self) -> Deal | None:
        """The deal that is being played."""
        return self.deal if self.deal is not None and self.deal.phase is not Phase.OVER else None

    @property
    def round(self) -> int:
        """The number of the running or last contract of this match, 0 before the first deal."""
        return 0 if self.deal is None else self.options.deals.index(self.deal.contract_number) + 1


def clockwise_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """All seats in order of play, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))


def left_of(seat: Seat, players: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % players


def give_cards(deal: Deal, seat: Seat, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after the seat got these cards."""
    return (*deal.hands[:seat], (*deal.hands[seat], *cards), *deal.hands[seat + 1 :])


def without(deal: Deal, seat: Seat, *cards: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after the seat gave these cards away."""
    left = tuple(held for held in deal.hands[seat] if held not in cards)
    return (*deal.hands[:seat], left, *deal.hands[seat + 1 :])


def next_turn(deal: Deal) -> Deal:
    """The deal with the draw window of the next player open."""
    return replace_fields(
        deal,
        turn=left_of(deal.turn, len(deal.hands)),
        phase=Phase.DRAW,
        turns=deal.turns + 1,
        steps=0,
        passed=frozenset(),
        called=(),
        outdone=frozenset(),
        asked=False,
        settled=False,
        closed=False,
        keeps_top=True,
        drew="",
        laid_now=False,
    )
