"""Contract five: count to 25, 50 and 100. Stay under the line, keep small cards for the last one."""

from __future__ import annotations

from games.engine.cards import Card
from games.engine.rosbiratschka.hundred import LINES, VALUES, line_crossed
from games.engine.view import View

W = {"cross": 1.0, "zero": 0.8, "small": 0.35, "ten": 0.0, "room": 0.02, "late": 0.5}


def card(view: View, playable: list[Card]) -> Card:
    """The cheapest of the playable cards."""
    assert view.running is not None
    total, rule = view.running.total, view.options.hundred_line
    return min(playable, key=lambda candidate: (price(playable, candidate, total, rule), candidate))


def price(hand: list[Card], candidate: Card, total: int, rule: str) -> float:
    """What crossing costs now, and what the card would be worth later: a small one saves a seat at the next line."""
    value = VALUES[candidate]
    crossed = line_crossed(total, total + value, rule)
    after = [card for card in hand if card != candidate]
    cost = W["cross"] * crossed[1] if crossed else 0.0
    return cost + future(after, total + value, rule)


def future(hand: list[Card], total: int, rule: str) -> float:
    """What this hand risks at the lines still to come."""
    zeros = sum(VALUES[card] == 0 for card in hand)
    small = sum(0 < VALUES[card] <= 4 for card in hand)
    risk = 0.0
    for line, points in LINES:
        if total < line:
            risk += points * W["late"] / (1.0 + W["zero"] * zeros + W["small"] * small)
    line = next((line for line, _ in LINES if total < line), 0)
    return risk + W["room"] * (line - total)
