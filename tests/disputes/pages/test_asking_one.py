"""An arbiter asks one player or one side: the others know no more of the case than before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Notice, Player
from games.disputes import access, queries, services
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, CaseKind
from games.table.log.models import Match
from tests.conftest import Clock
from tests.house.addresses import client_of
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def notices_of(player: Player) -> list[Notice]:
    return list(Notice.objects.filter(player=player))


def asked(desk: Client, case: Case, *players: Player) -> int:
    whom = " ".join(f"{player.pk}" for player in players)
    return desk.post(f"/desk/{case.pk}/ask/", {"whom": whom}).status_code


def test_the_desk_offers_each_side_and_each_player_who_did_not_complain(
    taken: Case, desk: Client, sitting: list[Player]
) -> None:
    html = desk.get(f"/desk/{taken.pk}/").content.decode()
    one, other = sitting[1], sitting[3]
    assert f'value="{one.pk} {other.pk}"' in html
    for player in sitting[1:]:
        assert f'value="{player.pk}"' in html
    assert f'value="{sitting[0].pk}"' not in html


def test_one_player_is_asked_and_the_others_are_not_told(
    taken: Case, desk: Client, sitting: list[Player], clock: Clock, match: Match
) -> None:
    before = {player: len(notices_of(player)) for player in sitting}
    assert asked(desk, taken, sitting[1]) == 302
    new = {player: len(notices_of(player)) - before[player] for player in sitting}
    assert [new[player] for player in sitting] == [0, 1, 0, 0]
    page = client_of(sitting[1]).get(f"/cases/{taken.pk}/")
    assert page.status_code == 200
    html = page.content.decode()
    assert "You are asked what you saw" in html
    assert "My roem was not counted." not in html, "what was complained of is not quoted"
    assert queries.asked_of(sitting[1], clock.now) == 1
    for other in sitting[2:]:
        shown = client_of(other).get(f"/cases/{taken.pk}/").content.decode()
        assert "You are asked" not in shown
        assert queries.asked_of(other, clock.now) == 0
        assert not queries.my_cases(player=other, now=clock.now)
        assert queries.cases_of_match(match, reader=other) == ()
        refused = client_of(other).post(f"/cases/{taken.pk}/answer/", {"text": "I saw it"})
        assert refused.status_code in (403, 404, 409)
    answered = client_of(sitting[1]).post(f"/cases/{taken.pk}/answer/", {"text": "Nothing lay there."})
    assert answered.status_code == 302
    at_desk = desk.get(f"/desk/{taken.pk}/").content.decode()
    assert "Nothing lay there." in at_desk
    assert f"Asked so far: {sitting[1].nickname}." in at_desk
    assert f'value="{sitting[1].pk}"' not in at_desk


def test_after_one_the_others_are_asked_and_nobody_is_told_twice(
    taken: Case, desk: Client, sitting: list[Player]
) -> None:
    assert asked(desk, taken, sitting[1], sitting[3]) == 302
    before = {player: len(notices_of(player)) for player in sitting}
    assert asked(desk, taken) == 302
    assert [len(notices_of(player)) - before[player] for player in sitting] == [0, 0, 1, 0]
    taken.refresh_from_db()
    assert taken.answers_asked_at is not None
    assert "id_whom" not in desk.get(f"/desk/{taken.pk}/").content.decode()


def test_only_who_waits_at_the_table_can_be_asked(
    taken: Case, desk: Client, sitting: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    for stranger in (sitting[0], arbiters[1]):
        assert asked(desk, taken, stranger) == 422
    for nobody in ("x", "0", f"0 {sitting[1].pk}"):
        assert desk.post(f"/desk/{taken.pk}/ask/", {"whom": nobody}).status_code == 422
    taken.refresh_from_db()
    assert taken.answers_asked_at is None
    about = {"case_id": taken.pk, "arbiter": arbiters[0], "now": clock.now}
    assert (
        refusal(lambda: services.ask_for_answers(players=[sitting[0].pk], **about))
        == DisputeRefusal.UNREADABLE
    )
    services.ask_for_answers(players=[sitting[1].pk], **about)
    services.ask_for_answers(players=[sitting[1].pk], **about)
    assert taken.questions.count() == 1


def test_the_table_settles_only_what_everybody_knows_of(
    taken: Case, desk: Client, sitting: list[Player]
) -> None:
    asked(desk, taken, sitting[1])
    assert client_of(sitting[1]).post(f"/cases/{taken.pk}/settle/").status_code == 409
    case = queries.case_of(taken.pk)
    assert access.askable(case) == {sitting[2].pk, sitting[3].pk}


def test_who_was_asked_about_an_accusation_reads_no_more_than_before(
    file: Callable[..., Case], desk: Client, sitting: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    case = file(kind=CaseKind.CONDUCT, text="Xena cheats.")
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    asked(desk, case, sitting[1])
    html = client_of(sitting[1]).get(f"/cases/{case.pk}/").content.decode()
    assert "Xena cheats." not in html
    assert client_of(sitting[2]).get(f"/cases/{case.pk}/").content.decode().count("Your answer") == 0
