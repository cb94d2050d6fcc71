"""Benchmark of the arbiters' queue with very many disputed rounds."""

from __future__ import annotations

from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import found_club
from tests.bench.figures import Figure
from tests.bench.league import SOURCES, best_of
from tests.disputes.many import arbiter_with_cases

CASES = 2_000


@override_settings(STORAGES={**settings.STORAGES, "staticfiles": SOURCES})
def measure_disputes() -> list[Figure]:
    """The figures of disputes; the database holds the cases afterwards."""
    now = timezone.now()
    owner, arbiter = (
        Player.objects.create(username=name, nickname=name) for name in ("Queue owner", "Queue arbiter")
    )
    club = found_club(name="Quarrelsome", slug="quarrelsome", owner=owner, at=now)
    arbiter_with_cases(club, arbiter, CASES, now)
    client = Client(headers={"host": "localhost"})
    client.force_login(arbiter)

    def page() -> None:
        assert client.get(reverse("disputes:desk")).status_code == 200

    page()
    return [Figure(f"queue of {CASES:,} cases, the whole page", best_of(page), "ms", 150)]
