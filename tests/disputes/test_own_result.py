"""Whoever's result a case is about, while somebody else sat there for them, reads no more of it than the table, and is
asked nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Membership, Notice, Player, Role
from accounts.services import add_member
from games.disputes import queries, services
from games.disputes.models import Case, CaseKind, Colour, Offence
from games.disputes.notices import notify_called
from games.league.models import LeagueTable
from games.table.log.models import Match
from games.table.log.states import DirectorCall
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import rank

pytestmark = pytest.mark.django_db

LATE = 40 * 24 * 3600


@pytest.fixture
def ranked(arbiters: list[Player], league_table: LeagueTable) -> Player:
    """The first of the two arbiters, for whom the table counts."""
    rank(arbiters[0], league_table)
    return arbiters[0]


def test_an_arbiter_sees_no_case_about_an_own_result(
    file: Callable[..., Case],
    match: Match,
    ranked: Player,
    arbiters: list[Player],
    seated_players: list[Player],
    clock: Clock,
) -> None:
    case = file()
    client = client_of(ranked)
    assert f"/{case.pk}/" not in client.get("/desk/").content.decode()
    assert client.get(f"/cases/{case.pk}/").status_code == 404
    assert queries.cases_of_match(match, reader=ranked) == ()
    assert queries.cases_of_match(match, reader=arbiters[1]) == (case,)
    services.take_case(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    (row,) = queries.queue(arbiter=ranked, now=clock.now)
    assert (row.case, row.sat_there) == (case, True)
    assert client.get(f"/cases/{case.pk}/").status_code == 200
    assert queries.cases_of_match(match, reader=ranked) == (case,)


def test_an_owner_is_not_told_that_nobody_takes_a_case_about_an_own_result(
    file: Callable[..., Case],
    league_table: LeagueTable,
    arbiters: list[Player],
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    club = league_table.evening.competition.season.club
    owners = [make_player(name) for name in ("Owner Olga", "Owner Otto")]
    for owner in owners:
        add_member(club=club, player=owner, role=Role.OWNER, at=clock.now)
    rank(owners[0], league_table)
    case = file()
    assert services.escalate(now=clock.advance(LATE)) == 1
    told = Notice.objects.filter(url=f"/cases/{case.pk}/", player__in=owners)
    assert [notice.player for notice in told] == owners[1:]
    assert client_of(owners[0]).get(f"/cases/{case.pk}/").status_code == 404
    assert client_of(owners[1]).get(f"/cases/{case.pk}/").status_code == 403


def test_no_arbiter_is_called_to_an_own_result(
    match: Match, ranked: Player, arbiters: list[Player], seated_players: list[Player], clock: Clock
) -> None:
    call = DirectorCall(seat=0, round=1, why="It hangs.", at=clock.now, seq=1)
    notify_called(match, call, by=seated_players[0].pk, now=clock.now)
    assert [notice.player for notice in Notice.objects.filter(url="/desk/#calls")] == arbiters[1:]


def test_an_arbiter_of_the_table_reads_no_case_in_the_form_of_a_card(
    file: Callable[..., Case], league_table: LeagueTable, arbiters: list[Player], seated_players: list[Player]
) -> None:
    """The form of a card names the case and those who sat there."""
    club, arbiter = league_table.evening.competition.season.club, seated_players[1]
    Membership.objects.filter(club=club, player=arbiter).update(role=Role.ARBITER)
    address = f"/c/{club.slug}/conduct/?case={file(kind=CaseKind.CONDUCT).pk}"
    assert client_of(arbiter).get(address).status_code == 404
    assert client_of(arbiters[0]).get(address).status_code == 200


def test_a_card_tells_those_of_the_table_of_no_case(
    file: Callable[..., Case],
    league_table: LeagueTable,
    arbiters: list[Player],
    seated_players: list[Player],
    clock: Clock,
) -> None:
    """Another arbiter who played there reads the card, and its case once they are asked."""
    club, case = league_table.evening.competition.season.club, file(kind=CaseKind.CONDUCT)
    Membership.objects.filter(club=club, player=seated_players[1]).update(role=Role.ARBITER)
    services.give_conduct_card(
        club=club,
        player=seated_players[2],
        colour=Colour.YELLOW,
        offence=Offence.RUDE,
        reason="Shouted.",
        arbiter=arbiters[0],
        case=case,
        now=clock.now,
    )

    def tells(player: Player) -> bool:
        page = client_of(player).get(f"/c/{club.slug}/conduct/").content.decode()
        assert "Shouted." in page
        return f"Case {case.pk}" in page

    assert tells(arbiters[1])
    assert not tells(seated_players[1])
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    assert tells(seated_players[1])
