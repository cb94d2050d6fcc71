"""The member's own standing at the top: place, points missing, and next opponent."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import override

from accounts.models import Player
from games.league.models import Competition, Entrant
from games.league.queries import season_table
from games.league.seasons.display import Neighbour, Outlook, outlook_of
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import (
    close_evening,
    draw_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.playing import play_rounds, write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def played_competition(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> Competition:
    """One evening of two rounds at one table: each round's first pair wins by 1200 to 408."""
    competition.rules = {"best_of": 1, "minimum_evenings": 1, "attendance": "free"}
    competition.save()
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    for _round in range(2):
        (table,) = open_round(evening, secretary, clock(), on_paper=True)
        write_sheet(table, (300, 102), now=clock())
    close_evening(evening, secretary, clock())
    return competition


def outlooks(competition: Competition) -> dict[int, Outlook]:
    table = season_table(competition)
    return {row.entrant: outlook_of(competition, table, row) for row in table.rows}


def test_the_place_and_the_points_to_the_next_one_are_those_of_the_table(
    played_competition: Competition, entrants: list[Entrant], clock: Clock
) -> None:
    found = outlooks(played_competition)
    rows = {row.place: row for row in season_table(played_competition).rows if row.place is not None}
    table = season_table(played_competition)
    leader, last = rows[1], rows[max(rows)]
    assert leader.total > last.total
    ahead = found[leader.entrant]
    assert (ahead.place, ahead.total, ahead.neighbour and ahead.neighbour.where) == (1, leader.total, "below")
    (*_, behind) = [row for row in table.rows if row.place is not None and row.place < last.place]
    assert found[last.entrant].neighbour == Neighbour(
        table.name(behind.entrant), behind.place, "above", behind.total - last.total
    )


def test_several_who_are_level_are_counted(played_competition: Competition, entrants: list[Entrant]) -> None:
    table = season_table(played_competition)
    level = tuple(replace(row, place=1, total=100) for row in table.rows)
    outlook = outlook_of(played_competition, replace(table, rows=level), level[0])
    page = {"outlook": outlook, "is_you": True, "season": SimpleNamespace(archived_at=None)}
    said = render_to_string("league/seasons/_outlook.html", page)
    assert f"Level on points with {len(level) - 1} others." in said


@pytest.mark.parametrize(
    ("points", "said"), [(1, "<b>1</b> punt achter Anna"), (2, "<b>2</b> punten achter Anna")]
)
def test_one_point_is_one_point_in_dutch(points: int, said: str) -> None:
    outlook = Outlook(2, 4, 100, Neighbour("Anna", 1, "above", points), 0, None, None, None, None)
    page = {"outlook": outlook, "is_you": True, "season": SimpleNamespace(archived_at=None)}
    with override("nl"):
        assert said in render_to_string("league/seasons/_outlook.html", page)


def test_what_is_missing_is_said(
    played_competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    found = outlooks(played_competition)
    assert all(found[entrant.pk].short == (0 if entrant in entrants[:4] else 1) for entrant in entrants)
    assert all(each.counts_above is None for each in found.values()), "no further evening is planned"
    plan_evening(played_competition, clock())
    found = outlooks(played_competition)
    assert found[entrants[0].pk].counts_above == found[entrants[0].pk].total
    assert found[entrants[9].pk].counts_above is None


def test_the_next_evening_is_one_to_come_rather_than_one_that_nobody_closed(
    played_competition: Competition, entrants: list[Entrant]
) -> None:
    bygone, coming = (
        plan_evening(played_competition, timezone.now() + timedelta(days=days)) for days in (-9, 2)
    )
    assert outlooks(played_competition)[entrants[0].pk].evening == coming
    coming.delete()
    assert outlooks(played_competition)[entrants[0].pk].evening == bygone


@pytest.mark.slow
def test_the_next_table_is_the_first_that_is_not_over(
    played_competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    client: Client,
) -> None:
    evening = plan_evening(played_competition, clock())
    assert outlooks(played_competition)[entrants[5].pk].comes is None
    sign_up(evening, entrants[4:8], secretary, clock())
    assert outlooks(played_competition)[entrants[5].pk].comes is True
    assert outlooks(played_competition)[entrants[5].pk].table is None
    draw_evening(evening)

    def sitting(round_number: int) -> dict[int, str]:
        seats = evening.tables.get(round=round_number).seats.select_related("player")
        return {seat.number: seat.player.nickname for seat in seats.order_by("number")}

    (first,) = evening.tables.filter(round=1)
    own = first.seats.get(number=0)
    next_one = outlooks(played_competition)[own.entrant_id].table
    names = sitting(1)
    assert next_one is not None
    assert (next_one.round, next_one.number, next_one.code) == (1, 1, "")
    assert (next_one.partners, next_one.opponents) == ((names[2],), (names[1], names[3]))
    client.force_login(own.player)
    for page in (
        reverse("league:league", args=[played_competition.pk]),
        reverse("league:entrant", args=[played_competition.pk, own.entrant_id]),
    ):
        told = client.get(page).content.decode()
        assert 'id="outlook"' in told
        assert f"against {names[1]} – {names[3]}" in told

    (table,) = open_round(evening, secretary, clock())
    assert outlooks(played_competition)[own.entrant_id].table.code == table.match.code
    play_rounds(table, 4, clock())
    assert outlooks(played_competition)[own.entrant_id].table.round == 2
    client.force_login(secretary)
    assert (
        'id="outlook"'
        not in client.get(reverse("league:league", args=[played_competition.pk])).content.decode()
    )


def test_scores_of_an_evening_are_told_by_round_with_their_unit(
    played_competition: Competition, entrants: list[Entrant], members: list[Player], clock: Clock
) -> None:
    plan_evening(played_competition, clock())
    address = reverse("league:entrant", args=[played_competition.pk, entrants[0].pk])
    page = shown.client_of(members[0]).get(address, headers={"accept-language": "nl"}).content.decode()
    assert re.search(r"Ronde 1: [\d.]+ punten · Ronde 2: [\d.]+ punten", page)
    assert re.search(r"De laagste avond die meetelt is [\d.]+ punten\.", page)
    next_evening = played_competition.evenings.latest("number").starts_at
    with override("nl"):
        assert date_format(localtime(next_evening), "DATETIME_FORMAT") in page
