"""Mail in the outbox survives its process, is sent by one steward, and is given up after a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import mailing
from accounts.mailing import LEASE, MESSAGES_A_BATCH
from accounts.mentions import mention
from accounts.models import Notice, Player
from accounts.models.messages import MAX_DELIVERY_TIME, AccountMail, QueuedMessage
from accounts.notices import notify
from accounts.personal_data import erase_account
from accounts.services import rename
from tests.accounts.mail.failing import failing
from tests.accounts.mail.sending import send_due
from tests.at_once import at_once
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(players: list[Player]) -> Player:
    return with_mail(players[0])


def with_mail(player: Player) -> Player:
    player.email = f"{player.username}@example.org"
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, verified=True)
    return player


def notify_one(player: Player, clock: Clock, **fields: object) -> None:
    notify(**{"players": [player.pk], "subject": "News", "text": "", "url": "/", "now": clock(), **fields})


def test_mail_waits_in_the_database_until_it_is_sent(reader: Player, clock: Clock) -> None:
    notify_one(reader, clock)
    assert not mail.outbox
    assert send_due(clock()) == 1
    assert [message.to for message in mail.outbox] == [[reader.email]]
    assert not QueuedMessage.objects.exists()
    assert send_due(clock()) == 0


def test_mail_taken_by_a_killed_process_is_sent_by_the_next(reader: Player, clock: Clock) -> None:
    notify_one(reader, clock)
    QueuedMessage.objects.update(next_at=clock() + LEASE, tries=1)
    assert send_due(clock()) == 0
    assert send_due(clock.advance(LEASE.total_seconds())) == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_stewards_send_each_mail_once(players: list[Player], clock: Clock) -> None:
    readers = [with_mail(player) for player in players]
    for _time in range(5):
        notify_one(readers[0], clock, players=[each.pk for each in readers])
    assert sum(at_once(*[lambda: send_due(clock())] * 2)) == 20
    assert len(mail.outbox) == 20
    assert not QueuedMessage.objects.exists()


@pytest.mark.parametrize("failure", [OSError("no route"), SMTPServerDisconnected("gone")])
def test_failed_mail_waits_longer_each_time_and_is_given_up_after_a_day(
    reader: Player,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
) -> None:
    monkeypatch.setattr(mailing.log, "propagate", True)
    monkeypatch.setattr(mailing.log.parent, "propagate", True)
    notify_one(reader, clock)
    waits = []
    while (queued := QueuedMessage.objects.first()) is not None:
        with failing(failure):
            assert send_due(clock()) == 0
        if (again := QueuedMessage.objects.first()) is not None:
            waits.append((again.next_at - clock()).total_seconds() / 60)
            clock.now = again.next_at
            assert again.tries == queued.tries + 1
    assert waits[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert clock() - Notice.objects.get().at >= MAX_DELIVERY_TIME
    assert "given up" in caplog.text
    assert "@" not in caplog.text


def test_a_refused_address_does_not_delay_other_mail(players: list[Player], clock: Clock) -> None:
    first, second = with_mail(players[0]), with_mail(players[1])
    notify_one(first, clock)
    notify_one(second, clock)
    with failing(SMTPRecipientsRefused({}), to=first.email):
        assert send_due(clock()) == 1
    assert [message.to for message in mail.outbox] == [[second.email]]
    assert QueuedMessage.objects.get().notice.player == first


def test_an_unreachable_mail_server_ends_the_batch(players: list[Player], clock: Clock) -> None:
    for player in players:
        notify_one(with_mail(player), clock)
    with failing(OSError("no route")):
        send_due(clock())
    assert sorted(QueuedMessage.objects.values_list("tries", flat=True)) == [0, 0, 0, 1]


def test_mail_that_is_no_longer_wanted_is_not_sent(players: list[Player], clock: Clock) -> None:
    off, gone = with_mail(players[0]), with_mail(players[1])
    notify_one(off, clock, players=[off.pk, gone.pk])
    Player.objects.filter(pk=off.pk).update(mail_notices=False)
    erase_account(player=gone, now=clock())
    assert send_due(clock()) == 0
    assert not mail.outbox
    assert not QueuedMessage.objects.exists()


def test_a_mail_has_the_names_current_at_sending(players: list[Player], clock: Clock) -> None:
    reader, named = with_mail(players[0]), players[1]
    notify_one(reader, clock, subject=f"{mention(named.pk)} asks", mentions=[named.pk])
    rename(player=named, nickname="Bramble")
    send_due(clock())
    assert mail.outbox[0].subject == "Bramble asks"


def test_one_batch_is_limited(reader: Player, clock: Clock) -> None:
    for _time in range(MESSAGES_A_BATCH + 3):
        notify_one(reader, clock)
    assert send_due(clock()) == MESSAGES_A_BATCH
    assert send_due(clock() + timedelta(minutes=1)) == 3


@pytest.mark.parametrize("address", ["anna@example.org", "nobody@example.org"])
def test_a_password_is_reset_while_the_mail_server_is_away(
    reader: Player, client: Client, address: str
) -> None:
    """The page answers, the mail waits and is sent when the mail server is back."""
    with failing(ConnectionRefusedError()):
        answer = client.post("/accounts/password/reset/", {"email": address})
        assert answer.status_code == 302
        now = timezone.now()
        assert send_due(now) == 0
    assert send_due(now + timedelta(minutes=2)) == 1
    assert [each.to for each in mail.outbox] == [[address]]
    assert not QueuedMessage.objects.exists()
    assert not AccountMail.objects.exists()


def test_an_expired_sign_in_code_is_not_sent(reader: Player, client: Client) -> None:
    assert client.post("/accounts/login/code/", {"email": reader.email}).status_code == 302
    assert AccountMail.objects.get().to == reader.email
    assert send_due(timezone.now() + timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT + 1)) == 0
    assert not mail.outbox
    assert not AccountMail.objects.exists()


def test_mail_about_signing_in_is_deleted_with_the_account(reader: Player, client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": reader.email})
    erase_account(player=reader, now=timezone.now())
    assert not QueuedMessage.objects.exists()
    assert not AccountMail.objects.exists()


def test_mail_about_signing_in_is_sent_without_waiting_for_the_steward(
    reader: Player,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable,
) -> None:
    calls = []
    monkeypatch.setattr("accounts.adapter.start_sending", calls.append)
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/password/reset/", {"email": reader.email})
    assert calls == [AccountMail.objects.get().at]
