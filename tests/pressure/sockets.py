"""A WebSocket client small enough not to be what is measured: plain asyncio, text frames, no extensions."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Socket(asyncio.Protocol):
    """One client socket. `on_text` gets every whole text message; `opened` is done after the handshake.

    `close_code` is what the server closed it with, None while it has said nothing.
    """

    def __init__(
        self, *, path: str, host: str, cookie: str, on_text: Callable[[Socket, str], None], forwarded: str
    ) -> None:
        self.on_text = on_text
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.close_code: int | None = None
        self.received = 0
        self._buffer = bytearray()
        self._message = bytearray()
        self._handshake = True
        key = base64.b64encode(os.urandom(16)).decode()
        proxied = f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n{proxied}\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed in the handshake"))

    def send(self, text: str) -> None:
        """Send one text message (masked with zeros: a mask protects proxies, and there is none)."""
        payload = text.encode()
        size = len(payload)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._handshake:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(self._buffer[: self._buffer.find(b"\r\n")])
            del self._buffer[: end + 4]
            self._handshake = False
            if self.opened.done():  # the waiting task is gone
                return
            if b" 101 " not in status + b" ":
                self.opened.set_exception(ConnectionError(status.decode("latin-1")))
                return
            self.opened.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer = self._buffer
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, last = buffer[0] & 0x0F, buffer[0] & 0x80
            payload = bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind in (0, TEXT):
                self._message += payload
                if last:
                    text = self._message.decode()
                    self._message.clear()
                    self.received += 1
                    self.on_text(self, text)
            elif kind == CLOSE:
                self.close_code = int.from_bytes(payload[:2], "big")
                self._transport.write(bytes((0x80 | CLOSE, 0x82)) + b"\0\0\0\0" + payload[:2])
            elif kind == PING:
                self._transport.write(bytes((0x80 | PONG, 0x80 | len(payload))) + b"\0\0\0\0" + payload)


async def connect(
    *, port: int, path: str, cookie: str, on_text: Callable[[Socket, str], None], forwarded: str = ""
) -> Socket:
    """An open socket to a server on this machine; `forwarded` is what a proxy in front would add.

    Raises ConnectionError when the handshake is refused.
    """
    loop = asyncio.get_running_loop()
    host = f"127.0.0.1:{port}"
    _, socket = await loop.create_connection(
        lambda: Socket(path=path, host=host, cookie=cookie, on_text=on_text, forwarded=forwarded),
        "127.0.0.1",
        port,
    )
    try:
        await socket.opened
    except asyncio.CancelledError:
        socket.close()
        raise
    return socket
