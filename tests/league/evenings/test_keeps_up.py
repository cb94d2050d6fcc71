"""Promises of the evening's page between two rounds: it keeps up by itself, and moves nothing while nothing changed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league.models import Competition, Entrant, Evening
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round, plan_and_draw
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    return plan_and_draw(competition, entrants[:4], secretary, clock())


def asked(client: Client, address: str) -> str:
    """The address that the page asks by itself, "" for one that does not ask."""
    page = client.get(address).content.decode()
    found = re.search(r'id="rounds-now" hx-get="([^"]+)" hx-trigger="every 20s"', page)
    return found[1] if found else ""


def test_the_page_is_sent_again_only_when_something_changed(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    address = reverse("league:evening", args=[evening.pk])
    onlooker = client_of(entrants[6].members.get().player)
    own = client_of(entrants[0].members.get().player)
    assert onlooker.get(asked(onlooker, address)).status_code == 204
    before, own_before = asked(onlooker, address), asked(own, address)
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    assert "You play now: round 1, table 1" in own.get(own_before).content.decode()
    answer = onlooker.get(before)
    assert 'id="rounds-now"' in answer.content.decode()
    before = asked(onlooker, address)
    assert onlooker.get(before).status_code == 204
    write_sheet(table, (100, 62), now=clock())
    page = onlooker.get(before).content.decode()
    assert "400 : 248" in page.partition('id="rounds-now"')[2]
    assert "400" in page.partition('id="lines-now"')[2]
    assert onlooker.get(asked(onlooker, address)).status_code == 204


def test_an_evening_that_is_over_asks_no_more(
    evening: Evening, secretary: Player, desk: Client, clock: Clock
) -> None:
    address = reverse("league:evening", args=[evening.pk])
    for _round in (1, 2):
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), now=clock())
    before = asked(desk, address)
    close_evening(evening, secretary, clock())
    answer = desk.get(before)
    assert answer.status_code == 200
    assert asked(desk, address) == ""
