"""A body over the limit of its address is refused before it is read whole; a smaller one arrives whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from kraken_site.serving.http.body_limit import LARGEST, LARGEST_UPLOAD
from kraken_site.serving.server import LimitedFactory

PIECE = 65536
ORDINARY = "/accounts/login/"
IMPORT = "/c/club/members/import/"
PHOTO = "/e/1/sheet/2/photo/"


class Application:
    """Daphne's server as its HTTP connections use it: notes the body of each request that reaches the application."""

    proxy_forwarded_address_header = None
    request_buffer_size = PIECE
    root_path = ""

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.bodies: list[bytearray] = []

    def protocol_connected(self, _protocol: object) -> None:
        pass

    def protocol_disconnected(self, _protocol: object) -> None:
        pass

    def create_application(self, request: object, _scope: object) -> Application:
        self.requests.append(request)
        self.bodies.append(bytearray())
        return self

    def put_nowait(self, message: dict[str, Any]) -> None:
        self.bodies[-1] += message.get("body", b"")


class Line:
    """A connection of one client to `application`; `answered` is everything the server has written."""

    def __init__(self) -> None:
        self.application = Application()
        factory = LimitedFactory(self.application)
        factory.timeOut = None
        self.connection = factory.buildProtocol(None)
        self.transport = StringTransport()
        self.transport.loseWriteConnection = lambda: None
        self.connection.makeConnection(self.transport)

    def send_head(self, path: str, *lines: str) -> None:
        head = "\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *lines, "", ""])
        self.connection.dataReceived(head.encode())

    def send_body(self, size: int, *, chunked: bool) -> int:
        """Send so many bytes, or until the server has answered; return how many were sent."""
        sent = 0
        while sent < size and not self.answered:
            piece = b"x" * min(PIECE, size - sent)
            sent += len(piece)
            self.connection.dataReceived(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
        if chunked and not self.answered:
            self.connection.dataReceived(b"0\r\n\r\n")
        return sent

    def close(self) -> None:
        self.connection.connectionLost(Failure(ConnectionDone()))

    @property
    def answered(self) -> bytes:
        return bytes(self.transport.value())


@pytest.fixture
def line() -> Iterator[Line]:
    opened = Line()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("path", "largest"), [(ORDINARY, LARGEST), (IMPORT, LARGEST_UPLOAD), (PHOTO, LARGEST_UPLOAD)]
)
@pytest.mark.parametrize("expects", [True, False])
def test_a_stated_length_over_the_limit_is_refused_before_the_body_is_sent(
    line: Line, path: str, largest: int, expects: bool
) -> None:
    line.send_head(path, f"Content-Length: {largest + 1}", *["Expect: 100-continue"] * expects)
    assert line.answered.startswith(b"HTTP/1.1 413 ")
    assert b" 100 " not in line.answered
    assert line.application.bodies == []


@pytest.mark.parametrize(
    ("path", "largest"), [(ORDINARY, LARGEST), (IMPORT, LARGEST_UPLOAD), (PHOTO, LARGEST_UPLOAD)]
)
def test_a_body_of_unknown_length_is_refused_as_soon_as_it_is_over_the_limit(
    line: Line, path: str, largest: int
) -> None:
    line.send_head(path, "Transfer-Encoding: chunked")
    sent = line.send_body(3 * largest, chunked=True)
    assert line.answered.startswith(b"HTTP/1.1 413 ")
    assert largest < sent <= largest + PIECE
    assert line.application.bodies == []


@pytest.mark.parametrize("chunked", [True, False])
@pytest.mark.parametrize(
    ("path", "size"),
    [(ORDINARY, LARGEST), (IMPORT, 1_900_000), (IMPORT, LARGEST_UPLOAD), (IMPORT + "?season=1", 1_900_000)],
)
def test_a_body_within_the_limit_arrives_whole(line: Line, path: str, size: int, chunked: bool) -> None:
    line.send_head(path, "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size}")
    assert line.send_body(size, chunked=chunked) == size
    assert [len(body) for body in line.application.bodies] == [size]


def test_the_address_is_that_of_the_request_and_not_of_an_earlier_one_or_of_its_query(line: Line) -> None:
    line.send_head(IMPORT, "Content-Length: 1")
    line.send_body(1, chunked=False)
    assert [len(body) for body in line.application.bodies] == [1]
    line.application.requests[0].finish()
    line.transport.clear()
    line.send_head(ORDINARY + "?next=/import/", f"Content-Length: {LARGEST + 1}")
    assert line.answered.startswith(b"HTTP/1.1 413 ")


def test_a_person_reads_a_page_in_their_language(line: Line) -> None:
    asked = ("Accept: text/html", "Accept-Language: nl-NL,nl;q=0.9")
    line.send_head(ORDINARY, f"Content-Length: {LARGEST + 1}", *asked)
    head, _blank, page = line.answered.partition(b"\r\n\r\n")
    assert b"text/html" in head
    assert f"content-length: {len(page)}".encode() in head
    assert "Dat is te veel ineens" in page.decode()
