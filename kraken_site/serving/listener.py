"""The listening socket: accept one connection per turn of the event loop, at a limited rate for each address.

Twisted's own port accepts a hundred and more connections before the loop does anything else, which delays every move.
This one hands accepted connections to Twisted through `IReactorSocket.adoptStreamConnection`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from time import monotonic
from typing import Final

from django.conf import settings
from twisted.internet.interfaces import IProtocolFactory, IReactorSocket

from accounts.people.client_address import household
from kraken_site.serving.connection_rate import ConnectionRate

QUEUED_BY_THE_SYSTEM: Final = 1024
"""Completed connections that the system keeps until the server accepts them."""
OUT_OF_FILES_PAUSE: Final = 0.5
"""Seconds until the next attempt when the process may open no more files."""

log = logging.getLogger("club.serve")


class Listener:
    """Accept connections for one Twisted factory from `start` to `stop`. On the event loop only."""

    def __init__(self, listening: socket.socket, factory: IProtocolFactory, reactor: IReactorSocket) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._factory = factory
        self._reactor = reactor
        self._rate = ConnectionRate()
        self._waiting: set[socket.socket] = set()
        self._accepting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start accepting."""
        self._factory.doStart()
        self._accepting = asyncio.get_event_loop().create_task(self._accept_for_ever())

    def stop(self) -> None:
        """Stop accepting, and close the connections that wait for their turn."""
        if self._accepting is not None:
            self._accepting.cancel()
            self._accepting = None
            self._factory.doStop()
        self._listening.close()
        for connection in self._waiting:
            connection.close()
        self._waiting.clear()

    async def _accept_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                self._take(*await loop.sock_accept(self._listening))
            except ConnectionError:
                continue  # the client closed the connection while it was queued
            except OSError as error:
                log.warning("no connection can be accepted: %s", error)
                await asyncio.sleep(OUT_OF_FILES_PAUSE)
            await asyncio.sleep(0)

    def _take(self, connection: socket.socket, address: tuple[str, int]) -> None:
        """Adopt a connection now or after its wait, or close it. A proxy's connections carry many clients: no limit."""
        now = monotonic()
        wait = 0.0 if settings.TRUST_PROXY else self._rate.wait(household(address[0]), now)
        if wait is None:
            connection.close()
        elif wait == 0:
            self._adopt(connection)
        else:
            self._waiting.add(connection)
            asyncio.get_running_loop().call_later(wait, self._adopt_waiting, connection)

    def _adopt_waiting(self, connection: socket.socket) -> None:
        if connection in self._waiting:
            self._waiting.remove(connection)
            self._adopt(connection)

    def _adopt(self, connection: socket.socket) -> None:
        """Hand a connection to Twisted, which keeps a duplicate of the socket."""
        with connection, contextlib.suppress(OSError):  # the client closed it while it waited
            self._reactor.adoptStreamConnection(connection.fileno(), connection.family, self._factory)


def listen_on(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one. Raises OSError, for an address in use too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=QUEUED_BY_THE_SYSTEM)
