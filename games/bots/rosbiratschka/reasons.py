"""Why a bot of Rosbiratschka did what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.bots.rosbiratschka.card_worth import (
    Aim,
    aim,
    beyond,
    cost_of_keeping,
    lies_highest,
    somebody_takes_all,
    wins,
    worth,
)
from games.bots.rosbiratschka.knowledge import Knowledge, knowledge
from games.engine.cards import Card, suit_of
from games.engine.rosbiratschka.play import VALUES, counts, line_crossed
from games.engine.rosbiratschka.scoring import NUMBER_COUNTED
from games.engine.rosbiratschka.state import HEIGHT, Contract
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
    ALL_THE_SAME = "why_all_the_same"
    COSTS_LEAST = "why_costs_least"

    TAKE_EVERYTHING = "why_take_everything"
    TRY_EVERYTHING = "why_try_everything"
    KEEP_HIGH = "why_keep_high"
    STOP_EVERYTHING = "why_stop_everything"
    KEEP_BACK = "why_keep_back"
    THROW_OFF = "why_throw_off"
    THROW_TROUBLE = "why_throw_trouble"
    DUCK = "why_duck"
    DUCK_HIGH = "why_duck_high"
    ALL_TAKE_IT = "why_all_take_it"
    WITH_THE_HIGHEST = "why_with_the_highest"
    UNDER_ANOTHER = "why_under_another"
    HARMLESS = "why_harmless"
    LEFT_TO_OTHERS = "why_left_to_others"
    RID_OF_IT = "why_rid_of_it"
    TAKES_LEAD = "why_takes_lead"
    KEEPS_LOW = "why_keeps_low"
    THROW_FREE = "why_throw_free"

    ADDS_NOTHING = "why_adds_nothing"
    UNDER_THE_LINE = "why_under_the_line"
    ONLY_UNDER_THE_LINE = "why_only_under_the_line"
    ROOM = "why_room"
    ONLY_OVER_THE_LINE = "why_only_over_the_line"
    OVER_WITH_THE_DEAREST = "why_over_with_the_dearest"

    OWN_CARDS_FOLLOW = "why_own_cards_follow"
    NOBODY_FOLLOWS = "why_nobody_follows"
    KEEPS_TURN = "why_keeps_turn"
    HELPS_LEAST = "why_helps_least"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.ONLY_CHOICE: _("There is nothing else to do."),
    Reason.ALL_THE_SAME: _("It makes no difference any more which card goes."),
    Reason.COSTS_LEAST: _("All in all this card costs least."),
    Reason.TAKE_EVERYTHING: _("This hand can take everything: win every trick."),
    Reason.TRY_EVERYTHING: _("This hand may take everything, if nobody goes over this card."),
    Reason.KEEP_HIGH: _("This hand may still take everything: its high cards stay."),
    Reason.STOP_EVERYTHING: _("Somebody is about to take everything: try to take a trick away."),
    Reason.KEEP_BACK: _("Somebody is about to take everything: give nothing that counts."),
    Reason.THROW_OFF: _("The trick goes to another: throw this card on it."),
    Reason.THROW_TROUBLE: _("No {suit} left here: throw off what could take a trick later."),
    Reason.DUCK: _("This card stays below the one that takes the trick."),
    Reason.DUCK_HIGH: _("The highest card that stays below the one that takes the trick."),
    Reason.ALL_TAKE_IT: _("Every card here would take this trick as it lies."),
    Reason.WITH_THE_HIGHEST: _("Every card here takes this trick: so the highest one goes."),
    Reason.UNDER_ANOTHER: _("Nothing here stays under: over a low card another may still go."),
    Reason.HARMLESS: _("Nothing that counts lies in this trick: the moment for a high card."),
    Reason.LEFT_TO_OTHERS: _("Higher {suit} still out: {count}. Another may go over this card."),
    Reason.RID_OF_IT: _("This card would be a danger later: better get rid of it now."),
    Reason.TAKES_LEAD: _(
        "No higher {suit} is still out: this card takes a trick, and better now than later."
    ),
    Reason.KEEPS_LOW: _("This card lies highest: the lower {suit} stay in this hand for later."),
    Reason.THROW_FREE: _("No {suit} left here: this card cannot take the trick."),
    Reason.ADDS_NOTHING: _("This card adds nothing to the total."),
    Reason.UNDER_THE_LINE: _("The total becomes {total}: no line is crossed."),
    Reason.ONLY_UNDER_THE_LINE: _("The total becomes {total}: every other card crosses the line."),
    Reason.ROOM: _("There is room for a high card: the small ones stay for later."),
    Reason.ONLY_OVER_THE_LINE: _("Every card here crosses the line."),
    Reason.OVER_WITH_THE_DEAREST: _("Every card here crosses the line: so the highest one goes."),
    Reason.OWN_CARDS_FOLLOW: _("This card makes way for others of this hand."),
    Reason.NOBODY_FOLLOWS: _("Nothing follows this card: it helps nobody."),
    Reason.KEEPS_TURN: _("A card that nothing follows stays in hand for a later turn."),
    Reason.HELPS_LEAST: _("Every card helps the others; this one helps them least."),
}


# The reason for the chosen card: the first statement that is true of it, by the measures used to weigh it.

PROBABLE_FROM: Final = 0.5
MAY_WIN_FROM: Final = 0.25
"""The chance of a trick from which it is tried for."""
DANGER_FROM: Final = 0.3
"""The penalty points a card is expected to cost later from which it is called a danger."""
HIGH_VALUE: Final = 10
"""The value from which a card of contract five is called high."""


def why(view: View, playable: Sequence[Card], card: Card, plan: Aim | None = None) -> Text:
    """The reason for a card among those that may be played, in any contract. `plan` is that of who chose it, where it
    is known: else that of the easy bot."""
    if view.hand_word == "place":
        return why_placed(view, playable, card)
    return (
        why_added(view, playable, card)
        if view.running is not None
        else why_avoided(view, playable, card, plan)
    )


def why_avoided(view: View, playable: Sequence[Card], card: Card, plan: Aim | None = None) -> Text:
    """The reason for a card in the contracts one to four."""
    known = knowledge(view)
    aimed_at = plan or aim(view, known)
    winning = wins(known, card)
    if sum(known.taken) == NUMBER_COUNTED.get(known.contract):
        reason = Reason.ALL_THE_SAME
    elif aimed_at is Aim.EVERYTHING and winning >= PROBABLE_FROM:
        reason = Reason.TAKE_EVERYTHING if winning == 1 else Reason.TRY_EVERYTHING
    elif aimed_at is Aim.EVERYTHING and not winning and card != max(playable, key=HEIGHT.__getitem__):
        reason = Reason.KEEP_HIGH
    elif aimed_at is Aim.STOPPING and winning >= MAY_WIN_FROM:
        reason = Reason.STOP_EVERYTHING
    elif not known.table:
        higher = [other for other in known.unseen_of(suit_of(card)) if HEIGHT[other] > HEIGHT[card]]
        if winning >= PROBABLE_FROM and cost_of_keeping(known, card) >= DANGER_FROM:
            reason = Reason.RID_OF_IT
        elif higher:
            return text(Reason.LEFT_TO_OTHERS, suit=suit_of(card), count=len(higher))
        else:
            reason = Reason.TAKES_LEAD
    elif lies_highest(known, card):
        reason = _why_over(known, playable, card)
    else:
        reason = _why_under(known, playable, card, slam=view.options.slam == "minus8")
    return text(reason, suit=suit_of((known.table or (card,))[0]))


def _why_over(known: Knowledge, playable: Sequence[Card], card: Card) -> Reason:
    """The reason for a card that takes the trick as it lies."""
    last = not known.still_to_play
    heights = {HEIGHT[other] for other in playable}
    if all(lies_highest(known, other) for other in playable):
        if len(heights) == 1:
            return Reason.ALL_TAKE_IT
        if last and HEIGHT[card] == max(heights):
            return Reason.WITH_THE_HIGHEST
        lowest = not last and HEIGHT[card] == min(heights) and wins(known, card) < 1
        return Reason.UNDER_ANOTHER if lowest else Reason.ALL_TAKE_IT
    lying = (*known.table, card)
    if (
        last
        and known.contract is not Contract.NO_TRICKS
        and not any(counts(known.contract, other) for other in lying)
    ):
        return Reason.HARMLESS
    return Reason.RID_OF_IT if cost_of_keeping(known, card) >= DANGER_FROM else Reason.KEEPS_LOW


def _why_under(known: Knowledge, playable: Sequence[Card], card: Card, *, slam: bool) -> Reason:
    """The reason for a card that does not take the trick."""
    counting = [other for other in playable if counts(known.contract, other)]
    if counts(known.contract, card) and len(counting) < len(playable):
        return Reason.THROW_OFF
    if slam and counting and card not in counting and _goes_to_who_has_everything(known):
        return Reason.KEEP_BACK
    same = [other for other in playable if suit_of(other) == suit_of(card) and not lies_highest(known, other)]
    is_highest = HEIGHT[card] == max(HEIGHT[other] for other in same)
    if suit_of(card) == suit_of(known.table[0]):
        return Reason.DUCK_HIGH if is_highest and len(same) > 1 else Reason.DUCK
    worst = max(cost_of_keeping(known, other) for other in playable)
    trouble = is_highest and cost_of_keeping(known, card) >= max(worst / 2, DANGER_FROM)
    return Reason.THROW_TROUBLE if trouble else Reason.THROW_FREE


def _goes_to_who_has_everything(known: Knowledge) -> bool:
    """Whether the trick, as it lies, goes to the one seat that has taken everything so far, and not much is left."""
    winning = winning_place(known.table, HEIGHT)
    place = (known.ring.index(known.seat) - len(known.table) + winning) % len(known.ring)
    seat = known.ring[place]
    return somebody_takes_all(known) and known.taken[seat] == max(known.taken)


def why_added(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card in contract five."""
    assert view.running is not None
    total, rule = view.running.total, view.options.hundred_line
    after = total + VALUES[card]
    values = {VALUES[other] for other in playable}
    under = [value for value in values if line_crossed(total, total + value, rule) is None]
    if VALUES[card] not in under:
        if under:
            return text(Reason.COSTS_LEAST)
        dearest = len(values) > 1 and VALUES[card] == max(values)
        return text(Reason.OVER_WITH_THE_DEAREST if dearest else Reason.ONLY_OVER_THE_LINE)
    if len(under) == 1 < len(values):
        return text(Reason.ONLY_UNDER_THE_LINE, total=after)
    if after == total:
        return text(Reason.ADDS_NOTHING)
    if VALUES[card] >= HIGH_VALUE and min(values) < HIGH_VALUE:
        return text(Reason.ROOM)
    return text(Reason.UNDER_THE_LINE, total=after)


def why_placed(view: View, playable: Sequence[Card], card: Card) -> Text:
    """The reason for a card in contract six."""
    hand = set(view.hand_cards)
    following = beyond(card)
    if any(other in hand for other in following):
        return text(Reason.OWN_CARDS_FOLLOW)
    if not following:
        return text(Reason.NOBODY_FOLLOWS)
    if not all(beyond(other) for other in playable):
        return text(Reason.KEEPS_TURN)
    helped_least = all(worth(hand, card) >= worth(hand, other) for other in playable)
    return text(Reason.HELPS_LEAST if helped_least else Reason.COSTS_LEAST)
