"""Writes of push devices: a browser subscribes, changes what it wants, goes."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.errors import Refusal, refuse
from accounts.models import NoticeKind, Player, PushDevice
from accounts.push.keys import are_device_keys

DEVICES_OF_ONE: Final = 10
SESSION_KEY: Final = "push_device"
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

    Its settings stay when it was theirs already. Of more than ten devices the oldest goes. Refuses push-service-unknown
    and push-keys-wrong.
    """
    if not is_push_service(endpoint):
        raise refuse(Refusal.PUSH_SERVICE_UNKNOWN)
    if not are_device_keys(p256dh, auth):
        raise refuse(Refusal.PUSH_KEYS_WRONG)
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


def renew(*, old_endpoint: str, old_auth: str, endpoint: str, p256dh: str, auth: str) -> PushDevice | None:
    """Give the device with that old address and secret the new ones its browser was given; None where there is none.

    Its player and settings stay. Refuses push-service-unknown and push-keys-wrong.
    """
    if not is_push_service(endpoint):
        raise refuse(Refusal.PUSH_SERVICE_UNKNOWN)
    if not are_device_keys(p256dh, auth):
        raise refuse(Refusal.PUSH_KEYS_WRONG)
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
