"""The largest body of a request: refused by its stated length before it is read, else as soon as it is exceeded."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest

from kraken_site.serving.http.plain_text import answer, headers_of

LARGEST: Final = 1_000_000
LARGEST_IMPORT: Final = 2_000_000
"""Bytes of a body, and of one posted to an address that ends in `/import/`."""
DROPPED_AT_MOST: Final = 4_000_000
"""Bytes of a refused body that are read and dropped, so that the client reads the answer before the connection ends."""
TOO_LARGE: Final = b"Content Too Large\n"
CLOSE: Final = (b"connection", b"close")


def largest_of(path: str) -> int:
    """Return how many bytes a body posted to this address may have."""
    return LARGEST_IMPORT if path.endswith("/import/") else LARGEST


class LimitedRequest(WebRequest):
    """A request that never holds more than LARGEST_IMPORT bytes of its body.

    Daphne starts the application when the whole body is there, so a limit inside the application comes too late for
    the memory. The address is not known yet while the body is read; `BodyLimit` applies the smaller limit.
    """

    refused = False
    received = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted's name
        """Refuse a stated length over the limit. Twisted calls it after the headers, with None for chunks."""
        too_large = length is not None and length > LARGEST_IMPORT
        super().gotLength(0 if too_large else length)
        if too_large:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a piece of the body, or drop it when the body is refused."""
        self.received += len(data)
        if not self.refused and self.received <= LARGEST_IMPORT:
            super().handleContentChunk(data)
        elif not self.refused:
            self._refuse()
        elif self.received > LARGEST_IMPORT + DROPPED_AT_MOST:
            self.transport.abortConnection()

    def process(self) -> Any:
        """Answer the request, unless it has been refused already."""
        if self.refused:
            self.transport.loseConnection()
            return None
        return super().process()

    def _refuse(self) -> None:
        """Answer 413 at once, keep nothing and expect no further request on this connection."""
        self.refused = True
        self.content.close()
        self.content = BytesIO()
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers_of(TOO_LARGE, CLOSE))
        self.transport.write(b"HTTP/1.1 413 Content Too Large\r\n" + lines + b"\r\n" + TOO_LARGE)
        self.transport.loseWriteConnection()


class LimitedFactory(HTTPFactory):
    """Daphne's factory of HTTP connections, whose requests are `LimitedRequest`."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        """Return the protocol of one connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        return protocol


class BodyLimit:
    """ASGI middleware: answer 413 to a body over the limit of its address, before Django sees the request."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        largest = largest_of(scope["path"])
        stated = dict(scope["headers"]).get(b"content-length", b"")
        if stated.isdigit():
            refused, receive_body = int(stated) > largest, receive
        else:
            refused, receive_body = await _read(receive, largest)
        if refused:
            await answer(send, 413, TOO_LARGE, [CLOSE])
        else:
            await self.application(scope, receive_body, send)


async def _read(receive: Any, largest: int) -> tuple[bool, Any]:
    """Read a body of unknown length; return whether it is too large, and a `receive` that replays what was read."""
    messages: list[Mapping[str, Any]] = []
    size = 0
    while True:
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if size > largest:
            return True, receive
        if not message.get("more_body", False):
            break
    messages.reverse()

    async def replay() -> Mapping[str, Any]:
        return messages.pop() if messages else await receive()

    return False, replay
