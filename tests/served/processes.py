"""Processes of a club under pressure: servers and stewards started, waited for, ended, killed; conditions awaited."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings

from tests.patience import PATIENCE
from tests.served import programs

LOOKED_EVERY = 0.01
"""Seconds between two checks whether a server answers; checking without a pause would take a core from it."""
HELD: list[socket.socket] = []
"""Keep the ports given out from every other process that asks the system for one, until this process ends."""


def free_port() -> int:
    """A port for a server that starts later, and perhaps again: the system gives it to nobody else meanwhile.

    It is held on every address, because a server that listens on all of them cannot start while the same port of
    127.0.0.2 is the near end of a connection.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("", 0))
    HELD.append(held)
    return int(held.getsockname()[1])


def wait_until_ready(port: int, process: subprocess.Popen[str] | programs.Program) -> None:
    """Block until the server answers `/healthz`. Raises RuntimeError when it has died."""
    while process.poll() is None:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1),
        ):
            return
        sleep(LOOKED_EVERY)
    raise RuntimeError(f"the server stopped with status {process.returncode}")


@dataclass(frozen=True)
class Server:
    """One server process and its port on this machine."""

    process: programs.Program
    port: int

    def terminate(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def environment_of(folder: Path, **more: str) -> dict[str, str]:
    """The environment of every process of a club that lives in `folder`.

    The key is that of the tests: seeds of tables they start are sealed with it.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "SITE_ORIGINS"}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "kraken_site.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "VAR_DIR": str(folder),
        "COLLECTED_STATIC": "false",
        "REDIS_URL": "",
        "DEBUG": "false",
        "ANALYSE_WHEN_IDLE": "false",
        **more,
    }


@contextlib.contextmanager
def serving(environment: Mapping[str, str], *arguments: str) -> Iterator[Server]:
    """A server of this club on a free port, answering; ended hard when the block is left and it still runs."""
    port = free_port()
    words = ["-m", "tests.served.server", "--port", str(port), *arguments]
    with running(words, environment) as process:
        wait_until_ready(port, process)
        yield Server(process, port)


@contextlib.contextmanager
def running(words: list[str], environment: Mapping[str, str]) -> Iterator[programs.Program]:
    """`python words...` with its output in `VAR_DIR`/log; killed at the end of the block if it still runs."""
    with (Path(environment["VAR_DIR"]) / "log").open("a") as log:
        process = programs.start(words, environment, log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def children_of(process: int) -> list[int]:
    """The processes that process has started and that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(stat.parent.name))
    return found


@contextlib.contextmanager
def end_of(process: int) -> Iterator[None]:
    """Wait at the end of the block until that process has ended."""
    descriptor = os.pidfd_open(process)
    try:
        yield
        assert select.select([descriptor], [], [], PATIENCE)[0]
    finally:
        os.close(descriptor)


def manage(environment: Mapping[str, str], *words: str) -> str:
    """Run a management command to its end; gives what it printed. Raises AssertionError when it fails."""
    done = programs.run(["manage.py", *words], environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def until(true: Callable[[], object], *, what: str = "") -> float:
    """Wait until something outside this process has become so; gives the seconds it took."""
    began = monotonic()
    while not true():
        assert monotonic() - began < PATIENCE, f"not within {PATIENCE} s: {what or true}"
        await asyncio.sleep(0.01)  # polled, because another process cannot set an event here
    return monotonic() - began
