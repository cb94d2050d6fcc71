"""Nobody decides about a result of their own pair, also where somebody else or a bot sat for them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Membership, Player, Role
from games.disputes import access, services
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, CaseKind
from games.disputes.queries import case_of, queue, waiting_for
from games.league.models import LeagueTable, TableSeat
from games.league.services.evenings.same_cards import open_finished_rounds
from games.table.log.models import Round
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import play
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Clock:
    """The real time, as pages use it."""
    return Clock(timezone.now())


@pytest.fixture
def tables(evening_of: Made, secretary: Player, clock: Clock) -> list[LeagueTable]:
    """The two tables of a round that is over; a substitute sat for the first player of the first table."""
    evening = evening_of(4, rounds=1)
    first = evening.tables.order_by("number").first()
    seat = TableSeat.objects.get(table=first, number=0)
    [instead] = make_players(["Instead Ina"])
    seat.player, seat.played_by = instead, "substitute"
    seat.save()
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock())
    assert open_finished_rounds(now=clock()) == 1
    return list(evening.tables.order_by("number"))


def absent(table: LeagueTable) -> Player:
    """The player for whom the substitute sat."""
    entrant = table.seats.get(number=0).entrant
    return entrant.members.exclude(player=table.seats.get(number=2).player_id).get().player


def appoint(*people: Player) -> None:
    """Make them the arbiters of their club, and nobody else."""
    Membership.objects.filter(role=Role.ARBITER).update(role=Role.MEMBER)
    Membership.objects.filter(player__in=people).update(role=Role.ARBITER)


def file_case(table: LeagueTable, by: Player, clock: Clock) -> Case:
    """A case about the last round of the table."""
    row = Round.objects.filter(match=table.match_id).order_by("number").last()
    return services.file_case(
        round_id=row.pk, player=by, kind=CaseKind.BONUS, text="Counted wrong.", now=clock()
    )


def test_the_pair_for_which_a_substitute_sat_decides_nothing(tables: list[LeagueTable], clock: Clock) -> None:
    one, _other = tables
    concerned = absent(one)
    appoint(concerned)
    case = file_case(one, one.seats.get(number=1).player, clock)
    code = refusal(lambda: services.take_case(case_id=case.pk, arbiter=concerned, now=clock()))
    assert code == DisputeRefusal.OWN_RESULT
    assert access.arbiters_for(case_of(case.pk)) == frozenset()
    assert waiting_for(concerned) == 0
    assert not any(row.may_take for row in queue(arbiter=concerned, now=clock()))
    assert client_of(concerned).get(reverse("disputes:desk_case", args=[case.pk])).status_code == 404
    assert "Counted wrong." not in client_of(concerned).get(f"/cases/{case.pk}/").content.decode()


def test_a_result_on_the_same_deal_decides_only_where_nobody_else_can(
    tables: list[LeagueTable], clock: Clock
) -> None:
    one, other = tables
    compared = other.seats.get(number=0).player
    case = file_case(one, one.seats.get(number=1).player, clock)
    waits = absent(one).memberships.get().club
    [third] = make_players(["Third Theo"])
    Membership.objects.create(club=waits, player=third, role=Role.ARBITER, since=clock())
    appoint(compared, third)
    said = "You have a result on the same deal yourself"
    desk = reverse("disputes:desk_case", args=[case.pk])
    assert access.rights_of(compared, case_of(case.pk), clock()).why_not_take in (
        DisputeRefusal.OWN_LEAGUE,
        DisputeRefusal.SAME_DEAL,
    )
    assert said not in client_of(third).get(desk).content.decode()
    appoint(compared)
    assert said in client_of(compared).get(desk).content.decode()
    assert services.take_case(case_id=case.pk, arbiter=compared, now=clock()).arbiter == compared
