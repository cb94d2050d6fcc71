"""The open link of a club ends with a new one, with switching it off and with every removal of a member."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import signing

from accounts.errors import AccountRefusal
from accounts.invitations import (
    SALT,
    invitation_of,
    invitation_to,
    invites_to,
    join_by,
    remove_member,
    renew_link,
    switch_link_off,
)
from accounts.models import Club, Membership, Player
from accounts.models.clubs import MailedInvitation
from tests.accounts.invitations.conftest import What, create_code, invite, member_log
from tests.conftest import Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


def fresh(club: Club) -> Club:
    return Club.objects.get(pk=club.pk)


def test_a_removed_member_cannot_come_back_by_anything_known_before(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, _daan = players
    EmailAddress.objects.create(user=cleo, email="cleo@example.org", verified=True)
    ways = [
        invitation_to(club),
        invitation_of(create_code(club, anna, clock)),
        invitation_of(invite(club, anna, clock, address="cleo@example.org")),
    ]
    join_by(token=ways[0], club=club, player=cleo, now=clock())
    remove_member(club=club, player=cleo, actor=anna, now=clock())
    for way in ways:
        expect_refused(
            AccountRefusal.INVITATION_OVER, join_by, token=way, club=club, player=cleo, now=clock()
        )
    assert not MailedInvitation.objects.filter(closed_at=None).exists()
    assert invites_to(invitation_to(fresh(club)), club, now=clock())
    assert not Membership.objects.filter(player=cleo).exists()


def test_who_left_may_come_back_by_the_link(club: Club, players: list[Player], clock: Clock) -> None:
    cleo, link = players[2], invitation_to(club)
    join_by(token=link, club=club, player=cleo, now=clock())
    remove_member(club=club, player=cleo, actor=cleo, now=clock())
    assert join_by(token=link, club=club, player=cleo, now=clock())


def test_a_new_link_ends_the_old_one_and_a_link_can_be_switched_off(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, old = players[0], invitation_to(club)
    renew_link(club=club, actor=anna, instead_of=0, now=clock())
    renew_link(
        club=club, actor=anna, instead_of=0, now=clock()
    )  # the other secretary, on the page from before
    new = invitation_to(fresh(club))
    assert (invites_to(old, club, now=clock()), invites_to(new, club, now=clock())) == (False, True)
    switch_link_off(club=club, actor=anna, now=clock())
    switch_link_off(club=club, actor=anna, now=clock())
    assert not invites_to(new, club, now=clock())
    assert not invites_to(invitation_to(fresh(club)), club, now=clock())
    renew_link(club=club, actor=anna, instead_of=fresh(club).link_number, now=clock())
    assert invites_to(invitation_to(fresh(club)), club, now=clock())
    assert not invites_to(new, club, now=clock())
    assert [what for _player, what in member_log(club)] == [What.LINK_MADE, What.LINK_OFF, What.LINK_MADE]


def test_a_link_sent_before_links_had_numbers_works_until_the_first_new_one(
    club: Club, players: list[Player], clock: Clock
) -> None:
    sent = signing.dumps(club.pk, salt=SALT)
    assert invites_to(sent, club, now=clock())
    renew_link(club=club, actor=players[0], instead_of=0, now=clock())
    assert not invites_to(sent, club, now=clock())
