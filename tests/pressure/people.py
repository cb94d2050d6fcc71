"""People at their phones: they see by socket, act by post, try again when told to, and can be asked to hold still."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from tests.pressure import players as readers
from tests.pressure.phones import Answer, Phone, post_once
from tests.pressure.sockets import Socket, connect
from tests.served.setting import Seated

AGAIN = 0.2
"""Seconds until an unanswered move is sent again."""


@dataclass
class Post:
    """One move as it was posted: every answer to it, when it was first sent, and what it said.

    `seconds` is how long its player waited for the last answer, with all repetitions.
    """

    code: str
    seat: int
    window: str
    data: dict[str, str]
    began: float = field(default_factory=monotonic)
    answers: list[tuple[float, Answer]] = field(default_factory=list)
    seconds: float = 0

    @property
    def acknowledged(self) -> bool:
        return bool(self.answers) and self.answers[-1][1].status == 200


class Crowd:
    """All people of some tables. `ports` are the servers; a seat uses the one of its number.

    `posts_to` is the server for all posts, whichever serves the sockets. `pace` is how long people think.
    """

    def __init__(
        self, seated: Sequence[Seated], ports: Sequence[int], pace: readers.Pace = readers.at_once
    ) -> None:
        self.ports = list(ports)
        self.pace = pace
        self.posts_to: int | None = None
        self.people = [
            Person(self, place.code, seat, cookie)
            for place in seated
            for seat, cookie in enumerate(place.cookies)
            if cookie
        ]
        self.posts: list[Post] = []
        self._waiting: list[Callable[[], None]] = []
        self._held = False
        self._tasks: set[asyncio.Task[None]] = set()

    def act(self, send: Callable[[], None]) -> None:
        """Send a move at the people's pace, or queue it while moves are held back."""
        self.pace(lambda: self._waiting.append(send) if self._held else send())

    def hold(self) -> None:
        """Queue all further moves until `go_on`."""
        self._held = True

    def go_on(self) -> None:
        self._held = False
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            send()

    def still(self) -> bool:
        """Whether every move that was begun has been answered."""
        return not self._tasks

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def acknowledged(self, seat: int, code: str = "") -> list[dict[str, str]]:
        """The moves of a seat that were answered as done, in order; one that was said again counts once.

        `code` is needed where there are several tables.
        """
        moves = {
            (post.window, *post.data.values()): post.data
            for post in self.posts
            if post.seat == seat
            and code in ("", post.code)
            and post.acknowledged
            and post.data["do"] != "ready"
        }
        return list(moves.values())

    def seq(self, code: str) -> list[int]:
        """The log numbers shown by the screens of a table."""
        return [person.phone.seq for person in self.people if person.phone.code == code]

    async def come_back(self) -> None:
        """Open again what was closed, as a page does; what is refused is tried at the next call."""
        for person in self.people:
            if person.phone.closed:
                with contextlib.suppress(ConnectionError):
                    await person.open()

    async def end(self) -> None:
        """Close all phones."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for person in self.people:
            person.phone.close()


class Person:
    """One player, who posts instead of sending."""

    def __init__(self, crowd: Crowd, code: str, seat: int, cookie: str) -> None:
        self.crowd = crowd
        self.seat = seat
        self.phone = Phone(code, cookie)
        self.closed = False
        self._unanswered: set[str] = set()
        self._reader = readers.Player(readers.Table(code), seat, random.Random(seat), crowd.act)

    @property
    def port(self) -> int:
        return self.crowd.ports[self.seat % len(self.crowd.ports)]

    async def open(self) -> None:
        """Open the socket; what was meant to be said before is said again if it is still asked."""
        self._reader.answered.clear()
        self.phone.socket = await connect(
            port=self.port,
            path=f"/ws/t/{self.phone.code}/",
            cookie=self.phone.cookie,
            on_text=self._on_text,
        )

    def send(self, text: str) -> None:
        """Called by the reader with the form it means to send."""
        data = json.loads(text)
        if data["window"] in self._unanswered:
            return  # no second answer while the first is under way
        said = {name: value for name, value in data.items() if name != "window"}
        post = Post(self.phone.code, self.seat, data["window"], said)
        self.crowd.posts.append(post)
        self.crowd.do(self._post(post, data))

    async def _post(self, post: Post, data: dict[str, str]) -> None:
        self._unanswered.add(post.window)
        while True:
            began = monotonic()
            with contextlib.suppress(OSError, IndexError):
                answer = await post_once(self.crowd.posts_to or self.port, self.phone, data)
                post.answers.append((began, answer))
                post.seconds = monotonic() - post.began
                if answer.status != 503:
                    self._unanswered.remove(post.window)
                    return
            await asyncio.sleep(AGAIN)

    def _on_text(self, _socket: Socket, text: str) -> None:
        self.phone.take(text)
        self._reader.on_text(self, text)


@contextlib.asynccontextmanager
async def crowd(
    seated: Sequence[Seated], ports: Sequence[int], pace: readers.Pace = readers.at_once
) -> AsyncIterator[Crowd]:
    """People with open phones, playing."""
    people = Crowd(seated, ports, pace)
    for person in people.people:
        await person.open()
    try:
        yield people
    finally:
        await people.end()
