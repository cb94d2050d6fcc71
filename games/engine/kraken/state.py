"""The state of a Kraken match: frozen, one round inside it, phases named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.cards import Card, Suit
from games.engine.game import Pending
from games.engine.kraken.declarations import Combination, Comparison
from games.engine.kraken.options import Options
from games.engine.seats import Actor, Seat
from games.engine.trick_taking import Trick
from games.engine.view import RoundResult

SEATS: Final = (0, 1, 2, 3)
SIDES: Final = (0, 1, 0, 1)
COLUMNS: Final = ((0, 2), (1, 3))
"""The side of each seat, and the seats of each side, which share a column of the sheet."""


def per_seat(points: tuple[int, int]) -> tuple[int, int, int, int]:
    """Points per team as points per seat: (first, second, first, second)."""
    first, second = points
    return (first, second, first, second)


class Phase(StrEnum):
    """Where a round is. `CLAIM` is the window after the eighth trick; in `COUNTED` the sheet lies open, and revokes
    may still be claimed."""

    TURN = "turn"
    TRUMP = "trump"
    CHALLENGE = "challenge"
    DECLARE = "declare"
    PLAY = "play"
    CLAIM = "claim"
    COUNTED = "counted"
    CLOSED = "closed"


def left_of(seat: Seat) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % 4


def clockwise_from(seat: Seat) -> tuple[Seat, ...]:
    return tuple((seat + step) % 4 for step in SEATS)


class RoemClaim(NamedTuple):
    """The claim of a seat to the roem of a trick (0-7)."""

    trick: int
    seat: Seat


class RevokeClaim(NamedTuple):
    """The claim of `by` that `seat` played a card to that trick (0-7) which was not allowed, made `after` so many
    finished tricks."""

    by: Seat
    seat: Seat
    trick: int
    after: int = 0


@dataclass(frozen=True)
class Round:
    """One round from its deal on. `dealt` and `hands` are per seat; `trick` is the one on the table.

    `words` is everything said since the deal in order (seat, word, suit); `passes` are the seats that passed at this
    trump card or challenge level; `forced` says that the maker had no choice. `leader` led the trick. `stuk_holder` was
    dealt king and queen of trumps, `stuk_trick` is the number (0-7) of the trick in which the second of them fell.
    `claimed` are the claims of roem, right and false ones, `false_claims` the 20s per team for the latter, `accused`
    are those about revokes.
    """

    number: int
    dealer: Seat
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    phase: Phase
    to_play: Seat
    turned: tuple[Suit, ...] = ()
    passes: tuple[Seat, ...] = ()
    words: tuple[tuple[Seat, str, Suit | None], ...] = ()
    trump: Suit | None = None
    maker: Seat | None = None
    forced: bool = False
    level: int = 0
    declared: tuple[tuple[Combination, ...] | None, ...] = (None, None, None, None)
    comparison: Comparison | None = None
    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    claimed: tuple[RoemClaim, ...] = ()
    false_claims: tuple[int, int] = (0, 0)
    stuk_holder: Seat | None = None
    stuk_trick: int | None = None
    stuk_claimed: bool = False
    accused: tuple[RevokeClaim, ...] = ()

    @property
    def first_to_lead(self) -> Seat:
        """The seat left of the dealer, in every trump mode (rules/kraken 1.2)."""
        return left_of(self.dealer)

    @property
    def cards_played(self) -> int:
        return 4 * len(self.tricks) + len(self.trick)


@dataclass(frozen=True)
class State:
    """A match. `round` is the running or last closed one, None before the first deal. `answered` is what
    `windows.pending` worked out and for which round: a copy with another round does not take it for its own, one with
    other options must empty it.
    """

    options: Options
    round: Round | None = None
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, int] = (0, 0)
    over: bool = False
    reports: tuple[dict[str, object], ...] = field(default=(), compare=False)
    answered: tuple[Round | None, Mapping[Actor, Pending]] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @property
    def rounds(self) -> int | None:
        """How many rounds the match has, those added after equal totals with it; None for a match to so many points."""
        if self.options.match_length == "points":
            return None
        return max(self.options.rounds, self.round.number) if self.round else self.options.rounds
