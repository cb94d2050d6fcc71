"""Pages of an evening that are asked for while another request enters a player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import queries
from games.league.models import Competition, Entrant
from games.league.queries import seasons
from tests.league.conftest import draw_evening, plan_evening, sign_up
from tests.league.shown import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", ["planned", "drawn", "withdrawn"])
def test_an_entrant_newer_than_the_names_of_the_page_is_left_out(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    monkeypatch: pytest.MonkeyPatch,
    state: str,
) -> None:
    """The names were read first; then the newest entrant was stored, with its sign-up or its seat."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:16], secretary, clock())
    newest = entrants[16] if state == "drawn" else entrants[0]
    if state != "planned":
        draw_evening(evening)
        sign_up(evening, entrants[16:], secretary, clock())
    if state == "withdrawn":
        evening.sign_ups.filter(entrant=newest).update(comes=False)
    read = seasons.entrants_by_key

    def read_before(competition: Competition) -> dict[int, queries.NamedEntrant]:
        return {key: each for key, each in read(competition).items() if key != newest.pk}

    for module in (queries, seasons):
        monkeypatch.setattr(module, "entrants_by_key", read_before)
    desk = client_of(secretary)
    for name in ("cockpit", "evening", "cockpit_tables"):
        assert desk.get(reverse(f"league:{name}", args=[evening.pk])).status_code == 200, name
