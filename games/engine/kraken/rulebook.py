"""The headings of the rules page of Kraken (templates/rules/kraken.html), named by rulings."""

from __future__ import annotations

from typing import Final

from games.engine.club import Heading
from games.engine.words import gettext_noop as _

RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("which-card", "2", _("Which card may I play?")),
    Heading("challenges", "3", _("Kraken, re, superkraken")),
    Heading("roem", "4", _("Roem")),
    Heading("in-the-hand", "4.1", _("In the hand")),
    Heading("in-a-trick", "4.2", _("In a trick")),
    Heading("sheet", "5", _("The sheet")),
    Heading("at-the-table", "6", _("At the table")),
    Heading("lies", "6.1", _("A card that lies")),
    Heading("time", "6.2", _("Time and absence")),
    Heading("silence", "6.3", _("Talk and signs")),
    Heading("words", "7", _("Words")),
)
