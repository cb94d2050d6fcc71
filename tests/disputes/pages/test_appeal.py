"""An appeal from the page of the case to the second ruling, by the pages of the players and of both arbiters."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Notice, Player
from games.disputes.models import Case, State
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.disputes.conftest import round_of
from tests.disputes.pages.conftest import preview_ruling

pytestmark = pytest.mark.django_db


def preview_and_rule(desk: Client, case: Case, kind: str, **fields: object) -> None:
    """Preview a ruling and confirm it."""
    status, form, _page = preview_ruling(desk, case, kind, **fields)
    assert status == 200
    assert desk.post(f"/desk/{case.pk}/rule/", form).status_code == 302


def test_another_arbiter_decides_an_appeal_and_the_round_counts_as_ruled_then(
    taken_case: Case, desk: Client, match: Match, seated_players: list[Player], arbiters: list[Player]
) -> None:
    """Round 1 was 100 : 62. The first arbiter makes it 140 : 62, the second 100 : 62 again."""
    preview_and_rule(desk, taken_case, "bonus", points_0=40)
    assert round_of(match).points == [140, 62, 140, 62]
    loser = client_of(seated_players[1])
    page = loser.get(f"/cases/{taken_case.pk}/").content.decode()
    assert f'action="/cases/{taken_case.pk}/appeal/"' in page
    assert loser.post(f"/cases/{taken_case.pk}/appeal/", {"text": ""}).status_code == 422
    answer = loser.post(f"/cases/{taken_case.pk}/appeal/", {"text": "No roem lay there."}, follow=True)
    assert "Another arbiter will decide." in answer.content.decode()
    assert f'action="/cases/{taken_case.pk}/appeal/"' not in answer.content.decode()

    first = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert f'action="/desk/{taken_case.pk}/take/"' not in first
    assert "Whoever ruled first does not decide the appeal." in first
    assert desk.post(f"/desk/{taken_case.pk}/take/").status_code == 403

    other = client_of(arbiters[1])
    assert f"/desk/{taken_case.pk}/" in other.get("/desk/").content.decode()
    assert "No roem lay there." in other.get(f"/desk/{taken_case.pk}/").content.decode()
    assert other.post(f"/desk/{taken_case.pk}/take/").status_code == 302
    preview_and_rule(other, taken_case, "stands")
    taken_case.refresh_from_db()
    assert taken_case.state == State.FINAL
    assert [ruling.actor_id for ruling in taken_case.rulings.order_by("at", "pk")] == [
        each.pk for each in arbiters
    ]
    assert round_of(match).points == [100, 62, 100, 62]
    score = (
        other.get(f"/desk/{taken_case.pk}/")
        .content.decode()
        .partition('id="score"')[2]
        .partition("</section>")[0]
    )
    assert [row.count("decided on appeal") for row in score.split("is-ruling")[1:]] == [0, 1]
    for player in seated_players:
        seen = client_of(player).get(f"/cases/{taken_case.pk}/")
        assert seen.status_code == 200
        assert f'action="/cases/{taken_case.pk}/appeal/"' not in seen.content.decode()


def test_who_appealed_takes_it_back_until_an_arbiter_has_it(
    taken_case: Case, desk: Client, match: Match, seated_players: list[Player], arbiters: list[Player]
) -> None:
    """The first ruling, 140 : 62, is final then; the others of the table and the arbiters are told."""
    preview_and_rule(desk, taken_case, "bonus", points_0=40)
    loser, other = client_of(seated_players[1]), client_of(arbiters[1])
    address = f"/cases/{taken_case.pk}/appeal/withdraw/"
    loser.post(f"/cases/{taken_case.pk}/appeal/", {"text": "No roem lay there."})
    assert round_of(match).status == Round.Status.REVIEW
    assert f'action="{address}"' in loser.get(f"/cases/{taken_case.pk}/").content.decode()
    assert address not in client_of(seated_players[3]).get(f"/cases/{taken_case.pk}/").content.decode()
    assert client_of(seated_players[3]).post(address).status_code == 403

    other.post(f"/desk/{taken_case.pk}/take/")
    assert address not in loser.get(f"/cases/{taken_case.pk}/").content.decode()
    refused = loser.post(address)
    assert (refused.status_code, refused.headers["Refusal-Code"]) == (409, "taken_already")
    other.post(f"/desk/{taken_case.pk}/give-back/")

    told = loser.post(address, follow=True).content.decode()
    assert "The first ruling is final." in told
    assert "withdrawn" in told
    taken_case.refresh_from_db()
    assert (taken_case.state, taken_case.deadline) == (State.FINAL, None)
    assert (round_of(match).points, round_of(match).status) == ([140, 62, 140, 62], Round.Status.CLOSED)
    assert loser.post(address).status_code == 409
    refused = loser.post(f"/cases/{taken_case.pk}/appeal/", {"text": "Again."})
    assert (refused.status_code, refused.headers["Refusal-Code"]) == (422, "one_appeal")
    notices = Notice.objects.filter(subject__startswith="Appeal withdrawn")
    concerned = {*seated_players, *arbiters} - {seated_players[1]}
    assert {notice.player for notice in notices} == concerned
    lines = [line.what for line in other.get("/trail/").context["rows"]]
    assert lines[0] == "appeal_withdrawn"
