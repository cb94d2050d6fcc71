"""The rules of a game that a ruling can name, and those that fit the case."""

from __future__ import annotations

from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.engine import registry
from games.table.review import rulebook


def citation(game: str, anchor: str) -> str:
    """The citation of a rule of the game. Refuses no_such_rule."""
    rule = rulebook.rule_at(game, anchor)
    if rule is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_RULE)
    return rulebook.cite_rule(game, rule)


def renewed_citation(game: str, anchor: str, *, stored: str) -> str:
    """The citation of a rule in the language of the reader, while it has the number it had; else as it is stored."""
    rule = rulebook.rule_at(game, anchor)
    if rule is None or f" {rule.number} " not in stored:
        return stored
    return rulebook.cite_rule(game, rule)


def offered_rules(
    game: str, *, about: str, ruling: str
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The rules of the game as (anchor, number and title): those that fit the case and the ruling, and the others in
    order."""
    found = registry.game(game)
    wanted = [
        anchor
        for named, key in ((found.corrections, ruling), (found.subjects, about))
        for each in named
        if each.key == key
        for anchor in each.rules
    ]
    book = [(rule.anchor, rulebook.heading(rule)) for rule in rulebook.book_of(game)]
    fitting = [each for anchor in dict.fromkeys(wanted) for each in book if each[0] == anchor]
    return fitting, [each for each in book if each not in fitting]
