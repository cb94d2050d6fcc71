"""Table threads: calls that wait are carried out one after another, and each caller gets what is theirs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from games.engine.errors import Refusal, Refused
from games.table.broadcast import live
from games.table.broadcast.executor import ON_POSTGRESQL, table_executor
from tests import patience
from tests.table.sockets.listeners import Listener, settled

pytestmark = pytest.mark.usefixtures("attached")


class Unreadable(Listener):
    """A screen that fails when it is asked whether a message is news."""

    def is_news(self, message: live.Message) -> bool:
        raise RuntimeError("this screen cannot be asked")


@pytest.fixture
def gate() -> threading.Event:
    """Holds up a table thread until it is set."""
    return threading.Event()


def held_up(gate: threading.Event) -> None:
    assert gate.wait(patience.PATIENCE)


def begun(*works: Callable[[], object]) -> list[asyncio.Task[object]]:
    """Calls that wait in this order."""
    return [asyncio.create_task(table_executor.run(work)) for work in works]


def refuse() -> None:
    raise Refused(Refusal.NOT_YOUR_TURN)


async def test_calls_that_waited_together_are_each_answered_with_their_own(gate: threading.Event) -> None:
    calls = begun(lambda: held_up(gate), lambda: "trick", refuse, lambda: "roem")
    await settled()
    gate.set()
    nothing, trick, refused, roem = await asyncio.gather(*calls, return_exceptions=True)
    assert (nothing, trick, roem) == (None, "trick", "roem")
    assert isinstance(refused, Refused)


async def test_a_call_nobody_waits_for_any_more_is_not_made(gate: threading.Event) -> None:
    made: list[str] = []
    *holding, given_up, kept = begun(
        *[lambda: held_up(gate)] * ON_POSTGRESQL, lambda: made.append("given up"), lambda: made.append("kept")
    )
    await settled()
    given_up.cancel()
    await asyncio.wait({given_up})
    gate.set()
    await asyncio.gather(*holding, kept)
    assert made == ["kept"]


async def test_an_announcement_that_fails_keeps_no_other_caller_waiting(gate: threading.Event) -> None:
    """The failure is reported by the event loop, and every caller has its answer."""
    reported: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _loop, told: reported.append(str(told["exception"]))
    )
    broken, here = Unreadable(), Listener()
    live.join(1, broken, None)
    live.join(2, here, None)
    calls = begun(lambda: held_up(gate), lambda: live.announce(1, 5), lambda: live.announce(2, 5))
    await settled()
    gate.set()
    await asyncio.gather(*calls)
    await settled()
    assert reported == ["this screen cannot be asked"]
    assert here.told == [live.Message("changed", 2, 5)]
    live.part(1, broken, None)
    live.part(2, here, None)


async def test_the_end_waits_for_the_calls_that_were_made(gate: threading.Event) -> None:
    written: list[str] = []
    calls = begun(lambda: held_up(gate), lambda: written.append("a move"))
    await settled()
    gate.set()
    table_executor.close()
    assert written == ["a move"]
    await asyncio.gather(*calls)
    assert await table_executor.run(lambda: "others") == "others"


async def test_an_event_loop_that_has_closed_keeps_no_other_waiting(gate: threading.Event) -> None:
    async def give_up() -> None:
        calls = begun(*[lambda: held_up(gate)] * ON_POSTGRESQL)
        await settled()
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)

    await asyncio.to_thread(asyncio.run, give_up())
    gate.set()
    assert await table_executor.run(lambda: "others") == "others"
