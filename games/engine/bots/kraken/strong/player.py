"""The player that searches, for one effort and one seed: from what a seat sees to what it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot

from games.engine.actions import Data
from games.engine.bots import kraken as readable
from games.engine.bots.kraken import claims, explaining, speaking
from games.engine.bots.kraken.compact.options import compact_covers
from games.engine.bots.kraken.knowledge import knowledge
from games.engine.bots.kraken.play import promise
from games.engine.bots.kraken.reasons import Reason
from games.engine.bots.kraken.strong import search, words
from games.engine.bots.kraken.strong.effort import Effort
from games.engine.bots.player import Decision, Player, clearly
from games.engine.bots.sureness import sureness
from games.engine.view import Choice, View
from games.engine.words import Text, text


def searching(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; claims and declarations are those of the readable bot, which lets nothing lie. Under a
    house rule the compact form does not know, all of it is the readable bot's."""
    if not compact_covers(view.options):
        return readable.decide(view, choices)
    offered = {choice.data["do"] for choice in choices}
    claim = claims.claim(view, offered)
    if claim is not None:
        return claim
    if "declare" in offered:
        return claims.declare_everything(choices)
    if "play" in offered:
        return _card(view, effort, seed)
    if "trump" in offered or "accept" in offered:
        return _trump(view, choices, effort, seed)
    if view.prompt.must:
        return _answer(view, choices, effort, seed)
    return clearly(None, claims.why_none(view, offered))


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered, and for a
    claim or declaration the readable bot would not have made."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        return _why_readable(view, choices, answer)
    if answer["do"] == "play":
        playable = sum(held.playable for held in view.hand)
        return text(Reason.ONLY_CARD) if playable == 1 else _why_card(view, answer)
    if answer["do"] in ("trump", "accept"):
        return speaking.why_named(view, answer)
    contract = view.contract
    if answer["do"] in speaking.RAISES and contract is not None and contract.trump is not None:
        return text(speaking.RAISES[answer["do"]], suit=contract.trump)
    if answer["do"] == "pass":
        named = contract is not None and contract.trump is not None
        return text(Reason.NOT_ENOUGH) if named else speaking.why_named(view, answer)
    return _why_readable(view, choices, answer)


def _why_readable(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    decision = readable.decide(view, choices)
    return decision.why(answer) if answer in decision.answers else None


def _card(view: View, effort: Effort, seed: int) -> Decision:
    playable = [held.card for held in view.hand if held.playable]
    if len(playable) == 1:
        return clearly({"do": "play", "card": playable[0]}, text(Reason.ONLY_CARD))
    best, *others = search.estimates(view, effort, seed)
    sure = sureness((best.value - other.value, other.error) for other in others)
    return Decision(({"do": "play", "card": best.card},), partial(_why_card, view), sure=sure)


def _why_card(view: View, answer: Data | None) -> Text:
    """The reason the readable bot gives for the card: all levels share one closed list of reasons."""
    known = knowledge(view)
    promises = {held.card: promise(known, held.card) for held in view.hand if held.playable}
    return explaining.why_card(known, promises, answer)


def _trump(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    if len(choices) == 1:
        return clearly(choices[0].data, speaking.why_named(view, choices[0].data))
    best, *others = words.trumps(view, choices, effort.word_worlds, seed)
    sure = sureness((best.value - other.value, hypot(best.error, other.error)) for other in others)
    return clearly(best.data, speaking.why_named(view, best.data), sure)


def _answer(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    chosen, other = words.raised(view, choices, effort.word_worlds, seed)
    best, sure = chosen.data, sureness([(chosen.value - other.value, hypot(chosen.error, other.error))])
    contract = view.contract
    assert contract is not None
    assert contract.trump is not None
    if best["do"] == "pass":
        return clearly(best, text(Reason.NOT_ENOUGH), sure)
    return clearly(best, text(speaking.RAISES[best["do"]], suit=contract.trump), sure)
