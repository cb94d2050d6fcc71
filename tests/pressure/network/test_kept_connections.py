"""A kept connection gives the next answer whole after HEAD of a long page, and a page leaves none to the database."""

from __future__ import annotations

import contextlib
import http.client
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from accounts.models import Player
from kraken_site.management.commands.demo import play
from tests.patience import PATIENCE
from tests.served.processes import serving
from tests.served.sessions import cookie_of
from tests.table.play import start_match

pytestmark = pytest.mark.slow
IN_ONE_PIECE = 65_536
"""Most bytes of a page that Django sends in one piece."""


def test_the_next_answer_after_head_of_a_long_page_is_its_own(
    environment: dict[str, str], players: list[Player]
) -> None:
    match = start_match(players=players, now=timezone.now(), options={"rounds": 1})
    play(match, until=None, now=timezone.now(), rng=Random(5))
    review = f"/t/{match.code}/round/1/"
    signed_in = {"Cookie": cookie_of(players[0], environment["SECRET_KEY"])}
    with serving(environment, "--no-steward") as server:
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with contextlib.closing(kept):
            kept.request("HEAD", review, headers=signed_in)
            line, head = kept.sock, kept.getresponse()
            assert head.read() == b""
            assert head.status == 200
            assert int(head.headers["Content-Length"]) > IN_ONE_PIECE

            kept.request("GET", "/rules/kraken/")
            rules = kept.getresponse()
            assert rules.status == 200
            assert b"<h1" in rules.read()

            kept.request("GET", review, headers=signed_in)
            page = kept.getresponse()
            assert len(page.read()) == int(page.headers["Content-Length"]) > IN_ONE_PIECE
            assert kept.sock is line, "all three came over one connection"


def test_pages_leave_no_connection_to_the_database_open(
    environment: dict[str, str], players: list[Player]
) -> None:
    """Each page has a thread of its own: a connection that stayed with it would be one open file for every page."""
    signed_in = {"Cookie": cookie_of(players[0], environment["SECRET_KEY"])}
    with serving(environment, "--no-steward") as server:
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        counted = []
        with contextlib.closing(kept):
            for _ in range(2):
                for _page in range(20):
                    kept.request("GET", "/", headers=signed_in)
                    answer = kept.getresponse()
                    answer.read()
                    assert answer.status == 200
                counted.append(_open_databases(server.process.pid))
    assert counted[1] <= counted[0] + 1, "that of the last page may still be closing"


def _open_databases(process: int) -> int:
    """How many files of SQLite databases a process has open."""
    found = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += ".sqlite3" in str(file.readlink())
    return found
