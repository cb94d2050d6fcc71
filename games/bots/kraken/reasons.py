"""Why a bot of Kraken did what it did."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.bots.kraken.card_worth import Promise, possible_roem
from games.bots.kraken.knowledge import Knowledge
from games.engine.actions import Data
from games.engine.cards import Card, suit_of
from games.engine.kraken.declarations import bonus_points
from games.engine.kraken.legal import POINTS, STRENGTH
from games.engine.trick_taking import winning_place
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# Reason codes of the Kraken bot: a closed list, each with one English sentence.
#
# The sentences name nobody, so that the same one advises a player and explains what a bot did. A fact named suit
# arrives as its name; the rest as they are.


class Reason(StrEnum):
    """Reasons of the Kraken bot. Tests assert codes, people read `SENTENCES`."""

    TWO_HIGHEST_TRUMPS = "why_two_highest_trumps"
    HIGHEST_TRUMP = "why_highest_trump"
    BEST_SUIT = "why_best_suit"
    LEAST_BAD_SUIT = "why_least_bad_suit"
    NO_SUIT = "why_no_suit"
    BETTER_PASSED = "why_better_passed"
    KRAKEN = "why_kraken"
    RE = "why_re"
    SUPERKRAKEN = "why_superkraken"
    NOT_ENOUGH = "why_not_enough"

    DECLARE = "why_declare"
    NOTHING_TO_DECLARE = "why_nothing_to_declare"
    ROEM = "why_roem"
    STUK = "why_stuk"
    REVOKE = "why_revoke"
    NO_CLAIM = "why_no_claim"
    ROEM_FOR_OTHERS = "why_roem_for_others"

    ONLY_CARD = "why_only_card"
    ALL_THE_SAME = "why_all_the_same"
    DRAW_TRUMPS = "why_draw_trumps"
    DRAW_TRUMPS_FROM_THE_TOP = "why_draw_trumps_from_the_top"
    SURE_TRICK = "why_sure_trick"
    HIGHEST_OF_SUIT = "why_highest_of_suit"
    COUNTED_OUT = "why_counted_out"
    RUFF_LATER = "why_ruff_later"
    LEAD_TO_PARTNER = "why_lead_to_partner"
    LEAD_CHEAPLY = "why_lead_cheaply"
    KEEPS_HIGHEST = "why_keeps_highest"
    DRAWS_OUT = "why_draws_out"
    KEEPS_SURE = "why_keeps_sure"
    NO_SURE_LEAD = "why_no_sure_lead"
    LAST_TO_PLAY = "why_last_to_play"
    RUFF = "why_ruff"
    ONE_HIGHER = "why_one_higher"
    LIES_HIGHEST = "why_lies_highest"
    PARTNER_WINS = "why_partner_wins"
    PARTNER_WINS_KEEP = "why_partner_wins_keep"
    PARTNER_LIKELY = "why_partner_likely"
    PARTNER_LIKELY_KEEP = "why_partner_likely_keep"
    NO_POINTS_TO_GIVE = "why_no_points_to_give"
    PARTNER_MAY_LOSE_IT = "why_partner_may_lose_it"
    CANNOT_WIN = "why_cannot_win"
    CANNOT_WIN_KEEP = "why_cannot_win_keep"
    NO_ROEM_FOR_THEM = "why_no_roem_for_them"
    NOT_WORTH_TAKING = "why_not_worth_taking"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.TWO_HIGHEST_TRUMPS: _("Jack and nine of {suit} will be the two highest trumps."),
    Reason.HIGHEST_TRUMP: _("The jack of {suit} will be the highest trump."),
    Reason.BEST_SUIT: _("With {count} trumps and the cards beside them, {suit} promises most."),
    Reason.LEAST_BAD_SUIT: _("No suit is strong in this hand; {suit} is the best of them."),
    Reason.NO_SUIT: _("No suit in this hand is good enough to make trumps."),
    Reason.BETTER_PASSED: _("These trumps may do, but a pass promises more."),
    Reason.KRAKEN: _("This hand should beat the other side even with {suit} as trumps."),
    Reason.RE: _("Strong enough in {suit} to stand up to the kraken."),
    Reason.SUPERKRAKEN: _("Strong enough against {suit} to beat even a re."),
    Reason.NOT_ENOUGH: _("Not strong enough to play for double."),
    Reason.DECLARE: _("Only what is declared can count: declare everything."),
    Reason.NOTHING_TO_DECLARE: _("There is no combination in this hand."),
    Reason.ROEM: _("{points} roem lies in the trick that was won: claim it."),
    Reason.STUK: _("King and queen of trumps have been played: claim the stuk."),
    Reason.REVOKE: _("The {card} shows it: {suit} was not followed in trick {trick}. Claim the revoke."),
    Reason.NO_CLAIM: _("There is nothing to claim for this side."),
    Reason.ROEM_FOR_OTHERS: _("The round is lost: roem claimed now would go to the other side."),
    Reason.ONLY_CARD: _("No other card may be played."),
    Reason.ALL_THE_SAME: _("It makes no difference any more which card goes."),
    Reason.DRAW_TRUMPS: _("A trump lead takes trumps from the other side."),
    Reason.DRAW_TRUMPS_FROM_THE_TOP: _("No other hand has a higher trump: draw trumps."),
    Reason.SURE_TRICK: _("The other side cannot beat this card: a sure trick."),
    Reason.HIGHEST_OF_SUIT: _("No other hand has higher {suit}; only a trump beats this card."),
    Reason.COUNTED_OUT: _("Two tricks are left: counted over all ways the cards can lie, this is best."),
    Reason.RUFF_LATER: _("It is the last card of {suit} here: later {suit} can be ruffed."),
    Reason.LEAD_TO_PARTNER: _("Partner probably wins this lead."),
    Reason.LEAD_CHEAPLY: _("This card is worth no points: little is lost with this lead."),
    Reason.KEEPS_HIGHEST: _("The highest {suit} stays in this hand for later."),
    Reason.DRAWS_OUT: _("It draws out higher {suit}: then the {card} of this hand is worth more."),
    Reason.KEEPS_SURE: _("The {card} stays in this hand for later: no other hand has a higher one."),
    Reason.NO_SURE_LEAD: _("No lead from this hand is sure. Higher {suit} still out: {count}."),
    Reason.LAST_TO_PLAY: _("Last to play: this card takes the trick."),
    Reason.RUFF: _("No {suit} left: this trump lies highest so far."),
    Reason.ONE_HIGHER: _("Only the {card} is still out above this card."),
    Reason.LIES_HIGHEST: _("This card lies highest so far. Higher {suit} still out: {count}."),
    Reason.PARTNER_WINS: _("Partner takes this trick: this card brings most there."),
    Reason.PARTNER_WINS_KEEP: _("Partner takes this trick; the other cards can do more later."),
    Reason.PARTNER_LIKELY: _("Partner probably takes this trick: this card brings most there."),
    Reason.PARTNER_LIKELY_KEEP: _("Partner probably takes this trick; the other cards can do more later."),
    Reason.NO_POINTS_TO_GIVE: _("Partner may take this trick, but no card that may go here is worth points."),
    Reason.PARTNER_MAY_LOSE_IT: _(
        "Partner has this trick so far, but may still lose it: give as few points as possible."
    ),
    Reason.CANNOT_WIN: _("No card here takes this trick: give as few points as possible."),
    Reason.CANNOT_WIN_KEEP: _("No card here takes this trick; the cheaper ones are needed more later."),
    Reason.NO_ROEM_FOR_THEM: _("A cheaper card would bring the other side closer to roem."),
    Reason.NOT_WORTH_TAKING: _("Taking this trick costs more than it brings: save the better cards."),
}


# The reason for the chosen card: the first statement that is true of it, from the figures used to weigh it.

PROBABLE_FROM: Final = 0.5


def why_card(known: Knowledge, promises: Mapping[Card, Promise], answer: Data | None) -> Text:
    """The reason for a card among those that were weighed."""
    assert answer is not None
    card = answer["card"]
    if not known.table:
        return _why_led(known, promises, card)
    reason = _why_added(known, promises, card)
    if reason is None:
        return _why_highest_so_far(known, card)
    return text(reason, suit=suit_of(known.table[0][1]))


def _higher_out(known: Knowledge, card: Card) -> list[Card]:
    """The cards of the same suit in the other hands that are higher, the highest first."""
    strength = STRENGTH[known.trump]
    higher = [other for other in known.unseen_of(suit_of(card)) if strength[other] > strength[card]]
    return sorted(higher, key=strength.__getitem__, reverse=True)


def _why_led(known: Knowledge, promises: Mapping[Card, Promise], card: Card) -> Text:
    promise, suit = promises[card], suit_of(card)
    higher = _higher_out(known, card)
    if suit == known.trump and known.opponents_trumps:
        return text(Reason.DRAW_TRUMPS if higher else Reason.DRAW_TRUMPS_FROM_THE_TOP, suit=suit)
    if promise.chances[known.seat] == 1:
        return text(Reason.SURE_TRICK, suit=suit)
    if not higher:
        return text(Reason.HIGHEST_OF_SUIT, suit=suit)
    if promise.chances[known.partner] >= PROBABLE_FROM:
        return text(Reason.LEAD_TO_PARTNER, suit=suit)
    suits = [suit_of(held) for held in known.hand]
    if suits.count(suit) == 1 and known.trump in suits and known.unseen_of(suit):
        return text(Reason.RUFF_LATER, suit=suit)
    if not POINTS[known.trump][card]:
        return text(Reason.LEAD_CHEAPLY, suit=suit)
    return _why_led_with_points(known, card, len(higher))


def _why_led_with_points(known: Knowledge, card: Card, higher: int) -> Text:
    """The reason for a lead that is worth points and that others may beat: what stays in the hand."""
    strength, suit = STRENGTH[known.trump], suit_of(card)
    sure = [held for held in known.hand if held != card and not known.is_beaten(held)]
    if any(suit_of(held) == suit for held in sure):
        return text(Reason.KEEPS_HIGHEST, suit=suit)
    lower = [held for held in known.hand if suit_of(held) == suit and strength[held] < strength[card]]
    if lower:
        best = max(lower, key=strength.__getitem__)
        between = [
            other for other in known.unseen_of(suit) if strength[best] < strength[other] < strength[card]
        ]
        if POINTS[known.trump][best] and not between:
            return text(Reason.DRAWS_OUT, suit=suit, card=best)
    if sure:
        return text(Reason.KEEPS_SURE, card=sure[0])
    return text(Reason.NO_SURE_LEAD, suit=suit, count=higher)


def _why_added(known: Knowledge, promises: Mapping[Card, Promise], card: Card) -> Reason | None:
    """The reason for a card that is not led; None where it only lies highest so far."""
    winning = {candidate: _wins(known, candidate) for candidate in promises}
    if winning[card]:
        return _why_taken(known, promises[card], card)
    partner = promises[card].chances[known.partner]
    gives = promises[card].this_trick == max(one.this_trick for one in promises.values())
    points = POINTS[known.trump]
    if partner >= PROBABLE_FROM and not any(points[candidate] for candidate in promises):
        return Reason.NO_POINTS_TO_GIVE
    # A partner who has yet to play is certain only as far as the estimate goes.
    if partner == 1 and known.partner not in known.still_to_play:
        return Reason.PARTNER_WINS if gives else Reason.PARTNER_WINS_KEEP
    if partner >= PROBABLE_FROM:
        return Reason.PARTNER_LIKELY if gives else Reason.PARTNER_LIKELY_KEEP
    if any(winning.values()):
        return Reason.NOT_WORTH_TAKING
    cheaper = [candidate for candidate in promises if points[candidate] < points[card]]
    if not cheaper:
        winner = known.table[winning_place(_cards_of(known), STRENGTH[known.trump], known.trump)][0]
        return Reason.PARTNER_MAY_LOSE_IT if winner == known.partner else Reason.CANNOT_WIN
    more = all(_roem(known, candidate) > _roem(known, card) for candidate in cheaper)
    return Reason.NO_ROEM_FOR_THEM if more else Reason.CANNOT_WIN_KEEP


def _why_taken(known: Knowledge, promise: Promise, card: Card) -> Reason | None:
    if not known.still_to_play:
        return Reason.LAST_TO_PLAY
    if promise.chances[known.seat] == 1:
        return Reason.SURE_TRICK
    if suit_of(card) != suit_of(known.table[0][1]):
        return Reason.RUFF
    return None


def _why_highest_so_far(known: Knowledge, card: Card) -> Text:
    """What is still out that beats a card of the suit that was led."""
    higher, suit = _higher_out(known, card), suit_of(card)
    if not higher:
        return text(Reason.HIGHEST_OF_SUIT, suit=suit)
    if len(higher) == 1:
        return text(Reason.ONE_HIGHER, card=higher[0])
    return text(Reason.LIES_HIGHEST, suit=suit, count=len(higher))


def _cards_of(known: Knowledge) -> list[Card]:
    """The cards of the trick so far."""
    return [card for _seat, card in known.table]


def _roem(known: Knowledge, card: Card) -> float:
    """The roem in the trick with this card, and what may still come of it."""
    trick = [*_cards_of(known), card]
    possible = possible_roem(known, trick) if known.still_to_play else 0.0
    return bonus_points(trick, known.trump, known.quads) + possible


def _wins(known: Knowledge, card: Card) -> bool:
    """Whether the card is the best of the trick so far."""
    trick = [*_cards_of(known), card]
    return winning_place(trick, STRENGTH[known.trump], known.trump) == len(trick) - 1
