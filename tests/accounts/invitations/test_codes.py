"""A join code is valid until it is replaced, switched off or expired."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.errors import AccountRefusal
from accounts.invitations import (
    LETTERS,
    VALID_FOR,
    as_code,
    code_typed,
    could_be_code,
    invitation_of,
    invitation_to,
    invites_to,
    join_by,
    switch_code_off,
)
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import JoinCode
from accounts.services import create_club
from games.trail import AuditEntry
from tests.accounts.invitations.conftest import What, create_code, invite, member_log
from tests.at_once import at_once
from tests.conftest import Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


def test_a_code_is_accepted_in_any_case_with_dashes_and_misread_letters(
    club: Club, players: list[Player], clock: Clock
) -> None:
    code = create_code(club, players[0], clock)
    assert set(code.code) <= set(LETTERS)
    JoinCode.objects.update(code="KRBS7Q4Z")
    for typed in ("krbs-7q4z", " KRBS 7Q4Z ", "k r b s 7 q 4 z", "KR85-7042", "krbs—7q4z"):
        assert code_typed(typed=typed, now=clock()).club == club
        assert could_be_code(typed)
    assert not could_be_code("ABCDEF")
    expect_refused(AccountRefusal.CODE_UNKNOWN, code_typed, typed="KRBS-7Q4X", now=clock())


def test_misread_characters_are_not_used_in_codes() -> None:
    assert as_code(LETTERS) == LETTERS
    assert not set(LETTERS) & set("0O1IL2568AEUY")
    assert len(LETTERS) ** 8 > 2**36


def test_a_new_code_invalidates_the_old_one_and_a_code_can_be_switched_off(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, _daan = players
    old = create_code(club, anna, clock)
    link = invitation_of(old)
    assert invites_to(link, club, now=clock())
    new = create_code(club, anna, clock, instead_of=old.code)
    assert new.code != old.code
    expect_refused(AccountRefusal.CODE_UNKNOWN, code_typed, typed=old.code, now=clock())
    expect_refused(AccountRefusal.INVITATION_OVER, join_by, token=link, club=club, player=cleo, now=clock())
    link = invitation_of(new)
    switch_code_off(club=club, actor=anna, now=clock())
    switch_code_off(club=club, actor=anna, now=clock())
    expect_refused(AccountRefusal.CODE_UNKNOWN, code_typed, typed=new.code, now=clock())
    expect_refused(AccountRefusal.INVITATION_OVER, join_by, token=link, club=club, player=cleo, now=clock())
    assert member_log(club) == [
        (anna.pk, What.CODE_MADE),
        (anna.pk, What.CODE_MADE),
        (anna.pk, What.CODE_OFF),
    ]


def test_a_code_lasts_a_month(club: Club, players: list[Player], clock: Clock) -> None:
    code = create_code(club, players[0], clock)
    link = invitation_of(code)
    clock.now += VALID_FOR - timedelta(seconds=1)
    assert code_typed(typed=code.code, now=clock()) == code
    clock.now += timedelta(seconds=1)
    expect_refused(AccountRefusal.CODE_UNKNOWN, code_typed, typed=code.code, now=clock())
    assert not invites_to(link, club, now=clock())
    assert create_code(club, players[0], clock).code != code.code


def test_a_code_makes_members_and_of_guests_club_guests(
    club: Club, players: list[Player], guest: Player, clock: Clock
) -> None:
    link = invitation_of(create_code(club, players[0], clock))
    for player in (players[2], players[2], guest):
        join_by(token=link, club=club, player=player, now=clock())
    roles = Membership.objects.filter(club=club, player__in=[players[2], guest]).order_by("player")
    assert [(each.role, each.since) for each in roles] == [(Role.MEMBER, clock()), (Role.GUEST, clock())]
    joined = [(players[2].pk, What.BY_CODE), (guest.pk, What.BY_CODE)]
    assert member_log(club) == [(players[0].pk, What.CODE_MADE), *joined]
    assert list(AuditEntry.objects.order_by("pk").values_list("what", flat=True)) == [
        "made_a_join_code",
        "joined_by_the_code",
        "joined_by_the_code",
    ]


def test_two_secretaries_on_the_same_page_make_one_code(
    club: Club, players: list[Player], clock: Clock
) -> None:
    first = create_code(club, players[0], clock)
    second = create_code(club, players[1], clock)
    assert second.code == first.code
    assert JoinCode.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_requests_make_one_code(club: Club, players: list[Player], clock: Clock) -> None:
    codes = at_once(
        *(partial(lambda by: create_code(club, by, clock).code, by=player) for player in players[:2])
    )
    assert codes == [JoinCode.objects.get().code] * 2
    assert len(member_log(club)) == 1


def test_a_code_or_invitation_of_one_club_is_invalid_for_another(
    club: Club, players: list[Player], clock: Clock
) -> None:
    other = create_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    ways = [
        invitation_to(club),
        invitation_of(create_code(club, players[0], clock)),
        invitation_of(invite(club, players[0], clock)),
    ]
    for token in ways:
        assert invites_to(token, club, now=clock())
        assert not invites_to(token, other, now=clock())
        assert not invites_to(token + "x", club, now=clock())
