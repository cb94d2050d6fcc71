"""A case whose arbiter may no longer decide it goes back to the queue, and keeps nobody from deleting the account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Membership, Notice, Player, Role
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, State
from games.table.log.models import Match, Seat
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import PASSWORD, Clock
from tests.league.conftest import enter_all

pytestmark = pytest.mark.django_db


def lose_role(arbiter: Player, match: Match) -> None:
    Membership.objects.filter(club=match.club, player=arbiter).update(role=Role.MEMBER)


def lose_account(arbiter: Player, match: Match) -> None:
    Player.objects.filter(pk=arbiter.pk).update(is_active=False)


def sit_down(arbiter: Player, match: Match) -> None:
    Seat.objects.filter(match=match, number=3).update(player=arbiter)


def take_part(arbiter: Player, match: Match) -> None:
    enter_all(match.league_table.evening.competition, [[arbiter]])


BARRED = [lose_role, lose_account, sit_down, take_part]


@pytest.mark.parametrize("bar", BARRED)
def test_a_case_goes_back_to_the_queue(
    bar: Callable[[Player, Match], None], taken_case: Case, arbiters: list[Player], match: Match, clock: Clock
) -> None:
    assert services.release_cases(now=clock.now) == 0
    bar(arbiters[0], match)
    assert (services.release_cases(now=clock.now), services.release_cases(now=clock.now)) == (1, 0)
    taken_case.refresh_from_db()
    assert (taken_case.state, taken_case.arbiter) == (State.OPEN, None)
    line = AuditEntry.objects.get(case=taken_case.pk, what="released")
    assert line.actor is None
    taken = services.take_case(case_id=taken_case.pk, arbiter=arbiters[1], now=clock.now)
    assert taken.arbiter == arbiters[1]


def test_an_appeal_goes_back_and_the_first_arbiter_stays_named(
    taken_case: Case,
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    match: Match,
    clock: Clock,
) -> None:
    rule(taken_case, arbiters[0], RulingKind.STANDS)
    services.appeal(case_id=taken_case.pk, player=seated_players[1], text="No.", now=clock.now)
    services.take_case(case_id=taken_case.pk, arbiter=arbiters[1], now=clock.now)
    lose_role(arbiters[1], match)
    assert services.release_cases(now=clock.now) == 1
    taken_case.refresh_from_db()
    assert (taken_case.state, taken_case.arbiter, taken_case.appeal_arbiter) == (
        State.APPEALED,
        arbiters[0],
        None,
    )


def test_who_runs_the_club_is_told_again_that_nobody_takes_it(
    file: Callable[..., Case], arbiters: list[Player], secretary: Player, match: Match, clock: Clock
) -> None:
    """They were told before an arbiter took it."""
    case, late = file(), clock.now + timedelta(days=9)
    assert services.escalate(now=late) == 1
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=late)
    lose_role(arbiters[0], match)
    services.release_cases(now=late)
    assert services.escalate(now=late) == 1
    told = Notice.objects.filter(player=secretary, subject__startswith="Nobody takes")
    assert told.count() == 2


@pytest.mark.parametrize("bar", [lose_role, sit_down, take_part])
def test_the_account_can_be_deleted(
    bar: Callable[[Player, Match], None], taken_case: Case, arbiters: list[Player], match: Match
) -> None:
    bar(arbiters[0], match)
    sent = {"password": PASSWORD, "sure": "on"}
    assert client_of(arbiters[0]).post("/me/delete/", sent).status_code == 302
    taken_case.refresh_from_db()
    assert (taken_case.state, taken_case.arbiter) == (State.OPEN, None)


def test_the_case_can_be_given_back(taken_case: Case, arbiters: list[Player], match: Match) -> None:
    """By an arbiter of the club who takes part in the competition since; the page has the button."""
    take_part(arbiters[0], match)
    client = client_of(arbiters[0])
    address = f"/desk/{taken_case.pk}/give-back/"
    assert address in client.get(f"/desk/{taken_case.pk}/").content.decode()
    assert client.post(address).status_code == 302
    taken_case.refresh_from_db()
    assert taken_case.state == State.OPEN
