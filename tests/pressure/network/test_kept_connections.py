"""A kept connection gives the next answer whole after HEAD of a long page: nothing of the page is left on it."""

from __future__ import annotations

import contextlib
import http.client
from random import Random

import pytest
from django.utils import timezone

from accounts.models import Player
from kraken_site.management.commands.demo import play
from tests.patience import PATIENCE
from tests.served.processes import serving
from tests.served.sessions import cookie_of
from tests.table.play import started_match

pytestmark = pytest.mark.slow
IN_ONE_PIECE = 65_536
"""Most bytes of a page that Django sends in one piece."""


def test_the_next_answer_after_head_of_a_long_page_is_its_own(
    environment: dict[str, str], players: list[Player]
) -> None:
    match = started_match(players=players, now=timezone.now(), options={"rounds": 1})
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
