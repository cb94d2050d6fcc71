"""Refusals of Kalooki."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop as _


class KalookiRefusal(RefusalCode):
    """Refusals that only Kalooki has."""

    UNKNOWN_PLACE = "unknown_place", _("“{place}” is not a place on this table.")
    CALL_TOO_LATE = "call_too_late", _("Too late: the card is gone.")
    CALLED_FIRST = "called_first", _("Too late: somebody else called first.")
    CALLS_CLOSED = "calls_closed", _("Too late: the time for calls is over.")
    CANNOT_CALL = "cannot_call", _("You may not call this card.")
    DRAW_FROM_STOCK = "draw_from_stock", _("Once your contract lies, you draw from the stock.")
    DRAW_FIRST = "draw_first", _("Draw a card first.")
    LAY_FIRST = "lay_first", _("Lay your contract first.")
    CONTRACT_INCOMPLETE = "contract_incomplete", _("These melds do not make up the contract.")
    NOT_A_MELD = "not_a_meld", _("That is neither a three nor a four.")
    GROUP_NOT_A_MELD = "group_not_a_meld", _("Group {number} is neither a three nor a four.")
    RANK_TWICE = "rank_twice", _("Your threes must be of different ranks.")
    SUIT_TWICE = "suit_twice", _("Your fours must be of different suits.")
    NO_SUCH_MELD = "no_such_meld", _("There is no such meld on the table.")
    DOES_NOT_FIT_MELD = "does_not_fit_meld", _("That card does not fit this meld.")
    NAME_THE_END = (
        "name_the_end",
        _("Name the end where the card goes, and only where it fits at both."),
    )
    JOKERS_STAY = "jokers_stay", _("At this table jokers do not move.")
    NO_JOKER_THERE = "no_joker_there", _("No joker of this meld stands for that card.")
    JOKER_CANNOT_MOVE = "joker_cannot_move", _("That joker has nowhere to go.")
    JOKER_NOT_DISCARDED = "joker_not_discarded", _("A joker is never discarded.")
    MUST_DISCARD = (
        "must_discard",
        _("The turn ends with a discard; only a hand of nothing but jokers ends it without one."),
    )
    KEEP_A_DISCARD = "keep_a_discard", _("You need a card left to discard.")
    UNKNOWN_WINNER = "unknown_winner", _("Say who went out, or that the deal was void twice.")
    WINNER_HOLDS_CARDS = (
        "winner_holds_cards",
        _("Nobody goes out with cards left: leave that hand empty."),
    )
    HAND_OUT_OF_RANGE = "hand_out_of_range", _("Every other hand counts from 1 to {most} points.")
    HANDS_OUT_OF_RANGE = "hands_out_of_range", _("All cards together count {most} points.")
    CALLS_OUT_OF_RANGE = (
        "calls_out_of_range",
        _("A player calls from 0 to {most} times in a deal."),
    )
