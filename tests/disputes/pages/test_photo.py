"""The photo of a paper sheet at the arbiter's desk: beside the case, for those who may see the photo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.disputes.models import Case
from games.league import services as league_services
from games.league.models import LeagueTable
from games.league.queries import sheet_photo
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.league.paper.photos import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def photo(league_table: LeagueTable, secretary: Player, clock: Clock) -> str:
    """The address of the photo that the secretary has attached."""
    kept = league_services.attach_photo(
        table_id=league_table.pk, raw=png(), player=secretary, now=clock.now, for_club=True
    )
    return f"/e/{league_table.evening_id}/sheet/{league_table.pk}/photo/?{int(kept.at.timestamp())}"


def test_the_arbiter_sees_the_photo_beside_what_was_typed(taken_case: Case, desk: Client, photo: str) -> None:
    page = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert page.count(f'"{photo}"') == 2
    assert desk.get(photo)["Content-Type"] == "image/png"


def test_without_a_photo_there_is_nothing_to_open(taken_case: Case, desk: Client) -> None:
    answer = desk.get(f"/desk/{taken_case.pk}/")
    assert answer.context["photo"] is None
    assert "sheet-photo" not in answer.content.decode()


def test_staff_of_the_site_who_are_no_members_see_the_case_without_it(
    taken_case: Case, league_table: LeagueTable, photo: str, make_player: Callable[..., Player]
) -> None:
    staff = with_second_step(make_player("Site Siem", is_staff=True))
    answer = client_of(staff).get(f"/desk/{taken_case.pk}/")
    assert (answer.status_code, answer.context["photo"]) == (200, None)
    assert client_of(staff).get(photo).status_code == 404
    assert sheet_photo(league_table.match_id, staff) is None
