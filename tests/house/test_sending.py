"""Frames reach a screen at once and in the order they were sent, however slowly it reads."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Connection

from kraken_site.serving.websocket_protocol import LimitedWebSocket

FRAMES = [bytes([number]) * 3000 for number in range(60)]


class Register:
    """A reactor that only notes who waits to send; the tests take its turns."""

    def __init__(self) -> None:
        self.waiting: set[Any] = set()

    def addWriter(self, writer: Any) -> None:  # noqa: N802  Twisted's names
        self.waiting.add(writer)

    def removeWriter(self, writer: Any) -> None:  # noqa: N802
        self.waiting.discard(writer)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end of a connection, and the screen's."""
    near, far = socket.socketpair()
    near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    for end in (near, far):
        end.setblocking(False)
    with near, far:
        yield near, far


def sender(near: socket.socket, register: Register) -> LimitedWebSocket:
    """A club's socket on a real transport."""
    one = LimitedWebSocket()
    one.send_queue = deque()
    one.transport = Connection(near, Protocol(), register)
    one.transport.connected = True
    return one


def read(far: socket.socket) -> bytes:
    """All that has arrived."""
    arrived = bytearray()
    try:
        while piece := far.recv(100_000):
            arrived += piece
    except BlockingIOError:
        pass
    return bytes(arrived)


def test_a_frame_needs_no_turn_of_the_loop(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    register = Register()
    sender(near, register).sendData(FRAMES[1])
    assert not register.waiting
    assert read(far) == FRAMES[1]


def test_frames_keep_their_order_when_the_screen_reads_slowly(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    near, far = ends
    register = Register()
    one = sender(near, register)
    arrived, waited = b"", 0
    for frame in FRAMES:
        one.sendData(frame)
        waited += bool(register.waiting)
        if frame[0] % 7 == 0:
            arrived += read(far)
        if frame[0] % 11 == 0 and register.waiting:
            one.transport.doWrite()
    while register.waiting:
        one.transport.doWrite()
        arrived += read(far)
    assert 0 < waited < len(FRAMES)
    assert arrived + read(far) == b"".join(FRAMES)


def test_a_screen_that_is_gone_is_found_out_by_the_transport(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    near, far = ends
    register = Register()
    one = sender(near, register)
    far.close()
    one.sendData(FRAMES[0])
    assert register.waiting == {one.transport}
    assert isinstance(one.transport.doWrite(), Exception)
