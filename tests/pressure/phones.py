"""Phones of players at real tables: a socket that remembers what it was shown, and posts as a browser sends them."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from games.bots.estimates import SENTENCES
from tests.patience import PATIENCE
from tests.pressure.sockets import Socket, connect

SEQ = re.compile(r'id="seq" data-seq="(\d+)"')
WHOLE = re.compile(r'id="table"[^>]*data-seq="(\d+)"')
CSRF = "0123456789abcdef0123456789abcdef"


@dataclass
class Phone:
    """One screen of the player with this session cookie at the table with this code.

    `forwarded` is what a proxy would say about where it comes from.
    """

    code: str
    cookie: str = ""
    forwarded: str = ""
    frames: list[str] = field(default_factory=list)
    seq: int = 0
    """The newest log entry it shows. Read once as a frame comes, because tests ask for it a hundred times a second."""
    socket: Socket | None = None

    @property
    def closed(self) -> bool:
        return self.socket is None or self.socket.closed

    @property
    def close_code(self) -> int | None:
        return None if self.socket is None else self.socket.close_code

    async def open(self, port: int) -> None:
        """Open the socket, with an empty screen. Raises ConnectionError when it is refused."""
        self.clear()
        frames = self.frames
        self.socket = await connect(
            port=port,
            path=f"/ws/t/{self.code}/",
            cookie=self.cookie,
            on_text=lambda _, text: self.take(text) if frames is self.frames else None,
            forwarded=self.forwarded,
        )

    def take(self, frame: str) -> None:
        """Show what the server sent."""
        self.frames.append(frame)
        self.seq = max(self.seq, *map(int, SEQ.findall(frame)), 0)

    def clear(self) -> None:
        """Show nothing."""
        self.frames, self.seq = [], 0

    def say(self, **fields: str) -> None:
        """Send one form."""
        assert self.socket is not None
        self.socket.send(json.dumps(fields))

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()

    def post(self, port: int, path: str, **fields: str) -> Answer:
        """Send one form by POST, as htmx does; blocks."""
        return post(port, path or f"/t/{self.code}/act/", cookie=self.cookie, fields=fields)


def tip_of(phone: Phone, port: int) -> str:
    """How sure the strong level is of the tip that this phone asks for, "" for a tip of the easy level; blocks."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", f"/t/{phone.code}/?tips=on", headers={"Cookie": phone.cookie})
        page = connection.getresponse().read().decode()
    finally:
        connection.close()
    window = re.search(r'name="window" value="([^"]+)"', page)
    if window is None:
        return ""
    asked = {"do": "advice", "window": window[1]}
    page = post(port, f"/t/{phone.code}/act/", cookie=phone.cookie, fields=asked).text
    return next((sentence for sentence in SENTENCES.values() if sentence in page), "")


@dataclass(frozen=True)
class Answer:
    """A server's response."""

    status: int
    text: str
    headers: dict[str, str]


def post(port: int, path: str, *, cookie: str, fields: dict[str, str]) -> Answer:
    """Send one POST over a connection of its own. Raises OSError when there is no answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{cookie}; csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "HX-Request": "true",
    }
    try:
        connection.request("POST", path, urlencode(fields), headers)
        response = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, response.read().decode(), told)
    finally:
        connection.close()


async def posts_at_once(calls: Sequence[tuple[int, Phone, dict[str, str]]]) -> list[Answer]:
    """Send (port, phone, form) all at the same time; gives the answers in the same order."""
    ready = asyncio.Event()

    async def one(port: int, phone: Phone, fields: dict[str, str]) -> Answer:
        await ready.wait()
        return await post_once(port, phone, fields)

    tasks = [asyncio.create_task(one(*call)) for call in calls]
    ready.set()
    return list(await asyncio.gather(*tasks))


async def post_once(port: int, phone: Phone, fields: dict[str, str]) -> Answer:
    """One POST without a thread."""
    body = urlencode(fields).encode()
    head = (
        f"POST /t/{phone.code}/act/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nHX-Request: true\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        f"Cookie: {phone.cookie}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(head.encode() + body)
        raw = await reader.read()
    finally:
        writer.close()
    lines, _, text = raw.partition(b"\r\n\r\n")
    first, *told = lines.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in told)}
    return Answer(int(first.split()[1]), text.decode(), headers)


async def status(port: int, path: str, *, method: str = "GET", source: str = "127.0.0.1") -> int:
    """The status a page is answered with, over a connection of its own from the address `source`.

    Raises ConnectionError when the server closes the connection unanswered.
    """
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        try:
            asked = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
            writer.write(asked.encode())
            answer = await reader.read()
        finally:
            writer.close()
    if not answer:
        raise ConnectionError("closed unanswered")
    return int(answer.split(maxsplit=2)[1])
