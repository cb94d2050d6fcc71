"""A renamed or deleted player is shown as such on every screen of every process.

The event comes from a third process.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Player
from accounts.personal_data import erase_account
from accounts.services import rename
from games.table.log.models import Match
from games.table.sockets.club_consumer import CLOSE_SIGNED_OUT
from tests.pressure.phones import Phone
from tests.served.processes import Server, serving, until
from tests.served.sessions import cookie_of

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def two_servers(environment: dict[str, str]) -> Iterator[tuple[Server, Server]]:
    with serving(environment, "--no-steward") as one, serving(environment, "--no-steward") as other:
        yield one, other


async def test_a_new_name_is_on_every_screen(
    players: list[Player], phones: list[Phone], on_redis: dict[str, str]
) -> None:
    with two_servers(on_redis) as servers:
        for phone, server in zip(phones, servers * 2, strict=True):
            await phone.open(server.port)
        await until(
            lambda: all("Anna" in "".join(phone.frames) for phone in phones), what="all four see Anna"
        )
        await sync_to_async(rename)(player=players[0], nickname="Hazelnut")
        await until(
            lambda: all("Hazelnut" in phone.frames[-1] for phone in phones),
            what="all four see the new name",
        )
        assert not any("Anna" in phone.frames[-1] for phone in phones)
        for phone, server in zip(phones, servers * 2, strict=True):
            assert not phone.closed
            again = Phone(phone.code, phone.cookie)
            await again.open(server.port)
            await until(lambda again=again: again.frames, what="the table is shown")
            assert "Hazelnut" in again.frames[0]
            assert "Anna" not in again.frames[0]


async def test_the_sockets_of_a_deleted_account_close_in_every_process(
    match: Match,
    phones: list[Phone],
    on_redis: dict[str, str],
    make_player: Callable[..., Player],
) -> None:
    with two_servers(on_redis) as servers:
        gone = await sync_to_async(make_player)("Wilgenroosje")
        theirs = [
            Phone(match.code, await sync_to_async(cookie_of)(gone, on_redis["SECRET_KEY"]))
            for _server in servers
        ]
        for phone, server in zip([*theirs, *phones[:2]], servers * 2, strict=True):
            await phone.open(server.port)
        await until(
            lambda: all(phone.frames for phone in (*theirs, *phones[:2])), what="everybody sees the table"
        )
        await sync_to_async(erase_account)(player=gone, now=timezone.now())
        await until(lambda: all(phone.closed for phone in theirs), what="both sockets are closed")
        assert [phone.close_code for phone in theirs] == [CLOSE_SIGNED_OUT] * 2
        assert not any(phone.closed for phone in phones[:2])
