"""A Rosbiratschka player of one honest level: how it ducks, and when it goes for everything, is in `avoiding`, how
it counts to the lines in `hundred`, how it holds back in `layout`, what it knows of a trick in `knowledge`. Why, in
words, is in `reasons` and `explaining`."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bots.player import Decision, clearly
from games.engine.bots.rosbiratschka import avoiding, explaining, hundred, layout
from games.engine.bots.rosbiratschka.reasons import SENTENCES, Reason
from games.engine.view import Choice, View
from games.engine.words import text

__all__ = ["SENTENCES", "decide"]


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """What this seat does now; where only one thing can be done, that. A turn is never optional."""
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    playable = [held.card for held in view.hand if held.playable]
    if view.hand_word == "place":
        card, why = layout.card(view, playable), explaining.why_placed
    elif view.running is not None:
        card, why = hundred.card(view, playable), explaining.why_added
    else:
        card, why = avoiding.card(view, playable), explaining.why_avoided
    return Decision(({"do": view.hand_word, "card": card},), lambda _answer: why(view, playable, card))
