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

from games.kit.club_clock import club_clock
from games.table import services, steward
from games.table.lobby.invitation import lan_address, reachable_at
from games.table.screen import attendance
from games.table.sockets import renamed_players, resync
from kraken_site import garbage, life
from kraken_site.asgi import application
from kraken_site.listening import listen_on
from kraken_site.server import ClubServer
from kraken_site.sockets import RIGHTS_LOOKED_AT_EVERY, doorkeeper
from kraken_site.watching import again_and_again

# The largest form a table sends is a line of talk, one frame; a hand never needs more.
SOCKET_FRAME_BYTES = 4096
# The socket library holds this against what we send as well, and the whole table at the end of a match is the longest.
SOCKET_MESSAGE_BYTES = 65536
# Seconds a screen may wait for its place when all of them come back at once.
LONGEST_WELCOME = 20

logger = logging.getLogger("club.serve")


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
        """Serve until told to stop; an address in use and a fallen duty end the command with a word."""
        self._duties: list[asyncio.Task[None]] = []
        self._fallen: BaseException | None = None
        try:
            listening = listen_on(host, port)
        except OSError as error:
            raise CommandError(f"Port {port} of {host} cannot be listened on: {error.strerror}.") from error
        life.start_clock()
        life.show_life(club_clock.now())
        services.note_everybody_away(now=club_clock.now())
        connection.close()

        def ready() -> None:
            server.listen(listening)
            self._say_where(host=host, port=server.listening_addresses[0][1])
            self._start(again_and_again(life.renew, seconds=life.RENEWED_EVERY), server)
            self._start(again_and_again(doorkeeper.look_at_rights, seconds=RIGHTS_LOOKED_AT_EVERY), server)
            self._start(again_and_again(resync.catch_up, seconds=resync.EVERY), server)
            self._start(again_and_again(renamed_players.look, seconds=renamed_players.EVERY), server)
            self._start(again_and_again(attendance.look, seconds=attendance.EVERY), server)
            self._start(again_and_again(garbage.collect_when_quiet, seconds=garbage.EVERY), server)
            if not no_steward:
                self._start(steward.run(served=life.is_served), server)

        server = ClubServer(
            application=application,
            ready_callable=ready,
            proxy_forwarded_address_header="X-Forwarded-For" if settings.TRUST_PROXY else None,
            websocket_handshake_timeout=LONGEST_WELCOME,
            websocket_max_message_size=SOCKET_MESSAGE_BYTES,
            websocket_max_frame_size=SOCKET_FRAME_BYTES,
            server_name="club",
        )
        garbage.set_thresholds()
        server.run()
        if self._fallen is not None:
            raise CommandError(
                "A duty of the server fell, so the matches would stand still."
            ) from self._fallen

    def _start(self, duty: Coroutine[object, object, None], server: ClubServer) -> None:
        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and (error := task.exception()) is not None:
                logger.critical("a duty fell", exc_info=error)
                self._fallen = error
                server.stop()

        # Kept, else it may be collected while it waits.
        self._duties.append(asyncio.get_event_loop().create_task(duty))
        self._duties[-1].add_done_callback(ended)

    def _say_where(self, *, host: str, port: int) -> None:
        if settings.SITE_ORIGINS:
            self.stdout.write(f"Serving {', '.join(settings.SITE_ORIGINS)} on {host}:{port}.")
            return
        self.stdout.write(f"\n  On this machine   http://localhost:{port}/")
        address = lan_address()
        if host in ("0.0.0.0", "::") and address is not None:  # noqa: S104
            url = f"http://{address}:{port}/"
            reachable_at(f"{address}:{port}")
            self.stdout.write(f"  On your phone     {url}\n\n")
            picture = StringIO()  # the command's own output adds a line end to every piece
            segno.make(url, micro=False).terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
            self.stdout.write("  Point the camera at it; both must be on the same network. Ctrl-C stops.")
        self.stdout.flush()
