"""A case in a club without an arbiter who can decide it: owners and secretaries are asked to name one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.clubs.roles import set_role
from accounts.models import Membership, Notice, Player, Role
from accounts.services import add_member
from games.disputes.models import Case
from games.disputes.ruling_kinds import RulingKind
from games.table.log.models import Match
from tests.conftest import Clock
from tests.house.addresses import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Clock:
    """The real time, as pages use it."""
    return Clock(timezone.now())


@pytest.fixture
def owner(match: Match, make_player: Callable[..., Player], clock: Clock) -> Player:
    made = make_player("Owner Oda")
    add_member(club=match.club, player=made, role=Role.OWNER, at=clock.now)
    return made


def asked_for_one(match: Match) -> dict[int, Notice]:
    """The notices that ask for an arbiter, by player."""
    found = Notice.objects.filter(subject=f"{match.club.name} needs an arbiter")
    return {notice.player_id: notice for notice in found}


def test_a_complaint_without_an_arbiter_asks_owner_and_secretary_for_one(
    match: Match, sitting: list[Player], owner: Player, secretary: Player
) -> None:
    """The first complaint does, the second about the same does not; the round is not named."""
    address = f"/t/{match.code}/round/1/wrong/"
    wrong = {"kind": "bonus", "text": "My roem was not counted."}
    page = client_of(sitting[0]).post(address, wrong, follow=True).content.decode()
    assert "This club has no arbiter yet" in page
    assert "the owner and the secretary of the club" in page
    assert "An arbiter will look at it." not in page
    found = asked_for_one(match)
    assert {owner.pk, secretary.pk} <= set(found)
    assert found[owner.pk].url == f"/c/{match.club.slug}/members/"
    assert match.code not in found[owner.pk].text
    client_of(sitting[2]).post(address, wrong)
    assert Notice.objects.filter(subject__endswith="needs an arbiter", player=owner).count() == 1


def test_an_arbiter_named_later_is_told_of_the_cases_that_wait(
    file: Callable[..., Case],
    match: Match,
    sitting: list[Player],
    members: list[Player],
    owner: Player,
    clock: Clock,
) -> None:
    case = file()
    for named in (sitting[1], next(player for player in members if player not in sitting)):
        set_role(club=match.club, player=named, role=Role.ARBITER, actor=owner, now=clock.now)
    told = Notice.objects.filter(url=f"/cases/{case.pk}/", text__contains="this case waits for one")
    assert [notice.player for notice in told] == [named]
    assert "no arbiter yet" not in client_of(sitting[0]).get(f"/cases/{case.pk}/").content.decode()


def test_an_appeal_without_a_second_arbiter_asks_for_one(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    match: Match,
    sitting: list[Player],
    arbiters: list[Player],
    owner: Player,
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    assert asked_for_one(match) == {}
    Membership.objects.filter(club=match.club, player=arbiters[1]).delete()
    wrong = {"text": "It lay there."}
    page = client_of(sitting[0]).post(f"/cases/{case.pk}/appeal/", wrong, follow=True).content.decode()
    assert "This club has no second arbiter yet" in page
    assert "Another arbiter will decide." not in page
    assert owner.pk in asked_for_one(match)
    set_role(club=match.club, player=sitting[3], role=Role.ARBITER, actor=owner, now=clock.now)
    add_member(club=match.club, player=arbiters[1], role=Role.MEMBER, at=clock.now)
    set_role(club=match.club, player=arbiters[1], role=Role.ARBITER, actor=owner, now=clock.now)
    told = Notice.objects.filter(text__contains="this case waits for one")
    assert [notice.player for notice in told] == [arbiters[1]]
