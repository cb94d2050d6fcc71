"""Which card to play."""

from __future__ import annotations

from random import Random

from games.engine.cards import Card
from games.engine.view import View


def card(view: View, rng: Random) -> Card:
    """One of the playable cards."""
    return rng.choice([held.card for held in view.hand if held.playable])
