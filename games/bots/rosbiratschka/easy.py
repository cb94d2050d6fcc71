"""The easy player of Rosbiratschka. What a card is worth is in `card_worth`; why, in words, in `reasons`."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.player import Decision, clearly
from games.bots.rosbiratschka import card_worth, reasons
from games.bots.rosbiratschka.reasons import Reason
from games.engine.view import Choice, View
from games.engine.words import text


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Return the decision for this seat; with a single choice, that one. A turn must always be used."""
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    playable = [held.card for held in view.hand if held.playable]
    if view.hand_word == "place":
        card = card_worth.card_for_rows(view, playable)
    elif view.running is not None:
        card = card_worth.card_for_total(view, playable)
    else:
        card = card_worth.card_for_trick(view, playable)
    return Decision(
        ({"do": view.hand_word, "card": card},), lambda _answer: reasons.why(view, playable, card)
    )
