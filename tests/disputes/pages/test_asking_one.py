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
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def notices_of(player: Player) -> list[Notice]:
    return list(Notice.objects.filter(player=player))


def ask(desk: Client, case: Case, *players: Player) -> int:
    whom = " ".join(f"{player.pk}" for player in players)
    return desk.post(f"/desk/{case.pk}/ask/", {"whom": whom}).status_code


def test_the_desk_offers_each_side_and_each_player_who_did_not_complain(
    taken_case: Case, desk: Client, seated_players: list[Player]
) -> None:
    html = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    one, other = seated_players[1], seated_players[3]
    assert f'value="{one.pk} {other.pk}"' in html
    for player in seated_players[1:]:
        assert f'value="{player.pk}"' in html
    assert f'value="{seated_players[0].pk}"' not in html


def test_one_player_is_asked_and_the_others_are_not_told(
    taken_case: Case, desk: Client, seated_players: list[Player], clock: Clock, match: Match
) -> None:
    before = {player: len(notices_of(player)) for player in seated_players}
    assert ask(desk, taken_case, seated_players[1]) == 302
    new = {player: len(notices_of(player)) - before[player] for player in seated_players}
    assert [new[player] for player in seated_players] == [0, 1, 0, 0]
    page = client_of(seated_players[1]).get(f"/cases/{taken_case.pk}/")
    assert page.status_code == 200
    html = page.content.decode()
    assert "You are asked what you saw" in html
    assert "My roem was not counted." not in html, "what was complained of is not quoted"
    assert queries.asked_of(seated_players[1], clock.now) == 1
    for other in seated_players[2:]:
        shown = client_of(other).get(f"/cases/{taken_case.pk}/").content.decode()
        assert "You are asked" not in shown
        assert queries.asked_of(other, clock.now) == 0
        assert not queries.my_cases(player=other, now=clock.now)
        assert queries.cases_of_match(match, reader=other) == ()
        refused = client_of(other).post(f"/cases/{taken_case.pk}/answer/", {"text": "I saw it"})
        assert refused.status_code in (403, 404, 409)
    answered = client_of(seated_players[1]).post(
        f"/cases/{taken_case.pk}/answer/", {"text": "Nothing lay there."}
    )
    assert answered.status_code == 302
    at_desk = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert "Nothing lay there." in at_desk
    assert f"Asked so far: {seated_players[1].nickname}." in at_desk
    assert f'value="{seated_players[1].pk}"' not in at_desk


def test_after_one_the_others_are_asked_and_nobody_is_told_twice(
    taken_case: Case, desk: Client, seated_players: list[Player]
) -> None:
    assert ask(desk, taken_case, seated_players[1], seated_players[3]) == 302
    before = {player: len(notices_of(player)) for player in seated_players}
    assert ask(desk, taken_case) == 302
    assert [len(notices_of(player)) - before[player] for player in seated_players] == [0, 0, 1, 0]
    taken_case.refresh_from_db()
    assert taken_case.answers_asked_at is not None
    assert "id_whom" not in desk.get(f"/desk/{taken_case.pk}/").content.decode()


def test_only_who_waits_at_the_table_can_be_asked(
    taken_case: Case, desk: Client, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    for stranger in (seated_players[0], arbiters[1]):
        assert ask(desk, taken_case, stranger) == 422
    for nobody in ("x", "0", f"0 {seated_players[1].pk}"):
        assert desk.post(f"/desk/{taken_case.pk}/ask/", {"whom": nobody}).status_code == 422
    taken_case.refresh_from_db()
    assert taken_case.answers_asked_at is None
    about = {"case_id": taken_case.pk, "arbiter": arbiters[0], "now": clock.now}
    assert (
        refusal(lambda: services.ask_for_answers(players=[seated_players[0].pk], **about))
        == DisputeRefusal.UNREADABLE
    )
    services.ask_for_answers(players=[seated_players[1].pk], **about)
    services.ask_for_answers(players=[seated_players[1].pk], **about)
    assert taken_case.questions.count() == 1


def test_the_table_settles_only_what_everybody_knows_of(
    taken_case: Case, desk: Client, seated_players: list[Player]
) -> None:
    ask(desk, taken_case, seated_players[1])
    assert client_of(seated_players[1]).post(f"/cases/{taken_case.pk}/settle/").status_code == 409
    case = queries.case_of(taken_case.pk)
    assert access.askable(case) == {seated_players[2].pk, seated_players[3].pk}


def test_who_was_asked_about_an_accusation_reads_no_more_than_before(
    file: Callable[..., Case],
    desk: Client,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = file(kind=CaseKind.CONDUCT, text="Xena cheats.")
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    ask(desk, case, seated_players[1])
    html = client_of(seated_players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert "Xena cheats." not in html
    assert client_of(seated_players[2]).get(f"/cases/{case.pk}/").content.decode().count("Your answer") == 0
