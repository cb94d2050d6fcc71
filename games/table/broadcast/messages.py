"""Messages about a table between screens and processes. They never contain covered cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "changed", "talked", "presence", "named", "opened", "evening", "looked", "withdrawn"
]


class Opened(NamedTuple):
    """A screen of a seat: when its page was loaded (Unix time in ms), and a mark that tells it from every other."""

    seat: int
    page: int
    mark: str

    def gives_way_to(self, other: Opened) -> bool:
        """Whether the other is of the same seat, and its page the later one."""
        return self.seat == other.seat and self[1:] < other[1:]


class Look(NamedTuple):
    """A step of a closed round looked back at together: the moment after `card` cards, and the name of who steers.

    `card` is None from a page that has just joined and asks where the others are. `mark` tells the page from every
    other.
    """

    round: int
    card: int | None
    name: str
    mark: str


class Message(NamedTuple):
    """A message about one match: its kind, and the log entry it has moved on to (0 for kinds without one). A message of
    kind "evening" is about an evening, and `match_id` is the evening's key; "withdrawn" says that the code of
    the screen in the middle no longer holds.

    `entries` are those that led there, where they may travel (`open_entries`); `opened` is the screen that opened,
    `look` a step of a round looked back at together.
    """

    kind: Kind
    match_id: int
    seq: int = 0
    entries: Sequence[Sequence[Any]] = ()
    opened: Opened | None = None
    look: Look | None = None

    def and_then(self, later: Message) -> Message:
        """Merge two messages into one: the newest state, with the entries of both."""
        newest = max(self, later, key=lambda message: message.seq)
        if self.entries and later.entries and later.entries[0][0] == self.seq + 1:
            return newest._replace(entries=(*self.entries, *later.entries))
        return newest


def read_message(fields: Sequence[Any]) -> Message:
    """Parse a message of another process; fields unknown to this release are ignored."""
    message = Message(*fields[: len(Message._fields)])
    if message.opened is not None:
        message = message._replace(opened=Opened(*message.opened))
    return message if message.look is None else message._replace(look=Look(*message.look))
