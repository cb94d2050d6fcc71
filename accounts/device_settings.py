"""Settings of the look for visitors, kept in a cookie of their device. The server applies them, so no page jumps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.db.models import BooleanField
from django.http import HttpRequest, HttpResponse

from accounts.models import Player

COOKIE: Final = "look"
COOKIE_SECONDS: Final = 365 * 24 * 3600
MAX_COOKIE_LENGTH: Final = 400
"""Characters of a cookie that is read."""
DEVICE_FIELDS: Final = (
    "theme",
    "text_size",
    "high_contrast",
    "left_handed",
    "motion",
    "colours",
    "card_letters",
    "card_back",
)
"""Fields of a player that make sense on a device nobody is signed in on."""


def settings_of(request: HttpRequest) -> dict[str, Any]:
    """Return the settings in the cookie by field of the player; values no field allows are left out."""
    cookie = request.COOKIES.get(COOKIE, "")
    if not cookie or len(cookie) > MAX_COOKIE_LENGTH:
        return {}
    values = dict(parse_qsl(cookie))
    settings_by_field: dict[str, Any] = {}
    for name in DEVICE_FIELDS:
        field = Player._meta.get_field(name)
        if isinstance(field, BooleanField):
            if values.get(name) == "True":
                settings_by_field[name] = True
        elif values.get(name) in dict(field.flatchoices):
            settings_by_field[name] = values[name]
    return settings_by_field


def visitor(request: HttpRequest) -> Player:
    """Return an unsaved player with the settings of this device."""
    return Player(**settings_of(request))


def store(response: HttpResponse, chosen: Mapping[str, Any]) -> None:
    """Put the settings chosen, by field, into the cookie of the device. No script can read it."""
    response.set_cookie(
        COOKIE,
        urlencode({name: chosen[name] for name in DEVICE_FIELDS}),
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
