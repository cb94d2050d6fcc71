"""A screen that missed something becomes right by itself: what it shows equals a fresh load."""

from __future__ import annotations

from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.rate_limit import Bucket
from games.table.log import loading
from games.table.log.models import Match
from tests.channel_layer import stand_between
from tests.conftest import Clock
from tests.table.pages import Page, play_on

pytestmark = pytest.mark.django_db(transaction=True)


async def test_every_push_keeps_the_page_right(match: Match, players: list[Player], clock: Clock) -> None:
    pages = [Page(match, players[0]), Page(match, players[2])]
    for page in pages:
        await page.open()

    async def all_right() -> None:
        for page in pages:
            await page.read()
            await sync_to_async(page.is_right)()

    await play_on(match, players, clock, all_right, steps=52)
    for page in pages:
        await page.cut()


async def test_a_page_cut_off_at_any_moment_is_right_when_it_is_back(
    match: Match, players: list[Player], clock: Clock
) -> None:
    page = Page(match, players[1])
    await page.open()
    rng = Random(6)

    async def cut_or_back() -> None:
        if page.socket is None:
            await page.open()
            await sync_to_async(page.is_right)()
        elif rng.random() < 0.6:
            await page.cut()

    await play_on(match, players, clock, cut_or_back, steps=52)
    if page.socket is not None:
        await page.cut()


async def test_a_page_that_misses_pushes_is_right_after_its_heartbeat(
    match: Match, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of all words are lost, and this process has forgotten what it knew. The hearts beat fast here."""
    monkeypatch.setattr(Bucket, "take", lambda bucket, now: True)
    page = Page(match, players[3])
    await page.open()
    rng = Random(8)
    stand_between(monkeypatch, lambda group, event: rng.random() < 0.5)

    async def beat() -> None:
        loading.forget_all()
        await page.beat()
        await sync_to_async(page.is_right)()

    await play_on(match, players, clock, beat, steps=52)
    await page.cut()
