"""A screen in the middle of the table: a spectator's, whoever is signed in there, as long as its code holds."""

from __future__ import annotations

from typing import Final

from games.table.broadcast import live
from games.table.broadcast.executor import table_executor
from games.table.log.loading import Table
from games.table.services.moves.own_deal import NOTHING_SET
from games.table.sockets.found_tables import is_code_of
from games.table.sockets.table_screen import Send, TableScreen

WITHDRAWN: Final = 4410
"""Close code for a screen whose code was withdrawn; hx-ws does not come back after it."""


class SharedScreen(TableScreen):
    """One open screen in the middle of a table. It has no seat and shows no hand."""

    def __init__(self, table: Table, *, code: str, language: str, page: int, send: Send) -> None:
        super().__init__(
            table,
            player=None,
            talk=(),
            language=language,
            page=page,
            taught=False,
            send=send,
            lost_seat=None,
            own_deal=NOTHING_SET,
        )
        self._code = code

    def is_news(self, message: live.Message) -> bool:
        """Whether the message announces something this screen does not show yet, or that codes were withdrawn."""
        return message.kind == "withdrawn" or super().is_news(message)

    async def tell(self, message: live.Message) -> None:
        """Send the zones that have changed, or close with the code."""
        if message.kind == "withdrawn":
            await self._close_without_code()
        else:
            await super().tell(message)

    async def receive(self, frame: str) -> None:
        """Answer the heartbeat, and refuse forms. The code is looked up too, because the announcement may be lost."""
        await self._close_without_code()
        if not self.over:
            await super().receive(frame)

    async def _close_without_code(self) -> None:
        if not await table_executor.run(is_code_of, self._code, self.match_id):
            await self.close(WITHDRAWN)
