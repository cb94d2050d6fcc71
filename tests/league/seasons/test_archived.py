"""Archiving a season with evenings to play: they are named first, and are shown as not played afterwards."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening
from tests.conftest import Clock
from tests.league.conftest import draw_evening, plan_evening, sign_up
from tests.league.shown import client_of, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> list[Evening]:
    """One planned, one drawn."""
    first, second = plan_evening(competition, clock()), plan_evening(competition, clock())
    sign_up(second, entrants[:8], secretary, clock())
    return [first, draw_evening(second)]


def test_the_evenings_to_play_are_named_and_need_a_tick(
    competition: Competition, evenings: list[Evening], desk: Client
) -> None:
    club, season = competition.season.club, competition.season
    shown = page(desk, "league:club", club.slug)
    assert "Still 2 evenings to play:" in shown
    assert "Individual 1, " in shown
    door = reverse("league:season_archive", args=[club.slug, season.pk])
    assert "Individual 2" in desk.post(door).content.decode()
    season.refresh_from_db()
    assert season.archived_at is None
    answer = desk.post(door, {"not_played": "on"}, follow=True)
    assert "Autumn is archived." in answer.content.decode()
    season.refresh_from_db()
    assert season.archived_at is not None


def test_nobody_is_asked_to_come_to_an_evening_of_an_archived_season(
    competition: Competition, evenings: list[Evening], members: list[Player], desk: Client, clock: Clock
) -> None:
    actor = Player.objects.get(nickname="Secretary Siem")
    services.archive_season(season=competition.season, actor=actor, now=clock())
    reader = client_of(members[0])
    for evening in evenings:
        shown = page(reader, "league:evening", evening.pk)
        assert "This evening was not played" in shown
        for words in ("I am coming", "I cannot come", "I stand by", "Who comes"):
            assert words not in shown
        assert desk.get(reverse("league:cockpit", args=[evening.pk])).status_code == 302
    for shown in (
        page(reader, "league:league", competition.pk),
        page(desk, "league:league_manage", competition.pk),
        page(reader, "home"),
    ):
        assert "open for sign" not in shown
        assert "Are you coming?" not in shown
    assert "not played" in page(reader, "league:league", competition.pk)
