"""Worker processes: killed in thought, silent, at low priority, and gone with the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.bots.bot import Level
from games.engine.seats import HOUSE
from games.table.log.loading import Table
from games.table.think_worker import Answer, ThinkRequest
from games.table.think_worker import answer as search
from games.table.thinking import ANSWER_TIMEOUT, PAUSE_AFTER_TIMEOUT, FutureAnswer, Thinkers, question_of
from games.table.worker_process import Worker, start_process
from tests.patience import PATIENCE
from tests.pressure.phones import Phone, tip_of
from tests.served.processes import children_of, end_of, free_port, running, until, wait_until_ready
from tests.served.sessions import cookie_of
from tests.table.play import imagine_table, in_play, practice_match

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
NICEST = 19
SERVER = """
import os, time
from games.table.worker_process import start_process
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=start_process, initargs=(10,))
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 600)
    time.sleep(600)
"""


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with a card to play."""
    return imagine_table(("bot",) * 4, in_play)


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A worker of this process."""
    worker = Worker(start_process, 10)
    worker.open()
    yield worker
    worker.close()


class Asker:
    """Asks one decision after another, each with a window of its own."""

    def __init__(self, table: Table, worker: Worker) -> None:
        self.table, self.thinkers, self.number = table, Thinkers(worker), 0
        waiting = table.game.pending(table.state.game_state)
        self.seat = next(seat for seat, asked in waiting.items() if seat != HOUSE and asked.must)

    def asked(self) -> ThinkRequest:
        """The decision asked about last."""
        return ThinkRequest(7, self.seat, f"w{self.number}")

    def ask(self, now: datetime = NOW, level: Level = Level.EASY) -> FutureAnswer | None:
        """Ask the next question."""
        self.number += 1
        return self.thinkers.ask(self.table, self.asked(), level, now=now)

    def answer(self, now: datetime = NOW, level: Level = Level.EASY) -> Answer | None:
        """The answer to the next question."""
        coming = self.ask(now, level)
        assert coming is not None
        return coming.result(timeout=PATIENCE)


def pid_of(worker: Worker) -> int:
    """The process of the worker."""
    found = worker.submit(os.getpid)
    assert found is not None
    return int(found.result(timeout=PATIENCE))


@pytest.mark.parametrize("level", [Level.EASY, Level.STRONG])
def test_the_answer_is_the_one_given_in_this_process(table: Table, worker: Worker, level: Level) -> None:
    asker = Asker(table, worker)
    there = asker.answer(level=level)
    assert there == search(question_of(table, asker.asked(), level), float("inf"))


def test_the_worker_leaves_the_processor_to_the_server_and_knows_no_django(worker: Worker) -> None:
    """At nice 10 a search takes only what serving people leaves over."""
    here, there = (os.getpriority(os.PRIO_PROCESS, process) for process in (0, pid_of(worker)))
    assert there == min(here + 10, NICEST)
    loaded = worker.submit(eval, "'django' in __import__('sys').modules")
    assert loaded is not None
    assert loaded.result(timeout=PATIENCE) is False


def test_a_worker_killed_in_thought_is_followed_by_another(table: Table, worker: Worker) -> None:
    """Its question gets no answer; the next that is worth asking does."""
    asker = Asker(table, worker)
    process = pid_of(worker)
    os.kill(process, signal.SIGSTOP)
    coming = asker.ask()
    assert coming is not None
    os.kill(process, signal.SIGKILL)
    assert coming.result(timeout=PATIENCE) is None
    assert asker.ask() is None
    assert asker.answer(NOW + ANSWER_TIMEOUT) is not None


def test_a_worker_that_died_while_nobody_asked_costs_nothing(table: Table, worker: Worker) -> None:
    process = pid_of(worker)
    with end_of(process):
        os.kill(process, signal.SIGKILL)
    assert Asker(table, worker).answer() is not None


async def test_a_silent_worker_is_killed_and_followed_by_another(table: Table, worker: Worker) -> None:
    asker = Asker(table, worker)
    process = pid_of(worker)
    os.kill(process, signal.SIGSTOP)
    coming = asker.ask()
    assert coming is not None
    next_work = worker.submit(os.getpid)
    assert next_work is not None
    await until(next_work.running)  # so the question before it cannot be cancelled any more
    await until(lambda: coming.done() or asker.thinkers.give_up_late(NOW + timedelta(seconds=5)))
    assert coming.result() is None
    assert asker.ask(NOW + ANSWER_TIMEOUT) is None
    assert asker.answer(NOW + ANSWER_TIMEOUT + PAUSE_AFTER_TIMEOUT) is not None
    assert pid_of(worker) != process


def test_a_closed_worker_is_gone_and_asked_nothing(table: Table, worker: Worker) -> None:
    process = pid_of(worker)
    with end_of(process):
        worker.close()
    assert Asker(table, worker).ask() is None


def test_a_worker_ends_with_a_server_that_is_killed() -> None:
    """Also in the middle of a search."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        with end_of(process):
            server.kill()


@pytest.mark.slow
async def test_no_worker_is_left_behind_when_the_server_stops(
    environment: dict[str, str], players: list[Player]
) -> None:
    """Neither the one that searches nor the one for work nobody waits for."""
    match = await sync_to_async(practice_match)(players[0])
    phone = Phone(match.code, await sync_to_async(cookie_of)(players[0], environment["SECRET_KEY"]))
    port = free_port()
    words = ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running(words, {**environment, "ANALYSE_WHEN_IDLE": "true"}) as server:
        wait_until_ready(port, server)
        await until(lambda: tip_of(phone, port), what="the tip of the strong level is shown")
        await until(lambda: len(children_of(server.pid)) == 3, what="both, and what keeps account of them")
        with ExitStack() as ends:
            for child in children_of(server.pid):
                ends.enter_context(end_of(child))
            server.send_signal(signal.SIGTERM)
            await until(lambda: server.poll() is not None, what="the server has gone")
        assert server.returncode == 0
