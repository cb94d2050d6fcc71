"""Refusals of Rosbiratschka."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop as _


class RosbiratschkaRefusal(RefusalCode):
    """Refusals that only Rosbiratschka has."""

    CARD_DOES_NOT_FIT = "card_does_not_fit", _("A card must fit next in a row.")
    MUST_EXTEND_ROW = (
        "must_extend_row",
        _("You can add to a row, so you may not open another one."),
    )
    MUST_PLACE = "must_place", _("You hold a card that fits: you may not pass.")
