"""Malformed and unexpected frames at a table's socket, sent by every role that can open one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.kit import rate_limit
from games.table import services
from games.table.log.models import Action, Match
from tests.attack.oddities import EVERY_ODDITY
from tests.conftest import Clock
from tests.table.conftest import _logs_hold, attached  # noqa: F401  fixtures
from tests.table.play import next_to_act, started_match, window_of
from tests.table.screens import connected, quiet, said

pytestmark = pytest.mark.django_db(transaction=True)

FRAMES = 150
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
NO_FORMS = (
    " ",
    "{",
    "[]",
    "null",
    "1e999",
    "9" * 5000,
    '"x"',
    "[" * 50,
    "{}",
    '{"do": {"do": "play"}}',
    "\0",
)
WHOLE = tuple(word for word in EVERY_ODDITY if word.isascii() or word.isprintable())
"""Without lone surrogates."""


def odd_frames(window: str, chance: Random) -> Iterator[str]:
    """Yield frames: no forms at all, odd words in a known field, and values that are no text."""
    for _ in range(FRAMES):
        if chance.random() < 0.1:
            yield chance.choice(NO_FORMS)
            continue
        odd = chance.choice(
            (*WHOLE, 10**30, -1, 1.5, None, True, {"a": []}, ["1", "x"], [[["x"]]], ["x"] * 2000)
        )
        fields: dict[str, object] = {"do": chance.choice(WORDS), "window": chance.choice((window, "", "x:1"))}
        fields[chance.choice((*FIELDS, "do", "window"))] = odd
        yield json.dumps(fields)


async def test_no_frame_breaks_a_table(players: list[Player], guest: Player, clock: Clock, seed: int) -> None:
    """Each screen still answers afterwards, the log verifies, and no entry was written for another seat."""
    match = await sync_to_async(started_match)(players=players, now=clock.now)
    seat = await sync_to_async(next_to_act)(match)
    chance = Random(seed)
    for looking in (players[seat], players[(seat + 1) % 4], guest, None):
        opened, _whole = await connected(match, looking)
        before = await sync_to_async(logged)(match)
        for frame in odd_frames(await sync_to_async(window_of)(match, seat), chance):
            rate_limit.frames.forget_all()  # sent slowly enough for the rate limit
            await opened.send_to(text_data=frame)
            await quiet(opened)
        rate_limit.frames.forget_all()
        assert await said(opened, do="play", card="nonsense", window="")
        await opened.disconnect()
        new = (await sync_to_async(logged)(match))[len(before) :]
        assert {writer for writer in new if writer is not None} <= {looking.pk if looking else None}
    await match.arefresh_from_db()
    assert await sync_to_async(services.verify_log)(match) == ()


def logged(match: Match) -> list[int | None]:
    """The author of each log entry, in order."""
    return list(Action.objects.filter(match=match).order_by("seq").values_list("player", flat=True))
