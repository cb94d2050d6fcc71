"""Rules for the worth of an evening in a competition: points or wins, best evenings, rounds of waiting. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.options import option
from games.engine.words import gettext_noop as _

COUNTS: Final = _("What counts")
BY_PLACE: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
_EACH_FOR_ITSELF: Final = _(
    "When places count, among more than two. Equals have the points of the place they share."
)


def _place(points: int, label: str, help: str) -> int:  # noqa: A002 (what a form calls it)
    described: int = option(points, group=COUNTS, label=label, help=help, lowest=0, highest=100)
    return described


@dataclass(frozen=True)
class CountingRules:
    """The rules for what counts, and for the worth of a round of waiting."""

    counting: str = option(
        "points",
        group=COUNTS,
        label=_("The standings add up"),
        help=_("Match points as written on the sheets, or a fixed number for each place at a table."),
        values={"points": _("match points"), "wins": _("points for the place at the table")},
    )
    win: int = _place(2, _("A win"), _("When places count, between two sides."))
    draw: int = _place(1, _("A draw"), _("When places count, between two sides."))
    loss: int = _place(0, _("A loss"), _("When places count, between two sides."))
    first: int = _place(3, _("First place"), _EACH_FOR_ITSELF)
    second: int = _place(2, _("Second place"), _EACH_FOR_ITSELF)
    third: int = _place(1, _("Third place"), _EACH_FOR_ITSELF)
    fourth: int = _place(0, _("Fourth place"), _EACH_FOR_ITSELF)
    fifth: int = _place(0, _("Fifth place"), _EACH_FOR_ITSELF)
    sixth: int = _place(0, _("Sixth place"), _EACH_FOR_ITSELF)
    best_of: int = option(
        0,
        group=COUNTS,
        label=_("Best evenings that count"),
        help=_("Of all evenings only this many count, the others are struck; 0 counts all."),
        lowest=0,
        highest=100,
    )
    ranking: str = option(
        "sum",
        group=COUNTS,
        label=_("Places go by"),
        help=_(
            "An average is of the evenings that count, however many these are; under Places you say how many are "
            "needed for a place."
        ),
        values={
            "sum": _("the sum of the evenings that count"),
            "average": _("the average of the evenings that count"),
        },
    )
    waiting: str = option(
        "own_average",
        group=COUNTS,
        label=_("A round of waiting is worth"),
        help=_(
            "For those without a table in a round. Where low is better, nothing would be a gain: it is the own average."
        ),
        values={
            "nothing": _("nothing"),
            "own_average": _("own average of that evening"),
            "fixed": _("a fixed number of points"),
        },
    )
    waiting_points: int = option(
        0,
        group=COUNTS,
        label=_("Points of a waiting round"),
        help=_("When they are fixed."),
        lowest=0,
        highest=20_000,
    )
    waiting_place: str = option(
        "draw",
        group=COUNTS,
        label=_("A round of waiting counts as"),
        help=_(
            "When places count. Among more than two a draw is the average of all places, and a win the first place. "
            "The own average is of one's tables that evening, without one a draw."
        ),
        values={
            "draw": _("a draw"),
            "win": _("a win"),
            "own_average": _("own average of that evening"),
            "nothing": _("nothing"),
        },
    )

    @property
    def by_place(self) -> tuple[int, ...]:
        """The points of each place at a table of more than two sides, the first first."""
        return (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
