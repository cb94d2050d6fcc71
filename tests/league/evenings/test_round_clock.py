"""The clock of the round is the same on every screen: it is counted from its stored end, or stands while paused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, RoundClock
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import plan_evening
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], clock: Clock) -> Evening:
    return plan_evening(competition, clock())


def test_a_pause_keeps_what_is_left_and_an_extension_adds_to_it(evening: Evening, clock: Clock) -> None:
    about, start = {"evening_id": evening.pk}, clock()
    services.start_clock(minutes=45, now=start, **about)
    services.pause_clock(now=start + timedelta(minutes=40), **about)
    services.pause_clock(now=start + timedelta(minutes=44), **about)
    assert RoundClock.objects.get().left == 300
    services.extend_clock(minutes=5, now=start + timedelta(minutes=50), **about)
    services.resume_clock(now=start + timedelta(minutes=60), **about)
    services.resume_clock(now=start + timedelta(minutes=65), **about)
    assert RoundClock.objects.get().ends_at == start + timedelta(minutes=70)
    services.extend_clock(minutes=5, now=start + timedelta(minutes=90), **about)
    assert RoundClock.objects.get().ends_at == start + timedelta(minutes=95)
    services.remove_clock(**about)
    assert not RoundClock.objects.exists()


@pytest.mark.parametrize("minutes", [0, 601])
def test_no_clock_without_an_end(evening: Evening, clock: Clock, minutes: int) -> None:
    said = refusal(lambda: services.start_clock(evening_id=evening.pk, minutes=minutes, now=clock()))
    assert said == LeagueRefusal.UNREADABLE


def test_two_screens_and_a_reload_show_one_end(evening: Evening, members: list[Player], desk: Client) -> None:
    door = reverse("league:round_clock", args=[evening.pk])
    state = reverse("league:round_clock_state", args=[evening.pk])
    screen = client_of(members[0])
    assert screen.get(state).json()["ends"] is None
    assert desk.post(door, {"do": "start", "minutes": "45"}).status_code == 302
    ends = {client.get(state).json()["ends"] for client in (screen, desk, screen)}
    assert len(ends) == 1
    assert f'data-ends="{ends.pop()}"' in screen.get(door).content.decode()
    assert screen.post(door, {"do": "pause"}).status_code == 403
    desk.post(door, {"do": "pause"})
    paused = screen.get(state).json()
    assert paused["ends"] is None
    assert 44 * 60 < paused["left"] <= 45 * 60


def test_five_minutes_more_tapped_twice_on_one_page_are_five(evening: Evening, desk: Client) -> None:
    door = reverse("league:round_clock", args=[evening.pk])
    state = reverse("league:round_clock_state", args=[evening.pk])
    desk.post(door, {"do": "start", "minutes": "45"})
    late_in_a_millisecond = RoundClock.objects.get().ends_at.replace(microsecond=999_900)
    RoundClock.objects.update(ends_at=late_in_a_millisecond)
    for pause in (False, True):
        if pause:
            desk.post(door, {"do": "pause"})
        shown = desk.get(state).json()
        end, unit = ("left", 1) if pause else ("ends", 1000)
        assert f'name="seen" value="{shown[end]}"' in desk.get(door).content.decode()
        for _tap in range(2):
            desk.post(door, {"do": "extend", "minutes": "5", "seen": str(shown[end])})
        assert desk.get(state).json()[end] == shown[end] + 300 * unit
