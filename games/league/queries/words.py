"""The lines of what an evening is worth, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.kit.engine_words import points_text
from games.league.services.evenings.table_scores import FIXTURES_A_ROUND
from games.league.standings.rules import Points, exact
from games.league.standings.scores import MarkKind, Part, PlayedBy
from games.league.standings.table import Row

WHY: Mapping[str, str] = {
    "played": _("played"),
    MarkKind.ANNOUNCED: _("signed off"),
    MarkKind.UNANNOUNCED: _("absent without word"),
    MarkKind.WALKOVER: _("walkover"),
    MarkKind.WAITED: _("waited"),
    MarkKind.EXCUSED: _("came late or left early, as waited"),
    MarkKind.CORRECTION: _("entered afterwards"),
}
PARTS: Mapping[str, str] = {
    **WHY,
    "table": _("Table"),
    "compensation": _("compensation for rounds not played"),
    MarkKind.MISSED: _("rounds missed"),
    MarkKind.CORRECTION: _("correction"),
}


PLAYED_BY: Mapping[str, str] = {
    PlayedBy.SELF: _("self"),
    PlayedBy.SUBSTITUTE: _("substitute"),
    PlayedBy.BOT: _("bot"),
}


def helped_word(helped: Sequence[str]) -> str:
    """The words for a substitute whose points belong to the absent members (`helped`)."""
    return gettext("substitute for {names}, who has the points").format(names=", ".join(helped))


def worth_shown(row: Row) -> str:
    """The number that decides the place of a row: the total, or the mean where places go by that."""
    return points_text(row.worth)


def notes_of(*, provisional: int, deducted: Points) -> tuple[str, ...]:
    """The notes of a list beside points that can still change, or from which some were taken: rounds under review, and
    points deducted from the season's total."""
    notes = []
    if provisional:
        said = ngettext("1 round under review", "%(rounds)s rounds under review", provisional)
        notes.append(said % {"rounds": provisional})
    if deducted:
        said = ngettext("1 point deducted", "%(points)s points deducted", 1 if deducted == 1 else 2)
        notes.append(said % {"points": points_text(deducted)})
    return tuple(notes)


class ShownPart(NamedTuple):
    """One line in words, with its points; `place` at the table, 0 where two sides played; `round` of the evening, 0
    for what belongs to no single round; `played` for points made at a table."""

    word: str
    points: Points
    place: int = 0
    round: int = 0
    played: bool = False

    @property
    def plural(self) -> int:
        """The number that chooses between "point" and "points"."""
        return 1 if self.points == 1 else 2


def part_word(part: Part) -> str:
    """The words for a line; compensation comes with its sum, rounds not played × points of each."""
    word = gettext(PARTS[part.kind])
    if not part.rounds:
        return word
    return f"{word} ({part.rounds} × {points_text(exact(part.points, part.rounds))})"


def shown_part(part: Part) -> ShownPart:
    """A line of what an evening is worth; the place at the table where more than two sides played."""
    among_many = part.outcome is not None and part.outcome.sides > 2
    place = part.outcome.place if part.outcome is not None and among_many else 0
    return ShownPart(
        part_word(part), part.points, place, part.fixture // FIXTURES_A_ROUND, part.kind == "table"
    )
