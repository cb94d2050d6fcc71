"""Refusals of Kan."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop


class KanRefusal(RefusalCode):
    """Refusals that only Kan has."""

    JOKER_NOT_YET = (
        "joker_not_yet",
        gettext_noop("The joker may not be played in the first or the last trick."),
    )
    JOKER_DUE = "joker_due", gettext_noop("This is the last trick for the joker: you must play it.")
    JOKER_ASKS = "joker_asks", gettext_noop("You lead the joker: name the suit it asks for.")
    WRONG_SHOWING = (
        "wrong_showing",
        gettext_noop("Show up to two cards: together, one after the other, or the same one twice."),
    )
    TWO_SHOWINGS = (
        "two_showings",
        gettext_noop("At this table you show one card, and then one more or the same again."),
    )
    WRONG_EXCHANGE = "wrong_exchange", gettext_noop("Those cards cannot be exchanged.")
    UNKNOWN_KAN = "unknown_kan", gettext_noop("Name the two players that were kan.")
    DEALS_DO_NOT_FOLLOW = (
        "deals_do_not_follow",
        gettext_noop(
            "These deals cannot be one round: look which of them the kan lost, and how many were played."
        ),
    )
