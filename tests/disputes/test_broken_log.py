"""A case about a match whose log cannot be replayed: the arbiter gets a sentence, the case stays readable."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import Player
from games.disputes import services
from games.disputes.models import Case
from games.table.log import loading
from games.table.log.models import Action, Match
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


@pytest.mark.parametrize(
    ("kind", "data"), [("table", {"do": "nobody knows this"}), ("game", {"do": "nobody knows this"})]
)
def test_a_log_that_cannot_be_replayed_gives_a_sentence(
    file: Callable[..., Case],
    arbiters: list[Player],
    match: Match,
    clock: Clock,
    kind: str,
    data: dict[str, str],
) -> None:
    case = services.take_case(case_id=file().pk, arbiter=arbiters[0], now=clock.now)
    desk, fields = client_of(arbiters[0]), {"kind": "stands", "reason": "It was so.", "rule": "1.6"}
    match.refresh_from_db()
    with transaction.atomic():
        Action.objects.create(match=match, seq=match.seq + 1, kind=kind, data=data, at=clock.now)
        Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
        loading.forget_all()
        for answer in (
            desk.get(f"/desk/{case.pk}/"),
            desk.post(f"/desk/{case.pk}/preview/", fields),
            desk.post(f"/desk/{case.pk}/rule/", fields),
        ):
            assert (answer.status_code, answer["Refusal-Code"]) == (422, "log_broken")
            assert "cannot be read" in answer.content.decode()
        assert desk.get(f"/cases/{case.pk}/").status_code == 200
        transaction.set_rollback(True)
