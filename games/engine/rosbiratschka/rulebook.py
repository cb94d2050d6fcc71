"""The headings of the rules page of Rosbiratschka (templates/rules/rosbiratschka.html), and the cases that rest on
them."""

from __future__ import annotations

from typing import Final

from games.engine.club import Heading, Subject
from games.engine.words import gettext_noop as _

RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("which-card", "2", _("Deals with tricks")),
    Heading("contracts", "3", _("The six contracts")),
    Heading("no-tricks", "3.1", _("No tricks")),
    Heading("no-hearts", "3.2", _("No hearts")),
    Heading("no-jacks", "3.3", _("No jacks")),
    Heading("king-of-hearts", "3.4", _("Beware the king of hearts")),
    Heading("hundred", "3.5", _("Hundred")),
    Heading("rosbiratschka", "3.6", _("Rosbiratschka")),
    Heading("winning", "4", _("Winning")),
    Heading("at-the-table", "5", _("At the table")),
    Heading("lies", "5.1", _("A card that lies")),
    Heading("time", "5.2", _("Time and absence")),
    Heading("silence", "5.3", _("Talk and signs")),
)

SUBJECTS: Final = (
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("revoke", rules=("which-card",)),
    Subject("other"),
)
