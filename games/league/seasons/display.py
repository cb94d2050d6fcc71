"""The standings as pages show them, with the outlook of what can still happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, pgettext

from games.engine.club import Tally
from games.engine_words import points_text, with_sign
from games.league.models import Competition, Evening, EveningMark, SignUp, TableSeat
from games.league.models.evenings import A_NIGHT
from games.league.queries import SeasonTable
from games.league.queries.lines import (
    WHY,
    PartInWords,
    beside_words,
    missed_rounds_on,
    notes_of,
    parts_in_words,
    played_with,
    why_word,
)
from games.league.services.evenings.seats import entrants_of, sides_of
from games.league.standings.points import Points
from games.league.standings.rules import TIE_BREAKS
from games.league.standings.scores import ABSENT, MarkKind, PlayedBy
from games.league.standings.table import SHARED, Row
from games.table.log.models import Match

# A member's outlook: own place, points missing to the next, next opponent.


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The row to look at: the next one `above`, for the leader the one `below`. `points` between the two totals;
    `level` is how many others have as many points as the row itself."""

    name: str
    place: int
    where: Literal["above", "below"]
    points: Points
    level: int = 0

    @property
    def number(self) -> int:
        """The points as a whole number for choosing singular or plural: 1 for exactly one."""
        return 1 if self.points == 1 else 2


@dataclass(frozen=True, slots=True)
class NextTable:
    """The next table of an entrant: partners and opponents by name, each apart. `code` is "" until it is open;
    `starts_at` is None unless it has its own date."""

    round: int
    number: int
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    code: str
    starts_at: datetime | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of one entrant: place, next evening and next table. `total` decides the place, as a sum, or
    `by_average`. `ranked` is how many have a place, `short` how many evenings are missing for one.

    `counts_above` are the points of the lowest evening that counts, None while every further one counts; `comes` is
    what they said about the next `evening`, None for nothing yet.
    """

    place: int | None
    ranked: int
    total: Points
    neighbour: Neighbour | None
    short: int
    counts_above: Points | None
    evening: Evening | None
    comes: bool | None
    table: NextTable | None
    by_average: bool = False


def outlook_of(competition: Competition, table: SeasonTable, row: Row) -> Outlook:
    """How it looks for the entrant of a row of this table; three queries at most. An evening that nobody closed is the
    next one only where none is to come."""
    to_play = [each for each in competition.evenings.order_by("starts_at", "number") if each.is_to_play]
    begun = timezone.now() - A_NIGHT
    evening = next((each for each in to_play if each.starts_at > begun), next(iter(to_play), None))
    sign_up = evening and SignUp.objects.filter(evening=evening, entrant=row.entrant).first()
    expected = True if table.rules.coming == "unless" else None
    attended = sum(result.why not in ABSENT for result in row.results)
    return Outlook(
        place=row.place,
        ranked=sum(each.place is not None for each in table.rows),
        by_average=row.mean is not None,
        total=row.worth,
        neighbour=_neighbour(table, row),
        short=max(0, table.rules.minimum_evenings - attended),
        counts_above=_counts_above(table, row) if evening else None,
        evening=evening,
        comes=sign_up.comes if sign_up else expected,
        table=_next_table(evening, row.entrant) if evening else None,
    )


def _neighbour(table: SeasonTable, row: Row) -> Neighbour | None:
    if row.place is None or not any(each.results for each in table.rows):
        return None
    placed = [each for each in table.rows if each.place is not None and each.entrant != row.entrant]
    above = [each for each in placed if each.place < row.place]
    below = [each for each in placed if each.place >= row.place]
    if not above and not below:
        return None
    where: Literal["above", "below"] = "above" if above else "below"
    other = above[-1] if above else below[0]
    level = sum(each.worth == row.worth for each in placed)
    return Neighbour(table.name(other.entrant), other.place, where, abs(other.worth - row.worth), level)


def _counts_above(table: SeasonTable, row: Row) -> Points | None:
    counting = [result.points for result in row.results if not result.struck]
    if table.better == "low" or not table.rules.best_of or len(counting) < table.rules.best_of:
        return None
    return min(counting)


def _next_table(evening: Evening, entrant: int) -> NextTable | None:
    """The first table of theirs that is not over; on an evening of several rounds the next round's."""
    seats = (
        TableSeat.objects.taken()
        .filter(table__in=evening.tables.filter(seats__entrant=entrant, broken_off_at=None).values("pk"))
        .exclude(table__match__status__in=Match.ENDED)
        .select_related("table__match", "table__evening__competition", "player")
        .order_by("table__round", "table__number", "number")
    )
    found = list(seats)
    if not any(seat.entrant_id == entrant for seat in found):
        return None
    table = next(seat.table for seat in found if seat.entrant_id == entrant)
    sitting = [seat for seat in found if seat.table_id == table.pk]
    sides = sides_of(table, entrants_of(table))  # a seat that a withdrawal freed is one of them
    seat_of_theirs = next(seat.number for seat in sitting if seat.entrant_id == entrant)
    own = next(side.seats for side in sides if seat_of_theirs in side.seats)
    return NextTable(
        round=table.round,
        number=table.number,
        partners=_names([one for one in sitting if one.number in own and one.entrant_id != entrant]),
        opponents=_names([one for one in sitting if one.number not in own]),
        code=table.match.code if table.match and not table.on_paper else "",
        starts_at=table.starts_at,
    )


def _names(seats: Sequence[TableSeat]) -> tuple[str, ...]:
    return tuple(seat.player.nickname for seat in seats)


# The table of a season as the page draws it: names, bars of form, the reason of a tie in words.

AT_LINE: Final = {
    "promotion": gettext_noop("equal on the line of promotion: the club decides"),
    "relegation": gettext_noop("equal on the line of relegation: the club decides"),
}
BAR_HEIGHT: Final = 20
BAR_STEP: Final = 7
BAR_WIDTH: Final = 5
"""Units of the drawing in `_bars.html`, whose width and height are those of `table.FORM` bars."""


class Bars(NamedTuple):
    """The little chart of form as paths of its drawing: the earlier evenings, and the latest one."""

    earlier: str
    latest: str


class SeasonTableEvening(NamedTuple):
    """One evening of a row. `number` is the evening's; `parts` add up to its points; `beside` says with
    whom, or with what substitute, it was played. Without `counts` it is none for
    the standings: an absence that the rules give no worth."""

    number: int
    pk: int
    points: Points
    why: str
    played: bool
    struck: bool
    parts: tuple[PartInWords, ...] = ()
    beside: str = ""
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonTableRow:
    """A row ready to draw; `tie` is the sentence that says what decided it. `with_bot`: a bot held their cards on some
    evening."""

    row: Row
    name: str
    is_you: bool
    is_withdrawn: bool
    tie: str
    bars: Bars
    to_play: int = 0
    with_bot: bool = False
    without_playing: str = ""
    """What the points are of, of somebody who never played."""

    @property
    def struck(self) -> list[Points]:
        """The points of the evenings that do not count."""
        return [result.points for result in self.row.results if result.struck]

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes about a withdrawal, a bot, tables still to play, rounds under review and points deducted."""
        return (
            *([pgettext("somebody who takes part", "withdrawn")] if self.is_withdrawn else []),
            *([gettext("with a bot")] if self.with_bot else []),
            *notes_of(provisional=self.row.provisional, deducted=self.row.deducted, to_play=self.to_play),
            *([self.without_playing] if self.without_playing else []),
            *([gettext(AT_LINE[self.row.at_line])] if self.row.at_line else []),
        )

    @property
    def balance(self) -> str:
        """The points made at tables less those against, with their sign."""
        return with_sign(self.row.credit.points - self.row.credit.against)

    @property
    def form(self) -> str:
        """The last evenings in words, for the ear."""
        return ", ".join(map(points_text, self.row.form))


def _entrants_with_bot(table: SeasonTable) -> set[int]:
    """The entrants whose cards a bot held on some evening. Where deals are compared, tables have no scores to ask."""
    if table.rules.same_cards:
        sat = played_with([evening.pk for evening in table.evenings], table)
        return {
            entrant
            for (entrant, evening), names in sat.items()
            if gettext("a bot") in names and evening in table.season.results.get(entrant, ())
        }
    return {
        entrant
        for entrant, scores in table.season.scores.items()
        if any(score.played_by == PlayedBy.BOT for score in scores)
    }


def table_rows(table: SeasonTable, *, player: int | None) -> tuple[SeasonTableRow, ...]:
    """All rows; `player` is the reader."""
    most = max((points for row in table.rows for points in row.form), default=0)
    has_results = any(row.results for row in table.rows)  # before the first everybody is equal
    with_bot = _entrants_with_bot(table)
    return tuple(
        SeasonTableRow(
            row=row,
            name=table.name(row.entrant),
            is_you=player in table.entered[row.entrant].players,
            is_withdrawn=table.entered[row.entrant].withdrawn,
            tie=tie_sentence(row, table) if row.place is not None and has_results else "",
            without_playing=_worth_without_playing(row, table),
            bars=bars_of(row.form, most=most),
            to_play=sum(row.entrant in each.entrants for each in table.to_play),
            with_bot=row.entrant in with_bot,
        )
        for row in table.rows
    )


def _worth_without_playing(row: Row, table: SeasonTable) -> str:
    """What makes up the points of a row without an evening played, by evening; "" for others and for no points."""
    if not row.worth or any(result.why == "played" for result in row.results):
        return ""
    numbers = {evening.pk: evening.number for evening in table.evenings}
    return ", ".join(
        gettext("evening {number}: {why}, {points}").format(
            number=numbers[result.evening],
            why=gettext(WHY[result.why]),
            points=with_sign(result.points),
        )
        for result in row.results
        if result.points
    )


def tie_sentence(row: Row, table: SeasonTable) -> str:
    """The tie-break between equal totals, as a sentence; of the result against one another also how it came out."""
    if not row.tie:
        return ""
    if row.tie == SHARED:
        return gettext("equal; the place is shared")
    words = {**TIE_BREAKS, **{tally.key: tally.label for tally in table.tallies}}
    what = gettext(words[row.tie])
    if row.tie == "head_to_head":
        what = f"{what} {with_sign(row.tie_points)}"
    return gettext("equal; decided by: {what}").format(what=what)


def bars_of(points: Sequence[Points], *, most: Points) -> Bars:
    """Bars side by side, the highest of the table the full height; a bar is never quite nothing."""
    paths = []
    for place, each in enumerate(points):
        height = max(2, int(BAR_HEIGHT * max(each, 0) // most)) if most else 2
        paths.append(f"M{place * BAR_STEP} {BAR_HEIGHT}v-{height}h{BAR_WIDTH}v{height}z")
    return Bars("".join(paths[:-1]), "".join(paths[-1:]))


def table_evenings(row: Row, table: SeasonTable) -> tuple[SeasonTableEvening, ...]:
    """The evenings of one row, oldest first."""
    numbers = {evening.pk: evening.number for evening in table.evenings}
    missed = missed_rounds_on(numbers, table.rules)
    instead = played_with(numbers, table)
    return tuple(
        SeasonTableEvening(
            number=numbers[result.evening],
            pk=result.evening,
            points=result.points,
            why=why_word(result, table.rules, has_average=row.entrant in table.season.with_average),
            played=result.why == "played",
            struck=result.struck,
            parts=parts_in_words(result, table.rules, missed.get((row.entrant, result.evening), ())),
            beside=beside_words(table, row.entrant, instead.get((row.entrant, result.evening), ())),
        )
        for result in row.results
    )


def with_worthless_absences(
    row: Row, table: SeasonTable, shown: Sequence[SeasonTableEvening]
) -> tuple[SeasonTableEvening, ...]:
    """The evenings of a row as `shown`, and between them those signed off that the rules give no worth, each with which
    absence it is. One query."""
    signed_off = EveningMark.objects.filter(
        entrant=row.entrant, evening__in=table.evenings, kind=MarkKind.ANNOUNCED
    )
    marked = set(signed_off.values_list("evening", flat=True))
    away = {result.evening for result in row.results if result.why in ABSENT}
    by_evening = {each.pk: each for each in shown}
    merged, absences = [], 0
    for evening in table.evenings:
        worthless = evening.pk in marked and evening.pk not in by_evening
        absences += worthless or evening.pk in away
        if worthless:
            why = gettext("{word}: does not count")
            if table.rules.announced == "own_falling":
                why = gettext("{word}, absence {number}: does not count")
            why = why.format(word=gettext(WHY[MarkKind.ANNOUNCED]), number=absences)
            merged.append(SeasonTableEvening(evening.number, evening.pk, 0, why, False, False, counts=False))
        elif evening.pk in by_evening:
            merged.append(by_evening[evening.pk])
    return tuple(merged)


def counts_wins(competition: Competition) -> bool:
    """Whether tables are won and lost: between two sides, where not each deal is compared with other tables."""
    return competition.most_sides == 2 and not competition.the_rules.same_cards


def place_counts(row: Row, *, sides: int) -> tuple[tuple[int, int], ...]:
    """How often each place at a table; none where two sides win or lose."""
    return (
        tuple((place, row.credit.places.get(place, 0)) for place in range(1, sides + 1)) if sides > 2 else ()
    )


def tallies_had(table: SeasonTable) -> list[Tally]:
    """The tallies that somebody has: of those that nobody typed, nothing is known."""
    return [tally for tally in table.tallies if any(row.credit.tallies.get(tally.key) for row in table.rows)]


def tally_counts(row: Row, tallies: Iterable[Tally]) -> tuple[tuple[str, int], ...]:
    """These tallies of a row over the season, as (label, amount)."""
    return tuple((gettext(tally.label), row.credit.tallies.get(tally.key, 0)) for tally in tallies)


@dataclass(frozen=True, slots=True)
class SideRanking:
    """A list beside the table: the leaders of one tally."""

    title: str
    leaders: tuple[tuple[str, int], ...]


LEADERS: Final = 5
"""Leaders of a tally that are shown, and who equals the last of them."""


def side_rankings(table: SeasonTable) -> tuple[SideRanking, ...]:
    """The leaders of each tally of the game, with all who equal the last of them; empty rankings are left out."""
    rankings = []
    for tally in table.tallies:
        amounts = [(row.credit.tallies.get(tally.key, 0), table.name(row.entrant)) for row in table.rows]
        leaders = sorted(
            ((name, amount) for amount, name in amounts if amount), key=lambda each: (-each[1], each[0])
        )
        if leaders:
            last = leaders[:LEADERS][-1][1]
            shown = tuple(leader for leader in leaders if leader[1] >= last)
            rankings.append(SideRanking(gettext(tally.label), shown))
    return tuple(rankings)


@dataclass(frozen=True, slots=True)
class TalliesOfAll:
    """The tallies of a season in one table: the labels, and each row as its name and amounts in their order."""

    labels: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def tallies_of_all(table: SeasonTable) -> TalliesOfAll:
    """The tallies that somebody has, of everybody in the order of the standings; without rows where nobody has any."""
    had = tallies_had(table)
    rows = [(table.name(row.entrant), tally_counts(row, had)) for row in table.rows]
    return TalliesOfAll(
        tuple([gettext(tally.label) for tally in had]),
        tuple([(name, tuple([amount for _label, amount in amounts])) for name, amounts in rows if had]),
    )


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A point of the season's line, with what it says."""

    x: int
    y: int
    number: int
    points: Points


CHART_WIDTH: Final = 300
CHART_HEIGHT: Final = 100
CHART_MARGIN: Final = 10
"""Units of the drawing in `entrant.html`; the margin is room for the dots."""


def season_chart(results: Sequence[SeasonTableEvening]) -> tuple[ChartPoint, ...]:
    """The evenings of one entrant as a line from left to right, the highest at the top."""
    if not results:
        return ()
    lowest, highest = min(each.points for each in results), max(each.points for each in results)
    span, steps = highest - lowest or 1, len(results) - 1 or 1
    return tuple(
        ChartPoint(
            x=CHART_MARGIN + place * (CHART_WIDTH - 2 * CHART_MARGIN) // steps,
            y=CHART_MARGIN + int((highest - each.points) * (CHART_HEIGHT - 2 * CHART_MARGIN) // span),
            number=each.number,
            points=each.points,
        )
        for place, each in enumerate(results)
    )
