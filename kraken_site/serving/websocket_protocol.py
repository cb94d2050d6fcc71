"""Daphne's WebSocket protocol with limits: clients that send too much or do not read are dropped."""

from __future__ import annotations

import socket
from time import monotonic
from typing import Any, Final

from autobahn.websocket import protocol as socket_library
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer, ITCPTransport
from zope.interface import implementer

from games.kit.rate_limit import FRAMES_READ, PATIENCE, Bucket
from kraken_site.serving.sockets.close_codes import POLICY_VIOLATION

MOST_UNREAD: Final = 64
"""Messages that may wait for one client once the buffers on the way to it are full."""
SEND_BUFFER: Final = 16 * 1024
"""Bytes the system and then the process buffer for one client; the system's default grows to megabytes for each."""

# Autobahn formats its forty settings for every connection that opens, for a line that is logged nowhere.
socket_library.pformat = repr


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


class LimitedWebSocket(WebSocketProtocol):
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
            self.application_queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION})
            self.muted = True
            self.sendCloseFrame(code=POLICY_VIOLATION)
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
