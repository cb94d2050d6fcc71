"""Two cases about one round: each shows the other, and their rulings add up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind
from games.table.log.models import Match, Round
from games.table.screen.narration import people_of
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import round_of
from tests.disputes.pages.conftest import preview_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


@pytest.fixture
def both(file: Callable[..., Case], arbiters: list[Player], clock: Clock) -> tuple[Case, Case]:
    """Cases about roem and conduct in round 1, 100 : 62; the second arbiter has taken the second."""
    first, second = file(0, kind=CaseKind.BONUS), file(1, kind=CaseKind.CONDUCT)
    services.take_case(case_id=second.pk, arbiter=arbiters[1], now=clock.now)
    return first, second


@pytest.fixture
def second_desk(arbiters: list[Player]) -> Client:
    """A client signed in as the second arbiter."""
    return client_of(arbiters[1])


def test_the_preview_shows_another_open_case_and_its_consequence(
    both: tuple[Case, Case], second_desk: Client
) -> None:
    first, second = both
    _status, _form, page = preview_ruling(second_desk, second, "assigned", points_0=90, points_1=72)
    assert "More than one question about this round" in page
    assert (
        f'<a href="/desk/{first.pk}/">Case {first.pk}</a>, Roem was not counted: waits for an arbiter' in page
    )
    assert "Whoever rules there starts from what your ruling leaves." in page
    assert "That is in the points already" not in page


def test_the_preview_shows_an_earlier_ruling_and_adds_to_it(
    both: tuple[Case, Case],
    second_desk: Client,
    rule: Callable[..., Case],
    arbiters: list[Player],
    match: Match,
) -> None:
    """40 for side 0 first: 140 : 62. Then 20 more for side 1: 140 : 82, not 100 : 82."""
    first, second = both
    rule(first, arbiters[0], RulingKind.BONUS, points=(40, 0))
    assert (round_of(match).points, round_of(match).status) == ([140, 62, 140, 62], Round.Status.REVIEW)
    _status, form, page = preview_ruling(second_desk, second, "bonus", points_0=0, points_1=20)
    assert f"Roem or stuk counts. {people_of(match).sides[0]}: +40" in page
    assert "That is in the points already: a ruling here starts from what counts now." in page
    assert "starts from what your ruling leaves" not in page
    assert second_desk.post(f"/desk/{second.pk}/rule/", form).status_code == 302
    assert (round_of(match).points, round_of(match).status) == ([140, 82, 140, 82], Round.Status.CLOSED)
    assert "That is in the points already" in second_desk.get(f"/desk/{second.pk}/").content.decode()


def test_a_withdrawn_case_is_not_shown(
    both: tuple[Case, Case], second_desk: Client, seated_players: list[Player], clock: Clock
) -> None:
    first, second = both
    services.withdraw(case_id=first.pk, player=seated_players[0], now=clock.now)
    _status, _form, page = preview_ruling(second_desk, second, "stands")
    assert "More than one question" not in page
