"""Each kind of notice is switched for mail by itself, kept in quiet hours, and sent once by two stewards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import time

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import Notice, NoticeKind, Player
from accounts.models.messages import MAILED_KINDS, QueuedMessage
from accounts.notices import notify
from tests.accounts.mail.sending import send_due
from tests.accounts.push.conftest import service  # noqa: F401  the push service
from tests.accounts.push.service import Browser, PushService
from tests.at_once import at_once
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(make_player: Callable[..., Player]) -> Player:
    """A player with a confirmed address."""
    player = make_player("Roosje", email="roosje@example.org")
    EmailAddress.objects.create(user=player, email=player.email, verified=True)
    return player


def notify_of_everything(player: Player, clock: Clock) -> None:
    """Write a notice of every kind; its subject is the kind."""
    for kind in NoticeKind:
        notify(players=[player.pk], subject=kind.value, text="", url="/", kind=kind, now=clock())


def subjects() -> list[str]:
    """The subjects of the mail sent, in alphabetical order."""
    return sorted(message.subject for message in mail.outbox)


@pytest.mark.parametrize("off", MAILED_KINDS)
def test_a_kind_switched_off_is_not_mailed_and_the_others_are(
    reader: Player, client: Client, clock: Clock, off: NoticeKind
) -> None:
    client.force_login(reader)
    on = [kind.value for kind in MAILED_KINDS if kind != off]
    posted = {"settings": "1", "mail_notices": "on", "mail_kinds": on}
    assert client.post("/me/notices/", posted).status_code == 302
    notify_of_everything(reader, clock)
    send_due(clock())
    assert subjects() == sorted([*on, NoticeKind.TURN])
    assert Notice.objects.filter(player=reader).count() == len(NoticeKind)


def test_a_kind_switched_off_before_the_mail_is_sent_is_not_sent(reader: Player, clock: Clock) -> None:
    notify_of_everything(reader, clock)
    Player.objects.filter(pk=reader.pk).update(mail_kinds_off=[NoticeKind.DRAW.value])
    send_due(clock())
    assert NoticeKind.DRAW not in subjects()
    assert len(mail.outbox) == len(NoticeKind) - 1
    assert not QueuedMessage.objects.exists()


def test_no_kind_is_mailed_in_quiet_hours(reader: Player, clock: Clock) -> None:
    reader.quiet_from, reader.quiet_until = time(20, 30), time(8, 0)  # nine in the evening in Amsterdam
    reader.save()
    notify_of_everything(reader, clock)
    assert send_due(clock()) == 0
    assert send_due(clock.advance(12 * 3600)) == 0
    assert not mail.outbox


def test_the_page_offers_every_kind_that_is_mailed_and_shows_what_is_off(
    reader: Player, client: Client
) -> None:
    Player.objects.filter(pk=reader.pk).update(mail_kinds_off=[NoticeKind.DRAW.value])
    client.force_login(reader)
    page = client.get("/me/notices/").content.decode()
    ticked = {kind: f'value="{kind}"' in page for kind in NoticeKind}
    assert ticked == {kind: kind in MAILED_KINDS for kind in NoticeKind}
    assert page.count("checked") == len(MAILED_KINDS)  # all but the draw, and the switch for all mail
    assert client.post("/me/notices/", {"settings": "1", "mail_kinds": ["turn"]}).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_two_stewards_send_each_kind_once_by_mail_and_to_a_device(
    service: PushService,  # noqa: F811
    reader: Player,
    clock: Clock,
) -> None:
    browser = Browser(service, "phone")
    browser.subscribed(reader, clock)
    notify_of_everything(reader, clock)
    assert sum(at_once(*[lambda: send_due(clock())] * 2)) == 2 * len(NoticeKind)
    once = Counter(kind.value for kind in NoticeKind)
    assert Counter(subjects()) == once
    assert len(browser.shown()) == len(NoticeKind)
    assert not QueuedMessage.objects.exists()
