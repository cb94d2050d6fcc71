"""The rules of a game as its page numbers them, so that they can be named: one list for the page and for rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.table.screen.rule_card import game_name


@dataclass(frozen=True, slots=True)
class BookRule:
    """A heading of a rules page. `anchor` stays when numbers change; a number with a point is part of a heading."""

    anchor: str
    number: str
    title: str

    @property
    def is_part(self) -> bool:
        """Whether it stands under another heading."""
        return "." in self.number


BOOKS: Final[Mapping[str, tuple[BookRule, ...]]] = {
    "kraken": (
        BookRule("cards", "1", _("The cards")),
        BookRule("which-card", "2", _("Which card may I play?")),
        BookRule("challenges", "3", _("Kraken, re, superkraken")),
        BookRule("roem", "4", _("Roem")),
        BookRule("in-the-hand", "4.1", _("In the hand")),
        BookRule("in-a-trick", "4.2", _("In a trick")),
        BookRule("sheet", "5", _("The sheet")),
        BookRule("at-the-table", "6", _("At the table")),
        BookRule("lies", "6.1", _("A card that lies")),
        BookRule("time", "6.2", _("Time and absence")),
        BookRule("silence", "6.3", _("Talk and signs")),
        BookRule("words", "7", _("Words")),
    ),
    "rosbiratschka": (
        BookRule("cards", "1", _("The cards")),
        BookRule("which-card", "2", _("Deals with tricks")),
        BookRule("contracts", "3", _("The six contracts")),
        BookRule("no-tricks", "3.1", _("No tricks")),
        BookRule("no-hearts", "3.2", _("No hearts")),
        BookRule("no-jacks", "3.3", _("No jacks")),
        BookRule("king-of-hearts", "3.4", _("Beware the king of hearts")),
        BookRule("hundred", "3.5", _("Hundred")),
        BookRule("rosbiratschka", "3.6", _("Rosbiratschka")),
        BookRule("winning", "4", _("Winning")),
        BookRule("at-the-table", "5", _("At the table")),
        BookRule("lies", "5.1", _("A card that lies")),
        BookRule("time", "5.2", _("Time and absence")),
        BookRule("silence", "5.3", _("Talk and signs")),
    ),
}
"""What can be named of each game's page, in its order."""


def rule_at(game: str, anchor: str) -> BookRule | None:
    """The rule with that anchor; None where the game's page has none."""
    return next((rule for rule in BOOKS.get(game, ()) if rule.anchor == anchor), None)


def heading(rule: BookRule) -> str:
    """Number and title, as the page shows them: "4.2 In a trick"."""
    return f"{rule.number} {gettext(rule.title)}"


def cited(game: str, rule: BookRule) -> str:
    """A rule as a ruling names it: "Kraken 4.2 In a trick"."""
    return f"{game_name(game)} {heading(rule)}"


def address(game: str, anchor: str) -> str:
    """Where a rule is read; "" where it is in no book (any more)."""
    return "" if rule_at(game, anchor) is None else f"{reverse('rules', args=[game])}#{anchor}"
