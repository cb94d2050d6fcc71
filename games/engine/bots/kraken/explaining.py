"""The reason for the chosen card: the first statement that is true of it, from the figures used to weigh it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.actions import Data
from games.engine.bots.kraken.knowledge import Knowledge
from games.engine.bots.kraken.outcome import Promise
from games.engine.bots.kraken.reasons import Reason
from games.engine.cards import Card
from games.engine.kraken.ranks import POINTS, STRENGTH
from games.engine.trick_taking.tricks import winning_place
from games.engine.words import Text, text

PROBABLY: Final = 0.5


def why_card(known: Knowledge, promises: Mapping[Card, Promise], answer: Data | None) -> Text:
    """The reason for a card among those that were weighed."""
    assert answer is not None
    card = answer["card"]
    told = _why_led(known, promises[card], card) if not known.table else _why_added(known, promises, card)
    return text(told, suit=known.table[0][1][0] if known.table else card[0])


def _why_led(known: Knowledge, promise: Promise, card: Card) -> Reason:
    highest = not _higher(known, card)
    if card[0] == known.trump and known.opponents_trumps:
        return Reason.DRAW_TRUMPS_FROM_THE_TOP if highest else Reason.DRAW_TRUMPS
    if promise.chances[known.seat] == 1:
        return Reason.SURE_TRICK
    if highest:
        return Reason.HIGHEST_OF_SUIT
    if promise.chances[known.partner] >= PROBABLY:
        return Reason.LEAD_TO_PARTNER
    suits = [held[0] for held in known.hand]
    if suits.count(card[0]) == 1 and known.trump in suits and known.unseen_of(card[0]):
        return Reason.RUFF_LATER
    return Reason.PROMISES_MOST if POINTS[known.trump][card] else Reason.LEAD_CHEAPLY


def _why_added(known: Knowledge, promises: Mapping[Card, Promise], card: Card) -> Reason:
    winning = {candidate: _wins(known, candidate) for candidate in promises}
    if winning[card]:
        return _why_taken(known, promises[card], card)
    partner = promises[card].chances[known.partner]
    gives = promises[card].this_trick == max(one.this_trick for one in promises.values())
    # A partner who has yet to play is certain only as far as the estimate goes.
    if partner == 1 and known.partner not in known.still_to_play:
        return Reason.PARTNER_WINS if gives else Reason.PARTNER_WINS_KEEP
    if partner >= PROBABLY:
        return Reason.PARTNER_LIKELY if gives else Reason.PARTNER_LIKELY_KEEP
    if any(winning.values()):
        return Reason.NOT_WORTH_TAKING
    points = POINTS[known.trump]
    cheapest = points[card] == min(points[candidate] for candidate in promises)
    return Reason.CANNOT_WIN if cheapest else Reason.CANNOT_WIN_KEEP


def _why_taken(known: Knowledge, promise: Promise, card: Card) -> Reason:
    if not known.still_to_play:
        return Reason.LAST_TO_PLAY
    if promise.chances[known.seat] == 1:
        return Reason.SURE_TRICK
    if card[0] != known.table[0][1][0]:
        return Reason.RUFF
    return Reason.LIKELY_TRICK if promise.chances[known.seat] >= PROBABLY else Reason.PROMISES_MOST


def _wins(known: Knowledge, card: Card) -> bool:
    """Whether the card is the best of the trick so far."""
    trick = [*(other for _, other in known.table), card]
    return winning_place(trick, STRENGTH[known.trump], known.trump) == len(trick) - 1


def _higher(known: Knowledge, card: Card) -> bool:
    """Whether a higher card of the suit is in another hand."""
    strength = STRENGTH[known.trump]
    return any(strength[other] > strength[card] for other in known.unseen_of(card[0]))
