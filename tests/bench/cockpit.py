"""How current the cockpit is: an evening of twenty live tables played fast, and the director's socket beside them.

The time runs from the first player's screen that shows a round's sheet to the cockpit's frame that counts the round.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from django.utils import timezone

from tests.bench.figures import Figure, percentile
from tests.bench.league import best_of
from tests.bench.load.players import Player, Table
from tests.bench.load.sockets import Socket, connect
from tests.bench.load.tables import RAMP_UP_SECONDS, Seated, paced
from tests.bench.servers import club_server
from tests.bench.setting import environment, newcomers, session_cookie

if TYPE_CHECKING:
    from games.league.models import Evening

TABLES: Final = 20
SEATS: Final = 4
SECONDS: Final = 30
LONGEST: Final = 300
"""Seconds of play, and those added at most on a machine too busy for a round a table by then."""
PACE: Final = (0.05, 0.15)
SHEET = re.compile(r'<section id="sheet"[^>]*class="([^"]*)"')
COUNTED = re.compile(r'id="cockpit-(\d+)".*?(\d+) of \d+ rounds', re.DOTALL)


@dataclass
class Watch:
    """When each table's rounds were shown to a player, and how long after that the cockpit counted them.

    `enough` is set when it has counted as many rounds as there are tables.
    """

    closed: dict[int, int] = field(default_factory=dict)
    shown_at: dict[tuple[int, int], float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    open_sheets: set[int] = field(default_factory=set)
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    def player_saw(self, table: int, text: str) -> None:
        """A push to a player of the table."""
        sheet = SHEET.search(text)
        if sheet is None:
            return
        if "is-open" not in sheet.group(1).split():
            self.open_sheets.discard(table)
        elif table not in self.open_sheets:
            self.open_sheets.add(table)
            self.closed[table] = self.closed.get(table, 0) + 1
            self.shown_at[table, self.closed[table]] = perf_counter()

    def cockpit_saw(self, _socket: Socket, text: str) -> None:
        """A push to the cockpit."""
        now = perf_counter()
        for said, rounds in COUNTED.findall(text):
            for number in range(1, int(rounds) + 1):
                shown = self.shown_at.pop((int(said), number), None)
                if shown is not None:
                    self.delays.append(now - shown)
        if len(self.delays) >= TABLES:
            self.enough.set()


def measure_cockpit(folder: Path) -> list[Figure]:
    """The figures of the cockpit under twenty tables. The last two say what is its own on a machine that is busy."""
    from games.league.evenings.consumers import cockpit_html

    evening, director, seated = _evening()
    drawing = best_of(lambda: cockpit_html(evening, "en"))
    with club_server(folder, environment(folder)) as server:
        watch, moves = asyncio.run(_watched(server.port, evening, director, seated))
    delay = percentile(watch.delays, 0.95) * 1000
    move = percentile(moves, 0.95) * 1000
    return [
        Figure(f"cockpit of {TABLES} live tables, p50", percentile(watch.delays, 0.5) * 1000, "ms"),
        Figure(f"cockpit of {TABLES} live tables, p95", delay, "ms", 500),
        Figure("rounds closed meanwhile", len(watch.delays), "", TABLES, at_most=False),
        Figure("a move to the last screen, p95, in the same run", move, "ms"),
        Figure("cockpit p95 : move p95", delay / move, ": 1"),
        Figure("drawing it, processor time", drawing, "ms"),
    ]


async def _watched(
    port: int, evening: int, director: str, seated: dict[int, Seated]
) -> tuple[Watch, list[float]]:
    watch, tables, sockets = Watch(), [], []
    chance = random.Random(5)
    sockets.append(
        await connect(port=port, path=f"/ws/e/{evening}/", cookie=director, on_text=watch.cockpit_saw)
    )
    for pk, place in seated.items():
        table = Table(place.code)
        tables.append(table)
        for seat, cookie in enumerate(place.cookies):
            player = Player(table, seat, chance, paced(chance, *PACE))
            sockets.append(
                await connect(
                    port=port,
                    path=f"/ws/t/{place.code}/",
                    cookie=cookie or "",
                    on_text=_looked_over(player, watch, pk) if seat == 0 else player.on_text,
                )
            )
    await asyncio.sleep(RAMP_UP_SECONDS + SECONDS)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await watch.enough.wait()
    for socket in sockets:
        socket.close()
    return watch, [latency for table in tables for latency in table.latencies]


def _looked_over(player: Player, watch: Watch, table: int) -> Callable[[Socket, str], None]:
    def on_text(socket: Socket, text: str) -> None:
        watch.player_saw(table, text)
        player.on_text(socket, text)

    return on_text


def _evening() -> tuple[int, str, dict[int, Seated]]:
    """An evening whose tables are being played: its number, the director's cookie, the tables by number."""
    from accounts.models import Role
    from accounts.services import add_member, found_club
    from games.league import services

    now = timezone.now()
    players = newcomers("cockpit", TABLES * SEATS)
    club = found_club(name="Cockpit", slug="cockpit", owner=players[0], at=now)
    for player in players[1:]:
        add_member(club=club, player=player, role=Role.MEMBER, at=now)
    competition = services.add_competition(
        season=services.found_season(club=club, name="Season", now=now),
        name="All",
        game="kraken",
        options={"rounds": 64},
        rules={"pace": "none"},
        rounds=1,
    )
    evening: Evening = services.plan_evening(competition=competition, starts_at=now, deadline=now)
    for player in players:
        entrant = services.enter(competition=competition, players=[player])
        services.sign(evening_id=evening.pk, entrant=entrant, comes=True, player=player, now=now)
    evening = services.draw(
        evening_id=evening.pk, version=0, chance=random.Random(5), actor=players[0], now=now
    )
    services.open_round(evening_id=evening.pk, version=evening.version, actor=players[0], now=now)
    services.start_tables(evening_id=evening.pk, now=now)
    tables = evening.tables.select_related("match").prefetch_related("seats__player")
    seated = {
        table.pk: Seated(table.match.code, tuple(session_cookie(seat.player) for seat in table.seats.all()))
        for table in tables
    }
    return evening.pk, session_cookie(players[0]), seated
