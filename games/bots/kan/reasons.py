"""Why a bot of Kan did what it did."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.bots.kan.knowledge import Knowledge, wins_deal
from games.engine.actions import Data
from games.engine.cards import JOKER, Card, suit_of
from games.engine.kan.legal import HEIGHT, winner
from games.engine.kan.state import SCORING_CARDS, SEATS
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# Reason codes of the Kan bot: a closed list, each with one English sentence.
#
# The sentences name nobody, so that the same one advises a player and explains what a bot did. A fact named suit
# arrives as its name; the rest as they are.


class Reason(StrEnum):
    """Reasons of the Kan bot. Tests assert codes, people read `SENTENCES`."""

    ONLY_CHOICE = "why_only_choice"
    IKU = "why_iku"
    KOI = "why_koi"
    GIVE_SHORT = "why_give_short"
    SHOW_BEST = "why_show_best"
    TRUMP_SHOWN = "why_trump_shown"
    TRUMP_OWN = "why_trump_own"
    STOP = "why_stop"
    JUUROKU = "why_juuroku"
    CANCEL_LOST = "why_cancel_lost"
    KEEP_WON = "why_keep_won"

    JOKER_LED = "why_joker_led"
    JOKER_TAKES = "why_joker_takes"
    LEAD_TRUMP = "why_lead_trump"
    LEAD_HIGH = "why_lead_high"
    LEAD_LOW = "why_lead_low"
    FEED_PARTNER = "why_feed_partner"
    LEAVE_TO_PARTNER = "why_leave_to_partner"
    RUFF = "why_kan_ruff"
    TAKE_IT = "why_take_it"
    GIVE_NOTHING = "why_give_nothing"
    LEAST_LOST = "why_least_lost"
    HOLD_BACK = "why_hold_back"
    WINS_DEAL = "why_wins_deal"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.ONLY_CHOICE: _("There is nothing else to do."),
    Reason.IKU: _("This hand gains by leading to the first trick: iku."),
    Reason.KOI: _("The lead is worth more in the hand of the partner: koi."),
    Reason.GIVE_SHORT: _("The lowest of the shortest suit: without {suit} trumps can win its tricks."),
    Reason.SHOW_BEST: _("The best suit of this hand is {suit}: the partner should know it."),
    Reason.TRUMP_SHOWN: _("With the cards that were shown, {suit} does best as trumps."),
    Reason.TRUMP_OWN: _("This hand does best with {suit} as trumps."),
    Reason.STOP: _("All sixteen are too uncertain: take the points that are there."),
    Reason.JUUROKU: _("All sixteen are as good as there: go for them."),
    Reason.CANCEL_LOST: _("This deal is lost, so it is better dealt again."),
    Reason.KEEP_WON: _("This deal is won: it should count."),
    Reason.JOKER_LED: _("The joker takes the trick, and everybody must give {suit}."),
    Reason.JOKER_TAKES: _("This trick is worth the joker."),
    Reason.LEAD_TRUMP: _("Trumps first: what the opponents hold of them falls."),
    Reason.LEAD_HIGH: _("No card of this suit that is still out is higher."),
    Reason.LEAD_LOW: _("Nothing sure to lead: a card that loses little."),
    Reason.FEED_PARTNER: _("The own side is ahead in this trick: add a scoring card."),
    Reason.LEAVE_TO_PARTNER: _("The own side is ahead in this trick: save what is high."),
    Reason.RUFF: _("No {suit} left: a trump takes the trick."),
    Reason.TAKE_IT: _("This card beats what lies there."),
    Reason.GIVE_NOTHING: _("The opponents are ahead in this trick: give them no scoring card."),
    Reason.LEAST_LOST: _("The opponents are ahead in this trick: this card loses least."),
    Reason.WINS_DEAL: _("This trick brings the points that win the deal."),
    Reason.HOLD_BACK: _("A higher card takes this trick, but is worth more later."),
}


# The reason for the chosen card: the first statement that is true of it as the trick lies.


def why_played(known: Knowledge, answer: Data) -> Text:
    """The reason for a card of a trick."""
    card = answer["card"]
    if wins_deal(known, card):
        return text(Reason.WINS_DEAL)
    if card == JOKER:
        return text(Reason.JOKER_TAKES) if known.table else text(Reason.JOKER_LED, suit=answer["suit"])
    if not known.table:
        return text(_why_led(known, card))
    suit = known.suit_to_follow or suit_of(card)
    lying = (*known.table, (known.seat, card))
    seat, _best = lying[winner([lain for _seat, lain in lying], known.trump)]
    if seat == known.seat:
        return text(Reason.RUFF if suit_of(card) != suit else Reason.TAKE_IT, suit=suit)
    if known.ours(seat):
        return text(Reason.FEED_PARTNER if card in SCORING_CARDS else Reason.LEAVE_TO_PARTNER)
    if len(lying) == len(SEATS) and any(
        _takes(known, other) for other in known.hand if suit_of(other) == suit
    ):
        return text(Reason.HOLD_BACK)
    return text(Reason.LEAST_LOST if card in SCORING_CARDS else Reason.GIVE_NOTHING)


def _takes(known: Knowledge, card: Card) -> bool:
    """Whether the card lies highest when it is added to the trick."""
    return winner([*(lain for _seat, lain in known.table), card], known.trump) == len(known.table)


def _why_led(known: Knowledge, card: Card) -> Reason:
    if suit_of(card) == known.trump:
        return Reason.LEAD_TRUMP
    higher = [other for other in known.unseen_of(suit_of(card)) if HEIGHT[other] > HEIGHT[card]]
    return Reason.LEAD_LOW if higher else Reason.LEAD_HIGH
