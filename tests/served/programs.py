"""Programs of the club started quickly: forked from a process that has imported what they need.

Importing it takes a program more than a second. Each is a process of its own, with its own environment, output and
exit status, and dies of SIGKILL as any other.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from tests.made_once import ROOT

WITHOUT_SETTINGS: Final = (
    "autobahn.twisted.websocket",
    "django.contrib.admin.options",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.test.client",
    "fido2.server",
    "games.bots.registry",
    "jinja2",
    "prometheus_client",
    "pydantic.fields",
    "redis.asyncio",
    "twisted.internet.asyncioreactor",
)
"""Imported once for all clubs: what is large and looks at no setting."""
WITH_SETTINGS: Final = ("kraken_site.asgi", "kraken_site.urls")
"""Imported once in each environment: everything but Daphne's server, which opens files as soon as it is imported."""


class Program:
    """A running program, used as a `subprocess.Popen` is."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self.pid = int(end.recv(32))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, None while the program runs."""
        return self.wait(timeout=0)

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the exit status, None when the program still runs after so many seconds."""
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            self.returncode = int(self._end.recv(32))
            self._end.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def forget(self) -> None:
        """Let it run, and do not ask for its exit status."""
        self._end.close()


@dataclass
class Forking:
    """A process that forks programs (`tests/served/forking.py`), asked through a socket."""

    requests: socket.socket
    itself: Program | None = None

    def start(
        self, words: Sequence[str], environment: Mapping[str, str], *files: IO[str] | socket.socket
    ) -> Program:
        """Start `python WORDS...` in that environment, with these files as input, output and errors."""
        ours, theirs = _line()
        with theirs:
            request = json.dumps([words, environment]).encode()
            socket.send_fds(self.requests, [request], [file.fileno() for file in (theirs, *files)])
        return Program(ours)

    def close(self) -> None:
        """Let it end as soon as its programs have."""
        self.requests.close()
        if self.itself is not None:
            self.itself.forget()


def start(
    words: Sequence[str], environment: Mapping[str, str], output: IO[str], errors: IO[str] | None = None
) -> Program:
    """Start `python WORDS...` in that environment; its output goes to that file, its errors too unless to another."""
    with Path(os.devnull).open() as nothing:
        return _of_club(environment, output).start(words, environment, nothing, output, errors or output)


def run(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `python WORDS...` to its end."""
    with TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
        status = start(words, environment, output, errors).wait()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, status or 0, output.read(), errors.read())


_club: dict[str, Forking] = {}
"""The process that forks programs in the latest environment, by that environment."""


def _of_club(environment: Mapping[str, str], output: IO[str]) -> Forking:
    name = json.dumps(environment, sort_keys=True)
    if name not in _club:
        _close_club()
        ours, theirs = _line()
        with theirs:
            words = ["-m", "tests.served.forking", *WITH_SETTINGS]
            itself = _of_all_clubs().start(words, environment, theirs, output, output)
        _club[name] = Forking(ours, itself)
    return _club[name]


def _close_club() -> None:
    while _club:
        _club.popitem()[1].close()


@cache
def _of_all_clubs() -> Forking:
    """The process that those of the clubs are forked from; it ends with this one."""
    ours, theirs = _line()
    with theirs:
        command = [sys.executable, "-m", "tests.served.forking", *WITHOUT_SETTINGS]
        process = subprocess.Popen(command, cwd=ROOT, stdin=theirs, start_new_session=True)
    for last in (process.wait, process.terminate, ours.close, _close_club):
        atexit.register(last)  # called in the opposite order
    return Forking(ours)


def _line() -> tuple[socket.socket, socket.socket]:
    """Both ends of a line on which each message arrives whole."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
