"""Promises of a sheet that counts and was wrong: corrected all at once, with a reason, in the trail, told to those who
sat there; what was written before is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.urls import reverse

from accounts.members import set_role
from accounts.models import Notice, Player, Role
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Correction, Evening, LeagueTable
from games.league.queries import evening_lines, season_table
from games.table import services as table_services
from games.table.log.errors import TableRefusal
from games.table.log.models import Match
from games.table.log.states import RulingEffect
from games.trail import AuditEntry
from tests.clients import client_of
from tests.league.conftest import close_evening
from tests.league.paper.conftest import players_of, type_and_confirm
from tests.league.playing import write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def correct(table: LeagueTable, secretary: Player, clock: Callable[[], datetime]) -> Callable[..., None]:
    """Correct the sheet of the table by these values."""

    def corrected(reason: str = "Typed from another table", **values: str) -> None:
        about = {"actor": secretary, "reason": reason, "now": clock()}
        services.correct_sheet(table_id=table.pk, values=values, **about)

    return corrected


def points_of(evening: Evening) -> list[int]:
    return sorted(line.points for line in evening_lines(evening, season_table(evening.competition)))


def test_totals_that_both_sides_confirmed_are_corrected_at_once_and_told_to_the_four(
    table: LeagueTable, secretary: Player, correct: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    type_and_confirm(table, secretary, clock())
    assert points_of(table.evening) == [268, 268, 400, 400]
    correct(points_4_0="288", points_4_1="380", pits_4_0="0", pits_4_1="1")
    lines = evening_lines(table.evening, season_table(table.evening.competition))
    assert sorted((line.points, line.tallies[0]) for line in lines) == [(288, 0)] * 2 + [(380, 1)] * 2
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
    entry = Correction.objects.get()
    assert (entry.word, entry.before, entry.after) == ("corrected a sheet", "1/1/1: 400 : 268", "288 : 380")
    assert AuditEntry.objects.get(what="sheet_corrected").reason == "Typed from another table"
    told = Notice.objects.filter(subject__startswith="A sheet was corrected")
    assert {each.player for each in told} == set(players_of(table))
    assert "Round 1, table 1: 288 : 380 instead of 400 : 268. " in told[0].text
    assert told[0].text.endswith(": Typed from another table")
    correct(points_4_0="400", points_4_1="268")
    assert points_of(table.evening) == [268, 268, 400, 400]
    correct(points_4_0="400", points_4_1="268")
    assert Correction.objects.count() == 2
    page = (
        client_of(secretary).get(reverse("league:sheet", args=[table.evening_id, table.pk])).content.decode()
    )
    assert "evening 1, round 1, table 1: 400 : 268 became 288 : 380" in page
    assert page.count("Typed from another table") == 2
    assert re.findall(r'name="(\w+)"[^>]* value="(\d*)">', page.partition('id="correct"')[2])[1:7] == [
        ("points_4_0", "400"),
        ("points_4_1", "268"),
        ("pits_4_0", "0"),
        ("pits_4_1", "1"),
        ("nat_4_0", ""),
        ("nat_4_1", ""),
    ]


def test_hands_are_corrected_on_one_form_after_the_evening_was_closed(
    table: LeagueTable, secretary: Player, clock: Callable[[], datetime]
) -> None:
    write_sheet(table, (100, 62), now=clock())
    for other in table.evening.tables.filter(round=1).exclude(pk=table.pk).select_related("match"):
        type_and_confirm(other, secretary, clock())
    evening = close_evening(table.evening, secretary, clock())
    desk, address = client_of(secretary), reverse("league:sheet_correct", args=[evening.pk, table.pk])
    page = desk.get(reverse("league:sheet", args=[evening.pk, table.pk])).content.decode()
    assert 'name="points_4_0"' in page
    values = {"points_1_0": "62", "points_1_1": "100", "points_2_0": "90", "points_2_1": "72"}
    answer = desk.post(address, values)
    assert answer.status_code == 422
    assert 'value="90"' in answer.content.decode()
    assert not Correction.objects.exists()
    assert desk.post(address, {**values, "reason": "Two lines were swapped"}).status_code == 302
    page = desk.get(reverse("league:sheet", args=[evening.pk, table.pk])).content.decode()
    assert '<td class="num">352</td><td class="num">296</td>' in page
    assert points_of(evening).count(352) == 2
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()


def test_what_is_counted_apart_follows_a_corrected_line(
    table: LeagueTable, secretary: Player, correct: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    """Four lines of 100 : 62; the first was a pit, 262 : 0. Corrected back, no pit is left."""
    write_sheet(table, (100, 62), now=clock())
    page = client_of(secretary).get(reverse("league:sheet", args=[table.evening_id, table.pk]))
    assert re.findall(r'name="(pits_1_\d)"[^>]* value="(\d*)">', page.content.decode()) == [
        ("pits_1_0", "0"),
        ("pits_1_1", "0"),
    ]

    def apart() -> list[tuple[int, int]]:
        lines = evening_lines(table.evening, season_table(table.evening.competition))
        return sorted((line.points, line.tallies[0]) for line in lines)

    correct(points_1_0="262", points_1_1="0", pits_1_0="1", pits_1_1="0")
    assert apart() == [(186, 0)] * 2 + [(562, 1)] * 2
    correct(points_1_0="100", points_1_1="62", pits_1_0="0", pits_1_1="0")
    assert apart() == [(248, 0)] * 2 + [(400, 0)] * 2
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()


def test_only_a_sheet_that_counts_and_is_not_in_question_is_corrected(
    table: LeagueTable, secretary: Player, correct: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    values = {"points_4_0": "300", "points_4_1": "368"}
    assert refusal(lambda: correct(**values)) == TableRefusal.NOT_FINISHED
    type_and_confirm(table, secretary, clock())
    assert refusal(lambda: correct(reason=" ", **values)) == LeagueRefusal.REASON_MISSING
    assert refusal(lambda: correct(points_4_0="300")) == TableRefusal.NOT_ALL_TOTALS
    table_services.open_review(match_id=table.match_id, number=4, player=None, now=clock())
    assert refusal(lambda: correct(**values)) == TableRefusal.IN_QUESTION
    table_services.close_review(match_id=table.match_id, number=4, player=None, now=clock())
    assert points_of(table.evening) == [268, 268, 400, 400]
    correct(**values)
    assert points_of(table.evening) == [300, 300, 368, 368]


def test_what_an_arbiter_ruled_is_not_typed_away(
    table: LeagueTable, secretary: Player, correct: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    """Also where the ruling changed nothing."""
    type_and_confirm(table, secretary, clock())
    about = {"match_id": table.match_id, "number": 4, "now": clock()}
    table_services.open_review(player=None, **about)
    table_services.rule_round(ruled=RulingEffect(7, (0, 0, 0, 0)), player=secretary.pk, **about)
    assert refusal(lambda: correct(points_4_0="300", points_4_1="368")) == TableRefusal.RULED
    assert points_of(table.evening) == [268, 268, 400, 400]
    page = client_of(secretary).post(
        reverse("league:sheet_correct", args=[table.evening_id, table.pk]),
        {"points_4_0": "300", "points_4_1": "368", "reason": "Read the wrong line"},
    )
    assert "An arbiter ruled on line 4" in page.content.decode()


def test_an_arbiter_corrects_the_sheets_of_others(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    type_and_confirm(table, secretary, clock())
    elsewhere, here = members[9], players_of(table)[0]
    for player in (elsewhere, here):
        club = table.evening.competition.season.club
        set_role(club=club, player=player, role=Role.ARBITER, actor=secretary, now=clock())
    address = reverse("league:sheet_correct", args=[table.evening_id, table.pk])
    values = {"points_4_0": "300", "points_4_1": "368", "reason": "Read the wrong line"}
    assert client_of(here).post(address, values).status_code == 403
    assert client_of(members[10]).post(address, values).status_code == 403
    assert client_of(elsewhere).post(address, values).status_code == 302
    assert points_of(table.evening) == [300, 300, 368, 368]


def test_a_changed_rule_is_told_in_the_words_of_its_form(
    competition: Competition, secretary: Player, clock: Callable[[], datetime]
) -> None:
    rules = {**competition.rules, "cards": "here"}
    services.change_rules(
        competition=competition, rules=rules, actor=secretary, reason="No paper left", now=clock()
    )
    page = client_of(secretary).get(reverse("league:league_manage", args=[competition.pk])).content.decode()
    assert "The tables are played: with real cards, on paper → The tables are played: on the phone" in page
