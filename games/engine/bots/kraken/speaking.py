"""Naming trumps, and kraken, re, superkraken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.actions import Data
from games.engine.bots.kraken.hand import worth
from games.engine.cards import Card
from games.engine.view import Choice, View

ENOUGH_FOR_TRUMP: Final = 70
ENOUGH_FOR: Final = {"kraken": 80, "re": 105, "superkraken": 100}


def trump(view: View, choices: Sequence[Choice]) -> Data:
    """The best suit to name or accept, or a pass where one is offered and the hand is not good enough."""
    hand = _hand(view)
    named = {
        choice.data.get("suit") or (view.contract.turned[-1] if view.contract else ""): choice.data
        for choice in choices
        if choice.data["do"] != "pass"
    }
    best = max(named, key=lambda suit: worth(hand, suit))
    may_pass = any(choice.data["do"] == "pass" for choice in choices)
    return {"do": "pass"} if may_pass and worth(hand, best) < ENOUGH_FOR_TRUMP else named[best]


def answer(view: View, choices: Sequence[Choice]) -> Data:
    """Kraken, re or superkraken when the hand is worth it, else a pass."""
    assert view.contract is not None and view.contract.trump is not None
    strength = worth(_hand(view), view.contract.trump)
    for choice in choices:
        if strength >= ENOUGH_FOR.get(choice.data["do"], float("inf")):
            return choice.data
    return {"do": "pass"}


def _hand(view: View) -> tuple[Card, ...]:
    return tuple(held.card for held in view.hand)
