"""The headings of the rules page of Kan (templates/rules/kan.html), and the disputes they answer."""

from __future__ import annotations

from typing import Final

from games.engine.club import Correction, Heading, Subject
from games.engine.kan import scoring
from games.engine.words import gettext_noop as _

RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading("partners", "2", _("Kan and mukan")),
    Heading("double-kan", "2.1", _("Joker and ace in one hand")),
    Heading("lead", "2.2", _("Iku and koi")),
    Heading("showing", "3", _("The second and third deal")),
    Heading("which-card", "4", _("Which card may I play?")),
    Heading("joker", "4.1", _("The joker")),
    Heading("deciding", "5", _("Winning a deal")),
    Heading("juuroku", "5.1", _("Sukonku and juuroku")),
    Heading("sheet", "6", _("The sheet")),
    Heading("at-the-table", "7", _("At the table")),
    Heading("lies", "7.1", _("A card that lies")),
    Heading("time", "7.2", _("Time and absence")),
    Heading("silence", "7.3", _("Talk and signs")),
    Heading("words", "8", _("Words")),
)

SUBJECTS: Final = (
    Subject("typed", rules=("sheet", "deciding")),
    Subject("declaration", _("Stop or juuroku"), ("juuroku", "deciding")),
    Subject("misclick", rules=("lies", "which-card")),
    Subject("clock", rules=("time", "lies")),
    Subject("conduct", rules=("silence", "showing")),
    Subject("collusion", rules=("silence", "showing")),
    Subject("revoke", rules=("which-card", "joker")),
    Subject("other"),
)
CORRECTIONS: Final = (
    Correction(
        "facts",
        _("How the deals ended"),
        ("deciding", "juuroku", "sheet"),
        fields=scoring.FIELDS,
        written=scoring.sheet_values,
    ),
)
