"""A quick player of contract five in the compact form: it weighs the line a card crosses and the hand that is left."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.bots.rosbiratschka.compact.positions import EQUAL_VALUES, VALUE, Penalties
from games.bots.rosbiratschka.compact.total import HIGHEST_VALUE, Total
from games.bots.rosbiratschka.hundred import LATER, ROOM, SMALL, ZERO
from games.engine.rosbiratschka.hundred import LINES

WORTHLESS: Final = EQUAL_VALUES[0]
LITTLE: Final = EQUAL_VALUES[1] | EQUAL_VALUES[2] | EQUAL_VALUES[3]
BY_VALUE: Final = tuple((cards, VALUE[cards & -cards]) for cards in EQUAL_VALUES)
"""The cards of each value with that value."""


@cache
def _to_come() -> tuple[tuple[float, float], ...]:
    """By total: what the lines still to come weigh on a hand, and the worth of the room below the next one."""
    told = []
    for total in range(LINES[-1][0] + HIGHEST_VALUE + 1):
        lines = [(line, points) for line, points in LINES if total < line]
        room = lines[0][0] - total if lines else 0
        told.append((LATER * sum(points for _line, points in lines), ROOM * room))
    return tuple(told)


def play_out(position: Total) -> Penalties:
    """The penalty points when the quick player plays all four hands; its weights are the readable player's."""
    steps, (one, two, three, four), seat, total, paid = position
    hands, penalties = [one, two, three, four], list(paid)
    left = sum(points for _line, points in LINES) - sum(paid)
    to_come = _to_come()
    while left:
        hand = hands[seat]
        crossing = steps[total]
        safety = 1.0 + ZERO * (hand & WORTHLESS).bit_count() + SMALL * (hand & LITTLE).bit_count()
        chosen, value, least = 0, 0, 1000.0
        for cards, adds in BY_VALUE:
            held = hand & cards
            if held:
                later, room = to_come[total + adds]
                small = ZERO if not adds else SMALL if adds <= 4 else 0.0
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
