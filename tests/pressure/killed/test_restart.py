"""A server that is stopped and started again: no move, screen or thinking time is lost."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_RESTART
from kraken_site.models import SignOfLife
from tests.patience import PATIENCE
from tests.pressure.phones import Phone
from tests.served.processes import serving, until
from tests.served.server import HELD, HOLD
from tests.table.play import good_answer, next_to_act, start_match
from tests.unguarded import unguarded

AN_HOUR_EARLIER = {
    "sqlite": "UPDATE games_action SET at = datetime(at, '-1 hour'), digest = NULL",
    "postgresql": "UPDATE games_action SET at = at - interval '1 hour', digest = NULL",
}


@pytest.mark.slow
async def test_told_to_go_it_finishes_what_it_has_begun(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    folder = Path(environment["VAR_DIR"])
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    with serving(environment) as server:
        for phone in phones:
            await phone.open(server.port)
        await until(lambda: all(phone.frames for phone in phones), what="all four see the table")
        (folder / HOLD).touch()
        move = asyncio.create_task(
            asyncio.to_thread(phones[seat].post, server.port, "", **data, window=window)
        )
        await until((folder / HELD).exists, what="the move is written")
        server.terminate()
        await until(lambda: all(phone.closed for phone in phones), what="the sockets are closed")
        assert [phone.close_code for phone in phones] == [CLOSE_RESTART] * 4
        assert server.process.poll() is None
        assert not move.done()
        (folder / HOLD).unlink()
        assert (await move).status == 200
        await until(lambda: server.process.poll() is not None, what="the server has gone")
        assert server.process.returncode == 0

    began = monotonic()
    with serving(environment) as server:
        print(f"restart to first answer: {monotonic() - began:.2f} s")
        for phone in phones:
            await phone.open(server.port)
        await until(lambda: all(phone.seq > match.seq for phone in phones), what="all four see the move")
    assert await match.actions.filter(seq=match.seq + 1, seat=seat).acount() == 1


async def test_no_screen_gets_in_while_it_goes(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    folder = Path(environment["VAR_DIR"])
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    with serving(environment, "--no-steward") as server:
        (folder / HOLD).touch()
        move = asyncio.create_task(
            asyncio.to_thread(phones[seat].post, server.port, "", **data, window=window)
        )
        await until((folder / HELD).exists, what="the move is written")
        server.terminate()
        await until_refused(phones[0], server.port)
        (folder / HOLD).unlink()
        assert (await move).status == 200


async def until_refused(phone: Phone, port: int) -> None:
    """Open the screen until it is refused: the signal may arrive after the first attempts."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await phone.open(port)
            except ConnectionError:
                return
            phone.close()


async def test_an_hour_without_a_server_is_taken_from_nobody(
    players: list[Player], environment: dict[str, str]
) -> None:
    """Four people look at their cards; the house waits for nobody of them the hour the server was away."""
    match = await sync_to_async(start_match)(players=players[:3], now=timezone.now(), options={"rounds": 2})
    with serving(environment, "--no-steward"):
        await sync_to_async(until_alive)()
    await sync_to_async(pass_an_hour)()
    with serving(environment, "--no-steward"):
        noted = [action async for action in match.actions.filter(data__do="outage")]
    [outage] = noted
    assert 3500 < float(outage.data["seconds"]) < 3700
    await match.arefresh_from_db()
    assert match.seq == outage.seq


def until_alive() -> None:
    """The server has shown life: it did so before it answered."""
    assert SignOfLife.objects.count() == 1


def pass_an_hour() -> None:
    """Everything that is written down happened an hour earlier. The log is changed behind the models' back, and is one
    without digests then, as older releases wrote it."""
    hour = timedelta(hours=1)
    SignOfLife.objects.update(at=F("at") - hour)
    Match.objects.filter(wake_at__isnull=False).update(wake_at=F("wake_at") - hour)
    with transaction.atomic(), unguarded(), connection.cursor() as cursor:
        cursor.execute(AN_HOUR_EARLIER[connection.vendor])
