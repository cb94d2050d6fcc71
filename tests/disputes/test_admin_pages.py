"""Staff pages of the admin about disputes: who was at the table reads no more there than at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case
from games.league.models import LeagueTable
from games.trail import AuditEntry, add_entry
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.disputes.cases import rank

pytestmark = pytest.mark.django_db

LISTS = ("case", "complaint", "answer", "ruling", "auditentry")


@pytest.fixture
def judged(
    taken_case: Case,
    file: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> Case:
    """A case with a complaint, an answer and a ruling, and a line of the trail without a case beside its own."""
    services.ask_for_answers(case_id=taken_case.pk, arbiter=arbiters[0], now=clock.now)
    services.answer(case_id=taken_case.pk, player=seated_players[1], text="It lay there.", now=clock.now)
    services.give_ruling(
        case_id=taken_case.pk,
        arbiter=arbiters[0],
        wanted=RulingRequest(RulingKind.STANDS),
        reason="Nothing lay there.",
        rule="1.6",
        now=clock.now,
    )
    add_entry(what="club_renamed", actor=None, now=clock.now, club=taken_case.club_id)
    return taken_case


def rows_of(player: Player, model: str) -> list[object]:
    """The rows of the list of that model, as the player sees it."""
    answer = client_of(player).get(f"/admin/games/{model}/")
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


@pytest.mark.parametrize("way", ["sat there", "own result"])
def test_staff_of_the_table_find_nothing_of_its_cases(
    way: str,
    judged: Case,
    league_table: LeagueTable,
    seated_players: list[Player],
    make_player: Callable[..., Player],
    staff: Player,
) -> None:
    """They read on the pages of the site what their table is told."""
    if way == "sat there":
        party = seated_players[2]
        Player.objects.filter(pk=party.pk).update(is_staff=True, is_superuser=True)
    else:
        party = make_player("Ranked Rik", is_staff=True, is_superuser=True)
        rank(party, league_table)
    with_second_step(party)
    for model in LISTS:
        found = rows_of(staff, model)
        of_case = [row for row in found if not isinstance(row, AuditEntry) or row.case == judged.pk]
        assert of_case, model
        assert rows_of(party, model) == [row for row in found if row not in of_case], model
        for row in of_case:
            address = f"/admin/games/{model}/{row.pk}/change/"
            assert client_of(staff).get(address).status_code == 200, address
            assert client_of(party).get(address).status_code == 302, address
    assert rows_of(party, "auditentry")
