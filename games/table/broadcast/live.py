"""Who looks at which table in this process, and the word to them and to other processes that something changed.

Screens of this process are told directly, other processes by `other_processes`. What is covered never travels: a word
says that something changed, and of what lies open it may carry the log entries.
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
from games.table.broadcast.messages import Opened, Word

log = logging.getLogger("club.live")


class Screen(Protocol):
    """An open screen of a table: `is_news` says whether it is worth telling, `tell` brings it up to date."""

    def is_news(self, word: Word) -> bool: ...

    async def tell(self, word: Word) -> None: ...


_screens: dict[int, list[Screen]] = {}
_here: dict[int, Counter[int]] = {}
_left: set[tuple[int, int]] = set()
_elsewhere: set[tuple[int, int]] = set()
_tasks: set[asyncio.Task[None]] = set()
_thread = threading.local()
_loop: asyncio.AbstractEventLoop | None = None
_heard_on: asyncio.AbstractEventLoop | None = None


def attach() -> None:
    """Take the running event loop for this process's."""
    global _loop  # noqa: PLW0603  one event loop a process
    _loop = asyncio.get_running_loop()


def listen() -> None:
    """Be ready for screens: attach, and hear what other processes say where there may be some."""
    global _heard_on  # noqa: PLW0603  heard once a process
    attach()
    if _heard_on is not _loop:
        _heard_on = _loop
        if other_processes.is_shared():
            _start(_listen())


def join(match_id: int, screen: Screen, seat: int | None) -> None:
    """A screen opened; the others are told when it is the first of its seat."""
    _screens.setdefault(match_id, []).append(screen)
    if seat is None:
        return
    here = _here.setdefault(match_id, Counter())
    here[seat] += 1
    if here[seat] == 1:
        announce_presence(match_id)


def part(match_id: int, screen: Screen, seat: int | None) -> bool:
    """A screen closed; whether nobody looks from its seat any more. The others are told then."""
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


def present(match_id: int) -> frozenset[int]:
    """The seats that have the table open in this process."""
    return frozenset(_here.get(match_id, ()))


def attended() -> frozenset[tuple[int, int]]:
    """Every match and seat that has a screen open in this process."""
    return frozenset((match_id, seat) for match_id, seats in _here.items() for seat in seats)


def take_left() -> frozenset[tuple[int, int]]:
    """Every match and seat whose last screen here has closed since the last call of this."""
    return _taken(_left)


def take_opened_elsewhere() -> frozenset[tuple[int, int]]:
    """Every match and seat of which another process has said, since the last call of this, that a screen opened."""
    return _taken(_elsewhere)


def _taken(seats: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    taken = frozenset(seats)
    seats.clear()
    return taken


def looked_at() -> tuple[int, ...]:
    """The matches that have a screen open in this process."""
    return tuple(_screens)


def announce(match_id: int, seq: int, entries: Sequence[Sequence[Any]] = ()) -> None:
    """The table has moved on to log entry `seq`. For after the commit; never raises, whatever the layer does."""
    _tell(Word("changed", match_id, seq, entries))


def announce_talk(match_id: int) -> None:
    """Somebody said something, or is not to be heard any more by somebody."""
    _tell(Word("talked", match_id))


def announce_opened(match_id: int, opened: Opened) -> None:
    """A screen of a seat opened, or is still there: the latest page of a seat is the one that plays."""
    _tell(Word("opened", match_id, opened=opened))


def announce_presence(match_id: int) -> None:
    """Somebody came or went."""
    _tell(Word("presence", match_id))


@contextlib.contextmanager
def gathered(words: list[Word]) -> Iterator[None]:
    """Add what this thread announces to `words`, which are for `spread`, all at once."""
    _thread.words = words
    try:
        yield
    finally:
        del _thread.words


def spread(words: Sequence[Word]) -> None:
    """Tell other processes, whose screens have the longer way, and the screens of this one. On the event loop only;
    waits for nobody."""
    if other_processes.is_shared():
        for word in words:
            if word.kind != "presence":
                other_processes.say(word)
    tell_here(words)


def tell_here(words: Iterable[Word]) -> None:
    """Tell the screens of this process only. On the event loop only; waits for nobody."""
    for word in words:
        _tell_screens(word)


def _tell(word: Word) -> None:
    words = getattr(_thread, "words", None)
    if words is not None:
        words.append(word)
        return
    loop = _loop
    if loop is not None and loop.is_running():
        loop.call_soon_threadsafe(spread, [word])
    elif other_processes.is_shared():
        other_processes.say_once(word)


def _start(work: Coroutine[object, object, None]) -> asyncio.Task[None]:
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def _tell_screens(word: Word) -> None:
    """Those to whom it is news."""
    told = [screen.tell(word) for screen in _screens.get(word.match_id, ()) if screen.is_news(word)]
    if told:
        _start(_all_told(word.match_id, told))


async def _all_told(match_id: int, told: Sequence[Coroutine[object, object, None]]) -> None:
    """A screen that cannot be told keeps no other from being told; its heartbeat or its next connection heals it."""
    for outcome in await asyncio.gather(*told, return_exceptions=True):
        if isinstance(outcome, Exception):
            log.warning("table %s: a screen could not be told (%s)", match_id, type(outcome).__name__)


async def _listen() -> None:
    """Hand on what other processes say, for ever."""
    async with contextlib.aclosing(other_processes.heard()) as heard:
        async for words in heard:
            tell_here(words)
            _elsewhere.update((word.match_id, word.opened.seat) for word in words if word.opened)
