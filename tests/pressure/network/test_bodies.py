"""A huge body is refused by a real server before it is sent, and is never held in memory."""

from __future__ import annotations

import contextlib
import socket

import pytest

from tests.bench.servers import Process
from tests.patience import PATIENCE
from tests.served.processes import serving

pytestmark = pytest.mark.slow

HUGE = 100_000_000
OVER_A_PAGE = 1_500_000
"""Bytes that only an import may send."""
PIECE = b"x" * 65536
MOST_HELD = 20
"""Megabytes the process may grow while the body comes; held whole, it would grow by two hundred."""


def head(*lines: str) -> bytes:
    return "\r\n".join(["POST /accounts/login/ HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


def sent_without_end(line: socket.socket, *, chunked: bool) -> bytes:
    """Send HUGE bytes or until the server has had enough; gives its answer."""
    with contextlib.suppress(OSError):
        for _ in range(HUGE // len(PIECE)):
            line.sendall(b"10000\r\n" + PIECE + b"\r\n" if chunked else PIECE)
    answer = b""
    with contextlib.suppress(OSError):
        answer = line.recv(4096)
    return answer


@pytest.mark.parametrize("length", [OVER_A_PAGE, HUGE])
def test_a_body_stated_too_large_is_refused_before_it_is_sent(
    environment: dict[str, str], length: int
) -> None:
    with (
        serving(environment, "--no-steward") as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line,
    ):
        line.sendall(head(f"Content-Length: {length}", "Expect: 100-continue"))
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_huge_body_is_not_held_in_memory(environment: dict[str, str], chunked: bool) -> None:
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {HUGE}"
    with serving(environment, "--no-steward") as server:
        process = Process(server.port, server.process.pid)
        before = process.megabytes()
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(head(length))
            sent_without_end(line, chunked=chunked)
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert process.megabytes() - before < MOST_HELD
