"""Contract five: count to 25, 50 and 100. Stay under the line, and keep small cards for the last one."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.rosbiratschka.play import LINES, VALUES, line_crossed
from games.engine.view import View

SHARE_OF_LATER_LINE: Final = 0.5
"""The share of a line still to come that a hand without small cards pays on average."""
ZERO_CARD_SAFETY: Final = 0.8
"""How much safer a card that adds nothing makes a hand."""
SMALL_CARD_SAFETY: Final = 0.35
"""How much safer a jack, queen or king makes it."""
ROOM_WORTH: Final = 0.02
"""Penalty points for each point left below the next line: less room is worse for the next player."""


def choose_card(view: View, playable: list[Card]) -> Card:
    """The cheapest of the playable cards."""
    assert view.running is not None
    total, rule = view.running.total, view.options.hundred_line
    return min(playable, key=lambda candidate: (price(playable, candidate, total, rule), candidate))


def price(hand: list[Card], candidate: Card, total: int, rule: str) -> float:
    """Expected penalty points: of the line this card crosses now, plus of the remaining hand at later lines."""
    after = total + VALUES[candidate]
    crossed = line_crossed(total, after, rule)
    rest = [card for card in hand if card != candidate]
    return (crossed.points if crossed else 0) + risk(rest, after)


def risk(hand: list[Card], total: int) -> float:
    """Expected penalty points of a hand from this total on."""
    zeros = sum(VALUES[card] == 0 for card in hand)
    small = sum(0 < VALUES[card] <= 4 for card in hand)
    safety = 1.0 + ZERO_CARD_SAFETY * zeros + SMALL_CARD_SAFETY * small
    to_come = [line for line in LINES if total < line.total]
    room = to_come[0].total - total if to_come else 0
    return SHARE_OF_LATER_LINE * sum(line.points for line in to_come) / safety + ROOM_WORTH * room
