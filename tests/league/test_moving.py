"""Promises of moving an evening in the cockpit: a refused form keeps what was typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

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
