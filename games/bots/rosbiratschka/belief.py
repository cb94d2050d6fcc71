"""What a seat of Rosbiratschka believes of the closed hands in the compact form, and deals that fit it.

Beliefs are certainties: suits a seat did not follow, cards a seat could have placed when it passed or opened a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from games.bots.rosbiratschka.compact import positions
from games.bots.rosbiratschka.compact.play import Rows, Total, Tricks, crossings, fits, rules_of
from games.bots.rosbiratschka.compact.positions import BIT, JACKS
from games.bots.unseen_cards import MAX_TRIES, Hands, deal_at_random, deal_in_order
from games.engine.rosbiratschka.state import HAND_SIZE, SEATS, Contract
from games.engine.seats import Seat
from games.engine.view import View

AnyPosition: TypeAlias = Tricks | Total | Rows
NO_HANDS: Final[Hands] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Belief:
    """The knowledge of `seat`: its own cards, those in the other three hands, and by seat the unseen cards it
    `may_hold` and how many cards it has. `position` is what lies open, without hands."""

    seat: Seat
    hand: int
    unseen: int
    sizes: tuple[int, ...]
    may_hold: tuple[int, ...]
    position: AnyPosition

    def with_hands(self, hands: Hands) -> AnyPosition:
        """The position when these are the four hands."""
        return self.position._replace(hands=hands)


def belief(view: View) -> Belief:
    """The belief of the viewer, whose turn it is."""
    seat = view.viewer
    assert seat is not None
    assert view.label is not None
    contract = Contract(view.label.code.removeprefix("contract_"))
    hand = positions.mask(view.hand_cards)
    gone = positions.mask(card for _, card in view.played) | hand
    excluded = [0, 0, 0, 0]
    position: AnyPosition
    if contract is Contract.LAYOUT:
        position = _rows(view, seat, excluded)
    elif contract is Contract.HUNDRED:
        position = _total(view, seat)
    else:
        position = _tricks(view, seat, contract, excluded)
        gone |= position.cards
    unseen = positions.ALL & ~gone
    may_hold = tuple(0 if other == seat else unseen & ~excluded[other] for other in SEATS)
    sizes = tuple(zone.cards for zone in view.seats)
    return Belief(seat, hand, unseen, sizes, may_hold, position)


def _tricks(view: View, seat: Seat, contract: Contract, excluded: list[int]) -> Tricks:
    """The open cards of a contract with tricks; `excluded` learns the suits that were not followed."""
    rules = rules_of(contract, view.options.slam == "minus8")
    running = view.trick.cards if view.trick is not None and not view.trick.complete else ()
    first = view.played[0][0] if view.played else running[0][0] if running else seat
    position = Tricks(rules, NO_HANDS, first)
    for player, card in (*view.played, *running):
        bit = BIT[card]
        if position.led and not bit & position.led:
            excluded[player] |= position.led
        # Hands are left empty: a card that is played is added and taken away again.
        held = tuple(bit if other == player else 0 for other in SEATS)
        position = position._replace(hands=(held[0], held[1], held[2], held[3])).after(bit)
    return position


def _total(view: View, seat: Seat) -> Total:
    running = view.running
    assert running is not None
    paid = [0, 0, 0, 0]
    for line in running.lines:
        if line.crossed_by is not None:
            paid[line.crossed_by] += line.points
    penalties = (paid[0], paid[1], paid[2], paid[3])
    return Total(crossings(view.options.hundred_line), NO_HANDS, seat, running.total, penalties)


def _rows(view: View, seat: Seat, excluded: list[int]) -> Rows:
    """The open rows; `excluded` learns from passes, and from jacks that may not be placed at will."""
    free, placed = view.options.layout_choice == "free", 0
    for player, bit in _turns(view, seat):
        fitting = fits(placed)
        if not bit:
            excluded[player] |= fitting
        elif bit & JACKS and not free:
            excluded[player] |= fitting & ~JACKS
        placed |= bit
    return Rows(free, NO_HANDS, seat, placed)


def _turns(view: View, viewer: Seat) -> Iterator[tuple[Seat, int]]:
    """Every turn of the layout so far: the seat and the card, 0 for a pass, which the view does not list."""
    left = [HAND_SIZE] * len(SEATS)
    turn = next(zone.seat for zone in view.seats if zone.dealer) + 1
    for seat, card in (*view.played, (viewer, None)):
        while turn % 4 != seat:
            if left[turn % 4]:
                yield turn % 4, 0
            turn += 1
        if card is not None:
            left[seat] -= 1
            yield seat, BIT[card]
            turn += 1


def draw(known: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows."""
    for _ in range(MAX_TRIES):
        dealt = deal_at_random(known, known.may_hold, rng)
        if dealt is not None:
            return dealt
    dealt = deal_in_order(known, known.may_hold)
    if dealt is None:
        raise ValueError("no deal fits what was seen")
    return dealt
