"""A round in play in the compact form, with all hands open: what lies, who plays next, what was taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from games.engine.bots.kraken.compact.legal import beats, legal
from games.engine.bots.kraken.compact.masks import SUIT_OF
from games.engine.seats import Seat

Hands: TypeAlias = tuple[int, int, int, int]


class Table(NamedTuple):
    """The trick on the table: `cards` as a mask, how many are `lying`, the suit `led` as a mask, the `best`
    card and its place in the order of play (0 to 3). Nothing lies there before a lead."""

    lying: int = 0
    led: int = 0
    best: int = 0
    place: int = 0
    cards: int = 0


EMPTY = Table()


class Position(NamedTuple):
    """The `hands` by seat, the seat that is to play, the trick and what sides 0 and 1 have taken so far."""

    hands: Hands
    seat: Seat
    table: Table
    taken: tuple[int, int]


class Rules(NamedTuple):
    """The options that play needs: the worth of each trick, points of the last one, and the trump duty."""

    worths: Mapping[int, int]
    last: int
    rotterdam: bool


def legal_cards(position: Position, rules: Rules) -> int:
    """The cards that may be played now."""
    table = position.table
    return legal(
        position.hands[position.seat],
        table.led,
        table.best,
        partner_winning=table.lying > 1 and table.place == table.lying - 2,
        rotterdam=rules.rotterdam,
    )


def laid(table: Table, card: int) -> Table:
    """The trick with one card more."""
    if not table.lying:
        return Table(1, SUIT_OF[card], card, 0, card)
    if beats(card, table.led, table.best):
        return Table(table.lying + 1, table.led, card, table.lying, table.cards | card)
    return table._replace(lying=table.lying + 1, cards=table.cards | card)


def after(position: Position, card: int, rules: Rules) -> Position:
    """The position after a legal card; the fourth card of a trick gives it to its winner."""
    seat = position.seat
    hands = list(position.hands)
    hands[seat] ^= card
    left = (hands[0], hands[1], hands[2], hands[3])
    table = laid(position.table, card)
    if table.lying < 4:
        return Position(left, (seat + 1) % 4, table, position.taken)
    winner = (seat + 1 + table.place) % 4
    taken = list(position.taken)
    taken[winner % 2] += rules.worths[table.cards] + (0 if any(left) else rules.last)
    return Position(left, winner, EMPTY, (taken[0], taken[1]))
