"""The reason for the chosen card: the first statement that is true of it, by the measures used to weigh it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bots.rosbiratschka.avoiding import Aim, aim, keeping, wins
from games.engine.bots.rosbiratschka.knowledge import Knowledge, knowledge
from games.engine.bots.rosbiratschka.layout import beyond
from games.engine.bots.rosbiratschka.reasons import Reason
from games.engine.cards import Card
from games.engine.rosbiratschka.avoiding import counts
from games.engine.rosbiratschka.hundred import VALUES, line_crossed
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.trick_taking.tricks import winning_place
from games.engine.view import View
from games.engine.words import Text, text

PROBABLY: Final = 0.5


def why(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card among those that may be played, in any contract."""
    if view.hand_word == "place":
        return why_placed(view, playable, card)
    return why_added(view, playable, card) if view.running is not None else why_avoided(view, playable, card)


def why_avoided(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card in the contracts one to four."""
    known = knowledge(view)
    aimed_at = aim(view, known)
    winning = wins(known, card)
    if aimed_at is Aim.EVERYTHING and winning:
        told = Reason.TAKE_EVERYTHING
    elif aimed_at is Aim.STOPPING and winning:
        told = Reason.STOP_EVERYTHING
    elif not known.table:
        told = Reason.LEFT_TO_OTHERS if winning < PROBABLY else _why_kept_not(known, card)
    elif _takes(known, card):
        inevitable = all(_takes(known, other) for other in playable)
        told = Reason.ALL_TAKE_IT if inevitable else _why_kept_not(known, card)
    else:
        told = _why_under(known, playable, card)
    return text(told, suit=(known.table or (card,))[0][0])


def _why_under(known: Knowledge, playable: Sequence[Card], card: Card) -> Reason:
    """The reason for a card that does not take the trick."""
    if counts(known.contract, card) and not all(counts(known.contract, other) for other in playable):
        return Reason.THROW_OFF
    if card[0] == known.table[0][0]:
        return Reason.DUCK
    worst = max(keeping(known, other) for other in playable)
    return Reason.THROW_TROUBLE if keeping(known, card) == worst > 0 else Reason.COSTS_LEAST


def _why_kept_not(known: Knowledge, card: Card) -> Reason:
    return Reason.RID_OF_IT if keeping(known, card) > 0 else Reason.COSTS_LEAST


def _takes(known: Knowledge, card: Card) -> bool:
    """Whether the card takes the trick as it lies."""
    return winning_place((*known.table, card), HEIGHT) == len(known.table)


def why_added(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card in contract five."""
    assert view.running is not None
    total, rule = view.running.total, view.options.hundred_line
    after = total + VALUES[card]
    if after == total:
        return text(Reason.ADDS_NOTHING)
    if line_crossed(total, after, rule) is None:
        return text(Reason.UNDER_THE_LINE, total=after)
    forced = all(line_crossed(total, total + VALUES[other], rule) for other in playable)
    return text(Reason.ONLY_OVER_THE_LINE if forced else Reason.COSTS_LEAST)


def why_placed(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card in contract six."""
    hand = {held.card for held in view.hand}
    following = beyond(card)
    if any(other in hand for other in following):
        return text(Reason.OWN_CARDS_FOLLOW)
    return text(Reason.HELPS_LEAST if following else Reason.NOBODY_FOLLOWS)
