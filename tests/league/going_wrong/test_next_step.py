"""The cockpit names the next thing to do, and a refusal where the tap was."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from accounts.models import Player
from games.league.errors import LeagueRefusal
from games.league.evenings.cockpit import FORMS
from games.league.models import Competition, Entrant, Evening
from games.league.services import name_director
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.going_wrong.conftest import fresh
from tests.league.playing import play_rounds, write_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_cockpit_names_the_next_thing_to_do_and_only_that(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    desk = client_of(secretary)
    evening = plan_evening(competition, clock())
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
        play_rounds(evening.tables.select_related("match").get(round=number), 4, clock())
    do("close")
    assert offered() == []


def test_a_refused_tap_shows_the_cockpit_afresh_with_the_reason(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    desk = client_of(secretary)
    answer = desk.post(f"/e/{evening.pk}/cockpit/do/", {"do": "open", "version": 99})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert answer["Refusal-Code"] == LeagueRefusal.CHANGED_MEANWHILE
    assert "Somebody changed this evening meanwhile." in page
    assert f'name="version" value="{fresh(evening).version}"' in page
    assert 'form="next" name="do" value="open"' in page


def test_every_form_of_the_cockpit_gets_its_version_from_the_part_that_is_exchanged(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Planned with a director, drawn, open with a latecomer, and closed: no form keeps the page's first version."""
    desk = client_of(secretary)
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    address = f"/e/{evening.pk}/cockpit/"
    found: set[str] = set()

    def check() -> None:
        page = desk.get(address).content.decode()
        exchanged = desk.get(f"{address}tables/").content.decode()
        forms = re.findall(rf'<form id="([^"]+)" method="post" action="{address}do/"', page)
        versions = dict(re.findall(r'form="([^"]+)" name="version" value="([0-9]+)"', exchanged))
        assert page.count(f'action="{address}do/"') == len(forms)
        assert 'type="hidden" name="version"' not in page
        assert {versions[form] for form in forms} == {f"{fresh(evening).version}"}
        found.update(forms)

    name_director(evening_id=evening.pk, director=members[9], actor=secretary, now=clock())
    check()
    draw_evening(evening)
    check()
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    check()
    sign_up(
        evening, [entrants[4]], secretary, clock() + timedelta(minutes=1)
    )  # late: what does round 1 count?
    check()
    write_sheet(table, (100, 62), now=clock())
    close_evening(evening, secretary, clock())
    check()
    always = {form for form in FORMS if form != "substitute"}  # here all play with real cards
    assert found >= always
