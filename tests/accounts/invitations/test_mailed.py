"""An invitation by mail goes through the outbox and can be used once."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.errors import AccountRefusal
from accounts.invitations import MAX_INVITATIONS_A_DAY, invitations_of, join_by, withdraw_invitation
from accounts.mailing import MAX_DELIVERY_TIME
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import MailedInvitation
from accounts.models.messages import QueuedMessage
from accounts.services import create_club
from tests.accounts.invitations.conftest import What, invite, member_log
from tests.accounts.mail.failing import failing
from tests.accounts.mail.sending import send_due
from tests.conftest import Clock
from tests.refused import expect_refused

pytestmark = pytest.mark.django_db


def test_an_invitation_is_mailed_and_its_link_works_once(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, _bram, cleo, daan = players
    invitation = invite(club, anna, clock)
    assert not mail.outbox
    assert send_due(clock()) == 1
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["kees@example.org"], "Anna invites you to De Roem")
    assert message.body.startswith(
        "Hello Kees,\n\nAnna invites you to the card club De Roem.\n\n“Donderdag?”"
    )
    assert "works once, until 13 April 2026." in message.body
    token = next(line for line in message.body.splitlines() if "/join/" in line).split("/")[-2]
    join_by(token=token, club=club, player=cleo, now=clock())
    assert Membership.objects.get(club=club, player=cleo).role == Role.MEMBER
    expect_refused(AccountRefusal.INVITATION_OVER, join_by, token=token, club=club, player=daan, now=clock())
    invitation.refresh_from_db()
    fields = (
        invitation.address,
        invitation.name,
        invitation.greeting,
        invitation.used_by,
        invitation.outcome,
    )
    assert fields == ("", "", "", cleo, "used")
    assert member_log(club) == [(anna.pk, What.INVITED), (cleo.pk, What.BY_MAIL)]


@pytest.mark.parametrize(("chosen", "begins"), [("nl", "Hallo Kees,"), ("", "Hello Kees,")])
def test_an_invitation_is_in_the_known_language_of_the_recipient(
    club: Club, players: list[Player], clock: Clock, chosen: str, begins: str
) -> None:
    Player.objects.filter(pk=players[2].pk).update(language=chosen)
    EmailAddress.objects.create(user=players[2], email="kees@example.org", verified=True)
    invite(club, players[0], clock)
    send_due(clock())
    assert mail.outbox[0].body.startswith(begins)


def test_an_unknown_recipient_is_invited_in_the_language_of_the_sender(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invite(club, players[0], clock, language="nl", name="")
    send_due(clock())
    assert mail.outbox[0].subject == "Anna nodigt je uit voor De Roem"
    assert mail.outbox[0].body.startswith("Hallo,\n")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "kees",
        "kees@",
        "kees@example",
        "k@e.org\nBcc: x@e.org",
        "a@b.org, c@d.org",
        f"{'k' * 60}@{'e' * 200}.org",
    ],
)
def test_an_invalid_address_is_refused_and_nothing_is_stored(
    club: Club, players: list[Player], clock: Clock, address: str
) -> None:
    given = {"club": club, "actor": players[0], "clock": clock, "address": address}
    expect_refused(AccountRefusal.ADDRESS_WRONG, invite, **given)
    assert not QueuedMessage.objects.exists()
    assert not member_log(club)


def test_typed_name_and_greeting_are_plain_text_of_one_line(
    club: Club, players: list[Player], clock: Clock
) -> None:
    club.name = "De Roem\r\nBcc: x@example.org"
    club.save()
    greeting = 'Tot snel\r\nSubject: x\n<b hx-get="/">{player:1}</b>'
    invite(club, players[0], clock, greeting=greeting, name="K\nees")
    assert send_due(clock()) == 1
    (message,) = mail.outbox
    assert message.subject == "Anna invites you to De Roem Bcc: x@example.org"
    assert message.recipients() == ["kees@example.org"]
    assert 'Tot snel Subject: x <b hx-get="/">{player:1}</b>' in message.body
    assert message.content_subtype == "plain"
    assert "\nBcc:" not in str(message.message()).partition("\n\n")[0]


def test_an_address_has_one_open_invitation_and_a_day_has_a_limit(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invite(club, players[0], clock)
    again = {"club": club, "actor": players[1], "clock": clock, "address": "KEES@example.org"}
    expect_refused(AccountRefusal.INVITED_ALREADY, invite, **again)
    for number in range(MAX_INVITATIONS_A_DAY - 1):
        invite(club, players[number % 2], clock, address=f"m{number}@example.org")
    more = {"clock": clock, "address": "more@example.org"}
    expect_refused(AccountRefusal.INVITED_ENOUGH, invite, club=club, actor=players[1], **more)
    for each in MailedInvitation.objects.filter(closed_at=None):
        withdraw_invitation(club=club, number=each.pk, actor=players[0], now=clock())
    expect_refused(AccountRefusal.INVITED_ENOUGH, invite, club=club, actor=players[1], **more)
    clock.advance(24 * 3600)
    invite(club, players[1], clock, address="more@example.org")


def test_the_daily_limit_counts_all_clubs_of_a_player(players: list[Player], clock: Clock) -> None:
    clubs = [create_club(name=f"C{n}", slug=f"c{n}", owner=players[0], at=clock()) for n in range(3)]
    for number in range(MAX_INVITATIONS_A_DAY):
        invite(clubs[number % 3], players[0], clock, address=f"m{number}@example.org")
    expect_refused(AccountRefusal.INVITED_ENOUGH, invite, club=clubs[0], actor=players[0], clock=clock)


def test_an_undeliverable_invitation_is_given_up_and_shown_to_the_club(
    club: Club, players: list[Player], clock: Clock
) -> None:
    invite(club, players[0], clock)
    with failing(OSError("no route")):
        send_due(clock())
    (waiting,) = invitations_of(club, now=clock())
    assert waiting.queued_mail.tries == 1
    with failing(OSError("no route")):
        send_due(clock.advance(MAX_DELIVERY_TIME.total_seconds()))
    (given_up,) = invitations_of(club, now=clock())
    assert not hasattr(given_up, "queued_mail")
    assert given_up.sent_at is None
