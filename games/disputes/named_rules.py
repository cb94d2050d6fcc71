"""The rules of a game that a ruling can name, and those that fit the case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import CaseKind
from games.disputes.rulings import RulingKind
from games.table.review import rulebook

FITTING: Final[Mapping[str, tuple[str, ...]]] = {
    CaseKind.BONUS: ("in-a-trick", "in-the-hand", "roem"),
    CaseKind.DECLARATION: ("in-the-hand", "roem"),
    CaseKind.MISCLICK: ("lies", "which-card"),
    CaseKind.CLOCK: ("time", "lies"),
    CaseKind.CONDUCT: ("silence", "at-the-table"),
    CaseKind.COLLUSION: ("silence", "at-the-table"),
    CaseKind.TYPED: ("sheet", "cards"),
    CaseKind.REVOKE: ("which-card", "sheet"),
}
"""Anchors of the usual rules by subject of the case. Anchors that a game's page does not have are ignored."""
FITTING_RULINGS: Final[Mapping[str, tuple[str, ...]]] = {
    RulingKind.BONUS: ("in-a-trick", "in-the-hand"),
    RulingKind.DECLARATION: ("in-the-hand",),
    RulingKind.MULTIPLIER: ("challenges",),
    RulingKind.COUNT: ("cards",),
    RulingKind.REVOKE: ("which-card",),
}
"""Anchors of the usual rules by kind of ruling."""


def chosen(game: str, anchor: str) -> str:
    """The citation of a rule of the game. Refuses no_such_rule."""
    rule = rulebook.rule_at(game, anchor)
    if rule is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_RULE)
    return rulebook.cited(game, rule)


def offered(game: str, *, about: str, ruling: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The rules of the game as (anchor, number and title): those that fit the case and the ruling, and the others in
    order."""
    wanted = (*FITTING_RULINGS.get(ruling, ()), *FITTING.get(about, ()))
    book = [(rule.anchor, rulebook.heading(rule)) for rule in rulebook.book_of(game)]
    fitting = [each for anchor in dict.fromkeys(wanted) for each in book if each[0] == anchor]
    return fitting, [each for each in book if each not in fitting]
