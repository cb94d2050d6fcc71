"""Zones of a table beside hand and trick: posters, rows, a running total, discard pile, melds, captured cards, roles,
showings, and what is arranged or placed from the hand.

Each is frozen and made of plain values, so that a view can be compared, hashed and drawn from nothing else.
Seats are absolute numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card, Suit
from games.engine.seats import Seat
from games.engine.words import Text


@dataclass(frozen=True, slots=True)
class RowZone:
    """A row of one suit on the table, lowest card first. `fits` are the cards that could be placed next.

    `latest` is (seat, card) in the row that has the card placed last.
    """

    suit: Suit
    cards: tuple[Card, ...]
    fits: tuple[Card, ...]
    latest: tuple[Seat, Card] | None = None


@dataclass(frozen=True, slots=True)
class LineZone:
    """A line of a running total: a seat that crosses `total` gets `points`. `crossed_by` is None until then."""

    total: int
    points: int
    crossed_by: Seat | None


@dataclass(frozen=True, slots=True)
class RunningZone:
    """Cards that add up, in order of play: (seat, card), their `total` so far and the lines it crosses."""

    total: int
    cards: tuple[tuple[Seat, Card], ...]
    lines: tuple[LineZone, ...]


@dataclass(frozen=True, slots=True)
class BonusZone:
    """Points beside those of the cards that the running round has brought each seat so far, seats of one side the same,
    and what they are called. It says nothing of points that nobody has claimed."""

    points: tuple[int, ...]
    name: Text


@dataclass(frozen=True, slots=True)
class PosterZone:
    """What a round opens with, before its first card: its name, what it costs in one line, and cards that stand for it,
    `shunned` where they are not to be taken."""

    title: Text
    line: Text
    cards: tuple[Card, ...]
    shunned: bool = False


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """What came of the claim of a seat about the finished trick, in words for all; `right` where it counts."""

    seat: Seat
    text: Text
    right: bool


@dataclass(frozen=True, slots=True)
class DiscardZone:
    """The discard pile: how many cards lie there, and those in sight, the top card last."""

    cards: tuple[Card, ...]
    count: int


@dataclass(frozen=True, slots=True)
class CardInMeld:
    """A card of a meld; `stands_for` is the card a joker takes the place of, None where only its rank matters."""

    card: Card
    stands_for: Card | None = None


@dataclass(frozen=True, slots=True)
class MeldZone:
    """Cards a seat has laid on the table, in their order. `key` is what an action names as its target."""

    owner: Seat
    key: str
    cards: tuple[CardInMeld, ...]
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class CapturedZone:
    """Cards that lie open before the seats of one side, or before one seat. `label` is what the side is called, None
    where the names of its players say it."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class QuotaZone:
    """How many points the seats of one side have in this deal, and how many win it for them."""

    seats: tuple[Seat, ...]
    points: int
    quota: int


@dataclass(frozen=True, slots=True)
class RoleZone:
    """The role of a seat in this round, e.g. holder of the joker."""

    seat: Seat
    role: Text


@dataclass(frozen=True, slots=True)
class ShowingZone:
    """`count` cards shown by one seat to another; `cards` are filled for a viewer who may see them."""

    seat: Seat
    to: Seat
    count: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A group to fill from the hand with `minimum` to `maximum` cards; a group with minimum 0 may stay empty."""

    label: Text
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class ArrangeZone:
    """Groups the viewer fills from the hand and sends together as `word` (an `Arrange`), each group in the order
    of its cards. Groups left empty are not sent.

    `field` is the field of the action that names them. `repeated` says that a card may stand in several groups.
    `proposal` is an answer the cards of the hand allow, group by group as the slots; empty where there is none.
    `send` says that they are sent, where `label` says only that they are filled.
    """

    word: str
    label: Text
    slots: tuple[Slot, ...]
    field: str = "combinations"
    repeated: bool = False
    proposal: tuple[tuple[Card, ...], ...] = ()
    send: Text | None = None


@dataclass(frozen=True, slots=True)
class PlaceZone:
    """A place on the table for a card of the hand: `target` and `end` as the action names them ("" where the game
    needs none), `cards` are those of the hand that fit. The action is a `Place` with this `word` and `field`. `becomes`
    are, for each of the cards, the cards that lie there once it is placed; empty where a game does not tell."""

    label: Text
    target: str
    end: str
    cards: tuple[Card, ...]
    word: str = "place"
    field: str = "target"
    becomes: tuple[tuple[CardInMeld, ...], ...] = ()
