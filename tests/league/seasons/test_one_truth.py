"""Evenings played through the services, with everything that changes points: five pages say the same of each, and so
does a sum kept beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Entrant, Evening, LeagueTable, TableSeat
from games.league.queries import evening_lines, season_table
from games.league.standings.scores import MarkKind
from games.table import services as table_services
from games.table.log.models import Match, Round
from games.table.log.states import RulingEffect
from tests.league import shown
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, put_on_paper, sign_up
from tests.league.playing import fix_deals, play, typed_fields, write_sheet

pytestmark = pytest.mark.django_db
HANDS, ROUNDS = 4, 3
COMPENSATION, WALKOVER, SIGNED_OFF = 81, 375, 500
"""The game's defaults for four hands: half of 162 for a hand not played, 1500 x 4 / 16 for a walkover."""


class Ledger:
    """The points of each entrant on an evening, added up by the test: tables by entrant, everything else in
    one sum.
    """

    def __init__(self) -> None:
        self.tables: dict[int, list[int]] = defaultdict(list)
        self.beside: dict[int, int] = defaultdict(int)

    def points(self) -> dict[int, int]:
        everybody = {*self.tables, *self.beside}
        return {entrant: sum(self.tables[entrant]) + self.beside[entrant] for entrant in everybody}

    def wait(self, entrant: int, rounds: int) -> None:
        """A round of waiting is the average of the tables, half a point upwards."""
        played = self.tables[entrant]
        self.beside[entrant] += (2 * sum(played) * rounds + len(played)) // (2 * len(played))


@pytest.fixture
def competition(league_club: Club, clock: Callable[[], datetime]) -> Competition:
    """Three tables an evening of four hands each; everything counts."""
    return services.add_competition(
        season=services.create_season(club=league_club, name="Autumn", now=clock()),
        name="Tuesdays",
        game="kraken",
        options={"rounds": HANDS},
        rules={"announced_points": SIGNED_OFF},
        rounds=ROUNDS,
    )


class Director:
    """The secretary with a ledger: plays rounds on paper and writes down what everybody has."""

    def __init__(self, evening: Evening, secretary: Player, now: datetime) -> None:
        self.evening, self.secretary, self.now = evening, secretary, now
        self.ledger = Ledger()

    def version(self) -> int:
        self.evening.refresh_from_db()
        return self.evening.version

    def open(self) -> list[LeagueTable]:
        return open_round(self.evening, self.secretary, self.now, on_paper=True)

    def open_for_cards(self) -> LeagueTable:
        """Open a round of which only table 1 is played here, card by card; the others are on paper."""
        for table in self.evening.tables.filter(round=self.evening.round + 1).exclude(number=1):
            put_on_paper(table_id=table.pk, version=self.version())
        return next(
            table for table in open_round(self.evening, self.secretary, self.now) if table.number == 1
        )

    def play_cards(self, table: LeagueTable) -> None:
        """Play every deal of a table through its services; the ledger has the sum of the score lines of its deals."""
        play(table, self.now)
        match = Match.objects.get(pk=table.match_id)
        assert match.status == Match.Status.FINISHED
        deals = list(match.rounds.filter(status=Round.Status.CLOSED))
        assert len(deals) >= HANDS, "an equal score adds a hand"
        lines = [line["points"] for each in deals for line in each.lines]
        for seat in table.seats.all():
            self.ledger.tables[seat.entrant_id].append(sum(points[seat.number] for points in lines))

    def play(self, tables: Collection[LeagueTable]) -> None:
        """Table t of round r: seats 0 and 2 have 90 + 10 r + t in each hand, the others what is left of 162."""
        for table in tables:
            ours = 90 + 10 * table.round + table.number
            write_sheet(table, (ours, 162 - ours), now=self.now)
            self.add(table, HANDS * ours, HANDS * (162 - ours))

    def add(self, table: LeagueTable, ours: int, theirs: int) -> None:
        for seat in table.seats.all():
            self.ledger.tables[seat.entrant_id].append(theirs if seat.number % 2 else ours)

    def break_off(self, table: LeagueTable) -> None:
        """After two of four hands of 100 : 62, the other two are compensated for."""
        writer = table.seats.select_related("player").get(number=0).player
        for number in (1, 2):
            services.type_round(
                table_id=table.pk, number=number, values=typed_fields(100, 62), player=writer, now=self.now
            )
        services.break_off(
            table_id=table.pk,
            version=self.version(),
            actor=self.secretary,
            reason="Fire alarm",
            now=self.now,
        )
        self.add(table, 200 + 2 * COMPENSATION, 124 + 2 * COMPENSATION)

    def walk_over(self, table: LeagueTable) -> None:
        """Seats 0 and 2 have not come yet."""
        seats = list(table.seats.order_by("number"))
        services.walkover(
            table_id=table.pk,
            version=self.version(),
            missing=[seat.player_id for seat in seats if not seat.number % 2],
            actor=self.secretary,
            reason="Late train",
            now=self.now,
        )
        for seat in seats:
            if seat.number % 2:
                self.ledger.beside[seat.entrant_id] += WALKOVER

    def substitute(self, absent: Player, instead: Player) -> None:
        services.substitute(
            evening_id=self.evening.pk,
            version=self.version(),
            absent=absent,
            instead=instead,
            actor=self.secretary,
            now=self.now,
        )

    def rule(self, table: LeagueTable) -> None:
        """The arbiter gives seats 0 and 2 forty more in hand 1, and takes fifty from the player at seat 3 alone.

        That is what the table brought now, so the average for a round of waiting follows it. Just after it is played.
        """
        about = {"match_id": table.match_id, "number": 1, "player": self.secretary.pk, "now": self.now}
        table_services.open_review(**about)
        ruled = RulingEffect(ruling=1, points=(40, 0, 40, 0), seats=(0, 0, 0, -50))
        table_services.rule_round(ruled=ruled, **about)
        for seat in table.seats.all():
            self.ledger.tables[seat.entrant_id][-1] += (40, 0, 40, -50)[seat.number]

    def close(self, waited: Collection[Entrant] = ()) -> dict[int, int]:
        """Close the evening; what everybody has by the ledger. Those who wait must be the ones that are marked."""
        close_evening(self.evening, self.secretary, self.now + timedelta(days=2))
        marks = self.evening.marks.filter(kind=MarkKind.WAITED)
        for entrant, rounds in marks.values_list("entrant", "points"):
            self.ledger.wait(entrant, rounds)
        return self.ledger.points()


@pytest.mark.slow
def test_five_pages_and_a_sum_by_hand_agree_on_evenings_of_8_11_and_13(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fix_deals(monkeypatch, 8)
    now = clock()
    worth: list[dict[int, int]] = []
    evenings: list[Evening] = []

    def evening_of(many: int) -> Director:
        evening = plan_evening(competition, now + timedelta(days=7 * len(evenings)))
        sign_up(evening, entrants[:many], secretary, now)
        for entrant in entrants[many:]:
            services.sign(evening_id=evening.pk, entrant=entrant, comes=False, player=secretary, now=now)
        draw_evening(evening)
        evenings.append(evening)
        director = Director(evening, secretary, now)
        director.ledger.beside.update({entrant.pk: SIGNED_OFF for entrant in entrants[many:]})
        return director

    # Eight: one table broken off, another played here card by card, a correction, nobody waits.
    eight = evening_of(8)
    eight.play(eight.open())
    broken, *others = eight.open()
    eight.break_off(broken)
    eight.play(others)
    cards = eight.open_for_cards()
    eight.play_cards(cards)
    eight.play(evenings[0].tables.filter(round=3).exclude(pk=cards.pk))
    points = eight.close()
    services.correct(
        evening=evenings[0], entrant=entrants[2], points=-30, actor=secretary, reason="Added wrong", now=now
    )
    worth.append({**points, entrants[2].pk: points[entrants[2].pk] - 30})

    # Eleven: three wait each round, a walkover, a substitute for the second round alone.
    eleven = evening_of(11)
    late, *others = eleven.open()
    eleven.walk_over(late)
    eleven.play(others)
    sits_last = evenings[1].tables.filter(round=3).values("seats__entrant")
    second = evenings[1].tables.filter(round=2).values("seats")
    seat = (
        TableSeat.objects.filter(pk__in=second, entrant__in=sits_last).select_related("player").earliest("pk")
    )
    eleven.substitute(seat.player, members[16])
    eleven.play(eleven.open())
    eleven.substitute(members[16], seat.player)
    eleven.play(eleven.open())
    worth.append(eleven.close())

    # Thirteen: one waits each round, a ruling and a penalty, points taken from the season.
    thirteen = evening_of(13)
    tables = thirteen.open()
    thirteen.play(tables)
    thirteen.rule(tables[1])
    thirteen.play(thirteen.open())
    thirteen.play(thirteen.open())
    after = thirteen.close()
    worth.append(after)
    services.deduct(
        evening=evenings[2], entrant=entrants[0], points=25, actor=secretary, reason="Phone rang", now=now
    )

    assert shown.in_results_file(shown.client_of(secretary), competition) == {
        (evening.number, entrant.members.get().player.nickname): by_hand[entrant.pk]
        for evening, by_hand in zip(evenings, worth, strict=True)
        for entrant in entrants
        if entrant.pk in by_hand
    }
    for evening, by_hand in zip(evenings, worth, strict=True):
        shown.expect_five_times(evening, members[0], by_hand, entrants)
    totals = {entrant.pk: sum(points[entrant.pk] for points in worth) for entrant in entrants}
    totals[entrants[0].pk] -= 25
    assert {row.entrant: row.total for row in season_table(competition).rows} == totals


def test_the_report_of_an_old_evening_shows_the_table_as_it_was_after_it(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    evenings = []
    for week in range(2):
        evening = plan_evening(competition, clock() + timedelta(days=7 * week))
        sign_up(evening, entrants[:8], secretary, clock())
        draw_evening(evening, seed=week)
        director = Director(evening, secretary, clock())
        for _round in range(ROUNDS):
            director.play(director.open())
        director.close()
        evenings.append(evening)
    first = shown.page(shown.client_of(members[0]), "league:evening_report", evenings[0].pk)
    standing = first.partition("The season after 1 evening\n")[2].partition("</textarea>")[0].splitlines()[:5]
    best = evening_lines(evenings[0], season_table(competition))[:5]
    assert sorted(line.rpartition(" ")[2] for line in standing) == sorted(f"{line.points:,}" for line in best)
