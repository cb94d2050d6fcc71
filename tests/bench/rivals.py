"""A misbehaving client in a process of its own: `python -m tests.bench.rivals KIND PORT CODE COOKIE...`.

It prints "ready", begins with the first line of its input, ends at the end of it, and prints how often it got through.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.bench.load.sockets import Socket, connect
from tests.bench.load.tables import Seated
from tests.bench.servers import ROOT, Process

NONSENSE = {"do": "play", "card": "HJ", "window": "1.card0"}
GIANT = json.dumps({"do": "say", "text": "x" * 5000})
PING = json.dumps({"do": "ping"})
SMALL_FRAMES, GIANT_FRAMES = 10_000, 20
FRAMES_AT_ONCE = 500
SCREENS_OF_ONE = 20
POSTING_AT_ONCE = 20
BACK_AFTER = 0.05
UNREAD_PINGS_EVERY = 0.11
"""Seconds: just slowly enough to be answered each time."""
CSRF = "0123456789abcdef0123456789abcdef"


@dataclass
class Rival:
    """A misbehaving client: its session cookies (all at one table), its target, and its counted results."""

    port: int
    code: str
    cookies: Sequence[str]
    became: Counter[str] = field(default_factory=Counter)

    async def posts(self) -> None:
        """Moves out of turn by POST, one after the other on each of many connections."""
        await asyncio.gather(*(self._posting() for _ in range(POSTING_AT_ONCE)))

    async def giants(self) -> None:
        """Frames the server does not take."""
        await self._over_and_over([GIANT] * GIANT_FRAMES)

    async def small(self) -> None:
        """Send ten thousand frames as fast as possible, reconnecting after each disconnect."""
        await self._over_and_over([json.dumps(NONSENSE)] * SMALL_FRAMES)

    async def unread(self) -> None:
        """Screens that ask for the table all the time and never read it."""
        await asyncio.gather(*(self._never_reading() for _ in range(SCREENS_OF_ONE)))

    async def reconnects(self) -> None:
        """Twenty screens of each, all at once, once."""
        everybody = [cookie for cookie in self.cookies for _ in range(SCREENS_OF_ONE)]
        sockets = await asyncio.gather(*map(self._opened, everybody))
        self.became["opened"] += sum(one is not None for one in sockets)
        await asyncio.Event().wait()

    async def _opened(self, cookie: str) -> Socket | None:
        try:
            return await connect(
                port=self.port, path=f"/ws/t/{self.code}/", cookie=cookie, on_text=lambda _socket, _text: None
            )
        except OSError:
            self.became["turned away"] += 1
            return None

    async def _over_and_over(self, frames: Sequence[str]) -> None:
        while True:
            one = await self._opened(self.cookies[0])
            if one is None:
                await asyncio.sleep(0.01)
                continue
            self.became["opened"] += 1
            for number in range(0, len(frames), FRAMES_AT_ONCE):
                for frame in frames[number : number + FRAMES_AT_ONCE]:
                    if not one.closed and one.close_code is None:
                        one.send(frame)
                        self.became["frames"] += 1
                await asyncio.sleep(0)
            await asyncio.sleep(BACK_AFTER)
            one.close()

    async def _posting(self) -> None:
        body = urlencode(NONSENSE)
        request = (
            f"POST /t/{self.code}/act/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: {self.cookies[0]}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n\r\n{body}"
        ).encode()
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                with contextlib.closing(writer):
                    while True:
                        writer.write(request)
                        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                        self.became[head.split()[1]] += 1
                        _, _, length = head.partition("content-length:")
                        await reader.readexactly(int(length.split("\r\n")[0]))
            await asyncio.sleep(0.01)

    async def _never_reading(self) -> None:
        while True:
            with contextlib.suppress(OSError), socket.socket() as asleep:
                asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                asleep.setblocking(False)
                await asyncio.get_running_loop().sock_connect(asleep, ("127.0.0.1", self.port))
                await self._pings_without_end(asleep)
            self.became["dropped"] += 1
            await asyncio.sleep(0.01)

    async def _pings_without_end(self, asleep: socket.socket) -> None:
        """Until the server resets the connection (OSError)."""
        loop = asyncio.get_running_loop()
        host = f"127.0.0.1:{self.port}"
        shaking_hands = (
            f"GET /ws/t/{self.code}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {self.cookies[0]}\r\n\r\n"
        )
        await loop.sock_sendall(asleep, shaking_hands.encode())
        if b" 101 " not in await loop.sock_recv(asleep, 20):
            raise ConnectionRefusedError
        self.became["opened"] += 1
        ping = bytes((0x81, 0x80 | len(PING))) + b"\0\0\0\0" + PING.encode()
        while True:
            await asyncio.sleep(UNREAD_PINGS_EVERY)
            await loop.sock_sendall(asleep, ping)


KINDS: dict[str, Callable[[Rival], Awaitable[None]]] = {
    "posts": Rival.posts,
    "frames over 4,096 bytes": Rival.giants,
    "ten thousand small frames": Rival.small,
    "screens that never read": Rival.unread,
    "reconnects at once": Rival.reconnects,
}


@dataclass(frozen=True, slots=True)
class Misbehaving:
    """A rival's process that is ready to begin."""

    process: subprocess.Popen[str]

    def begin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("begin\n")
        self.process.stdin.flush()

    def end(self) -> Counter[str]:
        """End the process and return its counted results."""
        told, _ = self.process.communicate(timeout=20)
        return Counter(json.loads(told))


@contextlib.contextmanager
def rival(kind: str, server: Process, people: Seated, cores: set[int]) -> Iterator[Misbehaving]:
    """A process that misbehaves in this way as these people, on these processor cores."""
    words = [kind, str(server.port), people.code, *(cookie for cookie in people.cookies if cookie)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.rivals", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        os.sched_setaffinity(process.pid, cores)
        assert process.stdout is not None
        process.stdout.readline()
        yield Misbehaving(process)
    finally:
        process.kill()
        process.wait()


async def misbehave(kind: str, port: int, code: str, cookies: Sequence[str]) -> None:
    """From the first line of the input to its end."""
    one = Rival(port, code, cookies)
    await asyncio.to_thread(sys.stdin.readline)
    work = asyncio.ensure_future(KINDS[kind](one))
    await asyncio.to_thread(sys.stdin.read)
    work.cancel()
    await asyncio.wait({work})
    if not work.cancelled():
        work.result()
    print(json.dumps(one.became))


if __name__ == "__main__":
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # disconnects are expected
    print("ready", flush=True)
    asyncio.run(misbehave(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
