"""The socket of a closed round looked back at together: one steers, the others follow, anybody takes over.

Only numbers of positions travel here. The page has all positions already, and it was shown to those who may see them.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from accounts.models import Player
from games.kit import rate_limit
from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.broadcast.messages import Look, Message
from games.table.sockets.found_tables import closed_round

NOT_HERE: Final = 4404
"""Close code for a round that is not closed, or a player who does not sit at the table."""
MOST_POSITIONS: Final = 1000

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


async def look_back_socket(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """One page of a closed round that is looked back at together, from its opening to its close."""
    await receive()
    await send({"type": "websocket.accept"})
    live.listen()
    player, address = scope["user"], scope["url_route"]["kwargs"]
    match_id = None
    if player.is_authenticated:
        match_id = await table_executor.run(closed_round, address["code"], address["number"], player)
    if match_id is None:
        await send({"type": "websocket.close", "code": NOT_HERE})
        return
    page = TogetherPage(match_id, address["number"], player, send)
    live.join(match_id, page, None)
    try:
        page.ask()
        while (event := await receive())["type"] == "websocket.receive":
            page.receive(event.get("text") or "")
    finally:
        live.part(match_id, page, None)


class TogetherPage:
    """An open page. `card` is the position this page steered to last, None while another steers."""

    def __init__(self, match_id: int, number: int, player: Player, send: Send) -> None:
        self.match_id = match_id
        self.number = number
        self.player = player
        self.mark = token_hex(8)
        self.card: int | None = None
        self._send = send

    def ask(self) -> None:
        """Ask where the others are."""
        self._announce(None)

    def receive(self, frame: str) -> None:
        """Steer to the position in a frame; anything else, and what comes too fast, is dropped."""
        card = _card_of(frame)
        if card is not None and rate_limit.frames.allows((self.match_id, self.player.pk), monotonic()):
            self.card = card
            self._announce(card)

    def is_news(self, message: Message) -> bool:
        """Whether the message is a step of this round by another page."""
        look = message.look
        return look is not None and look.round == self.number and look.mark != self.mark

    async def tell(self, message: Message) -> None:
        """Follow a step; answer a page that asks, where this one steers."""
        look = message.look
        if look is None:
            return
        if look.card is not None:
            self.card = None
            words = json.dumps({"card": look.card, "name": look.name})
            await self._send({"type": "websocket.send", "text": words})
        elif self.card is not None:
            self._announce(self.card)

    def _announce(self, card: int | None) -> None:
        look = Look(self.number, card, self.player.nickname, self.mark)
        live.spread([Message("looked", self.match_id, look=look)])


def _card_of(frame: str) -> int | None:
    """The number of the position in a frame, None for anything else."""
    try:
        fields = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    card = fields.get("card") if isinstance(fields, dict) else None
    return card if type(card) is int and 0 <= card < MOST_POSITIONS else None
