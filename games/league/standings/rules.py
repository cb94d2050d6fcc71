"""The rules of a competition: what a table and an evening are worth, who is above whom, habits at its tables. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from typing import Final

from games.engine.club import LeagueDefaults, Tally
from games.engine.options import option
from games.engine.words import gettext_noop as _
from games.league.standings.points import divide_half_up

# Rules for the worth of an evening in a competition: points or wins, best evenings, rounds of waiting.

COUNTS: Final = _("What counts")
BY_PLACE: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
SAME_CARDS: Final = ("matchpoints", "difference", "scale")
"""The ways of counting that compare the tables of a round, which all play the same deals."""
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
        help=_(
            "The points as they stand on the sheets, or a fixed number for each place at a table. With the same cards "
            "at every table (duplicate) nobody has better cards: you are compared with those who held yours. An "
            "example: four pairs had the same cards and made 110, 90, 70 and 50 more than their opponents. In per "
            "cent of the others that they beat that is 100, 67, 33 and 0. In points it is +30, +10, −10 and −30, "
            "because their mean is 80. An evening is the mean of its deals. All tables play the same deals in a "
            "round, each at its own pace; bridge clubs call the points matchpoints and such an evening a barometer."
        ),
        values={
            "points": _("points on the sheets"),
            "wins": _("points for the place at the table"),
            "matchpoints": _(
                "the same cards at every table, in per cent: how many with your cards you beat (duplicate)"
            ),
            "difference": _(
                "the same cards at every table, in points: above or below the mean of your cards (duplicate)"
            ),
            "scale": _(
                "teams of four, the same cards at both tables: what a team made more, by a scale (duplicate)"
            ),
        },
    )
    scale_from: int = option(
        10,
        group=COUNTS,
        label=_("Teams of four: the first step of the scale, in points"),
        help=_(
            "What both tables of two teams made of a deal is taken together. A difference of so many points is 1, and "
            "more and more is needed for the next step: from 10 on 25 is 2, 45 is 3, 110 is 6. With 0 the points "
            "themselves count."
        ),
        lowest=0,
        highest=100,
    )
    win: int = _place(2, _("A win"), _("When places count, between two sides. A walkover is a win."))
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
            "Evenings of 60, 50 and 40 are 150 as a sum and 50 as an average; who missed the last one has 110 and 55. "
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
    missed: str = option(
        "asked",
        group=COUNTS,
        label=_("A round missed by coming late or leaving early is worth"),
        help=_(
            "It counts when the evening is closed. Where low is better, nothing would be a gain: it is the worst "
            "table of the evening."
        ),
        values={
            "asked": _("a choice on closing: nothing, or a round of waiting"),
            "nothing": _("nothing"),
            "waiting": _("what a round of waiting is worth"),
            "own_average": _("own average of that evening"),
            "field_average": _("the average of all tables of that evening"),
        },
    )

    @property
    def same_cards(self) -> bool:
        """Whether all tables of a round play the same deals, and are compared."""
        return self.counting in SAME_CARDS

    @property
    def in_per_cent(self) -> bool:
        """Whether an evening is worth per cent and not points."""
        return self.counting == "matchpoints"

    @property
    def by_scale(self) -> bool:
        """Whether the two tables of teams of four are taken together, and nothing else is compared."""
        return self.counting == "scale"

    @property
    def by_place(self) -> tuple[int, ...]:
        """The points of each place at a table of more than two sides, the first first."""
        return (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)


# The rules of a competition: what an evening is worth, who is above whom. One field a rule.
#
# The form, the storage and the check follow from the fields, as with the house rules of a game. Points of evenings
# and rounds that nobody played have no usual value here: a game says what is usual (`Game.defaults`), and they are
# stored with the competition.

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


def _percent(points: int, label: str, explained: str = "") -> int:
    described: int = option(
        points,
        group=ABSENCE,
        label=label,
        help=explained,
        lowest=0,
        highest=100,
    )
    return described


@dataclass(frozen=True)
class CompetitionRules(CountingRules):
    """All rules of a competition: what counts, absence and tables, equal totals, places, habits at the table."""

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
            "Signing off never costs more. A walkover is no part of the own average. Where places go by the average, "
            "an evening worth the own average does not count."
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
    absence_first: int = _percent(
        50,
        _("The first absence, in percent"),
        _(
            "Of the own average, where an absence is worth a part of it; 0 is no evening at all. "
            "Absences without word are counted along."
        ),
    )
    absence_second: int = _percent(45, _("The second absence, in percent"))
    absence_third: int = _percent(40, _("The third absence, in percent"))
    absence_later: int = _percent(0, _("Every later absence, in percent"))
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
        on_phones=True,
    )
    cards: str = option(
        "here",
        group=TABLES,
        label=_("The tables are played"),
        help=_("With real cards every table of an evening has a sheet that is typed here afterwards."),
        values={"here": _("on the phone"), "paper": _("with real cards, on paper")},
    )
    deals_for_place: str = option(
        "half",
        group=TABLES,
        label=_("For a place on an evening with the same cards"),
        help=_(
            "Who came late or left early and has fewer deals stands below the others without a place. The mean of "
            "these deals counts for the standings all the same."
        ),
        values={
            "half": _("half of the deals of the evening are needed"),
            "three_quarters": _("three quarters of the deals are needed"),
            "none": _("one deal is enough"),
        },
    )
    movement: str = option(
        "arrow_switch",
        group=TABLES,
        label=_("Who meets whom, with the same cards at every table"),
        help=_(
            "For fixed pairs; single players get another partner every round. Who waits in a round never plays its "
            "cards, and loses nothing by it."
        ),
        values={
            "arrow_switch": _(
                "half of the pairs stay at their table, the others move on: 5 to 32 pairs (Mitchell with arrow switch)"
            ),
            "mitchell": _(
                "the same with two winners: who stays is compared with who stays, who moves with who moves (Mitchell)"
            ),
            "howell": _(
                "nearly everybody moves, and in enough rounds everybody meets everybody: 4 to 16 pairs (Howell)"
            ),
        },
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
        on_phones=True,
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
        on_phones=True,
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
        on_phones=True,
    )
    undo: bool = option(
        False,
        group=HABITS,
        label=_("A card may be taken back"),
        help=_("One's own last card, when everybody agrees."),
        values=YES_NO,
        on_phones=True,
    )
    look_back: bool = option(
        True,
        group=HABITS,
        label=_("The cards before can be looked at"),
        help=_("The last ones that were taken, while the next are played."),
        values=YES_NO,
        on_phones=True,
    )
    own_rounds: bool = option(
        True,
        group=HABITS,
        label=_("Look back at one's own round at once, with the same cards at every table"),
        help=_(
            "Who has played a deal sees their own hand and what was played again, while others still play it. Say no "
            "where all sit in one room and screens can be read."
        ),
        values=YES_NO,
        on_phones=True,
    )
    spectators: bool = option(
        True,
        group=HABITS,
        label=_("Others may look on"),
        help=_(
            "They never see a hand. Of a club for members only these are its members. Those who lead the evening and "
            "arbiters may always look."
        ),
        values=YES_NO,
        on_phones=True,
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
        on_phones=True,
    )
    walkover_points: int = option(
        0,
        group=TABLES,
        label=_("Points of a walkover"),
        help=_(
            "For those who came when their opponents did not. Where low is better, at most what the best table of the "
            "evening had. In won, drawn and lost it is always a win."
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

    def deals_needed(self, deals: int) -> int:
        """How many of the deals of an evening somebody needs for a place in its list, rounded up."""
        return {"half": -(-deals // 2), "three_quarters": -(-3 * deals // 4)}.get(self.deals_for_place, 0)

    def idle(self, *, sides: int) -> frozenset[str]:
        """The names of the rules that change nothing beside the others, at tables of at most `sides` sides."""
        idle = {name for name in ("minimum_evenings", "promotion", "relegation") if not getattr(self, name)}
        if not self.same_cards:
            idle |= {"own_rounds", "deals_for_place"}
        if self.same_cards:
            idle |= {"win", "draw", "loss", *BY_PLACE, "waiting", "waiting_place", "waiting_points", "missed"}
            idle |= {"walkover_points", "broken_off", "compensation", "substitute"}
            idle.add("movement" if self.counting == "scale" else "scale_from")
        elif self.counting != "wins":
            idle |= {"win", "draw", "loss", "waiting_place", *BY_PLACE, "movement", "scale_from"}
        else:
            idle |= {"movement", "scale_from"}
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
def rules_with(tallies: tuple[Tally, ...]) -> type[CompetitionRules]:
    """The rules of a competition in a game with these tallies, which can decide between equal totals there too."""
    ties = {**TIE_BREAKS, **{tally.key: tally.label for tally in tallies}}
    known = {each.name: each for each in fields(CompetitionRules) if each.name.startswith("tie_")}
    chosen = [
        (name, str, field(default=each.default, metadata={**each.metadata, "values": ties}))
        for name, each in known.items()
    ]
    rules_class: type[CompetitionRules] = make_dataclass(
        "CompetitionRules", chosen, bases=(CompetitionRules,), frozen=True
    )
    return rules_class


# The rules of a new competition where nothing else is said: the points a game finds usual.

TABLES_OF_EVENING: Final = 3
"""Tables of the evening a game's usual absence is meant for (`LeagueDefaults`)."""
POINTS: Final = ("announced_points", "waiting_points", "compensation", "walkover_points")
"""The rules whose usual value the game says."""


def usual_rules(usual: LeagueDefaults, rules: Mapping[str, object], *, tables: int) -> dict[str, object]:
    """The rules of a new competition, on evenings of so many `tables` for each player, where `rules` say nothing: the
    points usual for its game, and an evening signed off is worth the own average, as nobody who stays at home is to
    stand above those who won. Points said for such an evening are fixed ones. Means are averaged."""
    points: dict[str, object] = {**usual_points(usual, tables=tables, counting=rules.get("counting"))}
    if rules.get("counting") in SAME_CARDS:
        points |= usual_order(rules["counting"])
    return points if "announced_points" in rules else {**points, "announced": "own_average"}


BY_COUNTING: Final = ("ranking", "tie_first", "tie_second")
"""The rules whose usual value hangs on what counts."""


def usual_order(counting: object) -> dict[str, str]:
    """The usual value of each rule of `BY_COUNTING`, by what counts."""
    if counting in SAME_CARDS:
        # Points against one another are those of the cards; comparing takes just these away.
        return {"ranking": "average", "tie_first": "best_evening", "tie_second": "last_evening"}
    return {name: getattr(CompetitionRules(), name) for name in BY_COUNTING}


def usual_points(usual: LeagueDefaults, *, tables: int, counting: object) -> dict[str, int]:
    """The points a game finds usual for what nobody played, on evenings of so many `tables` for each player; none for
    an evening signed off where places or comparisons count (`counting` as the rules say it)."""
    return {
        "announced_points": 0
        if counting in ("wins", *SAME_CARDS)
        else divide_half_up(usual.absence * tables, TABLES_OF_EVENING),
        "waiting_points": usual.waiting,
        "compensation": usual.compensation,
        "walkover_points": usual.walkover,
    }
