"""A Rosbiratschka player of one honest level: how it ducks, and when it goes for everything, is in `avoiding`, how
it counts to the lines in `hundred`, how it holds back in `layout`, what it knows of a trick in `knowledge`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.actions import Data
from games.engine.bots.rosbiratschka import avoiding, hundred, layout
from games.engine.view import Choice, View


def decide(view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """What this seat does now; where only one thing can be done, that. A turn is never optional."""
    if len(choices) == 1:
        return choices[0].data
    playable = [held.card for held in view.hand if held.playable]
    if view.hand_word == "place":
        return {"do": "place", "card": layout.card(view, playable)}
    if view.running is not None:
        return {"do": "play", "card": hundred.card(view, playable)}
    return {"do": "play", "card": avoiding.card(view, playable)}
