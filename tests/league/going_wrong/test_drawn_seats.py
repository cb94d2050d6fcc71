"""The seats of an evening's table are the club's draw: at the table itself nobody can change them or add
bots.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from games.league.models import Evening
from games.table import services as table_services
from games.table.log.errors import TableRefusal
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.going_wrong.conftest import table_not_started
from tests.table.tables import refusal as told

pytestmark = pytest.mark.django_db


def test_nobody_draws_the_seats_of_an_evening_anew(evening: Evening, secretary: Player, clock: Clock) -> None:
    table = table_not_started(evening, secretary, clock)
    drawn = list(table.match.seats.values_list("number", "player"))
    player = table.seats.select_related("player").get(number=0).player
    answer = client_of(player).post(f"/t/{table.match.code}/draw/")
    assert told(answer) == TableRefusal.SEATS_DRAWN
    assert list(table.match.seats.values_list("number", "player")) == drawn


def test_only_the_director_brings_bots_to_an_evening(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    here, gone = (table.seats.select_related("player").get(number=number).player for number in (0, 3))
    table_services.leave_seat(match_id=table.match_id, player=gone)
    answer = client_of(here).post(f"/t/{table.match.code}/bots/")
    assert told(answer) == TableRefusal.SEATS_DRAWN
    assert table.match.seats.count() == 3


def test_the_page_of_such_a_table_invites_nobody_and_says_who_draws(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    here, gone = (table.seats.select_related("player").get(number=number).player for number in (0, 3))
    page = page_of(client_of(here), table.match.code)
    assert "/start/" in page
    table_services.leave_seat(match_id=table.match_id, player=gone)
    without_one = page_of(client_of(here), table.match.code)
    for offered in (page, without_one):
        assert not re.search(r'action="[^"]*/(draw|bots)/"', offered)
        assert "The club drew these seats." in offered
        assert 'class="invite-code"' not in offered, "a stranger with the link would sit at the club's table"


def page_of(reader: Client, code: str) -> str:
    return reader.get(f"/t/{code}/").content.decode()
