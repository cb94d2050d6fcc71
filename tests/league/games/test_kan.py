"""Evenings of Kan: tables of five, the others wait in turn; places of individuals, tallies, and a sheet on paper."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.engine.kan.errors import KanRefusal
from games.league import services
from games.league.evenings.cockpit_tables import rounds_of
from games.league.evenings.report import report_of
from games.league.models import Competition, Evening, LeagueTable, TableScore
from games.league.queries import evening_lines, season_table
from games.league.seasons.display import tallies_of_all
from games.table import services as table_services
from games.table.log.errors import TableRefused
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import fix_deals, play, sheet_of

pytestmark = pytest.mark.django_db
PEOPLE_AND_WAITING = [(5, 0), (10, 0), (11, 1), (14, 4)]


def competition_of(
    count: int, club: Club, members: list[Player], now: datetime, **options: int
) -> Competition:
    """So many members, each for himself, in a competition of two rounds of tables an evening."""
    season = services.create_season(club=club, name="Winter", now=now)
    made = services.add_competition(
        season=season, name="Fives", game="kan", options={"rounds": 1, **options}, rounds=2
    )
    for player in members[:count]:
        services.enter(competition=made, players=[player])
    return made


def draw_evening_of(competition: Competition, secretary: Player, now: datetime) -> Evening:
    evening = plan_evening(competition, now)
    sign_up(evening, list(competition.entrants.all()), secretary, now)
    return draw_evening(evening)


@pytest.mark.parametrize(("count", "waiting"), PEOPLE_AND_WAITING)
def test_tables_are_of_five_and_waiting_is_shared_out(
    league_club: Club, members: list[Player], secretary: Player, clock: Clock, count: int, waiting: int
) -> None:
    evening = draw_evening_of(competition_of(count, league_club, members, clock()), secretary, clock())
    tables = list(evening.tables.all())
    assert [table.seats.count() for table in tables] == [5] * (2 * (count // 5))
    for number in (1, 2):
        seated = [seat.entrant_id for table in tables if table.round == number for seat in table.seats.all()]
        assert len(seated) == len(set(seated)) == count - waiting
    played = Counter(seat.entrant_id for table in tables for seat in table.seats.all())
    missed = [2 - played[entrant.pk] for entrant in evening.competition.entrants.all()]
    assert sum(missed) == 2 * waiting
    assert max(missed) <= 1, "nobody waits twice while others have not waited"


def test_an_evening_of_eleven_counts_points_places_and_tallies(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fix_deals(monkeypatch, 7)
    competition = competition_of(11, league_club, members, clock())
    evening = draw_evening_of(competition, secretary, clock())
    expected: Counter[str] = Counter()
    for _round in range(2):
        for table in open_round(evening, secretary, clock()):
            names = dict(table.seats.values_list("entrant", "player__nickname"))
            expected.update({names[entrant]: points for entrant, points in play(table, clock()).items()})
    evening = close_evening(evening, secretary, clock())

    table = season_table(competition)
    totals = {table.name(row.entrant): row.total for row in table.rows}
    assert totals == {f"M{number:02}": expected[f"M{number:02}"] for number in range(1, 12)}
    assert [row.total for row in table.rows] == sorted(totals.values(), reverse=True)
    assert any(total < 0 for total in totals.values())
    kan = sum(score.tallies.get("kan", 0) for score in TableScore.objects.filter(evening=evening))
    assert kan == 2 * 4, "two kan at each of four tables of one round"
    waited = evening.marks.filter(kind="waited")
    assert waited.values("entrant").distinct().count() == waited.count() == 2

    assert [len(one.sides) for shown in rounds_of(evening, {}) for one in shown.tables] == [5] * 4
    assert "Winner: " in report_of(evening, evening_lines(evening, table), table)
    desk = client_of(secretary)
    for name in ("league:cockpit", "league:evening", "league:evening_report"):
        page = desk.get(reverse(name, args=[evening.pk]))
        assert page.status_code == 200, name
        assert "M11" in page.content.decode()


WON_AND_LOST = {"joker": "0", "ace": "2", "deal_1": "won", "deal_2": "juuroku_made", "deal_3": "lost"}
LOST = {"joker": "4", "ace": "0", "deal_1": "lost"}


@pytest.fixture
def paper(league_club: Club, members: list[Player], secretary: Player, clock: Clock) -> LeagueTable:
    """A table of five on paper, of ten rounds."""
    competition = competition_of(5, league_club, members, clock(), rounds=10)
    evening = draw_evening_of(competition, secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    return table


def test_a_match_of_ten_rounds_on_paper_is_added_up(paper: LeagueTable, clock: Clock) -> None:
    sitting = [seat.player for seat in paper.seats.select_related("player").order_by("number")]
    about = {"table_id": paper.pk, "now": clock()}
    for number in range(1, 11):
        values = WON_AND_LOST if number == 1 else LOST
        services.type_round(number=number, values=values, player=sitting[0], **about)
    services.confirm_sheet(seen=10, player=sitting[1], **about)

    brought = [sheet_of(paper)[seat.entrant_id] for seat in paper.seats.order_by("number")]
    assert brought == [9 - 9, -9 + 9, 9 + 9, -9 + 9, -9 - 9]
    trumps = (
        Round.objects.filter(match=paper.match_id)
        .order_by("number")
        .values_list("result__facts__trump", flat=True)
    )
    assert list(trumps) == [*"CDHCDHCDH", "S"]
    assert table_services.verify_log(Match.objects.get(pk=paper.match_id)) == ()
    services.count_matches(competition_id=paper.evening.competition_id)
    made = TableScore.objects.filter(tallies__juuroku_made=1)
    assert {score.points for score in made} == {0, 18}


def test_the_season_shows_what_everybody_made_and_failed(
    paper: LeagueTable, secretary: Player, clock: Clock
) -> None:
    """Seats 0 and 2 make a juuroku and fail one, seat 4 and 0 lose; seats 1, 3 and 4 fail a gyaku juuroku."""
    about = {"table_id": paper.pk, "player": secretary, "now": clock(), "for_club": True}
    pair = {"joker": "0", "ace": "2", "deal_1": "sukonku"}
    typed = [
        WON_AND_LOST,
        {**pair, "deal_2": "juuroku_failed"},
        {**pair, "deal_2": "gyaku_juuroku_failed", "deal_3": "won"},
    ]
    for number, values in enumerate([*typed, *[LOST] * 7], start=1):
        services.type_round(number=number, values=values, **about)
    services.confirm_sheet(seen=10, **about)
    services.count_matches(competition_id=paper.evening.competition_id)
    table = season_table(paper.evening.competition)
    names = {seat.number: table.name(seat.entrant_id) for seat in paper.seats.all()}
    tallied = tallies_of_all(table)
    found = {name: dict(zip(tallied.labels, amounts, strict=True)) for name, amounts in tallied.rows}
    assert found[names[0]] == {
        "Rounds as kan": 10,
        "Rounds won as kan": 2,
        "Sukonku": 2,
        "Juuroku made": 1,
        "Juuroku failed": 1,
        "Gyaku juuroku failed": 0,
    }
    assert [found[names[seat]]["Gyaku juuroku failed"] for seat in range(5)] == [0, 1, 0, 1, 1]
    assert [found[names[seat]]["Rounds as kan"] for seat in range(5)] == [10, 0, 3, 0, 7]
    desk = client_of(secretary)
    page = desk.get(reverse("league:league", args=[paper.evening.competition_id])).content.decode()
    assert "All of these, of everybody" in page
    assert all(f'<th scope="col" class="num">{label}</th>' in page for label in tallied.labels)


def test_the_sheet_on_paper_asks_for_the_pair_and_each_deal(
    paper: LeagueTable, clock: Clock, client: Client
) -> None:
    writer = paper.seats.select_related("player").get(number=3).player
    client.force_login(writer)
    address = f"/e/{paper.evening_id}/sheet/{paper.pk}/"
    page = client.get(f"{address}?line=1").content.decode()
    for key in ("joker", "ace", "deal_1", "deal_2", "deal_3"):
        assert f'name="{key}"' in page, key
    assert '<option value="gyaku_juuroku_failed">gyaku juuroku failed</option>' in page
    refused = client.post(f"{address}round/", {**WON_AND_LOST, "number": "1", "deal_3": ""})
    assert refused.status_code >= 400
    assert '<option value="juuroku_made" selected>juuroku made</option>' in refused.content.decode()
    values = {**WON_AND_LOST, "ace": "0"}
    with pytest.raises(TableRefused) as one:
        services.type_round(table_id=paper.pk, number=1, values=values, player=writer, now=clock())
    assert one.value.code == KanRefusal.UNKNOWN_KAN

    services.type_round(table_id=paper.pk, number=1, values=WON_AND_LOST, player=writer, now=clock())
    page = client.get(address).content.decode()
    assert '<span class="chip">juuroku made</span>' in page


def test_totals_below_zero_together_are_taken(paper: LeagueTable, secretary: Player, clock: Clock) -> None:
    """Two kan that win take from three, so that the sheet as a whole can be below zero."""
    values = {f"points_{seat}": points for seat, points in enumerate(("20", "20", "-20", "-20", "-20"))}
    about = {"table_id": paper.pk, "player": secretary, "now": clock(), "for_club": True}
    services.type_totals(values=values, **about)
    services.confirm_sheet(seen=10, **about)
    assert sorted(sheet_of(paper).values()) == [-20, -20, -20, 20, 20]
