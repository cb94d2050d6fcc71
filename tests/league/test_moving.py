"""Promises of moving an evening in the cockpit: a refused form keeps what was typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.league import services
from games.league.models import Competition
from tests.league.conftest import planned

pytestmark = pytest.mark.django_db
Now = Callable[[], datetime]


def test_a_move_without_a_reason_comes_back_open_with_the_new_date(
    competition: Competition, desk: Client, clock: Now
) -> None:
    evening = planned(competition, clock())
    before = evening.starts_at
    typed = {
        "do": "move",
        "version": evening.version,
        "move-starts_at": "2026-04-02T19:30",
        "move-deadline": "2026-04-02T12:00",
        "move-place": "Café Zuid",
        "reason": "",
    }
    answer = desk.post(reverse("league:cockpit_do", args=[evening.pk]), typed)
    html = answer.content.decode()
    assert answer.status_code >= 400
    assert 'value="2026-04-02T19:30"' in html
    assert 'value="Café Zuid"' in html
    assert '<details class="fold" open><summary>Another date or place' in html
    evening.refresh_from_db()
    assert evening.starts_at == before


def test_a_deadline_that_has_passed_is_refused_when_an_evening_is_planned(
    desk: Client, competition: Competition
) -> None:
    said = {"evening-starts_at": "2099-01-06T20:00", "evening-deadline": "2020-01-06T18:00"}
    more = {"do": "evening", "evening-times": "1", "evening-weeks": "1"}
    answer = desk.post(reverse("league:league_manage", args=[competition.pk]), {**said, **more})
    assert answer.status_code == 422
    assert "That moment has passed. Choose one to come, or leave it empty." in answer.content.decode()
    assert not competition.evenings.exists()


def test_an_evening_is_moved_with_the_deadline_that_it_had_though_it_has_passed(
    desk: Client, competition: Competition
) -> None:
    evening = services.plan_evening(
        competition=competition,
        starts_at=datetime(2099, 1, 6, 19, tzinfo=UTC),
        deadline=datetime(2020, 1, 6, 17, tzinfo=UTC),
    )
    moved = {"do": "move", "version": evening.version, "reason": "Flood", "move-place": "Café Zuid"}
    when = {"move-starts_at": "2099-01-07T20:00", "move-deadline": "2020-01-06T18:00"}
    door = reverse("league:cockpit_do", args=[evening.pk])
    assert desk.post(door, {**moved, **when}).status_code == 302
    evening.refresh_from_db()
    again = {**moved, **when, "version": evening.version, "move-deadline": "2020-01-06T18:30"}
    answer = desk.post(door, again)
    assert answer.status_code == 422
    assert "That moment has passed. Choose one to come, or leave it empty." in answer.content.decode()
    evening.refresh_from_db()
    assert (evening.place, evening.deadline.hour) == ("Café Zuid", 17)
