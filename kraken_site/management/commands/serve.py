"""`manage.py serve`: the club's server, with the steward inside."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext, suppress
from io import StringIO
from time import monotonic
from typing import Any, Final

import segno
from channels.layers import get_channel_layer
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.core.signals import request_finished
from django.db import Error, connection

from accounts import site_address
from accounts.site_address import lan_address
from games.club_clock import club_clock
from games.table import live, maintenance, services, steward, thinking
from games.table.screen import attendance
from games.table.sockets import healing
from games.table.sockets.club_consumer import ClubConsumer
from games.table.sockets.consumers import TableConsumer
from kraken_site import sign_of_life
from kraken_site.asgi import application

MAX_FRAME_BYTES: Final = 4096
"""The largest form a table sends is a line of talk, one frame; a hand never needs more."""
MAX_MESSAGE_BYTES: Final = 65536
"""No message of a client may be longer in all its frames together."""
MAX_HANDSHAKE_SECONDS: Final = 40
"""Seconds a socket may wait for its handshake when a thousand reconnect at once to a busy machine."""
QUEUED_BY_THE_SYSTEM: Final = 1024
"""Completed connections that the system keeps until the server accepts them."""
STOP_SECONDS: Final = 1.5
"""Seconds between telling the pages to connect elsewhere and the end of the server, in which moves and pages that have
begun are finished."""
GC_THRESHOLDS: Final = (2_000, 10, 100_000)
"""New objects before a young collection, young before a middle one, middle before a full one (never by itself): a full
one visits every table in memory and stops 1,000 sockets for 130 to 310 ms."""
FEW_SCREENS: Final = 40
"""Open screens, ten tables of four, up to which a full collection may delay them."""
PENDING_COLLECTIONS: Final = 25
"""Middle collections since the last full one from which another full one is worth its time."""
MAX_UNCOLLECTED_SECONDS: Final = 3600.0
"""Seconds after which a full collection no longer waits."""

log = logging.getLogger("club.serve")


class Command(BaseCommand):
    """Serve pages and sockets, wake the matches that are due, and say where to point a phone."""

    help = "Serve the club to this machine and its network, with the steward inside."
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whether the steward runs in this process."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (all of them)")  # noqa: S104
        parser.add_argument(
            "--port", type=int, default=settings.SERVE_PORT, help="port to listen on; 0 takes a free one"
        )
        parser.add_argument(
            "--no-steward", action="store_true", help="another process runs `manage.py steward`"
        )

    def handle(self, *, host: str, port: int, no_steward: bool, **options: Any) -> None:
        """Serve until told to stop. Raises CommandError for an address in use and after a task that failed."""
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: BaseException | None = None
        try:
            listening = _listen_on(host, port)
        except OSError as error:
            raise CommandError(f"Port {port} of {host} cannot be listened on: {error.strerror}.") from error
        port = listening.getsockname()[1]
        sign_of_life.start_club_clock()
        sign_of_life.renew(club_clock.now())
        services.note_everybody_away(now=club_clock.now())
        connection.close()
        request_finished.connect(close_connection)

        def ready() -> None:
            self._say_where(host=host, port=port)
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_event_loop().add_signal_handler(number, self._stop, server)
            for task, seconds in (
                (sign_of_life.renew_now, sign_of_life.RENEWAL_INTERVAL),
                (healing.check_screens, healing.LOOK_INTERVAL),
                (attendance.look, attendance.LOOK_INTERVAL),
                (maintenance.look, maintenance.LOOK_INTERVAL),
                (Collector().collect_when_quiet, 60.0),
            ):
                self._start(_repeat(task, seconds=seconds), server)
            if not no_steward:
                self._start(steward.run(served=sign_of_life.is_served), server)
            if settings.REDIS_URL:
                from games.table import (
                    think_over_redis,
                )  # imported here: the Redis library takes six megabytes

                search = think_over_redis.reach_stewards if no_steward else think_over_redis.answer_servers
                self._start(search(settings.REDIS_URL), server)

        server = Server(
            application=application,
            endpoints=build_endpoint_description_strings(file_descriptor=listening.detach()),
            signal_handlers=False,
            ready_callable=ready,
            proxy_forwarded_address_header="X-Forwarded-For" if settings.TRUST_PROXY else None,
            websocket_handshake_timeout=MAX_HANDSHAKE_SECONDS,
            websocket_connect_timeout=MAX_HANDSHAKE_SECONDS,
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            server_name="club",
        )
        gc.freeze()  # everything loaded at start stays out of all collections
        gc.set_threshold(*GC_THRESHOLDS)
        with nullcontext() if no_steward else thinking.open_workers():
            server.run()
        if self._failed is not None:
            raise CommandError(
                "A periodic task of the server failed, so the matches would stand still."
            ) from self._failed

    def _start(self, work: Coroutine[object, object, None], server: Server) -> None:
        """Run a task beside the requests; the server stops when it fails."""

        def stop_on_failure(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (error := task.exception()) is not None:
                log.critical("a periodic task failed", exc_info=error)
                self._failed = error
                server.stop()

        # asyncio keeps weak references only.
        self._tasks.append(asyncio.get_event_loop().create_task(work))
        self._tasks[-1].add_done_callback(stop_on_failure)

    def _stop(self, server: Server) -> None:
        self._start(_stop_gracefully(server), server)

    def _say_where(self, *, host: str, port: int) -> None:
        """Print the addresses of the server; links in mail lead to the one for phones."""
        if settings.SITE_ORIGINS:
            self.stdout.write(f"Serving {', '.join(settings.SITE_ORIGINS)} on {host}:{port}.")
            return
        own = f"http://localhost:{port}/"
        site_address.remember_origin(own)
        self.stdout.write(f"\n  On this machine   {own}")
        address = lan_address()
        if host in ("0.0.0.0", "::") and address is not None:  # noqa: S104
            url = f"http://{address}:{port}/"
            site_address.remember_origin(url)
            self.stdout.write(f"  On your phone     {url}\n\n")
            picture = StringIO()  # the command's own output adds a line end to every piece
            segno.make(url, micro=False).terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
            self.stdout.write("  Point the camera at it; both must be on the same network. Ctrl-C stops.")
        self.stdout.flush()


def close_connection(**_sent: Any) -> None:
    """Receiver of `request_finished`: close the connection of a page, whose thread ends with it."""
    connection.close()


class Collector:
    """The full garbage collections of a server process."""

    def __init__(self) -> None:
        self._last = monotonic()

    async def collect_when_quiet(self) -> None:
        """Run a full collection when enough is pending and few screens are open, or the last one was an hour ago."""
        quiet = len(TableConsumer.open) <= FEW_SCREENS and gc.get_count()[2] >= PENDING_COLLECTIONS
        if quiet or monotonic() - self._last >= MAX_UNCOLLECTED_SECONDS:
            gc.collect()
            self._last = monotonic()


async def _repeat(task: Callable[[], Awaitable[object]], *, seconds: float) -> None:
    """Run `task` for ever, with this pause in between; after a database error it is tried again next time."""
    while True:
        try:
            await task()
        except Error as error:
            log.warning("%s is tried again later: %s", task.__name__, type(error).__name__)
        await asyncio.sleep(seconds)


async def _stop_gracefully(server: Server) -> None:
    """Have the pages of this process connect elsewhere, and stop after a while."""
    ClubConsumer.stopping = True
    with suppress(*live.layer_errors()):
        await get_channel_layer().group_send(live.process_group(), {"type": "server.stopping"})
    await asyncio.sleep(STOP_SECONDS)
    server.stop()


def _listen_on(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one. Raises OSError, for an address in use too."""
    return socket.create_server((host, port), backlog=QUEUED_BY_THE_SYSTEM)
