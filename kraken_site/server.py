"""The server process: Daphne, going without costing anybody a move, and dropping screens that never read."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextvars import Context
from time import monotonic
from typing import Any, Final

from autobahn.websocket import protocol as socket_library
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IPushProducer, ITCPTransport
from zope.interface import implementer

from games.kit.rate_limit import FRAMES_READ, PATIENCE, Bucket
from kraken_site.bodies import LimitedFactory
from kraken_site.listening import Listener
from kraken_site.sockets import FLOODS, doorkeeper

LONGEST_FAREWELL: Final = 8.0
"""Seconds running requests and closing sockets get before the process ends; containers are killed after ten."""
MOST_UNREAD: Final = 64
"""Frames a screen may leave unread once the buffers on the way to it are full."""
SEND_BUFFER: Final = 16 * 1024
"""Bytes the system and then the process hold for one screen before it counts as not reading; the system's own idea
grows to megabytes for each."""

log = logging.getLogger("club.serve")

# The library writes out its forty settings, prettily, for each connection that opens: for a line that is logged nowhere
# and takes as long as the rest of the handshake.
socket_library.pformat = repr


class ClubServer(Server):
    """Daphne that finishes what it has begun before it goes."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, endpoints=["closed"], **options)
        self.endpoints = []  # Daphne insists on one; `listen` opens the socket itself
        self._listeners: list[Listener] = []

    def listen(self, listening: socket.socket) -> None:
        """Accept connections of this socket. To be called when Daphne is ready, before the reactor runs."""
        self.ws_factory.protocol = ClubSocket
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
        """Called by Daphne between the wish to stop and the end of the reactor, which waits for the answer."""
        farewell = Deferred.fromFuture(asyncio.ensure_future(self._farewell()))
        farewell.addErrback(lambda failure: log.critical("the farewell failed: %s", failure.getTraceback()))
        return farewell

    async def _farewell(self) -> None:
        """No new connections; sockets are told to come back; running requests finish; what is left is cancelled."""
        for listener in self._listeners:
            listener.stop()
        try:
            async with asyncio.timeout(LONGEST_FAREWELL):
                await doorkeeper.send_all_away()
                while running := self._running():
                    await asyncio.wait(running, timeout=0.2)
        except TimeoutError:
            running = self._running()
            for application in running:
                application.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    def _running(self) -> list[asyncio.Future[Any]]:
        told = [details.get("application_instance") for details in self.connections.values()]
        return [application for application in told if application is not None and not application.done()]


@implementer(IPushProducer)
class Reading:
    """Told by a socket's transport whether its buffer is full, and counts what is sent into a full one."""

    def __init__(self, transport: ITCPTransport) -> None:
        self._transport = transport
        self.stalled = False
        self.unread = 0

    def pauseProducing(self) -> None:  # noqa: N802  Twisted's name
        self.stalled = True

    def resumeProducing(self) -> None:  # noqa: N802
        self.stalled, self.unread = False, 0
        if self._transport.disconnecting:
            self._transport.unregisterProducer()  # else it would wait for more from us before it closes

    def stopProducing(self) -> None:  # noqa: N802
        self.stalled = True


class ClubSocket(WebSocketProtocol):
    """Daphne's socket, dropped when its screen does not read, closed when it sends too much or too large."""

    def onOpen(self) -> None:  # noqa: N802
        """Take the place of the request that became this socket as the one told when the transport is full."""
        super().onOpen()
        self._patience = Bucket(per_second=FRAMES_READ, burst=PATIENCE, left=PATIENCE)
        self._reading = Reading(self.transport)
        self.transport.unregisterProducer()
        self.transport.registerProducer(self._reading, True)
        self.transport.bufferSize = SEND_BUFFER
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close, also with the codes of servers (1012), which the library keeps from applications."""
        if code is not None and 1001 <= code < 3000:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count every frame before it is read: a thousand of them may lie in one buffer."""
        super().onFrameBegin()
        if not self._patience.take(monotonic()):
            self._cut_off()

    def _max_message_size_exceeded(self, *_sizes_and_reason: object) -> None:
        self._cut_off()

    def _cut_off(self) -> None:
        """Close, read nothing that is still on its way, and let the application hear why."""
        self.failedByMe = True
        self.data = b""
        if self.state == self.STATE_OPEN:
            self.application_queue.put_nowait({"type": "websocket.disconnect", "code": FLOODS})
            self.muted = True
            self.sendCloseFrame(code=FLOODS)
            self.transport.pauseProducing()

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Hand a frame to the system at once; what it does not take waits its turn in the transport.

        Twisted alone registers the socket as waiting, sends in the next turn of the loop and takes it off the register
        again: that is half the price of a push.
        """
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
            return
        transport = self.transport
        if transport.connected and not transport.dataBuffer and not transport._tempDataBuffer:
            taken = transport.writeSomeData(data)
            if not isinstance(taken, Exception):  # what is lost is lost to the transport's own attempt too
                data = data[taken:]
        transport.write(data)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Send, or drop a screen that has left too much unread; it may come back and gets the whole table then."""
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return  # the application is about to read that it has gone
        super().serverSend(content, binary)
        if self._reading.stalled:
            self._reading.unread += 1
            if self._reading.unread > MOST_UNREAD:
                self.transport.abortConnection()
