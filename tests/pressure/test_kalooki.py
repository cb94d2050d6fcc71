"""Calls out of turn in real processes: four phones at two servers on one database, with a Redis between them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from games.engine.errors import RefusalCode
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.state import Deal
from games.engine.seats import Actor, Seat
from games.table.log.models import Match
from tests.pressure.phones import Answer, Phone, post_once
from tests.served.backends import own_redis
from tests.served.given import on_postgresql
from tests.served.processes import serving, until
from tests.served.sessions import cookie_of
from tests.table.play import start_match, table_of

pytestmark = [pytest.mark.slow]

APART = 0.05
"""Seconds between two calls."""


@pytest.fixture
def match(environment: dict[str, str], players: list[Player]) -> Match:
    """A match of four people before the first draw: everybody but the player in turn may call."""
    return start_match(
        players=players, now=timezone.now(), options={"deals": [1]}, game="kalooki", fill=False
    )


@dataclass
class Club:
    """Two servers without a steward, so that no clock closes a window, and a phone for each seat: even seats at the
    first server, odd ones at the second."""

    match: Match
    ports: tuple[int, int]
    phones: list[Phone]

    async def look(self) -> tuple[Deal, dict[Actor, str]]:
        """The running deal in the database, and the open windows."""
        table = await sync_to_async(table_of)(self.match)
        waiting = table.game.pending(table.state.game_state)
        return table.state.game_state.deal, {actor: one.window for actor, one in waiting.items()}

    async def say(self, port: int, seat: Seat, window: str, word: str) -> Answer:
        return await post_once(self.ports[port], self.phones[seat], {"do": word, "window": window})

    async def all_see(self) -> None:
        """Wait until every open phone shows the newest log entry."""
        seq = (await sync_to_async(table_of)(self.match)).state.seq
        open_phones = [phone for phone in self.phones if not phone.closed]
        await until(lambda: all(phone.seq >= seq for phone in open_phones), what=f"all see entry {seq}")


@pytest.fixture
def ports(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The ports of two servers with a Redis between them."""
    with contextlib.ExitStack() as stack:
        redis = environment["REDIS_URL"] if on_postgresql() else stack.enter_context(own_redis()).url
        shared = {**environment, "REDIS_URL": redis, "WEB_PROCESSES": "2"}
        servers = [stack.enter_context(serving(shared, "--no-steward")) for _ in range(2)]
        yield servers[0].port, servers[1].port


@contextlib.asynccontextmanager
async def opened(match: Match, ports: tuple[int, int]) -> AsyncIterator[Club]:
    """The club with the phones of all four open; they are closed afterwards."""
    people = [seat.player async for seat in match.seats.select_related("player").order_by("number")]
    phones = [
        Phone(match.code, await sync_to_async(cookie_of)(player, settings.SECRET_KEY)) for player in people
    ]
    for seat, phone in enumerate(phones):
        await phone.open(ports[seat % 2])
    await until(lambda: all(phone.frames for phone in phones), what="everybody sees the table")
    try:
        yield Club(match, ports, phones)
    finally:
        for phone in phones:
            phone.close()
        await until(lambda: all(phone.closed for phone in phones), what="every phone is closed")


def tells(answer: Answer, why: RefusalCode) -> bool:
    return why.sentence.rstrip(".") in answer.text


async def test_of_two_calls_fifty_milliseconds_apart_at_two_servers_one_counts(
    match: Match, ports: tuple[int, int]
) -> None:
    """The other one is told why, all phones show the same, and the answer to the call ends the window."""
    async with opened(match, ports) as club:
        deal, windows = await club.look()
        callers = [seat for seat in range(4) if seat != deal.turn]
        first = asyncio.create_task(club.say(0, callers[0], windows[callers[0]], "call"))
        await asyncio.sleep(APART)  # the distance between two players' taps is the subject here
        second = await club.say(1, callers[1], windows[callers[1]], "call")
        answers = [await first, second]
        assert sorted(answer.status for answer in answers) == [200, 409]
        (refused,) = [answer for answer in answers if answer.status == 409]
        assert tells(refused, KalookiRefusal.CALLED_FIRST)
        await club.all_see()
        deal, windows = await club.look()
        assert set(windows) == {deal.turn}
        assert (await club.say(1, deal.turn, windows[deal.turn], "allow")).status == 200
        deal, windows = await club.look()
        assert sum(deal.calls) == 1
        assert set(windows) == {deal.turn}
        await club.all_see()


async def test_three_calls_a_draw_and_a_pass_at_once_leave_one_outcome(
    match: Match, ports: tuple[int, int]
) -> None:
    async with opened(match, ports) as club:
        deal, windows = await club.look()
        said = [(seat, "take" if seat == deal.turn else "call") for seat in range(4)]
        answers = await asyncio.gather(
            *(club.say(port, seat, windows[seat], word) for seat, word in said for port in (0, 1))
        )
        assert {answer.status for answer in answers} <= {200, 409}
        late = [answer for answer in answers if answer.status == 409]
        assert late
        assert all(
            tells(answer, KalookiRefusal.CALLED_FIRST) or tells(answer, KalookiRefusal.CALL_TOO_LATE)
            for answer in late
        )
        await club.all_see()
        deal, windows = await club.look()
        assert set(windows) == {deal.turn}
        assert (deal.drew == "take") != bool(deal.called)
        assert await match.actions.filter(kind="game", seat__isnull=False).acount() == 1


async def test_a_call_at_one_server_while_the_stock_is_asked_for_at_the_other(
    match: Match, ports: tuple[int, int]
) -> None:
    async with opened(match, ports) as club:
        deal, windows = await club.look()
        caller = (deal.turn + 2) % 4
        answers = await asyncio.gather(
            club.say(0, deal.turn, windows[deal.turn], "stock"), club.say(1, caller, windows[caller], "call")
        )
        assert answers[1].status == 200
        assert answers[0].status == 200 or tells(answers[0], KalookiRefusal.CALLED_FIRST)
        deal, windows = await club.look()
        assert (deal.called, deal.drew) == ((caller,), "")
        assert set(windows) == {deal.turn}
        await club.all_see()


async def test_a_refusal_while_the_caller_leaves(match: Match, ports: tuple[int, int]) -> None:
    """The caller's screen closes as the refusal travels: it stands, and the others see it."""
    async with opened(match, ports) as club:
        deal, windows = await club.look()
        caller = (deal.turn + 1) % 4
        assert (await club.say(1, caller, windows[caller], "call")).status == 200
        deal, windows = await club.look()
        refusing = asyncio.create_task(club.say(0, deal.turn, windows[deal.turn], "refuse"))
        club.phones[caller].close()
        assert (await refusing).status == 200
        after, windows = await club.look()
        assert after.drew == "take"
        assert after.calls == (0, 0, 0, 0)
        assert set(windows) == {after.turn}
        await club.all_see()
