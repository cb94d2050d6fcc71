"""Contract five, the Hundred, in the compact form (rules/rosbiratschka 1): cards are added up to a total."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from games.bots.rosbiratschka.choosing import (
    ROOM_WORTH,
    SHARE_OF_LATER_LINE,
    SMALL_CARD_SAFETY,
    ZERO_CARD_SAFETY,
)
from games.bots.rosbiratschka.compact.positions import EQUAL_VALUES, VALUE, Hands, Penalties
from games.engine.rosbiratschka.play import LINES, line_crossed
from games.engine.seats import Seat

HIGHEST_VALUE: Final = max(VALUE.values())
Crossings: TypeAlias = tuple[tuple[int, ...], ...]
"""By total and by value added: the penalty points of the line that is crossed, 0 for none."""


@cache
def crossings(hundred_line: str) -> Crossings:
    """The penalty points of each step under the option `hundred_line`."""
    last = LINES[-1].total
    steps = []
    for total in range(last + 1):
        found = [line_crossed(total, total + value, hundred_line) for value in range(HIGHEST_VALUE + 1)]
        steps.append(tuple(crossed.points if crossed else 0 for crossed in found))
    return tuple(steps)


class Total(NamedTuple):
    """A position (`positions.Position`): the running `total`, and what each seat has `paid` at its lines."""

    steps: Crossings
    hands: Hands
    seat: Seat
    total: int = 0
    paid: Penalties = (0, 0, 0, 0)

    @property
    def decided(self) -> bool:
        """Whether the last line is crossed."""
        return sum(self.paid) == sum(points for _line, points in LINES)

    def legal(self) -> int:
        """The cards that may be played: all."""
        return self.hands[self.seat]

    def distinct(self, cards: int) -> int:
        """One card of each value."""
        return one_of_each_value(cards)

    def after(self, card: int) -> Total:
        """The position after a card."""
        steps, hands, seat, total, paid = self
        value = VALUE[card]
        points = steps[total][value]
        left = list(hands)
        left[seat] ^= card
        if points:
            all_paid = list(paid)
            all_paid[seat] += points
            paid = (all_paid[0], all_paid[1], all_paid[2], all_paid[3])
        return Total(steps, (left[0], left[1], left[2], left[3]), (seat + 1) % 4, total + value, paid)

    def penalties(self) -> Penalties:
        """The penalty points paid so far, by seat."""
        return self.paid


def one_of_each_value(cards: int) -> int:
    """The lowest bit among the cards of each value."""
    kept = 0
    for equal in EQUAL_VALUES:
        found = cards & equal
        kept |= found & -found
    return kept


# The quick player: it weighs the line a card crosses and the hand that is left.

WORTHLESS: Final = EQUAL_VALUES[0]
LITTLE: Final = EQUAL_VALUES[1] | EQUAL_VALUES[2] | EQUAL_VALUES[3]
BY_VALUE: Final = tuple((cards, VALUE[cards & -cards]) for cards in EQUAL_VALUES)
"""The cards of each value with that value."""


@cache
def _to_come() -> tuple[tuple[float, float], ...]:
    """By total: what the lines still to come weigh on a hand, and the worth of the room below the next one."""
    weights = []
    for total in range(LINES[-1].total + HIGHEST_VALUE + 1):
        lines = [line for line in LINES if total < line.total]
        room = lines[0].total - total if lines else 0
        weights.append((SHARE_OF_LATER_LINE * sum(line.points for line in lines), ROOM_WORTH * room))
    return tuple(weights)


def play_out(position: Total) -> Penalties:
    """The penalty points when the quick player plays all four hands; its weights are the easy player's."""
    steps, (one, two, three, four), seat, total, paid = position
    hands, penalties = [one, two, three, four], list(paid)
    left = sum(points for _line, points in LINES) - sum(paid)
    to_come = _to_come()
    while left:
        hand = hands[seat]
        crossing = steps[total]
        safety = (
            1.0
            + ZERO_CARD_SAFETY * (hand & WORTHLESS).bit_count()
            + SMALL_CARD_SAFETY * (hand & LITTLE).bit_count()
        )
        chosen, value, least = 0, 0, 1000.0
        for cards, adds in BY_VALUE:
            held = hand & cards
            if held:
                later, room = to_come[total + adds]
                small = ZERO_CARD_SAFETY if not adds else SMALL_CARD_SAFETY if adds <= 4 else 0.0
                price = crossing[adds] + later / (safety - small) + room
                if price < least:
                    chosen, value, least = held & -held, adds, price
        hands[seat] = hand ^ chosen
        points = crossing[value]
        penalties[seat] += points
        left -= points
        total += value
        seat = (seat + 1) & 3
    return penalties[0], penalties[1], penalties[2], penalties[3]
