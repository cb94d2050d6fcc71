"""Who looks at which table in this process, and the word to them and to other processes that something changed.

Screens of this process are told directly; the relay, which only this module touches, carries one word to every other
process, and only where there is Redis. What is covered never travels: a word says that something changed, and of what
lies open it may carry the log entries.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import threading
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.conf import settings

from games.table.words import Kind, Opened, Word, read_word

if TYPE_CHECKING:
    from games.table.relay import Relay

log = logging.getLogger("club.live")

PROCESS: Final = secrets.token_hex(8)
"""Tells this process's own words from those of others."""
LISTEN_AGAIN: Final = 1.0
"""Seconds until lost Redis is tried again."""
SAID_WITHIN: Final = 2.0
"""Seconds Redis gets to take a message; who misses it finds out by looking."""


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
_unsaid: dict[tuple[Kind, int, Opened | None], Word] = {}
_saying: asyncio.Task[None] | None = None
_way: tuple[asyncio.AbstractEventLoop, Relay] | None = None


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
        if is_shared():
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


def left() -> frozenset[tuple[int, int]]:
    """Every match and seat whose last screen here has closed since the last call of this."""
    return _taken(_left)


def opened_elsewhere() -> frozenset[tuple[int, int]]:
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
    if is_shared():
        for word in words:
            if word.kind != "presence":
                _say(word)
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
    elif is_shared():
        _publish_once(word)


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


def is_shared() -> bool:
    """Whether other processes may serve the same tables."""
    return bool(settings.REDIS_URL)


def _say(word: Word) -> None:
    """Say a word to other processes: at once, or together with others when those before it are said."""
    global _saying  # noqa: PLW0603  one message is under way at a time
    about = word.kind, word.match_id, word.opened
    before = _unsaid.get(about)
    _unsaid[about] = word if before is None else before.and_then(word)
    if _saying is None or _saying.done():
        _saying = _start(_say_all())


async def _say_all() -> None:
    while _unsaid:
        words = list(_unsaid.values())
        _unsaid.clear()
        await _publish(words)


async def _publish(words: Sequence[Word]) -> None:
    """Redis out of reach costs other processes a push; the move is committed all the same."""
    relaying = _relaying()
    try:
        async with asyncio.timeout(SAID_WITHIN):
            await _relay().say(_message_of(words))
    except relaying.OUT_OF_REACH as error:
        _warn(words, error)


def _publish_once(word: Word) -> None:
    """As `_publish`, where no event loop runs."""
    relaying = _relaying()
    try:
        relaying.say_once(settings.REDIS_URL, _message_of([word]))
    except relaying.OUT_OF_REACH as error:
        _warn([word], error)


def _warn(words: Sequence[Word], error: BaseException) -> None:
    tables = ", ".join(str(word.match_id) for word in words)
    log.warning("tables %s: other processes not told (%s)", tables, type(error).__name__)


def _relaying() -> ModuleType:
    """What speaks with Redis; its library, six megabytes, is read only where there is Redis."""
    from games.table import relay

    return relay


def _relay() -> Relay:
    """The relay of this process's event loop."""
    global _way  # noqa: PLW0603  one relay a process
    loop = asyncio.get_running_loop()
    if _way is None or _way[0] is not loop:
        _way = loop, _relaying().Relay(settings.REDIS_URL)
    return _way[1]


def _message_of(words: Sequence[Word]) -> bytes:
    return json.dumps({"process": PROCESS, "words": words}, separators=(",", ":")).encode()


def _words_of(message: bytes) -> list[Word]:
    """What another process says; of a word of another release what this one knows. Nothing of one's own."""
    said = json.loads(message)
    if said["process"] == PROCESS:
        return []
    return [read_word(fields) for fields in said["words"]]


async def _listen() -> None:
    """Hand on what other processes say, for ever; lost Redis is tried again."""
    while True:
        try:
            async with contextlib.aclosing(_relay().hear()) as messages:
                async for message in messages:
                    words = _words_of(message)
                    tell_here(words)
                    _elsewhere.update((word.match_id, word.opened.seat) for word in words if word.opened)
        except _relaying().OUT_OF_REACH as error:
            log.warning("other processes cannot be heard (%s)", type(error).__name__)
        await asyncio.sleep(LISTEN_AGAIN)
