"""Staff look at seasons and change nothing: every list and page opens with each filter, no door writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Correction, Entrant, Evening, HouseRules, LeagueTable, Season
from tests.clients import client_of
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db
MODELS = (Season, Competition, Entrant, Evening, LeagueTable, Correction, HouseRules)


@pytest.fixture
def busy_evening(
    competition: Competition,
    entrants: list[Entrant],
    league_club: Club,
    secretary: Player,
    clock: Callable[[], datetime],
) -> Evening:
    """A table runs, something was corrected, and the club has house rules."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    open_round(draw_evening(evening), secretary, clock())
    said = {"actor": secretary, "now": clock()}
    services.correct(evening=evening, entrant=entrants[0], points=5, reason="a sum", **said)
    services.save_rules(club=league_club, name="Ours", game="kraken", options={}, **said)
    return evening


@pytest.fixture
def keeper(staff: Player) -> Client:
    return client_of(staff)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_it_is_shown_and_never_changed(keeper: Client, busy_evening: Evening, model: type) -> None:
    row = model.objects.first()
    name = f"admin:games_{model._meta.model_name}"
    listed = keeper.get(reverse(f"{name}_changelist"))
    assert listed.status_code == 200
    assert f"/{row.pk}/change/" in listed.content.decode()
    assert keeper.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
    assert keeper.get(reverse(f"{name}_add")).status_code == 403
    for door in ("change", "delete"):
        address = reverse(f"{name}_{door}", args=[row.pk])
        assert keeper.post(address, {"post": "yes", "name": "x"}).status_code == 403
    keeper.post(reverse(f"{name}_changelist"), {"action": "delete_selected", "_selected_action": row.pk})
    assert model.objects.filter(pk=row.pk).exists()


def test_the_lists_ask_no_more_with_more_rows(
    keeper: Client, busy_evening: Evening, django_assert_max_num_queries: Callable[..., object]
) -> None:
    for model in MODELS:
        with django_assert_max_num_queries(20):
            keeper.get(reverse(f"admin:games_{model._meta.model_name}_changelist"))
        assert admin.site.is_registered(model)
