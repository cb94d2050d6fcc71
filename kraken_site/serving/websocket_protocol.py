"""Daphne's WebSocket protocol with limits: clients that send too much or do not read are dropped."""

from __future__ import annotations

import asyncio
import socket
from time import monotonic
from typing import Any, Final

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import connectionDone
from zope.interface import implementer

from games.kit.rate_limit import FRAMES_READ, PATIENCE, Bucket
from kraken_site.serving.sockets.close_codes import POLICY_VIOLATION

MOST_UNREAD: Final = 64
"""Messages that may wait for one client once the buffers on the way to it are full."""
SEND_BUFFER: Final = 16 * 1024
"""Bytes the system buffers for one client; its own default grows to megabytes for each."""
CLOSE_FRAME_WITHIN: Final = 1.0
"""Seconds a flooding client has to read the close frame."""


@implementer(IPushProducer)
class UnreadMessages:
    """Counts the messages sent to one client since its transport said that its buffer is full."""

    def __init__(self) -> None:
        self.stalled = False
        self.count = 0

    def pauseProducing(self) -> None:  # noqa: N802  Twisted's name
        """The transport's buffer is full."""
        self.stalled = True

    def resumeProducing(self) -> None:  # noqa: N802
        """The client has read what was waiting."""
        self.stalled, self.count = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is lost."""
        self.stalled = True


class LimitedWebSocket(WebSocketProtocol):
    """A WebSocket that is dropped when its client does not read, and closed when it sends too many frames.

    Autobahn itself drops it after a frame over the size that the `serve` command sets.
    """

    def onOpen(self) -> None:  # noqa: N802  Autobahn's name
        """Replace the HTTP connection this was as the transport's producer, so that a full buffer is noticed."""
        super().onOpen()
        self.frames_allowed = Bucket(per_second=FRAMES_READ, burst=PATIENCE, left=PATIENCE)
        self.unread = UnreadMessages()
        self.unregisterProducer()
        self.registerProducer(self.unread, True)
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802  Twisted's name
        """Let go of the socket itself, the result of Autobahn's `is_closed`: it would stay in memory until a full
        garbage collection.
        """
        super().connectionLost(reason)
        self.is_closed.addCallback(lambda _socket: None)

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count every frame before it is read: a thousand of them may lie in one buffer."""
        super().onFrameBegin()
        if self.state == self.STATE_OPEN and not self.frames_allowed.take(monotonic()):
            self._close_for_flooding()

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802  Daphne's name
        """Close; the codes of servers (1012) too, which Autobahn refuses to applications."""
        if code is not None and 1001 <= code < 3000:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Give a frame to the system at once; what it does not take is sent by Twisted when it can be.

        Autobahn's own method formats a log line for each frame. Twisted's `write` sends in the next turn of the event
        loop, and for that registers the socket as a writer and takes it off again: two system calls for each frame.
        """
        transport = self.transport
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
            return
        if transport.dataBuffer or transport.disconnecting or not transport.connected:
            transport.write(data)  # behind what waits already, or dropped with a lost connection
            return
        taken = transport.writeSomeData(data)
        if taken == len(data):
            return
        # An error is not a number: the reactor meets it again when it writes, and closes the connection.
        transport.write(data[taken:] if isinstance(taken, int) else data)
        transport.doWrite()

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Send, or drop a client that has left too much unread; its page connects again and gets the whole table.

        A prepared message: Autobahn's `sendMessage` splits, compresses and counts in two more steps, none of which
        is in use here.
        """
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return  # the application has not received the disconnect yet
        payload = content if binary else content.encode()
        self.sendPreparedMessage(self.factory.prepareMessage(payload, binary, doNotCompress=True))
        if self.unread.stalled:
            self.unread.count += 1
            if self.unread.count > MOST_UNREAD:
                self.transport.abortConnection()

    def _close_for_flooding(self) -> None:
        """Send the close frame and read nothing more; the application receives the reason as the close code."""
        self.application_queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION})
        self.muted = True  # Daphne sends the application nothing after it
        self.sendCloseFrame(code=POLICY_VIOLATION)
        self.dropConnection()
        # A client that does not read would keep the connection open, with the close frame waiting in the buffer.
        asyncio.get_running_loop().call_later(CLOSE_FRAME_WITHIN, self.transport.abortConnection)
