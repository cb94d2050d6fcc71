"""The cockpit names the next thing to do, and a refusal where the tap was."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening
from tests.league.conftest import planned, sign_up
from tests.league.going_wrong.conftest import Now, fresh
from tests.league.playing import played

pytestmark = pytest.mark.django_db


def test_the_cockpit_names_the_next_thing_to_do_and_only_that(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    address = f"/e/{evening.pk}/cockpit/"

    def offered() -> list[str]:
        page = desk.get(address).content.decode()
        return re.findall(r'form="next" name="do" value="(\w+)"', page)

    def do(what: str) -> None:
        assert offered() == [what]
        answer = desk.post(f"{address}do/", {"do": what, "version": fresh(evening).version})
        assert answer.status_code == 302

    do("draw")
    for number in (1, 2):
        do("open")
        do("start")
        assert offered() == []
        played(evening.tables.select_related("match").get(round=number), 4, clock())
    do("close")
    assert offered() == []


def test_a_refused_tap_shows_the_cockpit_afresh_with_the_reason(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    answer = desk.post(f"/e/{evening.pk}/cockpit/do/", {"do": "open", "version": 99})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert answer["Refusal-Code"] == LeagueRefusal.CHANGED_MEANWHILE
    assert "Somebody changed this evening meanwhile." in page
    assert f'name="version" value="{fresh(evening).version}"' in page
    assert 'form="next" name="do" value="open"' in page
