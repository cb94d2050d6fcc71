"""One database read per move and process: screens told of the same move await the same read."""

from __future__ import annotations

import asyncio

from games.table.broadcast.executor import table_executor
from games.table.broadcast.live import Message
from games.table.broadcast.open_entries import continued
from games.table.log import loading
from games.table.log.loading import Table

_looks: dict[tuple[int, int], asyncio.Task[Table]] = {}


async def read_table(match_id: int, *, at_least: int, message: Message | None = None) -> Table:
    """The table as new as log entry `at_least`: as known here, else by what the message carries, else from the
    database, once however many ask.

    On the event loop only. Raises what `loading.table` and the database raise, to everybody who waits.
    """
    known = loading.known_table(match_id)
    if known is not None and known.state.seq >= at_least:
        return known
    if known is not None and message is not None and message.entries:
        further = continued(known, message)
        if further is not None:
            loading.keep(further)
            return further
    look = _looks.get((match_id, at_least))
    if look is None:
        look = _looks[match_id, at_least] = asyncio.create_task(_look(match_id, at_least))
    return await asyncio.shield(look)


async def _look(match_id: int, at_least: int) -> Table:
    try:
        return await table_executor.run(loading.table, match_id, at_least=at_least)
    finally:
        del _looks[match_id, at_least]
