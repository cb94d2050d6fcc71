"""A Kan player: what it says, shows and plays. What it knows of the other hands is in `knowledge`, how it plays deals
out that fit it in `search` and `playout`. Its levels differ in how much they search (`Effort`). Why, in words, is
in `reasons`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from games.bots.kan import reasons, search
from games.bots.kan.knowledge import knowledge
from games.bots.kan.reasons import Reason
from games.bots.kan.search import EASY, Effort
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import Card, Suit, show_cards, suit_of
from games.engine.kan.legal import HEIGHT
from games.engine.kan.windows import usual_showing
from games.engine.view import Choice, View
from games.engine.words import Text, text


def make_player(effort: Effort, _seed: int) -> Player:
    """A player of this effort. It draws from what the seat sees: the seed is not asked."""
    return partial(decide, effort=effort)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort = EASY) -> Decision:
    """Return the decision of this seat; only cancelling a deal is optional."""
    if not view.prompt.must:
        return choose_cancel(view)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    if view.phase != "play":
        return CHOICE_OF_PHASE[view.phase](view, choices, effort)
    known = knowledge(view)
    best = search.best_card(known, [choice.data for choice in choices], effort)
    answer = reasons.natural_answer(known, best.alike) if best.alike else best.answer
    return Decision((answer,), lambda _answer: reasons.why_played(known, answer), sure=best.sure)


def reason(view: View, choices: Sequence[Choice], answer: Data | None) -> Text | None:
    """The reason for an answer of this player at any level, told without a search; None for one that was not offered,
    or that no level would have given."""
    if answer is None or not view.prompt.must:
        decision = choose_cancel(view)
        return decision.why(answer) if answer in decision.answers else None
    if view.phase == "play" and all(choice.data != answer for choice in choices):
        return None
    if len(choices) == 1:
        return text(Reason.ONLY_CHOICE)
    if view.phase != "play":
        return why_answer(view, choices, answer)
    return reasons.why_played(knowledge(view), answer)


# Decisions beside the cards: lead, exchange, showing, trumps, juuroku, cancelling a deal.

SHARE_TO_ANNOUNCE: Final = 0.8
"""The share of worlds in which all sixteen must be made before they are announced: it brings 8 or costs 17."""


def choose_call(view: View, _choices: Sequence[Choice], effort: Effort) -> Decision:
    """Iku where the own lead comes out better than the partner's, else koi."""
    partner = next(zone.seat for zone in view.roles if zone.seat != view.viewer)
    best = search.best_leader(knowledge(view), partner, effort)
    leads = best.answer == view.viewer
    return clearly({"do": "iku" if leads else "koi"}, text(Reason.IKU if leads else Reason.KOI), best.sure)


def choose_gift(view: View, choices: Sequence[Choice], _effort: Effort) -> Decision:
    """The lowest card of the shortest suit beside trumps."""
    assert view.contract is not None
    trump, hand = view.contract.trump, view.hand_cards
    cards = [choice.data["card"] for choice in choices]

    def length(card: Card) -> tuple[bool, int, int]:
        return suit_of(card) == trump, sum(suit_of(other) == suit_of(card) for other in hand), HEIGHT[card]

    card = min(cards, key=length)
    return clearly({"do": "give", "card": card}, text(Reason.GIVE_SHORT, suit=suit_of(card)))


def choose_showing(view: View, _choices: Sequence[Choice], _effort: Effort) -> Decision:
    """The two highest cards of the best suit: together where that is allowed."""
    groups = usual_showing(view.hand_cards, view.options)
    shown = ";".join(show_cards(group) for group in groups)
    return clearly({"do": "show", "cards": shown}, text(Reason.SHOW_BEST, suit=suit_of(groups[0][0])))


def choose_trump(view: View, choices: Sequence[Choice], effort: Effort) -> Decision:
    """The suit that comes out best with the own hand and what the partner showed."""
    best = search.best_trump(knowledge(view), [choice.data for choice in choices], effort)
    return clearly(best.answer, why_trump(view, best.answer["suit"]), best.sure)


def why_trump(view: View, suit: Suit) -> Text:
    """The reason for trumps: the partner's cards or the own ones."""
    agreed = any(suit_of(card) == suit for zone in view.showings for card in zone.cards)
    return text(Reason.TRUMP_SHOWN if agreed else Reason.TRUMP_OWN, suit=suit)


def why_answer(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player before or beside the cards; None for one it would not have given. What
    was searched for is not searched for again."""
    if answer["do"] == "trump":
        return why_trump(view, answer["suit"])
    if answer["do"] in REASON_OF_WORD:
        return text(REASON_OF_WORD[answer["do"]])
    decision = CHOICE_OF_PHASE[view.phase](view, choices, search.EASY)
    return decision.why(answer) if answer in decision.answers else None


def choose_announcement(view: View, _choices: Sequence[Choice], effort: Effort) -> Decision:
    """Juuroku where all sixteen are probable enough, else stop."""
    goes = search.chance_of_all(knowledge(view), effort) >= SHARE_TO_ANNOUNCE
    return clearly({"do": "juuroku" if goes else "stop"}, text(Reason.JUUROKU if goes else Reason.STOP))


def choose_cancel(view: View) -> Decision:
    """A lost deal is cancelled."""
    others = next(zone for zone in view.quotas if view.viewer not in zone.seats)
    if others.points >= others.quota:
        return clearly({"do": "cancel"}, text(Reason.CANCEL_LOST))
    return clearly(None, text(Reason.KEEP_WON))


REASON_OF_WORD: Final[Mapping[str, Reason]] = {
    "iku": Reason.IKU,
    "koi": Reason.KOI,
    "stop": Reason.STOP,
    "juuroku": Reason.JUUROKU,
}
"""The reasons for words that were searched for."""
CHOICE_OF_PHASE: Final[Mapping[str, Callable[[View, Sequence[Choice], Effort], Decision]]] = {
    "call": choose_call,
    "give": choose_gift,
    "show": choose_showing,
    "trump": choose_trump,
    "announce": choose_announcement,
}
"""By the value of `Phase` that the view names: every one with a question that must be answered, but for the play."""
