"""The numbered headings of a game's rules page, by which the page and rulings name a rule."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from games.engine import registry
from games.engine.club import Heading
from games.engine.errors import MalformedAction
from games.table.screen.rule_card import game_name


def book_of(game: str) -> tuple[Heading, ...]:
    """The headings of a game's page, in order; none for a game that is not known."""
    try:
        return tuple(registry.game(game).rulebook)
    except MalformedAction:
        return ()


def rule_at(game: str, anchor: str) -> Heading | None:
    """The rule with that anchor; None where the game's page has none."""
    return next((rule for rule in book_of(game) if rule.anchor == anchor), None)


def heading(rule: Heading) -> str:
    """Number and title, as the page shows them: "4.2 In a trick"."""
    return f"{rule.number} {gettext(rule.title)}"


def cite_rule(game: str, rule: Heading) -> str:
    """A rule as a ruling names it: name of the game, number and title."""
    return f"{game_name(game)} {heading(rule)}"


def address(game: str, anchor: str) -> str:
    """The address of the rule; "" where its page no longer has it."""
    return "" if rule_at(game, anchor) is None else f"{reverse('table:rules', args=[game])}#{anchor}"
