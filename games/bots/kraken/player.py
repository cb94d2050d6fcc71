"""A Kraken player of one honest level. What it says is in `speaking`, what it claims in `claims`, which
card it plays in `play`, for what it knows of the other hands (`knowledge`) and for the tricks to come (`prospects`).
Why, in words, is in `reasons`."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.kraken import claims, play, speaking
from games.bots.kraken.knowledge import without_revokes
from games.bots.player import Decision, clearly
from games.engine.view import Choice, View


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """Return the decision for this seat. Claims come first, because they lapse with the next card."""
    view = without_revokes(view)
    words = {choice.data["do"] for choice in choices}
    claim = claims.revoke(view, choices) or claims.claim(view, words)
    if claim is not None:
        return claim
    if "declare" in words:
        return claims.declare_everything(choices)
    if "play" in words:
        return play.choose_card(view)
    if "trump" in words or "accept" in words:
        return speaking.trump(view, choices)
    return speaking.answer(view, choices) if view.prompt.must else clearly(None, claims.why_none(view, words))
