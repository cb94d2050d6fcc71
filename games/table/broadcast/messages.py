"""What screens and processes tell each other about a table. What is covered never travels in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["changed", "talked", "presence", "named", "opened"]


class Opened(NamedTuple):
    """A screen of a seat: when its page was loaded (Unix time in ms), and a mark that tells it from every other."""

    seat: int
    page: int
    mark: str

    def gives_way_to(self, other: Opened) -> bool:
        """Whether the other is of the same seat, and its page the later one."""
        return self.seat == other.seat and self[1:] < other[1:]


class Word(NamedTuple):
    """What is told: which match, and the log entry it has moved on to (0 where that is not the point).

    `entries` are those that led there, where they may travel (`carried`); `opened` is the screen that opened.
    """

    kind: Kind
    match_id: int
    seq: int = 0
    entries: Sequence[Sequence[Any]] = ()
    opened: Opened | None = None

    def and_then(self, later: Word) -> Word:
        """Both words in one: the newest, with everything that leads there."""
        newest = max(self, later, key=lambda word: word.seq)
        if self.entries and later.entries and later.entries[0][0] == self.seq + 1:
            return newest._replace(entries=(*self.entries, *later.entries))
        return newest


def read_word(fields: Sequence[Any]) -> Word:
    """A word as another process said it; of one of another release what this one knows."""
    word = Word(*fields[: len(Word._fields)])
    return word if word.opened is None else word._replace(opened=Opened(*word.opened))
