"""The recipient of an invitation is cleared when it is closed, and never shown to others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.errors import AccountRefusal
from accounts.invitations import (
    RETENTION,
    VALID_FOR,
    close_expired,
    invitation_of,
    invitations_of,
    invites_to,
    join_by,
    withdraw_invitation,
)
from accounts.models import Club, Player
from accounts.models.clubs import MailedInvitation
from accounts.personal_data import data_of, erase_account
from accounts.services import create_club
from tests.accounts.invitations.conftest import What, invite, member_log
from tests.accounts.mail.sending import send_due
from tests.conftest import Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


def test_a_withdrawn_invitation_is_not_sent_and_its_link_and_address_are_cleared(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invitation = invite(club, players[0], clock)
    token = invitation_of(invitation)
    for _twice in range(2):
        withdraw_invitation(club=club, number=invitation.pk, actor=players[0], now=clock())
    assert send_due(clock()) == 0
    expect_refused(
        AccountRefusal.INVITATION_OVER, join_by, token=token, club=club, player=players[2], now=clock()
    )
    invitation.refresh_from_db()
    assert (invitation.address, invitation.outcome) == ("", "withdrawn")
    assert member_log(club) == [(players[0].pk, What.INVITED), (players[0].pk, What.WITHDREW)]
    other = create_club(name="Elsewhere", slug="elsewhere", owner=players[3], at=clock())
    given = {"number": invitation.pk, "actor": players[3], "now": clock()}
    expect_refused(AccountRefusal.NO_SUCH_INVITATION, withdraw_invitation, club=other, **given)


def test_the_steward_clears_expired_invitations_and_deletes_them_after_a_year(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invitation = invite(club, players[0], clock)
    clock.now += VALID_FOR
    assert not invites_to(invitation_of(invitation), club, now=clock())
    assert invitations_of(club, now=clock()) == []
    assert close_expired(clock()) == 1
    assert close_expired(clock()) == 0
    (shown,) = invitations_of(club, now=clock())
    assert (shown.address, shown.outcome) == ("", "expired")
    clock.now += RETENTION + timedelta(seconds=1)
    close_expired(clock())
    assert not MailedInvitation.objects.exists()


def test_erasure_clears_greetings_and_invitations_to_the_players_address(
    club: Club, players: list[Player], clock: Clock
) -> None:
    bram, cleo = players[1], players[2]
    EmailAddress.objects.create(user=cleo, email="Cleo@example.org", verified=True)
    to_cleo = invite(club, players[0], clock, address="cleo@example.org", name="C.")
    by_bram = invite(club, bram, clock, greeting="Zonnebloemen in mei")
    erase_account(player=cleo, now=clock())
    erase_account(player=bram, now=clock())
    to_cleo.refresh_from_db()
    by_bram.refresh_from_db()
    assert (to_cleo.address, to_cleo.outcome) == ("", "withdrawn")
    assert (by_bram.greeting, by_bram.closed_at) == ("", None)
    assert send_due(clock()) == 1
    assert "N.N." in mail.outbox[0].body
    assert "Bram" not in mail.outbox[0].body


def test_the_export_contains_invitations_sent_and_received_without_addresses(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, daan = players
    EmailAddress.objects.create(user=cleo, email="Cleo@example.org", verified=True)
    EmailAddress.objects.create(user=daan, email="kees@example.org", verified=False)
    invite(club, anna, clock, address="cleo@example.org")
    invite(club, anna, clock)
    got = data_of(cleo, now=clock())["invitations"]
    assert got == [{"club": "De Roem", "at": clock(), "outcome": ""}]
    assert data_of(daan, now=clock())["invitations"] == []
    written = data_of(anna, now=clock())
    assert [each["greeting"] for each in written["invitations_written"]] == ["Donderdag?"] * 2
    assert "example.org" not in str(written)
