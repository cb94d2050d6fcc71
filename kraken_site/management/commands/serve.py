"""`manage.py serve`: the club's server, with the steward inside."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser
from collections.abc import Coroutine
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts import site_address
from games.kit.club_clock import club_clock
from games.table import maintenance_banner, services, steward
from games.table.lobby.invitation import lan_address
from games.table.screen import attendance
from games.table.sockets import renamed_players, resync
from games.table.thinking import running as thinking
from kraken_site.asgi import application
from kraken_site.serving import garbage_collection, sign_of_life
from kraken_site.serving.listener import listen_on
from kraken_site.serving.periodic_tasks import repeat
from kraken_site.serving.server import ClubServer
from kraken_site.serving.sockets.registry import RIGHTS_CHECKED_EVERY, registry

# The largest form a table sends is a line of talk, one frame; a hand never needs more.
SOCKET_FRAME_BYTES = 4096
# No message of a client may be longer in all its frames together.
SOCKET_MESSAGE_BYTES = 65536
# Seconds a socket may wait for its handshake when a thousand reconnect at once to a busy machine.
LONGEST_HANDSHAKE = 40

log = logging.getLogger("club.serve")

PERIODIC_TASKS = (
    (sign_of_life.renew_now, sign_of_life.RENEWED_EVERY),
    (registry.close_ended, RIGHTS_CHECKED_EVERY),
    (resync.catch_up, resync.EVERY),
    (renamed_players.look, renamed_players.EVERY),
    (attendance.look, attendance.EVERY),
    (maintenance_banner.look, maintenance_banner.EVERY),
    (garbage_collection.FullCollections().collect_when_quiet, garbage_collection.EVERY),
)
"""Periodic tasks of a server, each with its pause in seconds."""


class Command(BaseCommand):
    """Serve pages and sockets, wake the matches that are due, and say where to point a phone."""

    help = (
        "Serve the club to this machine and its network, with the steward inside and a worker for its bots."
    )
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
            listening = listen_on(host, port)
        except OSError as error:
            raise CommandError(f"Port {port} of {host} cannot be listened on: {error.strerror}.") from error
        sign_of_life.start_club_clock()
        sign_of_life.renew(club_clock.now())
        services.note_everybody_away(now=club_clock.now())
        connection.close()

        def ready() -> None:
            server.listen(listening)
            self._say_where(host=host, port=server.listening_addresses[0][1])
            for task, seconds in PERIODIC_TASKS:
                self._start(repeat(task, seconds=seconds), server)
            if not no_steward:
                self._start(steward.run(served=sign_of_life.is_served), server)
            self._start(thinking.run(with_worker=not no_steward), server)

        server = ClubServer(
            application=application,
            ready_callable=ready,
            proxy_forwarded_address_header="X-Forwarded-For" if settings.TRUST_PROXY else None,
            websocket_handshake_timeout=LONGEST_HANDSHAKE,
            websocket_connect_timeout=LONGEST_HANDSHAKE,
            websocket_max_message_size=SOCKET_MESSAGE_BYTES,
            websocket_max_frame_size=SOCKET_FRAME_BYTES,
            server_name="club",
        )
        garbage_collection.set_thresholds()
        server.run()
        if self._failed is not None:
            raise CommandError(
                "A periodic task of the server failed, so the matches would stand still."
            ) from self._failed

    def _start(self, work: Coroutine[object, object, None], server: ClubServer) -> None:
        """Run a task beside the requests; the server stops when it fails."""

        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (error := task.exception()) is not None:
                log.critical("a periodic task failed", exc_info=error)
                self._failed = error
                server.stop()

        # asyncio keeps weak references only.
        self._tasks.append(asyncio.get_event_loop().create_task(work))
        self._tasks[-1].add_done_callback(ended)

    def _say_where(self, *, host: str, port: int) -> None:
        """Print the addresses of the server; links in mail lead to the one for phones."""
        if settings.SITE_ORIGINS:
            self.stdout.write(f"Serving {', '.join(settings.SITE_ORIGINS)} on {host}:{port}.")
            return
        own = f"http://localhost:{port}/"
        site_address.printed(own)
        self.stdout.write(f"\n  On this machine   {own}")
        address = lan_address()
        if host in ("0.0.0.0", "::") and address is not None:  # noqa: S104
            url = f"http://{address}:{port}/"
            site_address.printed(url)
            self.stdout.write(f"  On your phone     {url}\n\n")
            picture = StringIO()  # the command's own output adds a line end to every piece
            segno.make(url, micro=False).terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
            self.stdout.write("  Point the camera at it; both must be on the same network. Ctrl-C stops.")
        self.stdout.flush()
