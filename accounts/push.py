"""Web push: keys, devices, the queue, sending."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django import forms
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefusal, AccountRefused
from accounts.mentions import fill_names
from accounts.models import NoticeKind, Player, PlayerKind, PushDevice
from accounts.models.messages import MAX_ENDPOINT_LENGTH, PushMessage, QueuedMessage
from accounts.models.players import is_quiet_for
from accounts.site_address import site_origin

if TYPE_CHECKING:
    from requests import Response, Session


# Keys: the site's own (VAPID, RFC 8292) with the headers it signs, and those of devices.

SIGNED_FOR: Final = timedelta(hours=12)
"""How long a push service accepts a signature; at most 24 hours are allowed."""
AUTH_BYTES: Final = 16
POINT_BYTES: Final = 65
"""The secret of a device, and its public key as a point without compression (RFC 8291)."""


def is_on() -> bool:
    """Whether this site has a key, so that devices can ask for messages."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """The public key as browsers take it, base64 for URLs; "" without a key."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if is_on() else ""


def signed_headers(endpoint: str, *, now: datetime) -> dict[str, str]:
    """The Authorization header of a message to `endpoint`: this site sends it, to this push service."""
    from py_vapid import Vapid02  # for the processes that send

    service = urlsplit(endpoint)
    origin = site_origin()
    contact = origin if origin.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": contact,
    }
    return dict(Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims))


def are_device_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point of P-256, and a secret of 16 bytes (RFC 8291)."""
    try:
        point, secret = urlsafe_base64_decode(p256dh), urlsafe_base64_decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == POINT_BYTES and len(secret) == AUTH_BYTES


@lru_cache(maxsize=2)
def _public_key(private: str) -> str:
    number = int.from_bytes(urlsafe_base64_decode(private), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_base64_encode(point)


# Devices: a browser subscribes, changes what it wants, and goes.

DEVICES_OF_ONE: Final = 10
SESSION_KEY: Final = "push_device"
"""The key in the session of the device (its primary key) that this browser is."""
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""Marks in a User-Agent header, the more telling first: most of them name Chrome and Safari too."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)

_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS: Final = re.compile(
    rf"(?P<origin>(?P<scheme>https?)://(?P<host>(?=[^:/]{{1,253}}(?:[:/]|$)){_LABEL}(?:\.{_LABEL})*)"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?)(?:/[!-\[\]-~]*)?"
)
"""A plain address: small letters, digits, dots and hyphens in the host, visible ASCII without a backslash behind it."""


def subscribe(
    *, player: Player, endpoint: str, p256dh: str, auth: str, name: str, now: datetime
) -> PushDevice:
    """Return the device of this endpoint, new or given to `player`, who now uses that browser.

    Its settings stay when it was theirs already. Of more than ten devices the oldest goes. Refuses push_service_unknown
    and push_keys_wrong.
    """
    _require_usable(endpoint, p256dh, auth)
    with transaction.atomic():
        PushDevice.objects.filter(endpoint=endpoint).exclude(player=player).delete()
        device, _made = PushDevice.objects.update_or_create(
            endpoint=endpoint,
            defaults={"player": player, "p256dh": p256dh, "auth": auth, "name": name},
            create_defaults={
                "player": player,
                "p256dh": p256dh,
                "auth": auth,
                "name": name,
                "created_at": now,
            },
        )
        newest = PushDevice.objects.filter(player=player).order_by("-created_at", "-pk")
        PushDevice.objects.filter(pk__in=list(newest.values_list("pk", flat=True)[DEVICES_OF_ONE:])).delete()
    return device


def _require_usable(endpoint: str, p256dh: str, auth: str) -> None:
    """Check what a browser gave. Refuses push_service_unknown and push_keys_wrong."""
    if not is_push_service(endpoint):
        raise AccountRefused(AccountRefusal.PUSH_SERVICE_UNKNOWN)
    if not are_device_keys(p256dh, auth):
        raise AccountRefused(AccountRefusal.PUSH_KEYS_WRONG)


def renew(*, old_endpoint: str, old_auth: str, endpoint: str, p256dh: str, auth: str) -> PushDevice | None:
    """Give the device with that old address and secret the new ones its browser was given; None where there is none.

    Its player and settings stay. Refuses push_service_unknown and push_keys_wrong.
    """
    _require_usable(endpoint, p256dh, auth)
    with transaction.atomic():
        device = PushDevice.objects.select_for_update().filter(endpoint=old_endpoint).first()
        if device is None or not constant_time_compare(device.auth, old_auth):
            return None
        PushDevice.objects.filter(endpoint=endpoint).exclude(pk=device.pk).delete()
        device.endpoint, device.p256dh, device.auth = endpoint, p256dh, auth
        device.save(update_fields=["endpoint", "p256dh", "auth"])
    return device


def change_device(*, device: PushDevice, kinds: Collection[str], with_details: bool) -> None:
    """Set which kinds this device wants, and whether messages say what they are about."""
    device.kinds_off = [kind for kind in NoticeKind.values if kind not in kinds]
    device.with_details = with_details
    device.save(update_fields=["kinds_off", "with_details"])


def remove_device(*, device: PushDevice) -> None:
    """Send this device no messages any more."""
    device.delete()


def is_push_service(endpoint: str) -> bool:
    """Whether the server may post to this address: https at a host of PUSH_HOSTS or a subdomain, the usual port.

    An entry of PUSH_HOSTS with a scheme ("http://10.0.0.5:8090") is a push service of the club's own and matches that
    origin only. Libraries read odd addresses differently, so only plain ones are accepted, and the host must be the one
    to which urllib3 connects.
    """
    from urllib3.util import parse_url  # not loaded by every process

    written = _ADDRESS.fullmatch(endpoint)
    if written is None:
        return False
    scheme, host, port = written["scheme"], written["host"], written["port"]
    try:
        called = parse_url(endpoint)
    except ValueError:  # a port above 65535
        return False
    if (called.scheme, called.host, called.port, called.auth) != (scheme, host, port and int(port), None):
        return False
    if endpoint[: written.end("origin")] in settings.PUSH_HOSTS:
        return True
    known = any(host == one or host.endswith(f".{one}") for one in settings.PUSH_HOSTS)
    return known and scheme == "https" and port in (None, "443")


def device_name(user_agent: str) -> str:
    """A short name of a browser for its owner, such as "Firefox, Android"."""
    named = (next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, named)) or "?"


def remove_on_sign_out(*, request: HttpRequest, **sent: Any) -> None:
    """Remove the device of a session that ends: another person may use the browser next. Receives user_logged_out."""
    if request is not None and (device := request.session.get(SESSION_KEY)) is not None:
        PushDevice.objects.filter(pk=device).delete()


# Forms of devices.


class SubscriptionForm(forms.Form):
    """The subscription of a browser; the script of the page fills it in."""

    endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


class RenewalForm(SubscriptionForm):
    """The new subscription of a browser, with the address and the secret of the old one as proof."""

    old_endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH)
    old_auth = forms.CharField(max_length=40)


class DeviceForm(forms.Form):
    """The kinds a device wants, and whether with details."""

    kinds = forms.MultipleChoiceField(
        label=_("Tell this device"),
        choices=NoticeKind.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    with_details = forms.BooleanField(
        label=_("With names, scores and what it is about"),
        help_text=_("Anybody who sees the locked screen can read it."),
        required=False,
    )

    def __init__(self, *args: Any, device: PushDevice, **kwargs: Any) -> None:
        wanted = [kind for kind in NoticeKind.values if kind not in device.kinds_off]
        given = {"kinds": wanted, "with_details": device.with_details}
        super().__init__(*args, initial=given, prefix=f"device-{device.pk}", **kwargs)
        self.device = device


# Queueing messages in the outbox.

LIFETIME: Final = timedelta(days=1)
MAX_TITLE_LENGTH: Final = 200
MAX_TEXT_LENGTH: Final = 500
"""A message may have 4096 bytes; letters of other alphabets take up to four."""


def queue_push(
    *,
    players: Iterable[int],
    kind: NoticeKind,
    title: str | Promise,
    url: str,
    now: datetime,
    text: str | Promise = "",
    mentions: Iterable[int] = (),
    notices: Mapping[int, int] | None = None,
    topic: str = "",
    lifetime: timedelta = LIFETIME,
) -> int:
    """Queue a message for each device of `players` (keys) that wants this kind now; returns their number.

    Nobody gets one in quiet hours, not later either. `title` may be read on a locked screen; `text` goes only to
    devices that want details. Lazy texts are evaluated in each player's language. `notices` are keys of notices by
    player. All rows belong to the caller's transaction.
    """
    devices = PushDevice.objects.filter(player__in=set(players), player__is_active=True)
    messages, named = [], sorted(set(mentions))
    for device in devices.exclude(player__kind=PlayerKind.BOT).select_related("player").order_by("pk"):
        if kind in device.kinds_off or is_quiet_for(device.player, now=now):
            continue
        with override(device.player.notice_language or settings.LANGUAGE_CODE):
            messages.append(
                PushMessage(
                    device=device,
                    notice_id=(notices or {}).get(device.player_id),
                    kind=kind,
                    title=str(title)[:MAX_TITLE_LENGTH],
                    text=str(text)[:MAX_TEXT_LENGTH] if device.with_details else "",
                    mentions=named,
                    url=url,
                    topic=topic,
                    at=now,
                    until=now + lifetime,
                )
            )
    PushMessage.objects.bulk_create(messages)
    QueuedMessage.objects.bulk_create(QueuedMessage(push=message, next_at=now) for message in messages)
    return len(messages)


# Sending a message to its push service, encrypted for the device (RFC 8030, 8291 and 8292).

log = logging.getLogger("club.notices")

TIMEOUT: Final = 10.0
"""Seconds to wait for a push service."""
SHORT_TIMEOUT: Final = 1.5
"""Seconds to wait for one that failed in the last `MEMORY_SECONDS` seconds."""
MEMORY_SECONDS: Final = 600
ANSWER_SALT: Final = "accounts.push.answer"
"""Of the token by which a push message is answered (`notice_views.push_answer`)."""
GONE_STATUSES: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
URGENT: Final = (NoticeKind.TURN, NoticeKind.TABLE)
"""Kinds for which others wait: a push service wakes a sleeping phone for them (RFC 8030, `Urgency`)."""


class PushDeferredError(OSError):
    """The push service takes no message now; it is to be tried again."""


def new_session() -> Session:
    """A session for several messages. It follows no redirect: that could lead into the server's own network."""
    from requests import Session  # with pywebpush 39 megabytes, for the thread that sends

    session = Session()
    session.max_redirects = 0
    return session


def has_failed_lately(service: str) -> bool:
    """Whether a push service (host and port) was out of reach or gave no answer in the last ten minutes."""
    return cache.get(f"push:failed:{service}") is not None


def remember_failure(service: str) -> None:
    """Remember that a push service was out of reach or gave no answer."""
    cache.set(f"push:failed:{service}", 1, MEMORY_SECONDS)


def post_of(message: PushMessage, *, now: datetime) -> Callable[[Session], Response] | None:
    """The post of a message, to be called with a session in any thread; None when it is no longer wanted or of use.

    The call touches no database. It raises OSError where the service cannot be reached or gives no answer in time.
    """
    from pywebpush import WebPusher

    device = message.device
    if not _is_wanted(message, now):
        return None
    headers = signed_headers(device.endpoint, now=now)
    headers["Urgency"] = "high" if message.kind in URGENT else "normal"
    if message.topic:
        headers["Topic"] = message.topic
    address = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    text = json.dumps(content(message), ensure_ascii=False).encode()
    timeout = SHORT_TIMEOUT if has_failed_lately(device.service) else TIMEOUT
    ttl = int((message.until - now).total_seconds())

    def post(session: Session) -> Response:
        return WebPusher(address, requests_session=session).send(text, headers, ttl=ttl, timeout=timeout)

    return post


def read_answer(message: PushMessage, answer: Response) -> int:
    """Return 1 where the push service took the message, else 0.

    A device the service no longer knows (404, 410) is removed. A message it refuses for another reason is dropped.
    Raises PushDeferredError.
    """
    if answer.status_code in GONE_STATUSES:
        message.device.delete()
        return 0
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS or answer.status_code >= 500:
        raise PushDeferredError(f"the push service answered {answer.status_code}")
    if not answer.ok:
        log.warning("a push message was refused by %s: %s", message.device.service, answer.status_code)
        return 0
    return 1


def content(message: PushMessage) -> dict[str, Any]:
    """The content for the service worker (static/root/service-worker.js): title, text, path, and the answer the player
    can give, with current names."""
    language = message.device.player.notice_language or settings.LANGUAGE_CODE
    shown: dict[str, Any] = {
        "title": fill_names(message.title, only=message.mentions),
        "body": fill_names(message.text, only=message.mentions),
        "url": message.url,
        "tag": message.topic,
        "lang": language,
    }
    if message.notice is not None and message.notice.question and message.notice.answered_at is None:
        with override(language):
            shown["yes"] = gettext("I can")
        shown["answer"] = signing.dumps(message.notice.pk, salt=ANSWER_SALT)
    return shown


def _is_wanted(message: PushMessage, now: datetime) -> bool:
    player = message.device.player
    return (
        is_on()
        and now < message.until
        and player.is_active
        and message.kind not in message.device.kinds_off
        and is_push_service(message.device.endpoint)
        and not is_quiet_for(player, now=now)
        and (message.notice is None or message.notice.read_at is None)
    )
