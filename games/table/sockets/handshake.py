"""Facts a page states when it opens its socket: language, time of loading, whether it is a first game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.models import Player
from games.kit.club_clock import club_clock
from games.table.screen.zones.seats import milliseconds

LONGEST_TIME: Final = 15
"""Digits of a time in ms."""


class Opening(NamedTuple):
    """Which socket of a player this is: when its page was loaded, and the how manieth of that page. The later plays."""

    page: int
    number: int


def opening_of(scope: Mapping[str, Any]) -> Opening:
    """The page of this screen, by when it was loaded (Unix time in ms), and the number of its socket.

    Both as the page says itself; now and 0 where it says nothing that can be read.
    """
    now = milliseconds(club_clock.now())
    page, number = _asked(scope, b"page"), _asked(scope, b"number")
    return Opening(
        min(int(page), now) if page.isdigit() and len(page) <= LONGEST_TIME else now,
        int(number) if number.isdigit() and len(number) <= LONGEST_TIME else 0,
    )


def language_of(scope: Mapping[str, Any], player: Player | None) -> str:
    """The language a screen is drawn in: the player's own, the page's cookie, the browser's, the site's."""
    offered = dict(settings.LANGUAGES)
    wished = [
        player.language if player else "",
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
    ]
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            wished += [code for code, _weight in parse_accept_lang_header(value.decode("latin-1"))]
    for code in wished:
        short = code.partition("-")[0]
        if short in offered:
            return short
    return settings.LANGUAGE_CODE


def is_taught(scope: Mapping[str, Any]) -> bool:
    """Whether the page was opened for a first game, in which tips come by themselves."""
    return _asked(scope, b"tips") != b""


def _asked(scope: Mapping[str, Any], name: bytes) -> bytes:
    said: bytes = parse_qs(scope.get("query_string", b"")).get(name, [b""])[0]
    return said
