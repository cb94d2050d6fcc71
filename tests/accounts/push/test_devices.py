"""Devices subscribe with real keys at a known push service, belong to one player, and go when that player signs out."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.utils.http import urlsafe_base64_decode

from accounts.errors import AccountRefusal
from accounts.models import NoticeKind, Player, PushDevice
from accounts.push import DEVICES_OF_ONE, device_name, is_push_service, public_key
from kraken_site.private_files import read_or_create_push_key
from tests.accounts.push.service import Browser, PushService
from tests.conftest import Clock
from tests.house.commands import manage

pytestmark = pytest.mark.django_db
PIXEL = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36"
)


def test_a_browser_subscribes_and_is_removed_when_its_player_signs_out(
    service: PushService, players: list[Player], client: Client
) -> None:
    client.force_login(players[0])
    posted = client.post(
        "/me/devices/", Browser(service, "anna").subscription, headers={"user-agent": PIXEL}, follow=True
    )
    assert PushDevice.objects.get().name == "Chrome, Android"
    assert "data-this-device" in posted.content.decode()
    client.post("/accounts/logout/")
    assert not PushDevice.objects.exists()


def test_a_browser_belongs_to_whoever_used_it_last(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    browser = Browser(service, "shared")
    browser.subscribed(players[0], clock)
    browser.subscribed(players[1], clock)
    assert PushDevice.objects.get().player == players[1]


def test_subscribing_again_keeps_the_settings(
    service: PushService, players: list[Player], clock: Clock
) -> None:
    browser = Browser(service, "anna")
    PushDevice.objects.filter(pk=browser.subscribed(players[0], clock).pk).update(with_details=True)
    assert browser.subscribed(players[0], clock).with_details


def test_of_many_devices_the_newest_stay(service: PushService, players: list[Player], clock: Clock) -> None:
    for number in range(DEVICES_OF_ONE + 2):
        clock.advance(1)
        Browser(service, str(number)).subscribed(players[0], clock)
    paths = PushDevice.objects.values_list("endpoint", flat=True)
    assert len(paths) == DEVICES_OF_ONE
    assert not {path for path in paths if path.endswith(("/0", "/1"))}


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://wns2-am3p.notify.windows.com/w/?token=abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8080/abc", False),
        ("https://fcm.googleapis.com@10.0.0.1/abc", False),
        ("https://user:word@fcm.googleapis.com/abc", False),
        ("https://evilfcm.googleapis.com.example/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://[::1]/abc", False),
        ("https://10.0.0.1/abc", False),
        ("https://localhost/abc", False),
        ("https://[bad/abc", False),
        ("https://fcm.googleapis.com:99999999/", False),
        ("ftp://fcm.googleapis.com/", False),
        ("", False),
        ("https://fcm.googleapis.com:443/abc", True),
        ("https://fcm.googleapis.com", True),
        ("http://127.0.0.99\\.fcm.googleapis.com/path", False),
        ("https://127.0.0.99\\.fcm.googleapis.com/path", False),
        ("https://127.0.0.99\\@fcm.googleapis.com/path", False),
        ("https://127.0.0.99#.fcm.googleapis.com/path", False),
        ("https://127.0.0.99?.fcm.googleapis.com/path", False),
        ("https://127.0.0.99%2f.fcm.googleapis.com/path", False),
        ("https://127.0.0.99%5c.fcm.googleapis.com/path", False),
        ("https://127.0.0.99;.fcm.googleapis.com/path", False),
        ("https://127.0.0.99 .fcm.googleapis.com/path", False),
        ("https://127.0.0.99\t.fcm.googleapis.com/path", False),
        ("https://127.0.0.99\n.fcm.googleapis.com/path", False),
        ("https://127.0.0.99\x00.fcm.googleapis.com/path", False),
        ("https://127.0.0.99\u3002fcm.googleapis.com/path", False),
        ("https://127.0.0.99\uff3c.fcm.googleapis.com/path", False),
        ("https:\\\\127.0.0.99\\.fcm.googleapis.com/path", False),
        ("https:/127.0.0.99/.fcm.googleapis.com/path", False),
        ("https:///127.0.0.99/.fcm.googleapis.com/path", False),
        ("https://@fcm.googleapis.com/path", False),
        ("https://fcm.googleapis.com:/path", False),
        ("https://fcm.googleapis.com./path", False),
        ("https://\uff46cm.googleapis.com/path", False),
        ("https://fcm.googleapis.com/a path", False),
        ("https://fcm.googleapis.com/a\\path", False),
        ("https://fcm.googleapis.com/a\r\nHost: inside", False),
        ("https://fcm.googleapis.com/path\n", False),
        ("https://a..fcm.googleapis.com/path", False),
        ("https://-.fcm.googleapis.com/path", False),
        (f"https://{'a' * 64}.fcm.googleapis.com/path", False),
        (f"https://{'a.' * 130}fcm.googleapis.com/path", False),
    ],
)
@pytest.mark.parametrize("local_play", [False, True])
def test_a_site_posts_to_known_push_services_only(
    settings: object, endpoint: str, known: bool, local_play: bool
) -> None:
    settings.LOCAL_PLAY = local_play
    assert is_push_service(endpoint) is known


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("http://10.0.0.5:8090/abc", True),
        ("http://10.0.0.5:8091/abc", False),
        ("https://10.0.0.5:8090/abc", False),
        ("http://10.0.0.5:8090@10.0.0.6/abc", False),
        ("http://a.10.0.0.5:8090/abc", False),
        ("http://10.0.0.5:80901/abc", False),
    ],
)
def test_a_push_service_of_the_clubs_own_is_one_origin(settings: object, endpoint: str, known: bool) -> None:
    settings.PUSH_HOSTS = ["http://10.0.0.5:8090"]
    assert is_push_service(endpoint) is known


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("endpoint", "https://10.0.0.1/inside", AccountRefusal.PUSH_SERVICE_UNKNOWN),
        ("p256dh", "AAAA", AccountRefusal.PUSH_KEYS_WRONG),
        ("p256dh", "B" + "A" * 86, AccountRefusal.PUSH_KEYS_WRONG),
        ("auth", "AAAA", AccountRefusal.PUSH_KEYS_WRONG),
        ("auth", "é", AccountRefusal.PUSH_KEYS_WRONG),
    ],
)
def test_wrong_subscriptions_are_refused_in_words(
    service: PushService, players: list[Player], client: Client, field: str, value: str, code: AccountRefusal
) -> None:
    client.force_login(players[0])
    given = {**Browser(service, "anna").subscription, field: value}
    page = client.post("/me/devices/", given, follow=True).content.decode()
    sentence = {
        AccountRefusal.PUSH_SERVICE_UNKNOWN: "a service this site does not know",
        AccountRefusal.PUSH_KEYS_WRONG: "no keys to encrypt",
    }
    assert sentence[code] in page
    assert not PushDevice.objects.exists()


def test_each_kind_is_switched_for_each_device_by_its_owner(
    service: PushService, players: list[Player], client: Client, clock: Clock
) -> None:
    mine = Browser(service, "anna").subscribed(players[0], clock)
    theirs = Browser(service, "bram").subscribed(players[1], clock)
    client.force_login(players[0])
    chosen = {f"device-{mine.pk}-kinds": ["turn", "substitute"], f"device-{mine.pk}-with_details": "on"}
    client.post(f"/me/devices/{mine.pk}/", chosen)
    assert client.post(f"/me/devices/{theirs.pk}/", {"remove": "1"}).status_code == 404
    mine.refresh_from_db()
    assert set(NoticeKind.values) - set(mine.kinds_off) == {"turn", "substitute"}
    assert mine.with_details
    client.post(f"/me/devices/{mine.pk}/", {"remove": "1"})
    assert list(PushDevice.objects.all()) == [theirs]


def test_without_a_key_the_page_offers_no_messages(
    players: list[Player], client: Client, settings: object
) -> None:
    client.force_login(players[0])
    assert "data-push-key" in client.get("/me/notices/").content.decode()
    settings.VAPID_PRIVATE_KEY = ""
    assert "data-push-key" not in client.get("/me/notices/").content.decode()


def test_the_key_is_made_once_beside_the_secret_key(tmp_path: Path, settings: object) -> None:
    key = read_or_create_push_key(tmp_path)
    assert read_or_create_push_key(tmp_path) == key
    assert len(urlsafe_base64_decode(key)) == 32
    assert (tmp_path / "push_key").stat().st_mode & 0o077 == 0
    settings.VAPID_PRIVATE_KEY = key
    assert len(urlsafe_base64_decode(public_key())) == 65


def test_the_command_prints_a_new_key(tmp_path: Path) -> None:
    printed = manage("push_key", folder=tmp_path).stdout.strip()
    assert len(urlsafe_base64_decode(printed)) == 32


def test_a_site_with_its_own_secret_key_makes_no_push_key(tmp_path: Path) -> None:
    asked = "from django.conf import settings; print(repr(settings.VAPID_PRIVATE_KEY))"
    said = manage("shell", "--no-imports", "-c", asked, folder=tmp_path, SECRET_KEY="given-from-outside")
    assert said.stdout.strip() == "''"
    assert not (tmp_path / "push_key").exists()


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (PIXEL, "Chrome, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18.1 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("", "?"),
    ],
)
def test_a_device_has_a_short_name(header: str, name: str) -> None:
    assert device_name(header) == name


def test_a_browser_whose_address_changed_stays_the_players_with_its_settings(
    service: PushService, players: list[Player], clock: Clock, client: Client
) -> None:
    """The worker posts without a session; the secret of the old subscription is the proof."""
    old, new = Browser(service, "old"), Browser(service, "new")
    device = old.subscribed(players[0], clock)
    PushDevice.objects.filter(pk=device.pk).update(with_details=True)
    proof = {"old_endpoint": device.endpoint, "old_auth": device.auth}
    sent = {**new.subscription, **proof}
    elsewhere = {"endpoint": "https://evil.example/1"}
    for wrong in ({"old_auth": "wrong"}, {"old_endpoint": "https://a.example"}, elsewhere, {"auth": ""}):
        assert client.post("/push/changed/", {**sent, **wrong}).status_code == 422
        assert PushDevice.objects.get().endpoint == device.endpoint
    assert client.post("/push/changed/", sent).status_code == 204
    now = PushDevice.objects.get()
    assert (now.pk, now.player, now.with_details) == (device.pk, players[0], True)
    assert now.endpoint == new.subscription["endpoint"]
    assert client.post("/push/changed/", sent).status_code == 422
