"""A case and a penalty name those who sat there in that round, whoever took a seat over later."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.mentions import mention
from accounts.models import Notice, Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import CaseKind
from games.league import services as league_services
from games.league.models import Competition, Entrant
from games.league.queries import season_table
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import open_round
from tests.league.conftest import change_rules, plan_and_draw
from tests.league.playing import play_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


def test_a_penalty_about_round_two_is_the_members_who_left_after_it(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    members: list[Player],
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    """Rounds 1 and 2 are played, a substitute takes seat 1 for round 3, then the case about round 2 is ruled.

    Substitutes keep their own points: the penalty of 70 lies on the row of the member.
    """
    change_rules(competition, substitute="substitute")
    evening = plan_and_draw(competition, entrants[:4], secretary, clock.now)
    (table,) = open_round(evening, secretary, clock.now)
    play_rounds(table, 2, clock.now)
    seat = table.seats.select_related("player").get(number=1)
    absent, instead = seat.player, members[10]
    evening.refresh_from_db()
    league_services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=absent,
        instead=instead,
        actor=secretary,
        now=clock.now,
    )
    play_rounds(table, 4, clock.now)
    before = {row.entrant: row.total for row in season_table(competition).rows}
    asker = table.seats.get(number=0).player
    case = services.file_case(
        round_id=table.match.rounds.get(number=2).pk,
        player=asker,
        kind=CaseKind.CONDUCT,
        text="It was loud.",
        now=clock.now,
    )
    arbiter = make_player("Wise Wil")
    add_member(club=competition.season.club, player=arbiter, role=Role.ARBITER, at=clock.now)
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    form = client_of(arbiter).get(f"/desk/{case.pk}/?kind=penalty").content.decode()
    assert f'<option value="1">{absent.nickname}</option>' in form
    assert f'<option value="1">{instead.nickname}</option>' not in form
    services.give_ruling(
        case_id=case.pk,
        arbiter=arbiter,
        wanted=RulingRequest(RulingKind.PENALTY, seat=1, amount=-70),
        reason="So.",
        rule="6",
        now=clock.now,
    )
    after = {row.entrant: row.total for row in season_table(competition).rows}
    changed = {
        entrant: after[entrant] - total for entrant, total in before.items() if after[entrant] != total
    }
    assert changed == {seat.entrant_id: -70}
    text = Notice.objects.get(player=asker, subject__startswith="Ruling").text
    assert text.endswith(f"{mention(absent.pk)}: −70.")
    shown = client_of(asker).get(f"/cases/{case.pk}/").content.decode()
    assert f"{absent.nickname}: −70" in shown
