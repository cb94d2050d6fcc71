"""Promises of a table that the director lets play on another day, also with real cards and where partners change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.evenings.report import report_of
from games.league.models import Competition, Evening, LeagueTable
from games.league.queries import evening_lines, season_table
from games.league.seasons.display import table_rows
from tests.clients import client_of
from tests.league.conftest import close_evening, open_round
from tests.league.paper.conftest import players_of, type_and_confirm
from tests.refused import refusal

pytestmark = pytest.mark.django_db

Clock = Callable[[], datetime]


@pytest.fixture
def postpone(secretary: Player) -> Callable[[LeagueTable], None]:
    """The director sets a date nine days ahead on the page of a table."""

    def set_date(table: LeagueTable) -> None:
        evening = Evening.objects.get(pk=table.evening_id)
        said = {
            "do": "play_later",
            "table": table.pk,
            "back": table.pk,
            "version": evening.version,
            "starts_at": f"{timezone.localtime() + timedelta(days=9):%Y-%m-%dT20:00}",
        }
        page = client_of(secretary).get(reverse("league:cockpit_table", args=[evening.pk, table.pk]))
        assert "This table plays on" in page.content.decode()
        answer = client_of(secretary).post(reverse("league:cockpit_do", args=[evening.pk]), said)
        assert answer.status_code == 302, answer["Refusal-Code"]
        table.refresh_from_db()

    return set_date


def test_the_evening_goes_on_without_a_table_that_plays_on_another_day(
    evening: Evening,
    table: LeagueTable,
    secretary: Player,
    postpone: Callable[[LeagueTable], None],
    clock: Clock,
) -> None:
    """Its players are told, and the next round opens; the list of the evening and the report name it."""
    players = players_of(table)
    assert table.match is not None
    postpone(table)
    assert table.match is None
    assert Notice.objects.filter(player=players[0], text__contains="Your table is played on").exists()
    type_and_confirm(evening.tables.get(round=1, number=2), secretary, clock())
    desk = client_of(secretary)
    cockpit = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert 'value="open"' in cockpit
    assert "Still to play: evening 1, round 1, table 1" in cockpit
    report = report_of(
        evening, evening_lines(evening, season_table(evening.competition)), season_table(evening.competition)
    )
    assert "Still to play: round 1, table 1" in report
    assert all(player.nickname in report for player in players)


def test_an_evening_with_a_table_to_play_stays_open_and_names_it_and_what_was_played_counts(
    competition: Competition,
    evening: Evening,
    table: LeagueTable,
    secretary: Player,
    postpone: Callable[[LeagueTable], None],
    clock: Clock,
) -> None:
    """Refused with the table and its day. The standings say so, mark the four, and count it once it is played."""
    postpone(table)
    type_and_confirm(evening.tables.get(round=1, number=2), secretary, clock())
    evening.refresh_from_db()
    open_round(evening, secretary, clock())
    for each in evening.tables.filter(round=2):
        type_and_confirm(each, secretary, clock())
    evening.refresh_from_db()
    desk = client_of(secretary)
    about = {"do": "close", "version": evening.version}
    refused = desk.post(reverse("league:cockpit_do", args=[evening.pk]), about)
    assert refused["Refusal-Code"] == LeagueRefusal.TABLES_TO_PLAY
    assert "Still to be played: round 1, table 1 (" in refused.content.decode()

    standings = season_table(competition)
    assert sum(row.total for row in standings.rows) == 3 * 2 * (400 + 268)
    marked = {row.name for row in table_rows(standings, player=None) if row.to_play}
    assert marked == {player.nickname for player in players_of(table)}
    page = desk.get(reverse("league:league", args=[competition.pk])).content.decode()
    assert page.count("1 table still to play") == 4
    assert "Still to play: evening 1, round 1, table 1" in page

    evening.refresh_from_db()
    now = {"do": "play_now", "table": table.pk, "back": table.pk, "version": evening.version}
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), now).status_code == 302
    table.refresh_from_db()
    type_and_confirm(table, secretary, clock())
    evening.refresh_from_db()
    assert close_evening(evening, secretary, clock()).status == Evening.Status.CLOSED
    assert season_table(competition).to_play == ()
    assert sum(row.total for row in season_table(competition).rows) == 4 * 2 * (400 + 268)


def test_closing_names_the_tables_that_are_not_finished(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    refused = client_of(secretary).post(
        reverse("league:cockpit_do", args=[evening.pk]), {"do": "close", "version": evening.version}
    )
    assert refused["Refusal-Code"] == LeagueRefusal.TABLES_RUNNING
    page = refused.content.decode()
    assert "Not finished yet: round 1, table 1; round 1, table 2." in page
    assert "Break them off" not in page


def test_a_player_opens_the_table_on_its_day_but_does_not_move_it(
    evening: Evening, table: LeagueTable, postpone: Callable[[LeagueTable], None], clock: Clock
) -> None:
    player = players_of(table)[0]
    postpone(table)
    page = client_of(player).get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert "Open our table" in page
    assert "Propose it" not in page
    answer = client_of(player).post(reverse("league:table_date", args=[evening.pk, table.pk]), {"do": "open"})
    assert answer.status_code == 302
    table.refresh_from_db()
    assert table.match is not None


def test_a_table_with_cards_or_lines_on_it_or_a_day_that_has_passed_is_refused(
    evening: Evening, table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Clock
) -> None:
    def postponed(when: datetime) -> str:
        return refusal(
            lambda: services.set_table_date(
                table_id=table.pk, version=evening.version, starts_at=when, actor=secretary, now=clock()
            )
        )

    assert postponed(clock() - timedelta(hours=1)) == LeagueRefusal.DATE_PAST
    write(400, 268)
    assert postponed(clock() + timedelta(days=1)) == LeagueRefusal.TABLE_STARTED


def test_where_all_tables_have_the_same_cards_an_open_table_plays_now(
    evening: Evening, table: LeagueTable, secretary: Player, clock: Clock
) -> None:
    Competition.objects.update(rules={**evening.competition.rules, "counting": "matchpoints"})
    refused = refusal(
        lambda: services.set_table_date(
            table_id=table.pk,
            version=evening.version,
            starts_at=clock() + timedelta(days=1),
            actor=secretary,
            now=clock(),
        )
    )
    assert refused == LeagueRefusal.OTHERS_HAVE_THE_CARDS
