"""A push message is encrypted for one device, signed by the site, tried again, and sent once."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack
from datetime import time, timedelta
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from django.utils.http import urlsafe_base64_decode
from requests import Session

from accounts.mailing import PushSender
from accounts.mentions import mention
from accounts.models import Notice, NoticeKind, Player, PushDevice
from accounts.models.messages import PushMessage, QueuedMessage
from accounts.notices import mark_read, notify
from accounts.personal_data import data_of, erase_account
from accounts.push import SHORT_TIMEOUT, TIMEOUT, change_device, public_key, queue_push
from accounts.services import rename
from tests.accounts.mail.sending import send_due
from tests.accounts.push.service import Browser, PushService, push_service
from tests.at_once import at_once
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


def tell(player: Player, clock: Clock, **fields: object) -> None:
    """Send a notice with a subject, a text that names a score, and a path."""
    notify(
        **{
            "players": [player.pk],
            "subject": "Ruling on round 3",
            "text": "Before: 1204 : 416, now: 1620 : 0.",
            "url": "/disputes/7/",
            "kind": NoticeKind.RULING,
            "now": clock(),
            **fields,
        }
    )


def test_the_device_decrypts_title_and_path_and_nothing_of_the_score(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    browser = Browser(service, "anna")
    browser.subscribed(players[0], clock)
    tell(players[0], clock)
    assert send_due(clock()) == 1
    assert browser.shown() == [
        {"title": "Ruling on round 3", "body": "", "url": "/disputes/7/", "tag": "", "lang": "en"}
    ]
    assert b"1204" not in service.got[0].body
    assert not QueuedMessage.objects.exists()
    assert not PushMessage.objects.exists()


def test_details_are_sent_where_they_are_wanted(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    plain, telling = Browser(service, "phone"), Browser(service, "laptop")
    plain.subscribed(players[0], clock)
    change_device(
        device=telling.subscribed(players[0], clock), kinds=list(NoticeKind.values), with_details=True
    )
    tell(players[0], clock)
    send_due(clock())
    assert [each["body"] for each in plain.shown()] == [""]
    assert [each["body"] for each in telling.shown()] == ["Before: 1204 : 416, now: 1620 : 0."]


def test_a_message_is_signed_by_the_key_of_the_site(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    """The token names the push service, an hour within a day, and is verified with the public key browsers get."""
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    send_due(clock())
    headers = service.got[0].headers
    kind, _space, fields = headers["authorization"].partition(" ")
    given = dict(field.strip().split("=", 1) for field in fields.split(","))
    head, claims, signature = given["t"].split(".")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_base64_decode(public_key()))
    raw = urlsafe_base64_decode(signature)
    numbers = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    said = json.loads(urlsafe_base64_decode(claims))
    assert kind == "vapid"
    assert given["k"] == public_key()
    assert said["aud"] == service.address
    assert clock().timestamp() < said["exp"] <= clock().timestamp() + 24 * 3600
    assert headers["content-encoding"] == "aes128gcm"
    assert 0 < int(headers["ttl"]) <= 24 * 3600


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_the_service_no_longer_knows_is_removed(
    service: PushService, players: list[Player], clock: Clock, status: int
) -> None:
    Browser(service, "old").subscribed(players[0], clock)
    tell(players[0], clock)
    service.status = status
    assert send_due(clock()) == 0
    assert not PushDevice.objects.exists()
    assert not QueuedMessage.objects.exists()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_that_is_busy_is_asked_again_later(
    service: PushService, players: list[Player], clock: Clock, status: int
) -> None:
    browser = Browser(service, "anna")
    browser.subscribed(players[0], clock)
    tell(players[0], clock)
    service.status = status
    assert send_due(clock()) == 0
    assert send_due(clock.advance(59)) == 0
    assert len(service.got) == 1
    service.status = 201
    assert send_due(clock.advance(1)) == 1
    assert len(browser.shown()) == 2
    assert not QueuedMessage.objects.exists()


def test_a_service_out_of_reach_does_not_delay_another(
    service: PushService, players: list[Player], clock: Clock, settings: object
) -> None:
    settings.PUSH_HOSTS = [service.address, "http://localhost:9"]
    away = PushService("http://localhost:9")
    Browser(away, "one").subscribed(players[0], clock)
    Browser(away, "two").subscribed(players[0], clock)
    browser = Browser(service, "three")
    browser.subscribed(players[0], clock)
    tell(players[0], clock)
    assert send_due(clock()) == 1
    assert len(browser.shown()) == 1
    assert sorted(QueuedMessage.objects.values_list("tries", flat=True)) == [0, 1]


def test_a_few_services_are_asked_at_once(players: list[Player], clock: Clock, settings: object) -> None:
    """Each of four services answers only when all four have been asked; one after the other none would."""
    together = threading.Barrier(4, timeout=3)
    with ExitStack() as running:
        services = [running.enter_context(push_service(before_answer=together.wait)) for _one in range(4)]
        settings.PUSH_HOSTS = [each.address for each in services]
        for player, each in zip(players, services, strict=True):
            Browser(each, "phone").subscribed(player, clock)
        tell(players[0], clock, players=[each.pk for each in players])
        assert send_due(clock()) == 4


def test_a_service_that_failed_lately_is_asked_last_and_waited_for_less(
    service: PushService,
    players: list[Player],
    clock: Clock,
    settings: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PUSH_HOSTS = [service.address, "http://localhost:9"]
    away = Browser(PushService("http://localhost:9"), "one").subscribed(players[0], clock)
    here = Browser(service, "two").subscribed(players[0], clock)
    timeouts: dict[str, list[float]] = {away.service: [], here.service: []}
    post = Session.post

    def noted(self: Session, url: str, **given: object) -> object:
        timeouts[urlsplit(url).netloc].append(given["timeout"])
        return post(self, url, **given)

    monkeypatch.setattr(Session, "post", noted)
    tell(players[0], clock)
    assert order(clock) == [away, here]
    send_due(clock())
    tell(players[0], clock)
    assert order(clock) == [here, away]
    send_due(clock.advance(1))
    assert timeouts == {away.service: [TIMEOUT, SHORT_TIMEOUT], here.service: [TIMEOUT, TIMEOUT]}


def test_the_services_of_one_player_come_after_those_of_others(
    service: PushService, players: list[Player], clock: Clock, settings: object
) -> None:
    """A player with odd addresses of their own: the first waits for shared ones, the next for everybody's first."""
    hosts = [PushService(f"http://127.0.0.{number}:9") for number in range(2, 6)]
    settings.PUSH_HOSTS = [service.address, *(each.address for each in hosts)]
    odd = [Browser(each, "odd").subscribed(players[0], clock) for each in hosts[:3]]
    own = Browser(hosts[3], "own").subscribed(players[1], clock)
    shared = [Browser(service, each.username).subscribed(each, clock) for each in players[2:]]
    tell(players[0], clock, players=[each.pk for each in players])
    assert order(clock) == [*shared, odd[0], own, *odd[1:]]


def order(clock: Clock) -> list[PushDevice]:
    """The devices in the order in which the next batch starts to send to them."""
    with PushSender() as sender:
        lines = sender.lines(QueuedMessage.objects.filter(next_at__lte=clock()).order_by("next_at", "pk"))
    return [QueuedMessage.objects.get(pk=key).push.device for line in lines for key in line]


def test_a_message_the_service_refuses_is_dropped(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    service.status = 413
    assert send_due(clock()) == 0
    assert not QueuedMessage.objects.exists()
    assert PushDevice.objects.count() == 1


def test_no_redirect_is_followed(service: PushService, players: list[Player], clock: Clock) -> None:
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    service.status, service.location = 307, f"{service.address}/inside"
    assert send_due(clock()) == 0
    assert [each.path for each in service.got] == ["/push/anna"]


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_stewards_send_each_message_once(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    for player in players:
        Browser(service, player.username).subscribed(player, clock)
    for _time in range(5):
        tell(players[0], clock, players=[each.pk for each in players])
    assert sum(at_once(*[lambda: send_due(clock())] * 2)) == len(service.got) == 20


def test_a_kind_that_is_off_is_not_sent_to_that_device(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    on, off = Browser(service, "on"), Browser(service, "off")
    on.subscribed(players[0], clock)
    change_device(device=off.subscribed(players[0], clock), kinds=[NoticeKind.TURN], with_details=False)
    tell(players[0], clock)
    send_due(clock())
    assert (len(on.shown()), len(off.shown())) == (1, 0)


def test_nothing_is_sent_in_quiet_hours_and_not_later(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    players[0].quiet_from, players[0].quiet_until = (
        time(20, 30),
        time(8, 0),
    )  # nine in the evening in Amsterdam
    players[0].save()
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    assert send_due(clock()) == 0
    assert send_due(clock.advance(12 * 3600)) == 0
    assert Notice.objects.count() == 1


def test_what_was_read_meanwhile_or_is_of_no_more_use_is_not_sent(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    mark_read(player=players[0], now=clock())
    queue_push(
        players=[players[0].pk],
        kind=NoticeKind.TURN,
        title="It is your turn",
        url="/t/BCDFGH/",
        lifetime=timedelta(minutes=30),
        now=clock(),
    )
    assert send_due(clock.advance(30 * 60)) == 0
    assert not service.got
    assert not QueuedMessage.objects.exists()


def test_names_are_those_of_the_moment_of_sending(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    browser = Browser(service, "anna")
    browser.subscribed(players[0], clock)
    tell(players[0], clock, subject=f"{mention(players[1].pk)} asks", mentions=[players[1].pk])
    rename(player=players[1], nickname="Bramble")
    send_due(clock())
    assert browser.shown()[0]["title"] == "Bramble asks"


def test_devices_and_messages_go_with_the_account(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    exported = data_of(players[0], now=clock())["push_devices"]
    assert [device["name"] for device in exported] == ["Firefox, Android"]
    assert "endpoint" not in exported[0]
    erase_account(player=players[0], now=clock())
    assert send_due(clock()) == 0
    assert not PushDevice.objects.exists()
    assert not service.got


def test_a_banned_player_gets_nothing(service: PushService, players: list[Player], clock: Clock) -> None:
    Browser(service, "anna").subscribed(players[0], clock)
    tell(players[0], clock)
    Player.objects.filter(pk=players[0].pk).update(is_active=False)
    assert send_due(clock()) == 0
    assert not service.got
