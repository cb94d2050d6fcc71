"""The hint to install comes after the second evening, without a club after matches on two days, never before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.club_clock import club_clock
from games.league.models import Competition, Entrant, Evening
from tests.clients import client_of
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import play
from tests.league.written_evenings import hold_evening
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)
CLUB = "/c/troefboer/"
NINE_IN_THE_EVENING = datetime(2026, 3, 14, 20, tzinfo=UTC)


def has_hint(client: Client, page: str = "/") -> bool:
    return 'id="install"' in client.get(page).content.decode()


def test_without_a_club_it_comes_with_the_second_match_on_another_day(
    make_player: Callable[..., Player],
) -> None:
    players = [make_player(f"Guest {number}") for number in range(4)]
    client = client_of(players[0])
    assert not has_hint(client)
    for later in (timedelta(0), timedelta(hours=1), timedelta(hours=3, minutes=30)):
        play_table(players, NINE_IN_THE_EVENING + later)
        assert not has_hint(client)  # the last of the three after midnight, on the same evening
    play_table(players, NINE_IN_THE_EVENING + A_DAY)
    assert has_hint(client)
    client.post("/me/install-hint/off/")
    assert not has_hint(client)


def test_matches_beside_the_evenings_of_a_club_bring_no_hint(members: list[Player]) -> None:
    client = client_of(members[0])
    for day in range(4):
        play_table(members[:4], NINE_IN_THE_EVENING + day * A_DAY)
    assert not has_hint(client)
    assert not has_hint(client, CLUB)


def test_for_a_member_it_comes_after_the_second_evening(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    """The matches of the second evening are over, and only when it is closed the hint is there."""
    here, absent = client_of(members[0]), client_of(members[8])
    now = club_clock.now()
    hold_evening(competition, entrants[:4], secretary, now - 8 * A_DAY, (100, 62))
    assert not has_hint(here)
    second = plan_evening(competition, now - A_DAY + timedelta(hours=2))
    sign_up(second, entrants[:4], secretary, now - A_DAY)
    draw_evening(second)
    for _round in range(competition.rounds):
        for table in open_round(second, secretary, now):
            play(table, now)
        assert not has_hint(here)
        assert not has_hint(here, CLUB)
    close_evening(second, secretary, now)
    assert has_hint(here)
    assert has_hint(here, CLUB)
    assert not has_hint(absent)
    assert not has_hint(absent, CLUB)
    here.post("/me/install-hint/off/")
    assert not has_hint(here)
    assert not has_hint(here, CLUB)


def test_an_evening_nobody_closes_is_over_the_next_day(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player
) -> None:
    now = club_clock.now()
    for ago in (15, 8):
        hold_evening(competition, entrants[:4], secretary, now - ago * A_DAY, (100, 62))
    assert has_hint(client_of(members[0]))
    Evening.objects.update(status=Evening.Status.DRAWN)
    assert has_hint(client_of(members[0]))
    Evening.objects.filter(number=2).update(starts_at=now + timedelta(hours=2))
    assert not has_hint(client_of(members[0]))
