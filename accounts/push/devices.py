"""Writes of push devices: a browser subscribes, changes what it wants, goes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

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


def change_device(*, device: PushDevice, kinds: Collection[str], with_details: bool) -> None:
    """Set which kinds this device wants, and whether messages say what they are about."""
    device.kinds_off = [kind for kind in NoticeKind.values if kind not in kinds]
    device.with_details = with_details
    device.save(update_fields=["kinds_off", "with_details"])


def is_push_service(endpoint: str) -> bool:
    """Whether the server may post to this address: https at a host of PUSH_HOSTS or a subdomain, the usual port.

    In local play also http and any port, for a push service in the same network.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    known = any(host == one or host.endswith(f".{one}") for one in settings.PUSH_HOSTS)
    if not known or parts.username is not None or parts.password is not None:
        return False
    return settings.LOCAL_PLAY or (parts.scheme == "https" and port in (None, 443))


def device_name(user_agent: str) -> str:
    """A short name of a browser for its owner, such as "Firefox, Android"."""
    named = (next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, named)) or "?"


def remove_on_sign_out(*, request: HttpRequest, **sent: Any) -> None:
    """Remove the device of a session that ends: another person may use the browser next. Receives user_logged_out."""
    if request is not None and (device := request.session.get(SESSION_KEY)) is not None:
        PushDevice.objects.filter(pk=device).delete()
