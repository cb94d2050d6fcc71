"""Refusals of Kalooki."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop


class KalookiRefusal(RefusalCode):
    """Refusals that only Kalooki has."""

    UNKNOWN_PLACE = "unknown_place", gettext_noop("“{place}” is not a place on this table.")
    CALL_TOO_LATE = "call_too_late", gettext_noop("Too late: the card is gone.")
    CALLED_FIRST = "called_first", gettext_noop("Too late: somebody else called first.")
    CALLS_CLOSED = "calls_closed", gettext_noop("Too late: the time for calls is over.")
    CANNOT_CALL = "cannot_call", gettext_noop("You may not call this card.")
    DRAW_FROM_STOCK = "draw_from_stock", gettext_noop("Once your contract lies, you draw from the stock.")
    DRAW_FIRST = "draw_first", gettext_noop("Draw a card first.")
    LAY_FIRST = "lay_first", gettext_noop("Lay your contract first.")
    CONTRACT_INCOMPLETE = "contract_incomplete", gettext_noop("These melds do not make up the contract.")
    NOT_A_MELD = "not_a_meld", gettext_noop("That is neither a three nor a four.")
    GROUP_NOT_A_MELD = "group_not_a_meld", gettext_noop("Group {number} is neither a three nor a four.")
    RANK_TWICE = "rank_twice", gettext_noop("Your threes must be of different ranks.")
    SUIT_TWICE = "suit_twice", gettext_noop("Your fours must be of different suits.")
    NO_SUCH_MELD = "no_such_meld", gettext_noop("There is no such meld on the table.")
    DOES_NOT_FIT_MELD = "does_not_fit_meld", gettext_noop("That card does not fit this meld.")
    NAME_THE_END = (
        "name_the_end",
        gettext_noop("Name the end where the card goes, and only where it fits at both."),
    )
    JOKERS_STAY = "jokers_stay", gettext_noop("At this table jokers do not move.")
    NO_JOKER_THERE = "no_joker_there", gettext_noop("No joker of this meld stands for that card.")
    JOKER_CANNOT_MOVE = "joker_cannot_move", gettext_noop("That joker has nowhere to go.")
    JOKER_NOT_DISCARDED = "joker_not_discarded", gettext_noop("A joker is never discarded.")
    MUST_DISCARD = (
        "must_discard",
        gettext_noop("The turn ends with a discard; only a hand of nothing but jokers ends it without one."),
    )
    KEEP_A_DISCARD = "keep_a_discard", gettext_noop("You need a card left to discard.")
    UNKNOWN_WINNER = "unknown_winner", gettext_noop("Say who went out, or that the deal was void twice.")
    WINNER_HOLDS_CARDS = (
        "winner_holds_cards",
        gettext_noop("Nobody goes out with cards left: leave that hand empty."),
    )
    HAND_OUT_OF_RANGE = "hand_out_of_range", gettext_noop("Every other hand counts from 1 to {most} points.")
    HANDS_OUT_OF_RANGE = "hands_out_of_range", gettext_noop("All cards together count {most} points.")
    CALLS_OUT_OF_RANGE = (
        "calls_out_of_range",
        gettext_noop("A player calls from 0 to {most} times in a deal."),
    )
