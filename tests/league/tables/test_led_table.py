"""Each table of a running evening leads its director to all that can be done at it, and nobody else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.table.services import submit_action
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    put_on_paper,
)
from tests.league.playing import play
from tests.league.shown import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """An evening with two tables in its first round, the second on paper."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    second = evening.tables.get(round=1, number=2)
    put_on_paper(table_id=second.pk, version=evening.version)
    open_round(evening, secretary, clock())
    evening.refresh_from_db()
    return evening


def door_of(table: LeagueTable) -> str:
    return reverse("league:cockpit_table", args=[table.evening_id, table.pk])


def form_of(html: str, form: str) -> str:
    """The markup of the form with that id."""
    found = re.search(rf'<form id="{form}".*?</form>', html, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("name", ["league:evening", "league:cockpit"])
def test_each_table_is_one_tap_for_who_leads(evening: Evening, desk: Client, name: str) -> None:
    html = page(desk, name, evening.pk)
    tables = evening.tables.filter(round=1)
    assert len(tables) > 1
    for table in tables:
        assert re.search(rf'<a class="whole-tap[^"]*" href="{door_of(table)}"', html)


def test_the_page_of_leaving_names_the_club_whose_evening_it_is(evening: Evening) -> None:
    table = evening.tables.get(round=1, number=1)
    seat = table.match.seats.select_related("player").first()
    html = page(client_of(seat.player), "table:leave_match", table.match.code)
    assert f"an evening of {table.match.club.name}" in html


def test_players_have_no_such_way(
    evening: Evening, members: list[Player], secretary: Player, clock: Clock
) -> None:
    assert "whole-tap" not in page(client_of(members[0]), "league:evening", evening.pk)
    services.name_director(evening_id=evening.pk, director=members[0], actor=secretary, now=clock())
    assert "whole-tap" in page(client_of(members[0]), "league:evening", evening.pk)


def test_an_evening_that_is_over_has_none_and_says_why_tables_were_broken_off(
    evening: Evening, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    for table in evening.tables.filter(round=1):
        services.break_off(
            table_id=table.pk,
            version=Evening.objects.get(pk=evening.pk).version,
            actor=secretary,
            reason="fire alarm",
            now=clock(),
        )
    close_evening(evening, secretary, clock())
    assert "whole-tap" not in page(desk, "league:evening", evening.pk)
    assert "Broken off: fire alarm" in page(client_of(members[0]), "league:evening", evening.pk)


def test_the_page_offers_result_clock_substitute_and_breaking_off(
    evening: Evening, desk: Client, clock: Clock
) -> None:
    on_phones, on_paper = evening.tables.filter(round=1).order_by("number").select_related("match")
    html = page(desk, "league:cockpit_table", evening.pk, on_phones.pk)
    assert f'href="{reverse("table:table", args=[on_phones.match.code])}"' in html
    assert "since " in html
    names = set(on_phones.seats.values_list("player__nickname", flat=True))
    absent = re.search(r'<select id="absent".*?</select>', html, re.DOTALL)
    assert absent is not None
    assert set(re.findall(r">(M\d\d)<", absent[0])) == names
    assert 'value="break_off"' in form_of(html, "break-off")
    html = page(desk, "league:cockpit_table", evening.pk, on_paper.pk)
    assert f'href="{reverse("league:sheet", args=[evening.pk, on_paper.pk])}"' in html
    assert f'id="missing-{on_paper.pk}"' in html
    assert 'id="substitute-paper"' in html


def test_what_is_done_there_leads_back_there(
    evening: Evening, members: list[Player], desk: Client, clock: Clock
) -> None:
    table = evening.tables.get(round=1, number=1)
    absent = table.seats.get(number=0).player
    html = page(desk, "league:cockpit_table", evening.pk, table.pk)
    assert f'name="back" value="{table.pk}"' in form_of(html, "substitute")
    assert f'form="substitute" name="version" value="{evening.version}"' in html
    sent = {
        "do": "substitute",
        "version": evening.version,
        "back": table.pk,
        "absent": absent.pk,
        "instead": members[12].pk,
    }
    act = reverse("league:cockpit_do", args=[evening.pk])
    assert desk.post(act, sent)["Location"] == door_of(table)
    assert table.seats.get(number=0).player == members[12]
    refused = desk.post(act, sent)
    assert refused.status_code == 409
    assert refused["Refusal-Code"] == LeagueRefusal.CHANGED_MEANWHILE
    assert refused.context["table"].pk == table.pk
    assert "M13" in refused.content.decode()


def test_a_call_is_seen_on_the_evening_and_answered_at_the_table(
    evening: Evening, desk: Client, clock: Clock
) -> None:
    table = evening.tables.select_related("match").get(round=1, number=1)
    caller = table.match.seats.get(number=1).player
    calls = {"do": "call_director", "why": "A card fell"}
    submit_action(match_id=table.match_id, player=caller, window="", data=calls, now=clock())
    assert "Director called" in page(desk, "league:evening", evening.pk)
    assert f'href="#call-{table.pk}"' in page(desk, "league:cockpit", evening.pk)
    html = page(desk, "league:cockpit_table", evening.pk, table.pk)
    assert "A card fell" in html
    assert f'name="answer-{table.pk}"' in html
    sent = {
        "do": "answer",
        "version": 0,
        "table": table.pk,
        "back": table.pk,
        f"answer-{table.pk}": "Pick it up",
    }
    act = reverse("league:cockpit_do", args=[evening.pk])
    assert desk.post(act, sent)["Location"] == door_of(table)
    assert "A card fell" not in page(desk, "league:cockpit_table", evening.pk, table.pk)


def test_a_finished_table_shows_its_result_and_nothing_to_take_away(
    evening: Evening, desk: Client, clock: Clock
) -> None:
    table = evening.tables.select_related("match").get(round=1, number=1)
    play(table, clock())
    html = page(desk, "league:cockpit_table", evening.pk, table.pk)
    assert "over" in html
    assert 'value="break_off"' not in html
    assert 'value="substitute"' not in html


def test_a_table_of_another_evening_is_not_found(
    evening: Evening, competition: Competition, desk: Client, clock: Clock
) -> None:
    other = plan_evening(competition, clock())
    table = evening.tables.first()
    assert desk.get(reverse("league:cockpit_table", args=[other.pk, table.pk])).status_code == 404
