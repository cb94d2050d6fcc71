"""How long others wait while the site does its longest work: a list read in, a large table drawn, data exported.

One server process on SQLite. A visitor asks for a page that reads the database, a guest writes one row, both without
a pause; the longest answer of each while the work runs is the figure, beside the same without the work.
"""

from __future__ import annotations

import http.client
import re
import threading
import urllib.parse
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, sleep, thread_time
from typing import TYPE_CHECKING, Final

from tests.bench.figures import Figure
from tests.bench.servers import club_server
from tests.bench.setting import environment, newcomers, session_cookie

if TYPE_CHECKING:
    from accounts.models import Club

LINES: Final = 500
LONGEST_WAIT: Final = 100
"""Milliseconds another person may wait."""
QUIET_SECONDS: Final = 3
SETTINGS: Final = {
    "nickname": "waiting 1",
    "theme": "dark",
    "colours": "two",
    "card_letters": "nl",
    "text_size": "large",
    "motion": "none",
}
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Browser:
    """One person's kept connection to the server."""

    def __init__(self, port: int, cookie: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        self.cookies = dict([cookie.split("=", 1)])

    def get(self, path: str) -> str:
        """The page at `path`. Raises RuntimeError for an error of the server."""
        return self._asked("GET", path, None)

    def post(self, path: str, fields: Mapping[str, str]) -> str:
        """Send `fields`. Raises RuntimeError for an error of the server."""
        return self._asked("POST", path, urllib.parse.urlencode(fields))

    def token(self, path: str) -> str:
        """The token against forged requests of the form on a page."""
        found = TOKEN.search(self.get(path))
        if found is None:
            raise RuntimeError(f"no form on {path}")
        return found[1]

    def _asked(self, method: str, path: str, body: str | None) -> str:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for line in answer.msg.get_all("Set-Cookie", []):
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[-500:]}")
        return text


class Waits:
    """The longest waits, in ms, of two threads that read and write without a pause."""

    def __init__(self, reader: Browser, writer: Browser) -> None:
        self._ended = threading.Event()
        self._people = reader, writer
        self._threads = ThreadPoolExecutor(max_workers=2)
        self.read, self.written = 0.0, 0.0

    def __enter__(self) -> Waits:
        reader, writer = self._people
        self._running = self._threads.submit(self._read, reader), self._threads.submit(self._write, writer)
        sleep(0.2)
        self.read = self.written = 0.0
        return self

    def __exit__(self, *_failure: object) -> None:
        self._ended.set()
        for each in self._running:
            each.result()

    def _read(self, reader: Browser) -> None:
        while not self._ended.is_set():
            began = perf_counter()
            reader.get("/me/notices/")
            self.read = max(self.read, (perf_counter() - began) * 1000)

    def _write(self, writer: Browser) -> None:
        page = "/me/"
        token = writer.token(page)
        while not self._ended.is_set():
            began = perf_counter()
            writer.post(page, {**SETTINGS, "csrfmiddlewaretoken": token})
            self.written = max(self.written, (perf_counter() - began) * 1000)


def measure_long_work(folder: Path) -> list[Figure]:
    """The longest waits beside each kind of work; the database holds a large club afterwards."""
    from accounts.models import Player
    from tests.bench.league import large_club

    competition = large_club("busy")
    club = competition.season.club
    owner = session_cookie(Player.objects.get(username="busy0"))
    [reader, writer] = newcomers("waiting", 2)
    review = _reviewed()
    static_from_sources = {**environment(folder), "COLLECTED_STATIC": "false"}
    with club_server(folder, static_from_sources) as server:
        worker = Browser(server.port, owner)
        onlookers = Browser(server.port, session_cookie(reader)), Browser(server.port, session_cookie(writer))
        works: Mapping[str, Callable[[], object]] = {
            "nothing else going on": lambda: sleep(QUIET_SECONDS),
            f"a list of {LINES} read in": lambda: _read_in(worker, club),
            "standings 500 x 40 drawn": lambda: worker.get(f"/l/{competition.pk}/"),
            "data exported": lambda: worker.get("/me/data.json"),
            "a review opened": lambda: Browser(server.port, review[1]).get(review[0]),
        }
        waits = [figure for name, work in works.items() for figure in _beside(name, work, onlookers)]
    return [
        *waits,
        Figure(f"a list of {LINES}: processor time in the transaction", _in_transaction(club), "ms", 25),
    ]


def _beside(name: str, work: Callable[[], object], onlookers: tuple[Browser, Browser]) -> list[Figure]:
    with Waits(*onlookers) as waits:
        began = perf_counter()
        work()
        spent = (perf_counter() - began) * 1000
    return [
        Figure(f"{name}: the work itself", spent, "ms"),
        Figure(f"{name}: longest wait of a reader", waits.read, "ms", LONGEST_WAIT),
        Figure(f"{name}: longest wait of a writer", waits.written, "ms", LONGEST_WAIT),
    ]


def _read_in(worker: Browser, club: Club) -> None:
    """Names without a Latin letter, as in the attack that took 28 to 95 seconds."""
    page = f"/c/{club.slug}/members/import/"
    names = "\n".join(f"{chr(0x4E00 + number)}{chr(0x5E00 + number)}" for number in range(LINES))
    worker.post(page, {"pasted": names, "confirm": "on", "csrfmiddlewaretoken": worker.token(page)})


def _in_transaction(club: Club) -> float:
    """Milliseconds of this thread while the lock for writing is held; they survive a busy machine."""
    from django.utils import timezone

    from accounts.clubs.imports import read_members, store_members

    names = "\n".join(f"{chr(0x5000 + number)}{chr(0x6000 + number)}" for number in range(LINES))
    read = read_members(club=club, text=names, now=timezone.now())
    began = thread_time()
    made, _faults = store_members(read)
    assert made == LINES
    return (thread_time() - began) * 1000


def _reviewed() -> tuple[str, str]:
    """The address of a review of a closed round, and the session of a player who sat there."""
    from django.utils import timezone

    from tests.table.tables import in_second_round

    players = newcomers("reviewed", 4)
    match = in_second_round(players, timezone.now())
    return f"/t/{match.code}/round/1/", session_cookie(players[0])
