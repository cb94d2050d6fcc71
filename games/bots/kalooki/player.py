"""A Kalooki player: when it draws, calls, lays, adds and discards. What it sees of a deal is in `knowledge`, how far a
hand is in `missing_cards`, what to lay in `melds`, what to discard in `discards` and, for the strong one, in `ways`. No
level searches: they differ in `Judgement`. Why, in words, is in `reasons`. What was measured is in
docs/decisions/2026-11-27-kalooki-levels-judge.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from games.bots.kalooki import discards, melds, missing_cards
from games.bots.kalooki.knowledge import (
    cards_going_around,
    contract_of,
    leaves_enough_to_draw,
    lets_go,
    somebody_is_out_soon,
)
from games.bots.kalooki.reasons import Reason
from games.bots.kalooki.ways import discard_by_ways
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.kalooki.melds import is_joker
from games.engine.view import Choice, View
from games.engine.words import text


class Judgement(NamedTuple):
    """What a level takes into account. `calls_late`: a card that helps is called also while somebody has few cards
    left. `weighs_ways`: discards are chosen by the ways to the contract and the points in the hand."""

    calls_late: bool
    weighs_ways: bool


EASY: Final = Judgement(calls_late=False, weighs_ways=False)
GOOD: Final = Judgement(calls_late=True, weighs_ways=False)
STRONG: Final = Judgement(calls_late=True, weighs_ways=True)


def make_player(judgement: Judgement, seed: int) -> Player:
    """The player of this judgement; it leaves nothing to chance, so that every seed leads to the same answers."""
    return partial(decide, judgement=judgement)


def decide(view: View, choices: Sequence[Choice], judgement: Judgement = EASY) -> Decision:
    """The decision of this seat; the only choice where there is one and it must be taken."""
    answer, why = _answer_and_reason(view, choices, judgement)
    return clearly(answer, text(why))


def _answer_and_reason(
    view: View, choices: Sequence[Choice], judgement: Judgement
) -> tuple[Data | None, Reason]:
    words = {choice.data["do"] for choice in choices}
    if len(choices) == 1 and view.prompt.must:
        return choices[0].data, Reason.ONLY_CHOICE
    hand = list(view.hand_cards)
    if words <= {"take", "stock", "call", "pass", "allow", "refuse"}:
        return _in_the_window(view, hand, words, judgement)
    return _in_the_turn(view, hand, choices, judgement)


def _in_the_window(
    view: View, hand: list[Card], words: set[str], judgement: Judgement
) -> tuple[Data | None, Reason]:
    """Take what helps, also by calling it; let others have the rest."""
    assert view.discard is not None
    contract, top = contract_of(view), view.discard.cards[-1]
    useful = missing_cards.helps(hand, top, contract, cards_going_around(view))
    if "call" in words:
        return _call_or_pass(view, judgement) if useful else ({"do": "pass"}, Reason.NO_CALL)
    if "allow" in words:
        return ({"do": "refuse"}, Reason.KEEP_IT) if useful else ({"do": "allow"}, Reason.ALLOW)
    if useful and "take" in words:
        return {"do": "take"}, Reason.TAKE_IT
    if "stock" in words:
        return {"do": "stock"}, Reason.FROM_STOCK
    return None, Reason.WAIT_FOR_STOCK


def _call_or_pass(view: View, judgement: Judgement) -> tuple[Data, Reason]:
    """Whether to call a card that helps: it is worth the two cards that come, but some keep their hands small when
    somebody goes out soon, and nobody calls when few cards are left to draw from."""
    soon_out = somebody_is_out_soon(view)
    if not leaves_enough_to_draw(view) or (soon_out and not judgement.calls_late):
        return {"do": "pass"}, Reason.CALL_COSTS
    return {"do": "call"}, Reason.CALL_LATE if soon_out else Reason.CALL_IT


def _in_the_turn(
    view: View, hand: list[Card], choices: Sequence[Choice], judgement: Judgement
) -> tuple[Data, Reason]:
    """Lay, then add what fits, then discard."""
    down = any(zone.seat == view.viewer for zone in view.roles)
    if not down:
        contract = contract_of(view)
        laying = melds.best_laying(view, hand, contract)
        waits = laying is not None and melds.waits(view, laying) and not lets_go(view)
        if laying is not None and (laying.goes_out or not waits):
            return laying.data, Reason.BEND if laying.goes_out else Reason.LAY_NOW
        weighs = judgement.weighs_ways and len(hand) > 1 and not lets_go(view)
        card, why = (
            discard_by_ways(view, hand) if weighs else discards.discard_by_missing_cards(view, hand, contract)
        )
        return {"do": "discard", "card": card}, Reason.WAIT_TO_BEND if laying else why
    extra = melds.another_meld(view, hand)
    if extra is not None:
        return extra.data, Reason.LAY_MORE
    adding = [choice.data for choice in choices if choice.data["do"] in ("tack", "shift")]
    naturals = sorted((data for data in adding if not is_joker(data["card"])), key=lambda data: data["card"])
    if naturals and not _only_card_to_discard(view, hand):
        return naturals[0], Reason.ADD if naturals[0]["do"] == "tack" else Reason.MOVE_JOKER
    jokers = [data for data in adding if is_joker(data["card"])]
    if jokers:
        return min(
            jokers, key=lambda data: (melds.left_after_adding(view, hand, data), data["card"])
        ), Reason.ADD
    card, why = discards.discard_when_down(hand)
    return {"do": "discard", "card": card}, why


def _only_card_to_discard(view: View, hand: list[Card]) -> bool:
    """Whether going out needs a discard and one card alone can be it: jokers are added first then."""
    return view.options.final_discard == "required" and sum(not is_joker(card) for card in hand) == 1
