"""Screens of a table, as its sockets show them."""

from __future__ import annotations

import json
import re

from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from games.routing import websocket_urlpatterns
from games.table.log.models import Match
from tests.sockets import Socket, wait_until_idle

HAND_CARD = re.compile(r'name="card" value="(\w{2,3})"')


def screen(
    match: Match, player: Player | None, headers: dict[str, str] | None = None, page: object = ""
) -> Socket:
    """A screen of that player that has not connected yet; `page` is when it says its page was loaded."""
    opened = Socket(URLRouter(websocket_urlpatterns), f"/ws/t/{match.code}/?page={page}")
    opened.scope["user"] = player or AnonymousUser()
    opened.scope["headers"] = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    return opened


async def connect_screen(match: Match, player: Player | None, page: object = "") -> tuple[Socket, str]:
    """A connected screen and the whole table it was sent first."""
    opened = screen(match, player, page=page)
    assert (await opened.connect())[0]
    first = await opened.receive_from()
    await quiet(opened)
    return opened, first


async def quiet(*screens: Socket) -> list[str]:
    """Everything these screens are sent until nothing more can come."""
    await wait_until_idle()
    return [text for opened in screens for text in opened.sent()]


async def close_code_of(opened: Socket) -> int:
    """The code a screen is closed with, whatever it is sent before."""
    while (output := await opened.receive_output())["type"] != "websocket.close":
        pass
    code: int = output["code"]
    return code


async def send_form(opened: Socket, **fields: object) -> str:
    """The frames sent to a screen in answer to its form."""
    await opened.send_to(text_data=json.dumps({**fields, "HEADERS": {"HX-Request": "true"}}))
    return "".join(await quiet(opened))


def zones_in(html: str) -> list[str]:
    """The ids of the elements a push begins with, in order."""
    return re.findall(r"(?:^|>\s*)<\w+ id=\"([\w-]+)\"", html)
