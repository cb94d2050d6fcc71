"""Server processes for the bench: started, waited for, measured, stopped."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.served.programs import Program

ROOT = Path(__file__).resolve().parents[2]
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


@dataclass(frozen=True, slots=True)
class Process:
    """A running process of the club: where it listens (0: nowhere), and what it has used so far."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """Processor time of the process, user and system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def run_on(self, cores: set[int]) -> None:
        """Let all threads of the process run on these cores only, as `taskset --all-tasks` does."""
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)

    def megabytes(self) -> float:
        """Resident memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def floor_server(folder: Path) -> Iterator[Process]:
    """The floor of `floor.py` on a database of its own."""
    port = free_port()
    environment = {**os.environ, "FLOOR_DATABASE": str(folder / "floor.sqlite3")}
    command = [sys.executable, "-m", "tests.bench.load.floor", str(port)]
    with _running(command, environment, folder / "floor.log") as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield Process(port, process.pid)


@contextlib.contextmanager
def club_server(folder: Path, environment: dict[str, str], *words: str) -> Iterator[Process]:
    """`manage.py serve` on the database that `environment` names, with the steward inside unless `words` say no."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), *words]
    with _running(command, environment, folder / f"server-{port}.log") as process:
        wait_until_ready(port, process)
        yield Process(port, process.pid)


@contextlib.contextmanager
def club_steward(folder: Path, environment: dict[str, str]) -> Iterator[Process]:
    """`manage.py steward` beside servers started with `--no-steward`."""
    with _running([sys.executable, "manage.py", "steward"], environment, folder / "steward.log") as process:
        yield Process(0, process.pid)


def wait_until_ready(port: int, process: subprocess.Popen[str] | Program) -> None:
    """Block until the server answers `/healthz`. Raises RuntimeError when it has died."""
    while process.poll() is None:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1),
        ):
            return
        time.sleep(LOOKED_EVERY)
    raise RuntimeError(f"the server stopped with status {process.returncode}")


@contextlib.contextmanager
def _running(command: list[str], environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[str]]:
    with log.open("w") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
