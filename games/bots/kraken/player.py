"""The good and the strong player of Kraken, of one effort and one seed: from what a seat sees to what it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import Final

from games.bots.estimates import Estimate, sureness
from games.bots.kraken import easy, reasons, words
from games.bots.kraken.belief import belief
from games.bots.kraken.compact.positions import compact_covers
from games.bots.kraken.easy import promise
from games.bots.kraken.knowledge import knowledge, without_revokes
from games.bots.kraken.reasons import Reason
from games.bots.kraken.search import Effort, estimates, one_of_equals
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import SUITS, Card, Suit, suit_of
from games.engine.kraken.legal import STRENGTH
from games.engine.kraken.options import Options
from games.engine.view import Choice, View
from games.engine.words import Text, text

NAMED_WITHIN: Final = 45.0
"""A suit that card players name is named where a pass promises no more than this beyond it: played out, such passes
were worth less than they promise."""
GOOD_LENGTH: Final = 3
"""A suit of this length with its jack and another high card is one that players name."""
ALIKE_POINTS: Final = 1.5
ALIKE_ERRORS: Final = 0.3
"""A card is as good as another that leads it by no more than one of these."""


def make_player(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; claims and declarations are those of the easy bot, which lets nothing lie. Under a
    house rule the compact form does not know, all of it is the easy bot's."""
    if not compact_covers(view.options):
        return easy.decide(view, choices)
    view = without_revokes(view)
    offered = {choice.data["do"] for choice in choices}
    claim = easy.claim_revoke(view, choices) or easy.claim_roem(view, offered)
    if claim is not None:
        return claim
    if "declare" in offered:
        return easy.declare_everything(choices)
    if "play" in offered:
        return _card(view, effort, seed)
    if "trump" in offered or "accept" in offered:
        return _trump(view, choices, effort, seed)
    if view.prompt.must:
        return _answer(view, choices, effort, seed)
    return clearly(None, easy.why_none(view, offered))


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered, and for a
    claim or declaration the easy bot would not have made."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        return _reason_of_easy_bot(view, choices, answer)
    view = without_revokes(view)
    if answer["do"] == "play":
        playable = sum(held.playable for held in view.hand)
        return text(Reason.ONLY_CARD) if playable == 1 else _why_card(view, answer)
    if answer["do"] in ("trump", "accept"):
        return _why_named(view, answer)
    contract = view.contract
    if answer["do"] in easy.RAISES and contract is not None and contract.trump is not None:
        return text(easy.RAISES[answer["do"]], suit=contract.trump)
    if answer["do"] == "pass":
        named = contract is not None and contract.trump is not None
        return text(Reason.NOT_ENOUGH) if named else _why_named(view, answer)
    return _reason_of_easy_bot(view, choices, answer)


def _reason_of_easy_bot(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    decision = easy.decide(view, choices)
    return decision.why(answer) if answer in decision.answers else None


def _card(view: View, effort: Effort, seed: int) -> Decision:
    playable = [held.card for held in view.hand if held.playable]
    if len(playable) == 1:
        return clearly({"do": "play", "card": playable[0]}, text(Reason.ONLY_CARD))
    ranked = estimates(view, effort, seed)
    best, *others = ranked
    sure = sureness((best.value - other.value, other.error) for other in others)
    answer = {"do": "play", "card": natural_card(view, ranked)}
    exact = len(view.hand) <= effort.solved
    if exact and others and all(other.error == 0 and other.value == best.value for other in others):
        return clearly(answer, text(Reason.ALL_THE_SAME))
    return Decision((answer,), partial(_why_card, view), sure=sure)


def natural_card(view: View, ranked: Sequence[Estimate]) -> Card:
    """Among cards that are as good as the best one, the one of which the easy bot expects most; of touching ones worth
    nothing the highest for a lead that no other of its suit beats, else the lowest."""
    known, best = knowledge(view), ranked[0]
    alike = [
        one.card for one in ranked if best.value - one.value <= max(ALIKE_POINTS, ALIKE_ERRORS * one.error)
    ]
    card = max(alike, key=lambda one: promise(known, one).total)
    seen = belief(view)
    bit = seen.form.bit
    equals = [
        held.card
        for held in view.hand
        if held.playable
        and (held.card == card or one_of_equals(bit[held.card] | bit[card], seen).bit_count() == 1)
    ]
    pick = min if known.table or known.is_beaten(card) else max
    return pick(equals, key=lambda one: STRENGTH[known.trump][one])


def _why_card(view: View, answer: Data | None) -> Text:
    """The reason the easy bot gives for the card: all levels share one closed list of reasons."""
    known = knowledge(view)
    promises = {held.card: promise(known, held.card) for held in view.hand if held.playable}
    return reasons.why_card(known, promises, answer)


def _trump(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    if len(choices) == 1:
        return clearly(choices[0].data, _why_named(view, choices[0].data))
    best, *others = words.trumps(view, choices, effort.word_worlds, seed)
    sure = sureness((best.value - other.value, hypot(best.error, other.error)) for other in others)
    chosen = best
    if best.data["do"] == "pass":
        chosen = next((one for one in others if _is_named_rather(view, one, best)), best)
    return clearly(chosen.data, _why_named(view, chosen.data), sure)


def _is_named_rather(view: View, word: words.Word, passing: words.Word) -> bool:
    """Whether a suit that a card player would name promises hardly less than a pass."""
    contract = view.contract
    suit = word.data.get("suit") or (contract.turned[-1] if contract is not None else "")
    hardly_less = passing.value - word.value <= max(hypot(passing.error, word.error), NAMED_WITHIN)
    return hardly_less and _is_suit_to_name(view.hand_cards, suit, view.options)


def _is_suit_to_name(hand: Sequence[Card], suit: Suit, options: Options) -> bool:
    """Whether a card player would see trumps in this suit: enough for the easy bot, or the jack with two more and the
    nine or the ace among them."""
    held = [card for card in hand if suit_of(card) == suit]
    headed = suit + "J" in held and len(held) >= GOOD_LENGTH and bool({suit + "9", suit + "A"} & {*held})
    return headed or easy.gain_of_naming(hand, suit, options) >= 0


def _why_named(view: View, answer: Data) -> Text:
    """Why this word about trumps: the suit named or accepted, or a pass."""
    hand, contract, options = view.hand_cards, view.contract, view.options
    if contract is None:
        return text(Reason.NO_SUIT)
    if answer["do"] == "pass":
        good = any(_is_suit_to_name(hand, suit, options) for suit in contract.turned[-1:] or SUITS)
        return text(Reason.BETTER_PASSED if good else Reason.NO_SUIT)
    suit = answer["suit"] if answer["do"] == "trump" else contract.turned[-1]
    return easy.why_suit(hand, suit, easy.gain_of_naming(hand, suit, options))


def _answer(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    chosen, other = words.raising_choices(view, choices, effort.word_worlds, seed)
    best, sure = chosen.data, sureness([(chosen.value - other.value, hypot(chosen.error, other.error))])
    contract = view.contract
    assert contract is not None
    assert contract.trump is not None
    if best["do"] == "pass":
        return clearly(best, text(Reason.NOT_ENOUGH), sure)
    return clearly(best, text(easy.RAISES[best["do"]], suit=contract.trump), sure)
