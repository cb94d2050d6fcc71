"""Reason codes of the Rosbiratschka bot: a closed list, each with one English sentence.

The sentences name nobody, so that the same one advises a player and explains what a bot did. A fact named suit
arrives as its name; the rest as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.engine.words import gettext_noop


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
    Reason.ONLY_CHOICE: gettext_noop("There is nothing else to do."),
    Reason.TAKE_EVERYTHING: gettext_noop("This hand can take everything: win every trick."),
    Reason.STOP_EVERYTHING: gettext_noop("Somebody is about to take everything: try to take a trick away."),
    Reason.THROW_OFF: gettext_noop("The trick goes to another: throw this card on it."),
    Reason.THROW_TROUBLE: gettext_noop("No {suit} left here: throw off what could take a trick later."),
    Reason.DUCK: gettext_noop("This card stays below the one that takes the trick."),
    Reason.ALL_TAKE_IT: gettext_noop("Every card here would take this trick as it lies."),
    Reason.LEFT_TO_OTHERS: gettext_noop("Another player probably takes this lead."),
    Reason.RID_OF_IT: gettext_noop("This card would be a danger later: better get rid of it now."),
    Reason.COSTS_LEAST: gettext_noop("All in all this card costs least."),
    Reason.ADDS_NOTHING: gettext_noop("This card adds nothing to the total."),
    Reason.UNDER_THE_LINE: gettext_noop("The total becomes {total}: no line is crossed."),
    Reason.ONLY_OVER_THE_LINE: gettext_noop("Every card here crosses the line."),
    Reason.OWN_CARDS_FOLLOW: gettext_noop("This card makes way for others of this hand."),
    Reason.NOBODY_FOLLOWS: gettext_noop("Nothing follows this card: it helps nobody."),
    Reason.HELPS_LEAST: gettext_noop("Every card helps the others; this one helps them least."),
}
