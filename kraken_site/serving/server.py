"""Daphne's server with a listening socket of our own and a shutdown that finishes what has begun."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextvars import Context
from typing import Any, Final

from daphne.server import Server, reactor
from twisted.internet.defer import Deferred

from kraken_site.serving.http.body_limit import LimitedFactory
from kraken_site.serving.listener import Listener
from kraken_site.serving.sockets.registry import registry
from kraken_site.serving.websocket_protocol import LimitedWebSocket

LONGEST_SHUTDOWN: Final = 8.0
"""Seconds running requests and closing sockets get before the process ends; containers are killed after ten."""

log = logging.getLogger("club.serve")


class ClubServer(Server):
    """Daphne, on connections of our `Listener`, with a graceful shutdown."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, endpoints=["closed"], **options)
        self.endpoints = []  # Daphne requires one; `listen` opens the socket itself
        self._listeners: list[Listener] = []

    def listen(self, listening: socket.socket) -> None:
        """Accept connections of this socket. Call it when Daphne is ready, before the reactor runs."""
        self.ws_factory.protocol = LimitedWebSocket
        self.listening_addresses.append(listening.getsockname()[:2])
        self._listeners.append(Listener(listening, LimitedFactory(self), reactor))
        self._listeners[-1].start()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> asyncio.Queue[Any] | None:
        """Start the application of one request or socket in an empty context.

        The reactor reads a connection, and runs its timers, in a copy of the context that asked for it last. With the
        context of another request comes that request's thread (asgiref's `ThreadSensitiveContext`), and all requests
        that inherit it wait for each other.
        """
        queue: asyncio.Queue[Any] | None = Context().run(super().create_application, protocol, scope)
        return queue

    def kill_all_applications(self) -> Deferred[None]:
        """Shut down gracefully. Daphne calls it when asked to stop; the reactor ends after the returned Deferred."""
        shutdown = Deferred.fromFuture(asyncio.ensure_future(self._shut_down()))
        shutdown.addErrback(lambda failure: log.critical("the shutdown failed: %s", failure.getTraceback()))
        return shutdown

    async def _shut_down(self) -> None:
        """Refuse connections, close sockets so that pages reconnect, let requests finish, cancel the rest in time."""
        for listener in self._listeners:
            listener.stop()
        try:
            async with asyncio.timeout(LONGEST_SHUTDOWN):
                await registry.close_all()
                while running := self._running():
                    await asyncio.wait(running, timeout=0.2)
        except TimeoutError:
            running = self._running()
            for application in running:
                application.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    def _running(self) -> list[asyncio.Future[Any]]:
        known = [details.get("application_instance") for details in self.connections.values()]
        return [application for application in known if application is not None and not application.done()]
