"""Figures for Prometheus, to whoever has the token."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from accounts.models.messages import AccountMail, QueuedMessage
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("token", "header"), [("", ""), ("", "Bearer "), ("t0ken", ""), ("t0ken", "Bearer t")]
)
def test_without_the_token_there_is_no_such_page(settings, token: str, header: str) -> None:
    settings.METRICS_TOKEN = token
    assert Client().get("/metrics", headers={"authorization": header}).status_code == 404


def test_the_figures_can_be_read_by_prometheus_and_stand_in_the_manual(settings, clock: Clock) -> None:
    settings.METRICS_TOKEN = "t0ken"
    mail = AccountMail.objects.create(to="a@example.org", at=clock(), until=clock())
    QueuedMessage.objects.create(account_mail=mail, next_at=clock())
    answer = Client().get("/metrics", headers={"authorization": "Bearer t0ken"})
    found = {family.name: family for family in text_string_to_metric_families(answer.content.decode())}
    assert found["club_outbox"].samples[0].value == 1
    manual = (Path(site.BASE_DIR) / "docs/operating.md").read_text()
    named = set(re.findall(r"`(club_\w+)`", manual))
    assert {name.removesuffix("_total") for name in named} == {
        name for name in found if name.startswith("club_")
    }
