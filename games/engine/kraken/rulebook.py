"""The headings of the rules page of Kraken (templates/rules/kraken.html), and the cases and rulings that rest on
them."""

from __future__ import annotations

from typing import Final

from games.engine.club import Correction, Heading, Subject
from games.engine.words import gettext_noop as _

RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("which-card", "2", _("Which card may I play?")),
    Heading("revoke", "2.1", _("A revoke")),
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

SUBJECTS: Final = (
    Subject("typed", rules=("sheet", "cards")),
    Subject("revoke", rules=("revoke", "which-card", "sheet")),
    Subject("bonus", _("Roem was not counted"), ("in-a-trick", "in-the-hand", "roem")),
    Subject("declaration", rules=("in-the-hand", "roem")),
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("other"),
)
CORRECTIONS: Final = (
    Correction("bonus", _("Roem or stuk counts"), ("in-a-trick", "in-the-hand")),
    Correction("declaration", rules=("in-the-hand",)),
    Correction("multiplier", rules=("challenges",), ladder=(1, 2, 4, 8)),
    Correction("count", rules=("cards",)),
    Correction("revoke", rules=("revoke", "which-card")),
)
