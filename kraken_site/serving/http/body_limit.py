"""The largest body of a request: refused by its stated length before it is read, else as soon as it is exceeded."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from daphne.http_protocol import HTTPFactory, WebRequest
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from twisted.web.http import HTTPChannel

from kraken_site.serving.http.plain_text import Header, headers_of

LARGEST: Final = 1_000_000
LARGEST_UPLOAD: Final = 2_000_000
"""Bytes of a body, and of one posted to an address of UPLOADS."""
UPLOADS: Final = (b"/import/", b"/photo/")
"""The ends of addresses that take a file."""
DROPPED_AT_MOST: Final = 4_000_000
"""Bytes of a refused body that are read and dropped, so that the client reads the answer before the connection ends."""
TOO_LARGE: Final = b"Content Too Large\n"
CLOSE: Final = (b"connection", b"close")


def largest_of(request_line: bytes) -> int:
    """Return how many bytes the body of a request may have, by its first line (`POST /address?query HTTP/1.1`)."""
    address = request_line.split(b" ")[1].split(b"?")[0]
    return LARGEST_UPLOAD if unquote_to_bytes(address).endswith(UPLOADS) else LARGEST


class RequestLineChannel(HTTPChannel):
    """An HTTP connection that keeps the first line of the request it reads, "" between two requests.

    Twisted tells a request its address only when the whole body is there.
    """

    request_line = b""

    def lineReceived(self, line: bytes) -> None:  # noqa: N802  Twisted's name
        """Keep the line when it is the first of a request. Twisted calls it for each line of a head."""
        self.request_line = self.request_line or line
        super().lineReceived(line)

    def allContentReceived(self) -> None:  # noqa: N802
        """Forget the line. Twisted calls it at the end of a body."""
        self.request_line = b""
        super().allContentReceived()


class LimitedRequest(WebRequest):
    """A request that never holds more of its body than its address allows.

    Daphne starts the application when the whole body is there, so a limit inside the application comes too late for
    the memory.
    """

    largest = LARGEST
    refused = False
    received = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Refuse a stated length over the limit. Twisted calls it after the headers, with None for chunks."""
        self.largest = largest_of(self.channel.request_line)
        too_large = length is not None and length > self.largest
        super().gotLength(0 if too_large else length)
        if too_large:
            self.requestHeaders.removeHeader(b"expect")  # Twisted would ask for the body
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a piece of the body, or drop it when the body is refused."""
        self.received += len(data)
        if not self.refused and self.received <= self.largest:
            super().handleContentChunk(data)
        elif not self.refused:
            self._refuse()
        elif self.received > self.largest + DROPPED_AT_MOST:
            self.transport.abortConnection()

    def process(self) -> Any:
        """Answer the request, unless it has been refused already. One that has become a WebSocket is forgotten by its
        channel: the two would keep each other in memory until a full garbage collection.
        """
        if self.refused:
            self.transport.loseConnection()
            return None
        answering = super().process()
        if self.transport is None:  # Daphne has given it to the WebSocket
            self.channel.requests.remove(self)
        return answering

    def _refuse(self) -> None:
        """Answer 413 at once, keep nothing and expect no further request on this connection."""
        self.refused = True
        self.content.close()
        self.content = BytesIO()
        text, headers = self._refusal()
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        self.transport.write(b"HTTP/1.1 413 Content Too Large\r\n" + lines + b"\r\n" + text)
        self.transport.loseWriteConnection()

    def _refusal(self) -> tuple[bytes, list[Header]]:
        """Return the body and headers of the refusal: a page in the browser's language for a person, else a line."""
        asked = HttpRequest()
        for name, key in (("Accept", "HTTP_ACCEPT"), ("Accept-Language", "HTTP_ACCEPT_LANGUAGE")):
            asked.META[key] = self.requestHeaders.getRawHeaders(name, [""])[0]
        if "text/html" not in asked.headers["Accept"]:
            return TOO_LARGE, headers_of(TOO_LARGE, CLOSE)
        with override(get_language_from_request(asked)):
            page = render_to_string("413.html").encode()
        others = headers_of(page, CLOSE)[1:]
        return page, [(b"content-type", b"text/html; charset=utf-8"), *others]


class LimitedFactory(HTTPFactory):
    """Daphne's factory of HTTP connections, whose requests are `LimitedRequest`."""

    protocol = RequestLineChannel

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        """Return the protocol of one connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        return protocol
