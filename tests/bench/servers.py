"""The real server processes of the bench: started, measured, stopped. Those of the tests are quicker than a club's."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.made_once import ROOT
from tests.served.processes import free_port, wait_until_ready


@dataclass(frozen=True, slots=True)
class Setting:
    """What a run of the bench is asked for, and the club of its own: a folder, and the environment of its processes.

    `think` is the least and the most seconds a player thinks, `seconds` how long each load is measured.
    """

    folder: Path
    environment: Mapping[str, str]
    tables: Sequence[int]
    think: tuple[float, float]
    seconds: float


@dataclass(frozen=True, slots=True)
class Process:
    """A running process: where it listens (0: nowhere), and what it has used so far."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """Processor time of the process, user and system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def floor_server(folder: Path) -> Iterator[Process]:
    """The floor of `floor.py` on a database of its own."""
    port = free_port()
    with _running(
        ["-m", "tests.bench.floor", str(port), str(folder / "floor.sqlite3")], os.environ
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield Process(port, process.pid)


@contextlib.contextmanager
def club_server(environment: Mapping[str, str], *words: str, port: int = 0) -> Iterator[Process]:
    """`manage.py serve` in that environment, with the steward inside unless `words` say no; on a free port if 0."""
    port = port or free_port()
    command = ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), *words]
    with _running(command, environment) as process:
        wait_until_ready(port, process)
        yield Process(port, process.pid)


@contextlib.contextmanager
def club_steward(environment: Mapping[str, str]) -> Iterator[Process]:
    """`manage.py steward` beside servers started with `--no-steward`."""
    with _running(["manage.py", "steward"], environment) as process:
        yield Process(0, process.pid)


@contextlib.contextmanager
def _running(words: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
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
