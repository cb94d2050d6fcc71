"""Zones of a table beside hand and trick: stock, discard pile, melds, captured cards, roles, showings, and what
is arranged or placed from the hand.

Each is frozen and made of plain values, so that a view can be compared, hashed and drawn from nothing else.
Seats are absolute numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.seats import Seat
from games.engine.words import Text


@dataclass(frozen=True, slots=True)
class DiscardZone:
    """The discard pile: how many cards lie there, and those in sight, the top card last."""

    cards: tuple[Card, ...]
    count: int


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a meld; `stands_for` is the card a joker takes the place of."""

    card: Card
    stands_for: Card | None = None


@dataclass(frozen=True, slots=True)
class MeldZone:
    """Cards a seat has laid on the table, in their order. `key` is what an action names as its target."""

    owner: Seat
    key: str
    cards: tuple[LaidCard, ...]
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class CapturedZone:
    """Cards that lie open before the seats of one side, or before one seat."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoleZone:
    """What a seat is in this round, e.g. who holds the joker."""

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
    of its cards. Groups left empty are not sent."""

    word: str
    label: Text
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class PlaceZone:
    """A place on the table for a card of the hand: `target` and `end` as the action names them ("" where the game
    needs none), `cards` are those of the hand that fit."""

    label: Text
    target: str
    end: str
    cards: tuple[Card, ...]
