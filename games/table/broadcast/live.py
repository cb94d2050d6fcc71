"""The screens open in this process, by table, and announcements of changes to them and to other processes.

Screens of this process are told directly, other processes by `other_processes`. Covered cards are never sent:
a message says that something changed, and it may carry log entries that are public.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from typing import Any, Protocol

from games.table.broadcast import other_processes
from games.table.broadcast.messages import Message, Opened

log = logging.getLogger("club.live")


class Screen(Protocol):
    """An open screen of a table. `is_news` says whether the message concerns it, `tell` brings it up to date."""

    def is_news(self, message: Message) -> bool: ...

    async def tell(self, message: Message) -> None: ...


_screens: dict[int, list[Screen]] = {}
_evenings: dict[int, list[Screen]] = {}
_here: dict[int, Counter[int]] = {}
_left: set[tuple[int, int]] = set()
_elsewhere: set[tuple[int, int]] = set()
_tasks: set[asyncio.Task[None]] = set()
_thread = threading.local()
_loop: asyncio.AbstractEventLoop | None = None
_heard_on: asyncio.AbstractEventLoop | None = None


def attach() -> None:
    """Store the running event loop as this process's loop."""
    global _loop  # noqa: PLW0603  one event loop a process
    _loop = asyncio.get_running_loop()


def listen() -> None:
    """Attach, and start receiving messages of other processes where there may be some."""
    global _heard_on  # noqa: PLW0603  heard once a process
    attach()
    if _heard_on is not _loop:
        _heard_on = _loop
        if other_processes.is_shared():
            _start(_listen())


def join(match_id: int, screen: Screen, seat: int | None) -> None:
    """Register an opened screen; the others are told when it is the first of its seat."""
    _screens.setdefault(match_id, []).append(screen)
    if seat is None:
        return
    here = _here.setdefault(match_id, Counter())
    here[seat] += 1
    if here[seat] == 1:
        announce_presence(match_id)


def part(match_id: int, screen: Screen, seat: int | None) -> bool:
    """Remove a closed screen; returns whether it was the last of its seat. The others are told then."""
    _screens[match_id].remove(screen)
    if not _screens[match_id]:
        del _screens[match_id]
    if seat is None:
        return True
    here = _here[match_id]
    here[seat] -= 1
    if here[seat]:
        return False
    del here[seat]
    if not here:
        del _here[match_id]
    _left.add((match_id, seat))
    announce_presence(match_id)
    return True


def join_evening(evening_id: int, screen: Screen) -> None:
    """Register an opened screen of an evening."""
    _evenings.setdefault(evening_id, []).append(screen)


def part_evening(evening_id: int, screen: Screen) -> None:
    """Remove a closed screen of an evening."""
    _evenings[evening_id].remove(screen)
    if not _evenings[evening_id]:
        del _evenings[evening_id]


def present(match_id: int) -> frozenset[int]:
    """The seats that have the table open in this process."""
    return frozenset(_here.get(match_id, ()))


def attended() -> frozenset[tuple[int, int]]:
    """Every match and seat that has a screen open in this process."""
    return frozenset((match_id, seat) for match_id, seats in _here.items() for seat in seats)


def take_left() -> frozenset[tuple[int, int]]:
    """The matches and seats whose last screen here closed since the last call; the list is emptied."""
    return _taken(_left)


def take_opened_elsewhere() -> frozenset[tuple[int, int]]:
    """The matches and seats of which another process announced an opened screen since the last call; the list
    is emptied.
    """
    return _taken(_elsewhere)


def _taken(seats: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    taken = frozenset(seats)
    seats.clear()
    return taken


def looked_at() -> tuple[int, ...]:
    """The matches that have a screen open in this process."""
    return tuple(_screens)


def announce(match_id: int, seq: int, entries: Sequence[Sequence[Any]] = ()) -> None:
    """Announce that the table has moved on to log entry `seq`. Call it after the commit; never raises, even
    when the channel layer fails.
    """
    _tell(Message("changed", match_id, seq, entries))


def announce_talk(match_id: int) -> None:
    """Announce a new line of talk, or a change of muted players."""
    _tell(Message("talked", match_id))


def announce_opened(match_id: int, opened: Opened) -> None:
    """Announce an opened or still open screen of a seat: only the latest page of a seat may play."""
    _tell(Message("opened", match_id, opened=opened))


def announce_code_withdrawn(match_id: int) -> None:
    """Announce that the code of the screen in the middle was withdrawn. Call it after the commit."""
    _tell(Message("withdrawn", match_id))


def announce_presence(match_id: int) -> None:
    """Announce that a seat's first screen opened or its last one closed."""
    _tell(Message("presence", match_id))


def announce_evening(evening_id: int) -> None:
    """Announce that the sign-ups, substitutes or seats of an evening changed. Call it after the commit."""
    _tell(Message("evening", evening_id))


@contextlib.contextmanager
def gathered(messages: list[Message]) -> Iterator[None]:
    """Collect this thread's announcements in `messages`, for one later call of `spread`."""
    _thread.messages = messages
    try:
        yield
    finally:
        del _thread.messages


def spread(messages: Sequence[Message]) -> None:
    """Send the messages to other processes first, because they take longer, then to the screens of this one. On
    the event loop only; does not wait.
    """
    if other_processes.is_shared():
        for message in messages:
            if message.kind != "presence":
                other_processes.say(message)
    tell_here(messages)


def tell_here(messages: Iterable[Message]) -> None:
    """Send the messages to the screens of this process only. On the event loop only; does not wait."""
    for message in messages:
        _tell_screens(message)


def _tell(message: Message) -> None:
    messages = getattr(_thread, "messages", None)
    if messages is not None:
        messages.append(message)
        return
    loop = _loop
    if loop is not None and loop.is_running():
        loop.call_soon_threadsafe(spread, [message])
    elif other_processes.is_shared():
        other_processes.say_once(message)


def _start(work: Coroutine[object, object, None]) -> asyncio.Task[None]:
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def _tell_screens(message: Message) -> None:
    """Tell the screens for which the message is news, one after another in one task: sending waits for no client."""
    screens = _evenings if message.kind == "evening" else _screens
    news = [screen for screen in screens.get(message.match_id, ()) if screen.is_news(message)]
    if news:
        _tell_in_turn(iter(news), message)


def _tell_in_turn(screens: Iterator[Screen], message: Message) -> None:
    """Tell the screens that are left; one that cannot be told ends its task only, and the next ones have another."""

    def told(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # Its heartbeat or next connection brings that screen up to date.
            log.warning("table %s: a screen could not be told (%s)", message.match_id, type(error).__name__)
            _tell_in_turn(screens, message)

    _start(_told(screens, message)).add_done_callback(told)


async def _told(screens: Iterator[Screen], message: Message) -> None:
    for screen in screens:
        await screen.tell(message)


async def _listen() -> None:
    """Receive the messages of other processes for ever, and tell the screens here."""
    async with contextlib.aclosing(other_processes.heard()) as heard:
        async for messages in heard:
            tell_here(messages)
            _elsewhere.update(
                (message.match_id, message.opened.seat) for message in messages if message.opened
            )
