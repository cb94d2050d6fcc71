"""Promises of planning and moving an evening: a refused form keeps what was typed, the past is asked about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.league import services
from games.league.evenings.forms import LOCAL_TIME, EveningForm
from games.league.models import Competition
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import plan_evening

pytestmark = pytest.mark.django_db


def test_a_move_without_a_reason_comes_back_open_with_the_new_date(
    competition: Competition, desk: Client, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    before = evening.starts_at
    typed = {
        "do": "move",
        "version": evening.version,
        "move-starts_at": "2026-04-02T19:30",
        "move-held": "2026-04-02T19:30",
        "move-deadline": "2026-04-02T12:00",
        "move-place": "Café Zuid",
        "reason": "",
    }
    answer = desk.post(reverse("league:cockpit_do", args=[evening.pk]), typed)
    html = answer.content.decode()
    assert answer.status_code >= 400
    assert 'name="move-starts_at" value="2026-04-02T19:30"' in html
    assert shown.hidden_value(html, "move-held") == "2026-04-02T19:30"
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


@pytest.mark.parametrize(
    ("moved_to", "deadline"),
    [
        ("2099-03-31T21:00", datetime(2099, 3, 31, 11, tzinfo=UTC)),  # the clock was put forward in between
        ("2099-03-26T20:00", datetime(2099, 3, 26, 11, tzinfo=UTC)),
    ],
)
def test_a_deadline_that_is_left_alone_moves_with_the_start(
    desk: Client, competition: Competition, moved_to: str, deadline: datetime
) -> None:
    evening = services.plan_evening(
        competition=competition,
        starts_at=datetime(2099, 3, 24, 19, tzinfo=UTC),
        deadline=datetime(2099, 3, 24, 11, tzinfo=UTC),
    )
    moved = {"do": "move", "version": evening.version, "reason": "Flood", "move-place": ""}
    when = {"move-starts_at": moved_to, "move-deadline": "2099-03-24T12:00"}

    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), {**moved, **when}).status_code == 302

    evening.refresh_from_db()
    assert evening.deadline == deadline


def test_a_deadline_that_would_have_passed_becomes_the_new_start(competition: Competition) -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    starts_at, deadline = now + timedelta(days=5), now + timedelta(days=1)
    evening = services.plan_evening(competition=competition, starts_at=starts_at, deadline=deadline)
    sooner = now + timedelta(days=2)
    shown_deadline = f"{timezone.localtime(deadline):{LOCAL_TIME}}"
    typed = {
        "starts_at": f"{timezone.localtime(sooner):{LOCAL_TIME}}",
        "deadline": shown_deadline,
        "place": "",
    }

    form = EveningForm(typed, instance=evening)

    assert form.is_valid(), form.errors
    assert form.cleaned_data["deadline"] == sooner


def test_a_start_in_the_past_is_asked_about_once_for_the_whole_series(
    desk: Client, competition: Competition
) -> None:
    address = reverse("league:league_manage", args=[competition.pk])
    plan = {"do": "evening", "evening-times": "2", "evening-weeks": "1"}
    plan["evening-starts_at"] = "2026-03-03T20:00"
    answer = desk.post(address, plan)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count("3 March 2026 is over. Plan it all the same?") == 1
    assert not competition.evenings.exists()
    plan["evening-held"] = shown.hidden_value(html, "evening-held")
    assert desk.post(address, plan | {"evening-starts_at": "2026-03-04T20:00"}).status_code == 422
    assert not competition.evenings.exists()
    assert desk.post(address, plan).status_code == 302
    assert competition.evenings.count() == 2


def test_a_move_into_the_past_is_asked_about_and_another_place_is_not(
    desk: Client, competition: Competition
) -> None:
    begun = datetime(2026, 3, 2, 19, tzinfo=UTC)
    evening = services.plan_evening(competition=competition, starts_at=begun, deadline=begun)
    door = reverse("league:cockpit_do", args=[evening.pk])
    move = {"do": "move", "version": evening.version, "reason": "Flood", "move-place": "Café Zuid"}
    answer = desk.post(door, move | {"move-starts_at": "2026-03-03T20:00"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count("3 March 2026 is over. Plan it all the same?") == 1
    assert html.count('role="alert"') == 1
    evening.refresh_from_db()
    assert (evening.starts_at, evening.place) == (begun, "")
    held = {"move-held": shown.hidden_value(html, "move-held")}
    assert desk.post(door, move | {"move-starts_at": "2026-03-03T20:00"} | held).status_code == 302
    evening.refresh_from_db()
    assert (evening.starts_at.day, evening.place) == (3, "Café Zuid")
    again = move | {"version": evening.version, "move-place": "", "move-starts_at": "2026-03-03T20:00"}
    assert desk.post(door, again).status_code == 302
