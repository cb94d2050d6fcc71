"""A server killed at any point of a move loses nothing that was acknowledged and doubles nothing (P1)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from accounts.models import Player
from games.table import services
from games.table.models import Match
from tests.bench.servers import ROOT, free_port, wait_until_ready
from tests.bench.sockets import Socket, connect
from tests.table.killable import POINTS
from tests.table.play import good_answer, next_to_act, table_of

pytestmark = pytest.mark.django_db(transaction=True)

SEQ = re.compile(r'data-seq="(\d+)"')


@contextlib.contextmanager
def server(folder: Path, point: str = "") -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server on this test's database that dies at `point` of the first move it takes."""
    port = free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "kraken_site.settings",
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "SECRET_KEY": settings.SECRET_KEY,
        "REDIS_URL": "",
    }
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.killable", str(port), point],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
            text=True,
        )
        try:
            wait_until_ready(port, process)
            yield port, process
        finally:
            process.kill()
            process.wait()


def cookie_of(player: Player) -> str:
    """A cookie with which that player is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


class Phone:
    """A screen on a real socket: everything it was sent, and the newest log entry it was told of."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.socket: Socket | None = None

    @property
    def seq(self) -> int:
        return max((int(seq) for frame in self.frames for seq in SEQ.findall(frame)), default=0)

    async def open(self, port: int, match: Match, cookie: str) -> None:
        self.frames.clear()
        self.socket = await connect(
            port=port,
            path=f"/ws/t/{match.code}/",
            cookie=cookie,
            on_text=lambda _, frame: self.frames.append(frame),
        )

    def say(self, window: str, data: dict[str, str]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps({**data, "window": window}))


async def until(true: Callable[[], bool]) -> None:
    """Wait for something outside this process to become so; a busy machine gets the time it needs."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110  another process sets no event of ours
            await asyncio.sleep(0.01)


def all_at(phones: list[Phone], seq: int) -> Callable[[], bool]:
    """Whether every phone shows that log entry."""
    return lambda: all(phone.seq == seq for phone in phones)


async def test_killed_at_every_point_of_a_move(match: Match, players: list[Player], tmp_path: Path) -> None:
    """Each point in turn: the move was never acknowledged or it stands; sent again after the restart it stands once."""
    cookies = [await sync_to_async(cookie_of)(player) for player in players]
    phones = [Phone() for _ in players]
    for point in POINTS:
        before = (await sync_to_async(table_of)(match)).state.seq
        seat = await sync_to_async(next_to_act)(match)
        window, data = await sync_to_async(good_answer)(match, seat)
        with server(tmp_path, point) as (port, process):
            for phone, cookie in zip(phones, cookies, strict=True):
                await phone.open(port, match, cookie)
            await until(all_at(phones, before))
            phones[seat].say(window, data)
            await until(partial(ended, process))
            assert process.returncode == -signal.SIGKILL, point
            acknowledged = max(phone.seq for phone in phones) > before
        stands = (await sync_to_async(match.actions.count)()) > before
        assert stands or not acknowledged, point
        assert stands == (point not in ("before the lock", "after the lock", "after the insert")), point

        with server(tmp_path) as (port, process):
            for phone, cookie in zip(phones, cookies, strict=True):
                await phone.open(port, match, cookie)
            phones[seat].say(window, data)
            await until(all_at(phones, before + 1))
            assert "Too late" not in "".join(phones[seat].frames), point
        assert await sync_to_async(match.actions.count)() == before + 1, point
    assert await sync_to_async(verified)(match) == ()


def ended(process: subprocess.Popen[str]) -> bool:
    """Whether the process is gone."""
    return process.poll() is not None


def verified(match: Match) -> tuple[str, ...]:
    match.refresh_from_db()
    return services.verify_log(match)
