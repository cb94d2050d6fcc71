"""Why a bot of Kan did what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.bots.kan.knowledge import Knowledge, wins_deal
from games.engine.actions import Data
from games.engine.cards import JOKER, Card, suit_of
from games.engine.kan.legal import HEIGHT, playable, winner
from games.engine.kan.state import SCORING_CARDS, SEATS
from games.engine.seats import Seat
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
    LEAD_LOW_TRUMP = "why_lead_low_trump"
    LEAD_HIGH = "why_lead_high"
    LEAD_LOW = "why_lead_low"
    LEAD_SCORING = "why_lead_scoring"
    LEAD_TO_HIGHEST = "why_lead_to_highest"
    DRIVE_OUT = "why_drive_out"
    LEAD_LEAST_LOST = "why_lead_least_lost"
    FEED_PARTNER = "why_feed_partner"
    LEAVE_TO_PARTNER = "why_leave_to_partner"
    NONE_TO_GIVE = "why_none_to_give"
    RUFF = "why_kan_ruff"
    RUFF_SO_FAR = "why_ruff_so_far"
    TAKE_IT = "why_take_it"
    TAKE_SO_FAR = "why_take_so_far"
    GIVE_NOTHING = "why_give_nothing"
    LEAST_LOST = "why_least_lost"
    HOPE_FOR_PARTNER = "why_hope_for_partner"
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
    Reason.JOKER_TAKES: _("The joker takes the trick. Scoring cards in it so far: {count}."),
    Reason.LEAD_TRUMP: _("Trumps first: what the opponents hold of them falls."),
    Reason.LEAD_LOW_TRUMP: _("A low trump: whoever still has trumps must spend one."),
    Reason.LEAD_HIGH: _("No card of this suit that is still out is higher."),
    Reason.LEAD_LOW: _("No scoring card: this lead costs little."),
    Reason.LEAD_SCORING: _("A partner may hold the higher card: then this one counts too."),
    Reason.LEAD_TO_HIGHEST: _("A partner holds the highest card of this suit: this one counts too."),
    Reason.DRIVE_OUT: _("This card draws the higher one out: then this hand has the highest."),
    Reason.LEAD_LEAST_LOST: _("No lead here is safe: this one loses least."),
    Reason.FEED_PARTNER: _("A partner is ahead in this trick: add a scoring card."),
    Reason.LEAVE_TO_PARTNER: _("A partner is ahead in this trick: save what is high."),
    Reason.NONE_TO_GIVE: _("No scoring card to play: this one is missed least."),
    Reason.RUFF: _("No {suit} left: a trump takes the trick."),
    Reason.RUFF_SO_FAR: _("No {suit} left: this trump lies highest so far."),
    Reason.TAKE_IT: _("This card beats what lies there."),
    Reason.TAKE_SO_FAR: _("This card lies highest so far: going over it costs a higher one."),
    Reason.GIVE_NOTHING: _("The opponents are ahead in this trick: give them no scoring card."),
    Reason.LEAST_LOST: _("The opponents are ahead in this trick: this card loses least."),
    Reason.HOPE_FOR_PARTNER: _("A partner may still take this trick: add a scoring card."),
    Reason.WINS_DEAL: _("This trick brings the points that win the deal."),
    Reason.HOLD_BACK: _("A higher card takes this trick, but is worth more later."),
}


# The reason for the chosen card: the first statement that is true of it as the trick lies.


CERTAIN: Final = 0.999
"""The probability from which a seat is said to hold a card."""


def why_played(known: Knowledge, answer: Data) -> Text:
    """The reason for a card of a trick."""
    card = answer["card"]
    if wins_deal(known, card):
        return text(Reason.WINS_DEAL)
    if card == JOKER:
        if not known.table:
            return text(Reason.JOKER_LED, suit=answer["suit"])
        return text(Reason.JOKER_TAKES, count=sum(lain in SCORING_CARDS for _seat, lain in known.table))
    if not known.table:
        return text(_why_led(known, card))
    suit = known.suit_to_follow or suit_of(card)
    lying = (*known.table, (known.seat, card))
    seat, _best = lying[winner([lain for _seat, lain in lying], known.trump)]
    if seat == known.seat:
        return text(_why_taken(known, card) if suit_of(card) == suit else _why_ruffed(known, card), suit=suit)
    offered = {*playable(known.hand, known.number, known.suit_to_follow)}
    if known.ours(seat):
        if card in SCORING_CARDS:
            return text(Reason.FEED_PARTNER)
        return text(Reason.LEAVE_TO_PARTNER if offered & {*SCORING_CARDS, JOKER} else Reason.NONE_TO_GIVE)
    if len(lying) == len(SEATS) and any(
        _takes(known, other) for other in known.hand if suit_of(other) == suit
    ):
        return text(Reason.HOLD_BACK)
    if card in SCORING_CARDS:
        hopes = _may_be_beaten(known, card, by_own_side=True)
        return text(Reason.HOPE_FOR_PARTNER if hopes else Reason.LEAST_LOST)
    return text(Reason.GIVE_NOTHING if offered & SCORING_CARDS else Reason.NONE_TO_GIVE)


def _why_ruffed(known: Knowledge, card: Card) -> Reason:
    """A trump takes the trick for certain, from the opponents; or it only lies highest so far."""
    ahead, _best = known.table[winner([lain for _seat, lain in known.table], known.trump)]
    if known.ours(ahead) or _may_be_beaten(known, card):
        return Reason.RUFF_SO_FAR
    return Reason.RUFF


def _why_taken(known: Knowledge, card: Card) -> Reason:
    """The card is higher than what lies there; an opponent who has yet to play may go over it."""
    over = any(_may_beat(known, card, seat) for seat in _still_to_play(known) if not known.ours(seat))
    return Reason.TAKE_SO_FAR if over else Reason.TAKE_IT


def _may_be_beaten(known: Knowledge, card: Card, *, by_own_side: bool = False) -> bool:
    """Whether a seat that has yet to play may hold a card that beats the trick with this card in it: any seat, or one
    of the own side."""
    return any(
        _may_beat(known, card, seat) for seat in _still_to_play(known) if known.ours(seat) or not by_own_side
    )


def _may_beat(known: Knowledge, card: Card, seat: Seat) -> bool:
    """Whether that seat may hold a card that beats the trick with this card in it."""
    lying = [*(lain for _seat, lain in known.table), card]
    return any(
        share > 0
        and (other != JOKER or known.number > 1)
        and winner([*lying, other], known.trump) == len(lying)
        for other, share in known.odds[seat].items()
    )


def _still_to_play(known: Knowledge) -> list[Seat]:
    """The seats after the viewer in the running trick."""
    return [seat for seat in SEATS if seat != known.seat and all(seat != played for played, _ in known.table)]


def _takes(known: Knowledge, card: Card) -> bool:
    """Whether the card lies highest when it is added to the trick."""
    return winner([*(lain for _seat, lain in known.table), card], known.trump) == len(known.table)


def _why_led(known: Knowledge, card: Card) -> Reason:
    suit = suit_of(card)
    higher = [other for other in known.unseen_of(suit) if HEIGHT[other] > HEIGHT[card]]
    if suit == known.trump and _opponents_may_hold_trumps(known) and not higher:
        return Reason.LEAD_TRUMP
    if not higher:
        return Reason.LEAD_HIGH
    if card not in SCORING_CARDS:
        return Reason.LEAD_LOW_TRUMP if suit == known.trump else Reason.LEAD_LOW
    top = max(higher, key=HEIGHT.__getitem__)
    partners = [seat for seat in SEATS if seat != known.seat and known.ours(seat)]
    if any(known.odds[seat].get(top, 0) >= CERTAIN for seat in partners):
        return Reason.LEAD_TO_HIGHEST
    if len(higher) == 1 and any(
        suit_of(other) == suit and _is_next_to(known, other, card) for other in known.hand
    ):
        return Reason.DRIVE_OUT
    shared = any(known.odds[seat].get(other, 0) > 0 for other in higher for seat in partners)
    return Reason.LEAD_SCORING if shared else Reason.LEAD_LEAST_LOST


def _is_next_to(known: Knowledge, other: Card, card: Card) -> bool:
    """Whether another card of the suit is as good as this one: nothing unseen lies between them."""
    low, high = sorted((HEIGHT[other], HEIGHT[card]))
    return low < high and not any(low < HEIGHT[one] < high for one in known.unseen_of(suit_of(card)))


def _opponents_may_hold_trumps(known: Knowledge) -> bool:
    return any(
        share > 0 and suit_of(card) == known.trump
        for seat in SEATS
        if not known.ours(seat)
        for card, share in known.odds[seat].items()
    )


# Of answers that are as good as each other, a player takes the one that risks least.

RISKY: Final = frozenset(
    {
        Reason.LEAD_SCORING,
        Reason.LEAD_LEAST_LOST,
        Reason.HOPE_FOR_PARTNER,
        Reason.LEAST_LOST,
        Reason.JOKER_LED,
        Reason.JOKER_TAKES,
    }
)
"""Reasons for which nothing is risked where something else is as good."""


def natural_answer(known: Knowledge, alike: Sequence[Data]) -> Data:
    """The one of these equally good answers, the best first, that a card player would give: without a risk, and of a
    suit the lowest of cards that do not count."""
    codes = [why_played(known, answer).code for answer in alike]
    place = next((place for place, code in enumerate(codes) if code not in RISKY), 0)
    card = alike[place]["card"]
    if card in SCORING_CARDS or card == JOKER:
        return alike[place]
    lower = [
        answer
        for answer, code in zip(alike, codes, strict=True)
        if code == codes[place] and suit_of(answer["card"]) == suit_of(card)
    ]
    return min(lower, key=lambda answer: HEIGHT.get(answer["card"], 0))
