"""A process beside the server for work that must not hold up a move, and how it starts and ends.

It is spawned with the module of its work alone: what searches loads no Django, so it starts in a third of a second.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

log = logging.getLogger("club.think")


class Worker:
    """A pool of one process, started with the first work while it is open, and again after it died. Thread-safe."""

    def __init__(self, prepare: Callable[[int], None], niceness: int) -> None:
        self._prepare = prepare
        self._niceness = niceness
        self._lock = threading.Lock()
        self._is_open = False
        self._pool: ProcessPoolExecutor | None = None
        self._pid: Future[int] | None = None

    def open(self) -> None:
        """Accept work from now on."""
        with self._lock:
            self._is_open = True

    def close(self) -> None:
        """Kill the process, and accept no more work."""
        with self._lock:
            self._is_open = False
            self._discard()

    def submit(self, work: Callable[..., Any], /, *arguments: object) -> Future[Any] | None:
        """Run picklable work in the process; None while the worker is closed.

        The future raises BrokenProcessPool when the process dies over it.
        """
        with self._lock:
            if not self._is_open:
                return None
            if self._has_died():
                log.warning("a worker process died; another is started")
                self._discard()
            try:
                return self._open_pool().submit(work, *arguments)
            except BrokenProcessPool:  # it has died since
                self._discard()
                return self._open_pool().submit(work, *arguments)

    def replace(self) -> None:
        """Kill the process if it has started; the next work starts another."""
        with self._lock:
            if self._pid is not None and self._pid.done():
                log.warning("a worker process does not answer; another is started")
                self._discard()

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, because a fork of a process with threads may inherit a held lock.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=self._prepare, initargs=(self._niceness,)
            )
            self._pid = self._pool.submit(os.getpid)
        return self._pool

    def _has_died(self) -> bool:
        """Whether the process has started and is no more; its pool may not know it yet."""
        return self._pid is not None and self._pid.done() and self._process() is None

    def _process(self) -> BaseProcess | None:
        """The running process, None where there is none."""
        pid = self._pid
        if pid is None or not pid.done() or pid.cancelled() or pid.exception() is not None:
            return None
        return next((child for child in active_children() if child.pid == pid.result()), None)

    def _discard(self) -> None:
        process = self._process()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if process is not None:
            process.kill()
        self._pool = self._pid = None


def start_process(niceness: int) -> None:
    """Prepare a worker process: it leaves the processor to the server, which alone decides when it ends."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the server has died without ending it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
