"""The rules of a competition: what an evening is worth, who is above whom. One field a rule.

The form, the storage and the check follow from the fields, as with the house rules of a game. Points of evenings and
rounds that nobody played have no usual value here: a game says what is usual (`Game.defaults`), and they are stored
with the competition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from typing import Final

from games.engine.club import Tally
from games.engine.options import option
from games.engine.words import gettext_noop as _
from games.league.standings.counting_rules import BY_PLACE, CountingRules

ABSENCE: Final = _("Absence and substitutes")
TABLES: Final = _("Tables")
TIES: Final = _("Equal totals")
PLACES: Final = _("Places")
HABITS: Final = _("At the table")
YES_NO: Final = {True: _("yes"), False: _("no")}

TIE_BREAKS: Final[Mapping[str, str]] = {
    "none": _("nothing: they share the place"),
    "head_to_head": _("result against one another"),
    "won": _("more tables won"),
    "best_evening": _("best evening"),
    "last_evening": _("latest evening"),
    "evenings": _("more evenings played"),
    "difference": _("points for less points against"),
}
"""Tie-breaks of every game; the tallies of a game are added by `rules_with`."""


def _percent(points: int, label: str) -> int:
    described: int = option(
        points,
        group=ABSENCE,
        label=label,
        help=_(
            "Of the own average, where an absence is worth a part of it; 0 is no evening at all. "
            "Absences without word are counted along."
        ),
        lowest=0,
        highest=100,
    )
    return described


@dataclass(frozen=True)
class TableRules(CountingRules):
    """How a season's table is made."""

    coming: str = option(
        "said",
        group=ABSENCE,
        label=_("Who comes to an evening"),
        help=_("Whether everybody who takes part is expected unless they say no, or only those who say yes."),
        values={"said": _("those who say so"), "unless": _("everybody, unless they say no")},
    )
    attendance: str = option(
        "expected",
        group=ABSENCE,
        label=_("Who does not come"),
        help=_("Whether somebody who neither plays nor signs off is absent without word."),
        values={"expected": _("is absent"), "free": _("simply has no evening")},
    )
    announced: str = option(
        "fixed",
        group=ABSENCE,
        label=_("An absence signed off in time is worth"),
        help=_(
            "Without word it is worth nothing; where low is better, the worst of the evening. "
            "Signing off never costs more. Where places go by the average, an evening worth the own average does "
            "not count."
        ),
        values={
            "fixed": _("a fixed number of points"),
            "lowest": _("the lowest score of the evening"),
            "own_average": _("the own average of the season"),
            "own_falling": _("a part of the own average, less the more absences there are"),
            "nothing": _("no evening at all"),
        },
    )
    announced_points: int = option(
        0,
        group=ABSENCE,
        label=_("Points of a signed-off evening"),
        help=_("When they are fixed."),
        lowest=0,
        highest=100_000,
    )
    absence_first: int = _percent(50, _("The first absence, in percent"))
    absence_second: int = _percent(45, _("The second"))
    absence_third: int = _percent(40, _("The third"))
    absence_later: int = _percent(0, _("Every later one"))
    substitute: str = option(
        "absent",
        group=ABSENCE,
        label=_("A substitute's points are for"),
        help=_("Whose evening it is when somebody plays in another's place."),
        values={
            "absent": _("the absent member"),
            "substitute": _("the substitute"),
            "both": _("both"),
        },
    )
    bots: str = option(
        "none",
        group=ABSENCE,
        label=_("Bots at a table of the competition"),
        help=_("Whether a bot may hold the cards of an absent member, and what that counts for the member."),
        values={
            "none": _("not allowed"),
            "full": _("allowed, counts in full"),
            "half": _("allowed, counts half"),
            "nothing": _("allowed, counts nothing"),
        },
    )
    cards: str = option(
        "here",
        group=TABLES,
        label=_("The tables are played"),
        help=_("With real cards every table of an evening has a sheet that is typed here afterwards."),
        values={"here": _("on the phone"), "paper": _("with real cards, on paper")},
    )
    broken_off: str = option(
        "compensate",
        group=TABLES,
        label=_("A table broken off"),
        help=_("Counts with compensation for each round not played, or not at all."),
        values={"compensate": _("compensation a round"), "void": _("does not count")},
    )
    compensation: int = option(
        0,
        group=TABLES,
        label=_("Compensation a round"),
        help=_("For each side and each round not played."),
        lowest=0,
        highest=2_000,
    )
    grace_minutes: int = option(
        15,
        group=TABLES,
        label=_("Grace for who comes late, in minutes"),
        help=_("So long an open table waits before it may be started with who is there."),
        lowest=0,
        highest=120,
    )
    pace: str = option(
        "normal",
        group=TABLES,
        label=_("Time to think"),
        help=_("The clock at the tables of the competition; no clock means that nobody is ever out of time."),
        values={
            "fast": _("fast"),
            "normal": _("normal"),
            "relaxed": _("relaxed"),
            "none": _("no clock"),
        },
    )
    talk: str = option(
        "all",
        group=HABITS,
        label=_("Table talk"),
        help=_("At the tables of the competition."),
        values={
            "all": _("fixed phrases, and free talk between rounds"),
            "phrases": _("fixed phrases only"),
            "off": _("none"),
        },
    )
    undo: bool = option(
        False,
        group=HABITS,
        label=_("A card may be taken back"),
        help=_("One's own last card, when everybody agrees."),
        values=YES_NO,
    )
    look_back: bool = option(
        True,
        group=HABITS,
        label=_("The cards before can be looked at"),
        help=_("The last ones that were taken, while the next are played."),
        values=YES_NO,
    )
    spectators: bool = option(
        True,
        group=HABITS,
        label=_("Others may look on"),
        help=_("They never see a hand. Those who lead the evening and arbiters may always look."),
        values=YES_NO,
    )
    keeps_apart: bool = option(
        False,
        group=HABITS,
        label=_("The draw keeps apart players who blocked each other"),
        help=_("Where it can, and where it draws new partners or opponents every round. Nobody is told."),
        values=YES_NO,
    )
    call_stops_clock: bool = option(
        True,
        group=HABITS,
        label=_("A call for the director stops the clock"),
        help=_("Nobody plays until the answer, ten minutes at most; otherwise the table plays on meanwhile."),
        values=YES_NO,
    )
    walkover_points: int = option(
        0,
        group=TABLES,
        label=_("Points of a walkover"),
        help=_(
            "For those who came when their opponents did not. Where low is better, at most what the best table of the "
            "evening had; a win where places count."
        ),
        lowest=0,
        highest=20_000,
    )
    tie_first: str = option(
        "head_to_head",
        group=TIES,
        label=_("Equal totals: first"),
        help=_("What decides between equal totals; the standings say so."),
        values=TIE_BREAKS,
    )
    tie_second: str = option(
        "best_evening",
        group=TIES,
        label=_("Then"),
        help=_("What decides when that is equal too."),
        values=TIE_BREAKS,
    )
    tie_third: str = option(
        "none", group=TIES, label=_("At last"), help=_("What decides at last."), values=TIE_BREAKS
    )
    minimum_evenings: int = option(
        0,
        group=PLACES,
        label=_("Evenings needed for a place"),
        help=_("Who cannot reach them any more stands below, without a place."),
        lowest=0,
        highest=100,
    )
    promotion: int = option(
        0,
        group=PLACES,
        label=_("Places that go up"),
        help=_("Marked at the top of the standings."),
        lowest=0,
        highest=40,
    )
    relegation: int = option(
        0,
        group=PLACES,
        label=_("Places that go down"),
        help=_("Marked at the bottom of the standings."),
        lowest=0,
        highest=40,
    )

    def idle(self, *, sides: int) -> frozenset[str]:
        """The names of the rules that change nothing beside the others, at tables of at most `sides` sides."""
        idle = {name for name in ("minimum_evenings", "promotion", "relegation") if not getattr(self, name)}
        if self.counting != "wins":
            idle |= {"win", "draw", "loss", "waiting_place", *BY_PLACE}
        else:
            idle |= {"waiting", "waiting_points", "walkover_points", "compensation"}
            idle |= {"win", "draw", "loss"} if sides > 2 else set(BY_PLACE)
            idle |= set(BY_PLACE[sides:])
        if self.waiting != "fixed":
            idle.add("waiting_points")
        if self.announced != "fixed":
            idle.add("announced_points")
        if self.announced != "own_falling":
            idle |= {"absence_first", "absence_second", "absence_third", "absence_later"}
        if self.broken_off != "compensate":
            idle.add("compensation")
        return frozenset(idle)

    @property
    def absence_parts(self) -> tuple[int, int, int, int]:
        """The parts of the own average, in percent, that the first, second, third and later absences are worth."""
        return (self.absence_first, self.absence_second, self.absence_third, self.absence_later)

    @property
    def ties(self) -> tuple[str, ...]:
        """The tie-breaks between equal totals, in order."""
        chosen = (self.tie_first, self.tie_second, self.tie_third)
        return tuple(each for each in dict.fromkeys(chosen) if each != "none")


@cache
def rules_with(tallies: tuple[Tally, ...]) -> type[TableRules]:
    """The table rules of a game with these tallies, which can decide between equal totals there too."""
    ties = {**TIE_BREAKS, **{tally.key: tally.label for tally in tallies}}
    known = {each.name: each for each in fields(TableRules) if each.name.startswith("tie_")}
    chosen = [
        (name, str, field(default=each.default, metadata={**each.metadata, "values": ties}))
        for name, each in known.items()
    ]
    made: type[TableRules] = make_dataclass("TableRules", chosen, bases=(TableRules,), frozen=True)
    return made
