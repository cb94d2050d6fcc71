"""Tips that come by themselves in a first game: those of the strong player, where a worker answers in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

from games.engine.seats import Seat
from games.kit.club_clock import club_clock
from games.table import services
from games.table.log.loading import Table
from games.table.thinking.questions import Answer


class TipsUnasked:
    """The tips of one screen. A worker is asked once for each window, and until it has answered, or its time is over,
    no other tip is shown: one that changes under the finger helps nobody."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._asked = ""
        self._coming: asyncio.Task[None] | None = None

    @property
    def shown(self) -> bool:
        """Whether a tip is shown that nobody asked for."""
        return self._on and self._coming is None

    def ask(self, table: Table, seat: Seat | None, *, show: Callable[[], Awaitable[None]]) -> None:
        """Ask for the tip of the window that is open for the seat, unless that was done before. `show` draws the screen
        again once there is an answer.
        """
        if not self._on or seat is None or self._coming is not None:
            return
        window = services.window_of_tip(table, seat)
        if not window or window == self._asked:
            return
        self._asked = window
        coming = services.ask_tip(table, seat, club_clock.now())
        if coming is not None and not coming.done():
            self._coming = asyncio.create_task(self._wait(coming, show))

    def stop(self) -> None:
        """Wait for no tip any more: the screen is closed."""
        if self._coming is not None:
            self._coming.cancel()

    async def _wait(self, coming: Future[Answer], show: Callable[[], Awaitable[None]]) -> None:
        await services.advice_came(coming)
        self._coming = None
        await show()
