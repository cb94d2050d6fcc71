"""The hint to install comes after the second evening, without a club after matches on two days, never before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.club_clock import club_clock
from games.league.models import Competition, Entrant, Evening
from tests.house.addresses import client_of
from tests.league.conftest import closed, drawn, opened, planned, sign_up
from tests.league.playing import play
from tests.league.written_evenings import held
from tests.table.tables import finished

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)
CLUB = "/c/troefboer/"
NINE_IN_THE_EVENING = datetime(2026, 3, 14, 20, tzinfo=UTC)


def hinted(client: Client, page: str = "/") -> bool:
    return 'id="install"' in client.get(page).content.decode()


def test_without_a_club_it_comes_with_the_second_match_on_another_day(
    make_player: Callable[..., Player],
) -> None:
    players = [make_player(f"Guest {number}") for number in range(4)]
    client = client_of(players[0])
    assert not hinted(client)
    for later in (timedelta(0), timedelta(hours=1), timedelta(hours=3, minutes=30)):
        finished(players, NINE_IN_THE_EVENING + later)
        assert not hinted(client)  # the last of the three after midnight, on the same evening
    finished(players, NINE_IN_THE_EVENING + A_DAY)
    assert hinted(client)
    client.post("/me/install-hint/off/")
    assert not hinted(client)


def test_matches_beside_the_evenings_of_a_club_bring_no_hint(members: list[Player]) -> None:
    client = client_of(members[0])
    for day in range(4):
        finished(members[:4], NINE_IN_THE_EVENING + day * A_DAY)
    assert not hinted(client)
    assert not hinted(client, CLUB)


def test_for_a_member_it_comes_after_the_second_evening(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    """The matches of the second evening are over, and only when it is closed the hint is there."""
    here, absent = client_of(members[0]), client_of(members[8])
    now = club_clock.now()
    held(competition, entrants[:4], secretary, now - 8 * A_DAY, (100, 62))
    assert not hinted(here)
    second = planned(competition, now - A_DAY + timedelta(hours=2))
    sign_up(second, entrants[:4], secretary, now - A_DAY)
    drawn(second)
    for _round in range(competition.rounds):
        for table in opened(second, secretary, now):
            play(table, now)
        assert not hinted(here)
        assert not hinted(here, CLUB)
    closed(second, secretary, now)
    assert hinted(here)
    assert hinted(here, CLUB)
    assert not hinted(absent)
    assert not hinted(absent, CLUB)
    here.post("/me/install-hint/off/")
    assert not hinted(here)
    assert not hinted(here, CLUB)


def test_an_evening_nobody_closes_is_over_the_next_day(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    now = club_clock.now()
    for ago in (15, 8):
        held(competition, entrants[:4], secretary, now - ago * A_DAY, (100, 62))
    assert hinted(client_of(members[0]))
    Evening.objects.update(status=Evening.Status.DRAWN)
    assert hinted(client_of(members[0]))
    Evening.objects.filter(number=2).update(starts_at=now + timedelta(hours=2))
    assert not hinted(client_of(members[0]))
