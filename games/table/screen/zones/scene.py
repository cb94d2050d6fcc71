"""What the zones of a table share: the view with its words in one language (cards by name, columns of the sheet), and
the frame around them, which does not change during play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.club_clock import milliseconds
from games.engine.cards import Card
from games.engine.club import SUBJECTS
from games.engine.seats import Seat
from games.engine.view import View
from games.engine.words import Text
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import DuelPart
from games.table.screen.speech import Face, Speech, labels, phrases
from games.table.signals import EveningTable, LostSeat


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


class Frame(NamedTuple):
    """`seat` is the viewer's and `at` its place round the table of `seats` seats, clockwise, None for a spectator;
    `seq` is the number of the newest log entry, and the game last moved on at `moved` (ms since 1970, 0 before it
    starts).
    `calls` are the subjects of a call for the director with their names, None where there is nobody to call, and
    `evening` says that the table belongs to one. `lost_seat` is for a player whose seat another has now.
    `deals_url` is the page of the deals of an evening with the same cards, "" elsewhere, and `duel` the part of the
    table in a duel. `low` says that the lowest total wins, so that points gained are bad news."""

    language: str
    code: str
    name: str
    seq: int
    moved: int
    status: str
    seat: int | None
    at: int | None
    seats: int
    signals: str
    undo_allowed: bool
    calls: tuple[tuple[str, str], ...] | None
    evening: bool
    chat_on: bool
    phrases: tuple[tuple[str, str], ...]
    talks: bool
    lost_seat: LostSeat | None
    deals_url: str
    duel: DuelPart
    low: bool
    turns_right: bool


def frame_of(table: Table, language: str, name: str, seat: Seat | None, lost_seat: LostSeat | None) -> Frame:
    """The frame for a seat or a spectator (None); `name` is the game's."""
    words = labels(language)
    progress = table.game.progress(table.state.game_state)
    at = places(progress.clockwise)
    return Frame(
        language=language,
        code=table.code,
        name=name,
        seq=table.state.seq,
        moved=milliseconds(table.state.moved_at) if table.state.moved_at else 0,
        status=str(table.status),
        seat=seat,
        at=None if seat is None else at[seat],
        seats=len(at),
        signals=table.signals,
        undo_allowed=table.undo_allowed,
        calls=tuple((each.key, str(words(each.label or SUBJECTS[each.key]))) for each in table.call_subjects)
        if seat is not None and table.has_director
        else None,
        evening=table.director != Match.Director.NONE,
        chat_on=table.chat_on,
        phrases=phrases(language) if table.phrases_on else (),
        talks=table.phrases_on or table.chat_on,
        lost_seat=lost_seat,
        deals_url=table.evening_table.deals_url if table.evening_table is not None else "",
        duel=table.duel if seat is not None else "",
        low=table.game.better == "low",
        turns_right=progress.turns_right,
    )
