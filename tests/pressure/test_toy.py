"""The toy game in real processes: a table of five shared by two servers, of which one is killed and started anew."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from games.engine.seats import HOUSE
from games.table.log.models import Match
from tests.pressure.phones import Phone, post_once
from tests.served.backends import own_redis
from tests.served.given import on_postgresql
from tests.served.processes import Server, serving, until
from tests.served.sessions import cookie_of
from tests.table.play import good_answer, next_to_act, start_match, table_of

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.slow]


@pytest.fixture
def shared_environment(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of two servers with the toy game, and a Redis between them."""
    with contextlib.ExitStack() as stack:
        redis = environment["REDIS_URL"] if on_postgresql() else stack.enter_context(own_redis()).url
        yield {
            **environment,
            "DJANGO_SETTINGS_MODULE": "tests.toy.settings",
            "SECRET_KEY": settings.SECRET_KEY,
            "REDIS_URL": redis,
            "WEB_PROCESSES": "2",
        }


@pytest.fixture
def match(environment: dict[str, str], players: list[Player], make_player: Callable[..., Player]) -> Match:
    """A match of five people that has just been dealt."""
    five = [*players, make_player("Esra")]
    return start_match(players=five, now=timezone.now(), options={"rounds": 2, "turns": 1}, game="toy")


async def test_five_phones_at_two_servers_play_a_match_to_its_end(
    match: Match, shared_environment: dict[str, str]
) -> None:
    """Seats 0, 1 and 2 at one server, 3 and 4 at the other; odd moves go by post to the other one. In the middle of the
    match the server with the steward is killed and another begins."""
    people = [seat.player async for seat in match.seats.select_related("player").order_by("number")]
    phones = [
        Phone(match.code, await sync_to_async(cookie_of)(player, shared_environment["SECRET_KEY"]))
        for player in people
    ]
    rng = Random(6)
    with serving(shared_environment, "--no-steward") as second:
        with serving(shared_environment) as first:
            await open_sockets(phones, first, second)
            await moves(match, phones, (first, second), rng, until_round=1)
            first.kill()
        with serving(shared_environment) as third:
            await open_sockets(phones[:3], third, third)
            await moves(match, phones, (third, second), rng, until_round=2)
            await until(lambda: all("prompt" in phone.frames[-1] for phone in phones), what="the end")
    await match.arefresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert await match.rounds.acount() == 2


async def open_sockets(phones: list[Phone], first: Server, second: Server) -> None:
    """Sockets of seats 0 to 2 at the first server, of the others at the second; all see the table."""
    for seat, phone in enumerate(phones):
        await phone.open((first if seat < 3 else second).port)
    await until(lambda: all(phone.frames for phone in phones), what="everybody sees the table")


async def moves(
    match: Match, phones: list[Phone], servers: tuple[Server, Server], rng: Random, *, until_round: int
) -> None:
    """Moves over both servers until that round is closed, each seen by all five players."""
    number = 0
    while True:
        table = await sync_to_async(table_of)(match)
        if table.game.progress(table.state.game_state).closed == until_round:
            return
        waiting = table.game.pending(table.state.game_state)
        if set(waiting) == {HOUSE}:
            for phone in phones:
                phone.say(do="ready", window=waiting[HOUSE].window)
            await until(lambda seq=table.state.seq: phones[0].seq > seq, what="the next deal")
            continue
        seat = await sync_to_async(next_to_act)(match)
        window, data = await sync_to_async(good_answer)(match, seat, rng)
        if number % 2:
            answer = await post_once(servers[seat < 3].port, phones[seat], {**data, "window": window})
            assert answer.status == 200, answer.text
        else:
            phones[seat].say(**data, window=window)
        number += 1
        seq = table.state.seq + 1
        await until(
            lambda seq=seq: all(phone.seq >= seq for phone in phones),
            what=f"all five see entry {seq}",
        )
