"""Why a bot of Rosbiratschka did what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.bots.rosbiratschka.avoiding import Aim, aim, cost_of_keeping, wins
from games.bots.rosbiratschka.knowledge import Knowledge, knowledge
from games.bots.rosbiratschka.layout import beyond
from games.engine.cards import Card, suit_of
from games.engine.rosbiratschka.avoiding import counts
from games.engine.rosbiratschka.hundred import VALUES, line_crossed
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.trick_taking import winning_place
from games.engine.view import View
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# Reason codes of the Rosbiratschka bot: a closed list, each with one English sentence.
#
# The sentences name nobody, so that the same one advises a player and explains what a bot did. A fact named suit
# arrives as its name; the rest as they are.


class Reason(StrEnum):
    """Reasons of the Rosbiratschka bot. Tests assert codes, people read `SENTENCES`."""

    ONLY_CHOICE = "why_only_choice"
    TAKE_EVERYTHING = "why_take_everything"
    STOP_EVERYTHING = "why_stop_everything"
    THROW_OFF = "why_throw_off"
    THROW_TROUBLE = "why_throw_trouble"
    DUCK = "why_duck"
    ALL_TAKE_IT = "why_all_take_it"
    LEFT_TO_OTHERS = "why_left_to_others"
    RID_OF_IT = "why_rid_of_it"
    COSTS_LEAST = "why_costs_least"

    ADDS_NOTHING = "why_adds_nothing"
    UNDER_THE_LINE = "why_under_the_line"
    ONLY_OVER_THE_LINE = "why_only_over_the_line"

    OWN_CARDS_FOLLOW = "why_own_cards_follow"
    NOBODY_FOLLOWS = "why_nobody_follows"
    HELPS_LEAST = "why_helps_least"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.ONLY_CHOICE: _("There is nothing else to do."),
    Reason.TAKE_EVERYTHING: _("This hand can take everything: win every trick."),
    Reason.STOP_EVERYTHING: _("Somebody is about to take everything: try to take a trick away."),
    Reason.THROW_OFF: _("The trick goes to another: throw this card on it."),
    Reason.THROW_TROUBLE: _("No {suit} left here: throw off what could take a trick later."),
    Reason.DUCK: _("This card stays below the one that takes the trick."),
    Reason.ALL_TAKE_IT: _("Every card here would take this trick as it lies."),
    Reason.LEFT_TO_OTHERS: _("Another player probably takes this lead."),
    Reason.RID_OF_IT: _("This card would be a danger later: better get rid of it now."),
    Reason.COSTS_LEAST: _("All in all this card costs least."),
    Reason.ADDS_NOTHING: _("This card adds nothing to the total."),
    Reason.UNDER_THE_LINE: _("The total becomes {total}: no line is crossed."),
    Reason.ONLY_OVER_THE_LINE: _("Every card here crosses the line."),
    Reason.OWN_CARDS_FOLLOW: _("This card makes way for others of this hand."),
    Reason.NOBODY_FOLLOWS: _("Nothing follows this card: it helps nobody."),
    Reason.HELPS_LEAST: _("Every card helps the others; this one helps them least."),
}


# The reason for the chosen card: the first statement that is true of it, by the measures used to weigh it.

PROBABLE_FROM: Final = 0.5


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
        reason = Reason.TAKE_EVERYTHING
    elif aimed_at is Aim.STOPPING and winning:
        reason = Reason.STOP_EVERYTHING
    elif not known.table:
        reason = Reason.LEFT_TO_OTHERS if winning < PROBABLE_FROM else _why_kept_not(known, card)
    elif _takes(known, card):
        inevitable = all(_takes(known, other) for other in playable)
        reason = Reason.ALL_TAKE_IT if inevitable else _why_kept_not(known, card)
    else:
        reason = _why_under(known, playable, card)
    return text(reason, suit=suit_of((known.table or (card,))[0]))


def _why_under(known: Knowledge, playable: Sequence[Card], card: Card) -> Reason:
    """The reason for a card that does not take the trick."""
    if counts(known.contract, card) and not all(counts(known.contract, other) for other in playable):
        return Reason.THROW_OFF
    if suit_of(card) == suit_of(known.table[0]):
        return Reason.DUCK
    worst = max(cost_of_keeping(known, other) for other in playable)
    return Reason.THROW_TROUBLE if cost_of_keeping(known, card) == worst > 0 else Reason.COSTS_LEAST


def _why_kept_not(known: Knowledge, card: Card) -> Reason:
    return Reason.RID_OF_IT if cost_of_keeping(known, card) > 0 else Reason.COSTS_LEAST


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
    hand = set(view.hand_cards)
    following = beyond(card)
    if any(other in hand for other in following):
        return text(Reason.OWN_CARDS_FOLLOW)
    return text(Reason.HELPS_LEAST if following else Reason.NOBODY_FOLLOWS)
