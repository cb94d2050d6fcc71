"""The consumer of a closed round that several look back at together."""

from __future__ import annotations

import json
from typing import Any, Final

from games.table import live
from games.table.sockets.club_consumer import CLOSE_NOT_FOUND, ClubConsumer
from games.table.sockets.rights import closed_round
from games.table.threads import call_in_thread

MAX_POSITIONS: Final = 1000
"""More than any round has: a frame is a number of a stranger's choice."""


class LookBackConsumer(ClubConsumer):
    """A page of a closed round looked back at together: one steers, the others follow, anybody takes over.

    Only numbers of positions travel here. The page has all positions already, and it was shown to those who may see
    them (static/js/review/together.js). `card` is the position this page steered to last, None while another steers.
    """

    card: int | None = None
    match_id: int | None = None

    async def connect(self) -> None:
        await self.accept()
        address = self.scope["url_route"]["kwargs"]
        self.number: int = address["number"]
        if self.player is not None:
            self.match_id = await self.look_up(closed_round, self.number, self.player)
        if self.match_id is None:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self.join(live.round_group(self.match_id, self.number))
        await self._send_step(None)  # a question where the others are

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Steer to the position in a frame; anything else is dropped."""
        card = _card_of(text_data or "")
        if self.match_id is not None and card is not None:
            self.card = card
            await self._send_step(card)

    async def round_looked_at(self, event: dict[str, Any]) -> None:
        """Follow a step of another page; answer a page that asks, where this one steers."""
        if event["channel"] == self.channel_name:
            return
        if event["card"] is not None:
            self.card = None
            await self.send(text_data=json.dumps({"card": event["card"], "name": event["name"]}))
        elif self.card is not None:
            await self._send_step(self.card)

    async def may_stay(self) -> bool:
        address = self.scope["url_route"]["kwargs"]
        return await call_in_thread(closed_round, address["code"], self.number, self.player) is not None

    async def _send_step(self, card: int | None) -> None:
        event = {"type": "round.looked.at", "card": card, "name": self.player.nickname}
        group = live.round_group(self.match_id, self.number)
        await live.send_events([(group, {**event, "channel": self.channel_name})])


def _card_of(frame: str) -> int | None:
    """The number of the position in a frame, None for anything else."""
    try:
        fields = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    card = fields.get("card") if isinstance(fields, dict) else None
    return card if type(card) is int and 0 <= card < MAX_POSITIONS else None
