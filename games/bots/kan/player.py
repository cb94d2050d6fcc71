"""A Kan player: what it says and shows is in `speaking`, what it knows of the other hands in `knowledge`, how it plays
deals out that fit it in `searching` and `playout`. Its levels differ in how much they search (`Effort`). Why, in
words, is in `reasons`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.bots.kan import reasons, searching, speaking
from games.bots.kan.knowledge import knowledge
from games.bots.kan.reasons import Reason
from games.bots.kan.searching import EASY, Effort
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.view import Choice, View
from games.engine.words import Text, text


def make_player(effort: Effort, _seed: int) -> Player:
    """A player of this effort. It draws from what the seat sees: the seed is not asked."""
    return partial(decide, effort=effort)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort = EASY) -> Decision:
    """Return the decision of this seat; only cancelling a deal is optional."""
    if not view.prompt.must:
        return speaking.choose_cancel(view)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    if view.phase != "play":
        return speaking.CHOICE_OF_PHASE[view.phase](view, choices, effort)
    known = knowledge(view)
    best = searching.best_card(known, [choice.data for choice in choices], effort)
    return Decision((best.answer,), lambda _answer: reasons.why_played(known, best.answer), sure=best.sure)


def reason(view: View, choices: Sequence[Choice], answer: Data | None) -> Text | None:
    """The reason for an answer of this player at any level, told without a search; None for one that was not offered,
    or that no level would have given."""
    if answer is None or not view.prompt.must:
        decision = speaking.choose_cancel(view)
        return decision.why(answer) if answer in decision.answers else None
    if view.phase == "play" and all(choice.data != answer for choice in choices):
        return None
    if len(choices) == 1:
        return text(Reason.ONLY_CHOICE)
    if view.phase != "play":
        return speaking.why_answer(view, choices, answer)
    return reasons.why_played(knowledge(view), answer)
