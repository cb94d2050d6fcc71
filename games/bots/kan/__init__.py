"""A Kan player of one honest level: what it says and shows is in `speaking`, what it knows of the other hands in
`knowledge`, how it plays deals out that fit it in `searching`, `worlds` and `playout`. Why, in words, is in `reasons`
and `explaining`."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.kan import reasons, searching, speaking
from games.bots.kan.knowledge import knowledge
from games.bots.kan.reasons import SENTENCES, Reason
from games.bots.player import Decision, clearly
from games.engine.view import Choice, View
from games.engine.words import text

__all__ = ["SENTENCES", "decide"]


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Return the decision of this seat; only cancelling a deal is optional."""
    if not view.prompt.must:
        return speaking.cancelling(view)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    if view.phase != "play":
        return speaking.SPEAKING[view.phase](view, choices)
    known = knowledge(view)
    answer = searching.best_card(known, [choice.data for choice in choices])
    return Decision((answer,), lambda _answer: reasons.why_played(known, answer))
