"""A view with its words in one language, shared by the zones: cards by name, columns of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.seats import Seat
from games.engine.view import View
from games.engine.words import Text
from games.table.screen.speech import Face, Speech
from games.table.signals import EveningTable


class Column(NamedTuple):
    """A column of the sheet: the places of its seats, all their names, the names without marks, and initials."""

    at: tuple[int, ...]
    name: str
    short: str
    initials: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A view of a table for one viewer, with its words in one language.

    `at` is the place of each seat round the table, clockwise, `short` its name without the mark of a bot; `commitment`
    is the seal of the deal, "" where none is shown; `evening` is the table's place on an evening with the same cards.
    """

    view: View
    speech: Speech
    short: tuple[str, ...]
    at: tuple[int, ...]
    columns: tuple[Column, ...]
    commitment: str = ""
    evening: EveningTable | None = None

    def say(self, text: Text) -> str:
        """A sentence of the running round."""
        return self.speech.say(text, self.view.sides)


def scene_of(
    view: View,
    speech: Speech,
    short: tuple[str, ...],
    commitment: str = "",
    evening: EveningTable | None = None,
) -> Scene:
    """The scene of a view."""
    at = places(view.clockwise)
    return Scene(view, speech, short, at, columns_of(speech, short, view.columns, at), commitment, evening)


@lru_cache
def places(clockwise: tuple[Seat, ...]) -> tuple[int, ...]:
    """By seat its place round the table, of the seats as they sit there."""
    return tuple([clockwise.index(seat) for seat in range(len(clockwise))])


@lru_cache(maxsize=1000)
def columns_of(
    speech: Speech, short: tuple[str, ...], columns: tuple[tuple[Seat, ...], ...], at: tuple[int, ...]
) -> tuple[Column, ...]:
    """The columns of a table in words."""
    return tuple(
        Column(
            at=tuple(at[seat] for seat in seats),
            name=speech.together([speech.names[seat] for seat in seats]),
            short=speech.together([short[seat] for seat in seats]),
            initials="".join(speech.names[seat][:1] for seat in seats),
        )
        for seats in columns
    )


def by_column(view: View, points: Sequence[int]) -> tuple[int, ...]:
    """Points per seat as points per column."""
    return tuple([points[seats[0]] for seats in view.columns])


def classes_of(base: str, named: Mapping[str, object]) -> str:
    """The classes of an element: those that it always has, and each name whose reason holds."""
    return " ".join([base, *[name for name, holds in named.items() if holds]])


def faces(speech: Speech, cards: Iterable[Card]) -> tuple[Face, ...]:
    """Cards as they are shown."""
    return tuple([speech.face(card) for card in cards])
