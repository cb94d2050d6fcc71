"""After the last deal of a round the phone says where its player goes next, and leads there once the round is open."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league.models import Evening, LeagueTable
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.duplicate.conftest import draw_evening_of
from tests.league.playing import play

pytestmark = pytest.mark.django_db


def end_of_match(table: LeagueTable, player: Player) -> str:
    """What the end of the match says."""
    return client_of(player).get(f"/t/{table.match.code}/next/").content.decode()


@pytest.mark.parametrize("rules", [{"counting": "matchpoints"}, {}], ids=["same cards", "own cards"])
def test_the_phone_sends_its_player_to_the_next_table(
    league_club: object, secretary: Player, clock: Clock, rules: dict[str, str]
) -> None:
    evening: Evening = draw_evening_of(league_club, 4, secretary, clock(), rules=rules, options={"rounds": 1})
    first = open_round(evening, secretary, clock())
    player = first[0].seats.get(number=0).player
    for table in first:
        play(table, clock())
    open_finished_rounds(now=clock())
    page = client_of(player).get(f"/t/{first[0].match.code}/").content.decode()
    assert f'hx-get="/t/{first[0].match.code}/next/"' in page
    before = end_of_match(first[0], player)
    seat = player.league_seats.get(table__evening=evening, table__round=2)
    assert "Round 1 is over at this table. Round 2: table " in before
    assert f"table {seat.table.number}, " in before
    assert ("north-south" in before or "east-west" in before) == bool(rules)
    opponents = seat.table.seats.exclude(entrant=seat.entrant).order_by("number")
    assert f"against {' – '.join(opponents.values_list('player__nickname', flat=True))}." in before
    assert "hx-trigger" in before
    assert "/t/" not in before.partition(">")[2]
    of_evening = client_of(player).get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert 'id="next-seat"' in of_evening
    assert of_evening.index('id="next-seat"') < of_evening.index("against")
    second = open_round(evening, secretary, clock())
    after = end_of_match(first[0], player)
    there = next(table for table in second if table.pk == seat.table_id)
    assert f'href="/t/{there.match.code}/"' in after
    assert "hx-trigger" not in after
    for table in second:
        play(table, clock())
    assert "That was your last table of the evening." in end_of_match(there, player)
    stranger = client_of(secretary).get(f"/t/{first[0].match.code}/next/")
    assert "Round 2" not in stranger.content.decode()
