"""Malformed and unexpected frames at a table's socket, sent by every role that can open one."""

from __future__ import annotations

from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.table import services
from games.table.log.models import Action, Match
from tests.attack.odd_frames import odd_frames
from tests.conftest import Clock
from tests.table.conftest import _logs_hold  # noqa: F401  fixtures
from tests.table.play import next_to_act, start_match, window_of
from tests.table.sockets.screens import connect_screen, quiet, send_form

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = ("advice", "bonus", "deal", "declare", "decline", "pause", "play", "re", "ready", "return", "say", "start",
         "stop", "trump", "undo", "wish", "ping", "outage", "replaced", "ruled", "")  # fmt: skip
"""Words of frames, and of entries only the house writes."""
FIELDS = (
    "card",
    "suit",
    "combinations",
    "phrase",
    "text",
    "seat",
    "what",
    "about",
    "player",
    "round",
    "HEADERS",
)


@pytest.mark.slow
@pytest.mark.usefixtures("slow_frames")
async def test_no_frame_breaks_a_table(players: list[Player], guest: Player, clock: Clock, seed: int) -> None:
    """Each screen still answers afterwards, the log verifies, and no entry was written for another seat."""
    match = await sync_to_async(start_match)(players=players, now=clock.now)
    seat = await sync_to_async(next_to_act)(match)
    chance = Random(seed)
    for looking in (players[seat], players[(seat + 1) % 4], guest, None):
        opened, _whole = await connect_screen(match, looking)
        before = await sync_to_async(authors_of)(match)
        window = await sync_to_async(window_of)(match, seat)
        for frame in odd_frames(window, chance, words=WORDS, fields=FIELDS):
            await opened.send_to(text_data=frame)
            await quiet(opened)
        assert await send_form(opened, do="play", card="nonsense", window="")
        await opened.disconnect()
        new = (await sync_to_async(authors_of)(match))[len(before) :]
        assert {writer for writer in new if writer is not None} <= {looking.pk if looking else None}
    await match.arefresh_from_db()
    assert await sync_to_async(services.verify_log)(match) == ()


def authors_of(match: Match) -> list[int | None]:
    """The author of each log entry, in order."""
    return list(Action.objects.filter(match=match).order_by("seq").values_list("player", flat=True))
