"""Naming trumps, and kraken, re, superkraken (rules/kraken 1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from games.bots.kraken.knowledge import worth
from games.bots.kraken.reasons import Reason
from games.bots.player import Decision, clearly
from games.engine.actions import Data
from games.engine.cards import SUITS, Card, Suit, suit_of
from games.engine.kraken.options import Options
from games.engine.view import Choice, View
from games.engine.words import Text, text

ENOUGH_FOR_TRUMP: Final = 30.0
"""The `worth` from which making trumps gains more than it loses; failing makers lose all points."""
ENOUGH_FOR_KRAKEN: Final = 50.0
"""Against makers who chose their suit, such a hand wins three times in four, and pays for the re that may
follow."""
ENOUGH_FOR_RE: Final = 105.0
ENOUGH_FOR_PARTNERS_RE: Final = 35.0
"""The kraken was said against the maker's good suit, so the maker needs much more than for naming it; its
partner, whose hand has not spoken yet, needs less."""
ENOUGH_FOR_SUPERKRAKEN: Final = 90.0
GOOD_LENGTH: Final = 3
"""A suit of this length with its jack and another high card is one that players name."""
RAISES: Final = {"kraken": Reason.KRAKEN, "re": Reason.RE, "superkraken": Reason.SUPERKRAKEN}


def trump(view: View, choices: Sequence[Choice]) -> Decision:
    """The best suit to name or accept, or a pass where one is offered and the hand is not good enough."""
    hand = view.hand_cards
    named: dict[Suit, Data] = {}
    for choice in choices:
        if choice.data["do"] == "trump":
            named[choice.data["suit"]] = choice.data
        elif choice.data["do"] == "accept" and view.contract is not None:
            named[view.contract.turned[-1]] = choice.data
    gains = {suit: _gain(hand, suit, view.options) for suit in named}
    best = max(gains, key=gains.__getitem__)
    may_pass = any(choice.data["do"] == "pass" for choice in choices)
    if may_pass and gains[best] < 0:
        return clearly({"do": "pass"}, text(Reason.NO_SUIT))
    return clearly(named[best], _why_suit(hand, best, gains[best]))


def why_named(view: View, answer: Data) -> Text:
    """Why this word about trumps: the suit named or accepted, or a pass."""
    if view.contract is None:
        return text(Reason.NO_SUIT)
    if answer["do"] == "pass":
        turned = view.contract.turned[-1:] or SUITS
        good = any(is_good(view.hand_cards, suit, view.options) for suit in turned)
        return text(Reason.BETTER_PASSED if good else Reason.NO_SUIT)
    suit = answer["suit"] if answer["do"] == "trump" else view.contract.turned[-1]
    return _why_suit(view.hand_cards, suit, _gain(view.hand_cards, suit, view.options))


def is_good(hand: Sequence[Card], suit: Suit, options: Options) -> bool:
    """Whether a card player would see trumps in this suit: enough for the easy bot, or the jack with two more and the
    nine or the ace among them."""
    held = [card for card in hand if suit_of(card) == suit]
    headed = suit + "J" in held and len(held) >= GOOD_LENGTH and bool({suit + "9", suit + "A"} & {*held})
    return headed or _gain(hand, suit, options) >= 0


def _why_suit(hand: Sequence[Card], suit: Suit, gain: float) -> Text:
    if gain < 0:
        return text(Reason.LEAST_BAD_SUIT, suit=suit)
    if suit + "J" in hand:
        return text(Reason.TWO_HIGHEST_TRUMPS if suit + "9" in hand else Reason.HIGHEST_TRUMP, suit=suit)
    return text(Reason.BEST_SUIT, suit=suit, count=sum(suit_of(card) == suit for card in hand))


def answer(view: View, choices: Sequence[Choice]) -> Decision:
    """Kraken, re or superkraken when the hand is worth it, else a pass."""
    contract = view.contract
    if contract is not None and contract.trump is not None:
        strength = worth(view.hand_cards, contract.trump, view.options)
        enough = {
            "kraken": ENOUGH_FOR_KRAKEN,
            "re": ENOUGH_FOR_RE if view.viewer == contract.maker else ENOUGH_FOR_PARTNERS_RE,
            "superkraken": ENOUGH_FOR_SUPERKRAKEN,
        }
        for choice in choices:
            if strength >= enough.get(choice.data["do"], inf):
                return clearly(choice.data, text(RAISES[choice.data["do"]], suit=contract.trump))
    return clearly({"do": "pass"}, text(Reason.NOT_ENOUGH))


def _gain(hand: Sequence[Card], suit: Suit, options: Options) -> float:
    """Expected points above the threshold for naming this suit; doubled where double spades apply (1.7.1)."""
    gain = worth(hand, suit, options) - ENOUGH_FOR_TRUMP
    return 2 * gain if suit == "S" and options.double_spades in ("cards", "all") else gain
