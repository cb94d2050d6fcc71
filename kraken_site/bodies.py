"""The largest body of a request: refused by its stated length before it is read, else as soon as it is exceeded."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest

LARGEST: Final = 1_000_000
LARGEST_IMPORT: Final = 2_000_000
"""Bytes of a body, and of one posted to an address that ends in `/import/`."""
DROPPED_AT_MOST: Final = 4_000_000
"""Bytes of a refused body that are read and dropped, so that the client reads the answer before the connection ends."""
TOO_LARGE: Final = b"Content Too Large\n"
HEADERS: Final = (
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", str(len(TOO_LARGE)).encode()),
    (b"cache-control", b"no-store"),
    (b"connection", b"close"),
)


def largest_of(path: str) -> int:
    """Bytes a body posted to this address may have."""
    return LARGEST_IMPORT if path.endswith("/import/") else LARGEST


class LimitedRequest(WebRequest):
    """A request that never holds more than LARGEST_IMPORT bytes of its body.

    Daphne starts the application when the whole body is there, so a limit inside the application comes too late for
    the memory. The address is not known yet while the body is read; `BodyLimit` applies the smaller limit.
    """

    refused = False
    received = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted's name
        """Called after the headers; `length` is None for a body in chunks."""
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
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in HEADERS)
        self.transport.write(b"HTTP/1.1 413 Content Too Large\r\n" + lines + b"\r\n" + TOO_LARGE)
        self.transport.loseWriteConnection()


class LimitedFactory(HTTPFactory):
    """Makes the requests of every new connection limited ones."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        """The protocol of one connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        return protocol


class BodyLimit:
    """Around the pages: answer 413 to a body over the limit of its address, without asking the pages."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        largest = largest_of(scope["path"])
        stated = dict(scope["headers"]).get(b"content-length", b"")
        if stated.isdigit():
            refused = int(stated) > largest
            counted = receive
        else:
            refused, counted = await _counted(receive, largest)
        if refused:
            await send({"type": "http.response.start", "status": 413, "headers": list(HEADERS)})
            await send({"type": "http.response.body", "body": TOO_LARGE})
            return
        await self.application(scope, counted, send)


async def _counted(receive: Any, largest: int) -> tuple[bool, Any]:
    """Whether a body of unknown length is too large, and a `receive` that gives what was read meanwhile again."""
    read: list[Mapping[str, Any]] = []
    size = 0
    while True:
        message = await receive()
        read.append(message)
        size += len(message.get("body", b""))
        if size > largest:
            return True, receive
        if not message.get("more_body", False):
            break
    read.reverse()

    async def again() -> Mapping[str, Any]:
        return read.pop() if read else await receive()

    return False, again
