"""Planned, tomorrow and last day to answer: three kinds of notices, each switched by itself on every channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.test import Client

from accounts.models import Notice, NoticeKind, Player, PushDevice
from accounts.models.messages import MAILED_KINDS
from accounts.services import add_member
from games.league import services
from games.league.models import Competition
from games.league.services.evenings.reminders import remind_of_evenings
from tests.accounts.mail.sending import send_due
from tests.accounts.push.conftest import service  # noqa: F401  the push service
from tests.accounts.push.service import Browser, PushService
from tests.conftest import Clock
from tests.league.conftest import owner_of

pytestmark = pytest.mark.django_db
WORDS = {
    NoticeKind.PLANNED: "Planned: Individual, evening 1",
    NoticeKind.EVENING: "Tomorrow: Individual, evening 1",
    NoticeKind.DEADLINE: "Are you coming? Individual, evening 1",
}
"""The subject of each kind for the evening of these tests."""
SATURDAY_NOON = datetime(2026, 3, 14, 11, tzinfo=UTC)


@pytest.fixture
def reader(competition: Competition, make_player: Callable[..., Player], clock: Clock) -> Player:
    """Somebody with a confirmed address who takes part."""
    player = make_player("Roosje", email="roosje@example.org")
    EmailAddress.objects.create(user=player, email=player.email, verified=True)
    add_member(club=competition.season.club, player=player, at=clock())
    services.enter(competition=competition, players=[player])
    return player


@pytest.fixture
def mobile(service: PushService, reader: Player, clock: Clock) -> Browser:  # noqa: F811
    phone = Browser(service, "phone")
    phone.subscribed(reader, clock)
    return phone


def tell_all(competition: Competition, clock: Clock) -> None:
    """Plan an evening tomorrow that is to be answered today; the steward reminds and sends, all of it twice."""
    clock.now = SATURDAY_NOON
    services.plan_evenings(
        competition=competition,
        starts_at=datetime(2026, 3, 15, 19, tzinfo=UTC),
        deadline=datetime(2026, 3, 14, 20, tzinfo=UTC),
        actor=owner_of(competition),
        now=clock(),
    )
    for _again in range(2):
        remind_of_evenings(now=clock())
        send_due(clock())


def bell(player: Player) -> list[str]:
    return sorted(Notice.objects.filter(player=player).values_list("subject", flat=True))


@pytest.mark.parametrize("off", WORDS)
def test_each_kind_is_switched_off_for_mail_alone(
    off: NoticeKind, competition: Competition, reader: Player, mobile: Browser, client: Client, clock: Clock
) -> None:
    client.force_login(reader)
    on = [kind.value for kind in MAILED_KINDS if kind != off]
    answer = client.post("/me/notices/", {"settings": "1", "mail_notices": "on", "mail_kinds": on})
    assert answer.status_code == 302
    tell_all(competition, clock)
    assert sorted(sent.subject for sent in mail.outbox) == sorted(
        words for kind, words in WORDS.items() if kind != off
    )
    assert sorted(shown["title"] for shown in mobile.shown()) == sorted(WORDS.values())
    assert bell(reader) == sorted(WORDS.values())


@pytest.mark.parametrize("off", WORDS)
def test_each_kind_is_switched_off_for_one_device_alone(
    off: NoticeKind,
    service: PushService,  # noqa: F811
    competition: Competition,
    reader: Player,
    mobile: Browser,
    client: Client,
    clock: Clock,
) -> None:
    tablet = Browser(service, "tablet")
    device = tablet.subscribed(reader, clock)
    client.force_login(reader)
    on = [kind for kind in NoticeKind.values if kind != off]
    answer = client.post(f"/me/devices/{device.pk}/", {f"device-{device.pk}-kinds": on})
    assert answer.status_code == 302
    tell_all(competition, clock)
    assert sorted(shown["title"] for shown in tablet.shown()) == sorted(
        words for kind, words in WORDS.items() if kind != off
    )
    assert sorted(shown["title"] for shown in mobile.shown()) == sorted(WORDS.values())
    assert sorted(sent.subject for sent in mail.outbox) == sorted(WORDS.values())
    assert bell(reader) == sorted(WORDS.values())


def test_all_three_wait_under_the_bell_in_quiet_hours(
    competition: Competition, reader: Player, mobile: Browser, clock: Clock
) -> None:
    Player.objects.filter(pk=reader.pk).update(quiet_from=time(11, 30), quiet_until=time(12, 30))
    tell_all(competition, clock)
    send_due(clock.advance(3600))
    assert bell(reader) == sorted(WORDS.values())
    assert not mail.outbox
    assert not mobile.shown()


def test_what_was_switched_off_stays_off_when_one_kind_becomes_three(
    reader: Player, mobile: Browser, make_player: Callable[..., Player]
) -> None:
    """Back again, the one kind is off where it was."""
    other = make_player("Udo")
    Player.objects.filter(pk=reader.pk).update(mail_kinds_off=["draw", "evening"])
    Player.objects.filter(pk=other.pk).update(mail_kinds_off=["draw"])
    PushDevice.objects.update(kinds_off=["evening"])
    migration = import_module("accounts.migrations.0002_kinds_of_notices")
    migration.split(apps, None)
    migration.split(apps, None)

    def switched() -> list[list[str]]:
        rows = Player.objects.filter(pk__in=[reader.pk, other.pk]).order_by("pk")
        return [*rows.values_list("mail_kinds_off", flat=True), PushDevice.objects.get().kinds_off]

    assert switched() == [
        ["draw", "evening", "planned", "deadline"],
        ["draw"],
        ["evening", "planned", "deadline"],
    ]
    migration.join(apps, None)
    assert switched() == [["draw", "evening"], ["draw"], ["evening"]]
