"""A Kalooki player of one level: how far it is from the contract, when it lays and what it adds, what it draws, calls
and discards is in `choosing`. Why, in words, is in `reasons`. Why there is no stronger one is in
docs/decisions/2026-11-27-one-level-of-kalooki.md."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.kalooki import choosing
from games.bots.kalooki.reasons import SENTENCES, Reason
from games.bots.player import Decision, clearly
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.kalooki.melds import is_joker
from games.engine.view import Choice, View
from games.engine.words import text

__all__ = ["SENTENCES", "decide"]


def decide(view: View, choices: Sequence[Choice]) -> Decision:
    """The decision of this seat; the only choice where there is one and it must be taken."""
    answer, why = _decided(view, choices)
    return clearly(answer, text(why))


def _decided(view: View, choices: Sequence[Choice]) -> tuple[Data | None, Reason]:
    words = {choice.data["do"] for choice in choices}
    if len(choices) == 1 and view.prompt.must:
        return choices[0].data, Reason.ONLY_CHOICE
    hand = [held.card for held in view.hand]
    if words <= {"take", "stock", "call", "pass", "allow", "refuse"}:
        return _in_the_window(view, hand, words)
    return _in_the_turn(view, hand, choices)


def _in_the_window(view: View, hand: list[Card], words: set[str]) -> tuple[Data | None, Reason]:
    """Take what helps, also by calling it; let others have the rest."""
    assert view.discard is not None
    contract, top = choosing.contract_of(view), view.discard.cards[-1]
    useful = choosing.helps(hand, top, contract, choosing.around(view))
    if "call" in words:
        if useful and choosing.wants_to_call(view):
            return {"do": "call"}, Reason.CALL_IT
        return {"do": "pass"}, Reason.CALL_COSTS if useful else Reason.NO_CALL
    if "allow" in words:
        return ({"do": "refuse"}, Reason.KEEP_IT) if useful else ({"do": "allow"}, Reason.ALLOW)
    if useful and "take" in words:
        return {"do": "take"}, Reason.TAKE_IT
    if "stock" in words:
        return {"do": "stock"}, Reason.FROM_STOCK
    return None, Reason.WAIT_FOR_STOCK


def _in_the_turn(view: View, hand: list[Card], choices: Sequence[Choice]) -> tuple[Data, Reason]:
    """Lay, then add what fits, then discard."""
    down = any(zone.seat == view.viewer for zone in view.roles)
    if not down:
        contract = choosing.contract_of(view)
        found = choosing.best(view, hand, contract)
        waits = found is not None and choosing.waits(view, found) and not choosing.lets_go(view)
        if found is not None and (found.goes_out or not waits):
            return found.data, Reason.BEND if found.goes_out else Reason.LAY_NOW
        card, why = choosing.discard(view, hand, contract)
        return {"do": "discard", "card": card}, Reason.WAIT_TO_BEND if found else why
    extra = choosing.more(view, hand)
    if extra is not None:
        return extra.data, Reason.LAY_MORE
    adding = [choice.data for choice in choices if choice.data["do"] in ("tack", "shift")]
    naturals = sorted((data for data in adding if not is_joker(data["card"])), key=lambda data: data["card"])
    if naturals and not _only_card_to_discard(view, hand):
        return naturals[0], Reason.ADD if naturals[0]["do"] == "tack" else Reason.MOVE_JOKER
    jokers = [data for data in adding if is_joker(data["card"])]
    if jokers:
        return min(jokers, key=lambda data: (choosing.leaves(view, hand, data), data["card"])), Reason.ADD
    card, why = choosing.discard(view, hand, None)
    return {"do": "discard", "card": card}, why


def _only_card_to_discard(view: View, hand: list[Card]) -> bool:
    """Whether going out needs a discard and one card alone can be it: jokers are added first then."""
    return view.options.final_discard == "required" and sum(not is_joker(card) for card in hand) == 1
