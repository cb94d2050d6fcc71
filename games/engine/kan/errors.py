"""Refusals of Kan."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop as _


class KanRefusal(RefusalCode):
    """Refusals that only Kan has."""

    JOKER_NOT_YET = (
        "joker_not_yet",
        _("The joker may not be played in the first or the last trick."),
    )
    JOKER_DUE = "joker_due", _("This is the last trick for the joker: you must play it.")
    JOKER_ASKS = "joker_asks", _("You lead the joker: name the suit it asks for.")
    WRONG_SHOWING = (
        "wrong_showing",
        _("Show up to two cards: together, one after the other, or the same one twice."),
    )
    TWO_SHOWINGS = (
        "two_showings",
        _("At this table you show one card, and then one more or the same again."),
    )
    WRONG_EXCHANGE = "wrong_exchange", _("Those cards cannot be exchanged.")
    UNKNOWN_KAN = "unknown_kan", _("Name the two players that were kan.")
    DEALS_DO_NOT_FOLLOW = (
        "deals_do_not_follow",
        _("These deals cannot be one round: look which of them the kan lost, and how many were played."),
    )
