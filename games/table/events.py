"""Events of the table as Django signals. `games/apps.py` connects the receivers, so the table imports none of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, TypeAlias

from django.dispatch import Signal

from accounts.models import Player

Points: TypeAlias = tuple[int, ...]

minute_passed: Final = Signal()
"""Sent by the steward with `now`. A receiver does its periodic work and returns how much it did; two stewards may send
it at the same time, so the work must be safe to do twice."""
seconds_passed: Final = Signal()
"""Like `minute_passed`, sent every five seconds: for work that people wait for and that costs one query when idle."""
background_work: Final = Signal()
"""Sent in a process beside the steward, at low priority, until nothing is left to do. A receiver does one piece of work
of a few seconds at most, and returns how much it did; two stewards may have it done at the same time."""
seats_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns whether it has drawn the seats of that match itself."""
lost_seat_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns a `LostSeat` when it gave that seat away, else None."""
evening_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns the path of the page of the evening the match belongs to, else None."""
sheet_photo_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns the address of the photo of the match's paper sheet, None for a
player who may not see it."""
standings_asked: Final = Signal()
"""Sent with `match_id` and `rounds` (by number, as they would be). A receiver returns the `ShownTable`s they change."""

director_called: Final = Signal()
"""Sent with `match_id`, `player` (key), `why` and `now`, in the transaction that writes the call of a player."""
director_call_ended: Final = Signal()
"""Sent with `match_id`, in the transaction that answers or withdraws a call."""
open_calls_asked: Final = Signal()
"""Sent with `match_id` and `player`. A receiver returns the `OpenCall`s that player, who sits there, is to answer."""
competitors_asked: Final = Signal()
"""Sent with `match_id`. A receiver returns the keys of the players who compete in a table in which the match counts."""
sitting_out_asked: Final = Signal()
"""Sent with `club` (key) and `starts_at`. A receiver returns the keys of the players who may not play at the evening of
the club that starts then."""
club_evenings_asked: Final = Signal()
"""Sent with `clubs`, `players` (keys) and `since`. A receiver returns the `ClubEvening`s of these clubs that start
after `since`."""
lobby_lines_asked: Final = Signal()
"""Sent with `player` and `now`. A receiver returns the `LobbyLine`s of its own for the first page of that player."""
evenings_asked: Final = Signal()
"""Sent with `player` and `now`. A receiver returns the `NextEvening`s of that player, soonest first."""
evenings_played_asked: Final = Signal()
"""Sent with `player` and `now`. A receiver returns whether that player has played at two evenings that are over."""


@dataclass(frozen=True, slots=True)
class LostSeat:
    """Sentences for a player whose seat was given to another, in their language and the most important first; `url`
    leads to the page that explains it, `link` is its label."""

    sentences: tuple[str, ...]
    url: str
    link: str


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the director: the table's number in `round`, who called and why; `url` is where it is answered."""

    round: int
    table: int
    name: str
    why: str
    url: str


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """A line of the first page that leads to `url`, in the language of the reader. `mark` stands at its end, "" for
    none; `waits` says that something begun waits there."""

    title: str
    words: str
    url: str
    mark: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A player's seat in a `round` of an evening: the number of the `table` (None: they wait in that round), the names
    of those they play with and against. `url` leads to the table, or to its sheet, once it is open. `starts_at` is the
    table's own date, None for the evening's."""

    round: int
    table: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    url: str = ""
    on_paper: bool = False
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NextEvening:
    """An evening (`key`) in which a player takes part: its `number` in the competition `title` of `club`.

    `comes` is the player's word, None while there is none. `late`: the deadline has passed. `drawn`: the seats are
    drawn; `seats` are the player's own in the rounds that are not over.
    """

    key: int
    number: int
    title: str
    club: str
    starts_at: datetime
    deadline: datetime
    place: str
    comes: bool | None
    late: bool
    drawn: bool
    seats: tuple[OwnSeat, ...] = ()


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """An evening of a `club` (key) that is still to come, or was `held`: its tables were opened. `played` are those of
    the players asked for (keys) who sat at one of its tables."""

    club: int
    starts_at: datetime
    held: bool
    played: frozenset[int]


@dataclass(frozen=True, slots=True)
class RoundAs:
    """A round under a hypothetical ruling: the points and tallies that count, those of single seats, whether
    it counts at all.
    """

    number: int
    points: Points
    tallies: Mapping[str, Points]
    seats: Points = ()
    void: bool = False
    under_review: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a table of standings; `place` is None without one. `moved` places up (negative: down), `gained`
    points. Where places go by an average, `total` and `gained` are of that."""

    name: str
    place: int | None
    total: int | Decimal
    provisional: int = 0
    moved: int = 0
    gained: int | Decimal = 0

    @property
    def changes(self) -> bool:
        return bool(self.moved or self.gained)


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of standings in which a match counts, before and after, best first. `finished`: its season is over."""

    title: str
    url: str
    finished: bool
    before: tuple[ShownRow, ...]
    after: tuple[ShownRow, ...]


def seats_are_drawn(match_id: int) -> bool:
    """Whether the seats of a match were drawn for it, so that the draw at the table itself is off."""
    return any(drawn for _receiver, drawn in seats_asked.send(None, match_id=match_id))


def lost_seat(match_id: int, player: Player) -> LostSeat | None:
    """The sentences for a player whose seat of a match was given to another, in the active language; None for
    others.
    """
    return _first_answer(lost_seat_asked, match_id=match_id, player=player)


def evening_of(match_id: int) -> str | None:
    """The path of the page of the evening a match belongs to, None for a match of none."""
    return _first_answer(evening_asked, match_id=match_id)


def sheet_photo(match_id: int, player: Player) -> str | None:
    """The address of the photo of a match's paper sheet, None without one or for a player who may not see it."""
    return _first_answer(sheet_photo_asked, match_id=match_id, player=player)


def open_calls(match_id: int, player: Player) -> tuple[OpenCall, ...]:
    """The calls for the director that a player who sits at this match is to answer, by round and table."""
    answers = open_calls_asked.send(None, match_id=match_id, player=player)
    return tuple(call for _receiver, calls in answers for call in calls)


def standings_with(match_id: int, rounds: Mapping[int, RoundAs]) -> tuple[ShownTable, ...]:
    """Every table of standings this match counts in, before and after some of its rounds change."""
    answers = standings_asked.send(None, match_id=match_id, rounds=rounds)
    return tuple(table for _receiver, tables in answers for table in tables)


def competitors(match_id: int) -> frozenset[int]:
    """The players (keys) who compete in a table of standings in which this match counts."""
    answers = competitors_asked.send(None, match_id=match_id)
    return frozenset(player for _receiver, players in answers for player in players)


def sitting_out(club: int, starts_at: datetime) -> frozenset[int]:
    """The players (keys) who may not play at the evening of this club that starts then."""
    answers = sitting_out_asked.send(None, club=club, starts_at=starts_at)
    return frozenset(player for _receiver, players in answers for player in players)


def club_evenings(
    clubs: Collection[int], players: Collection[int], since: datetime
) -> tuple[ClubEvening, ...]:
    """The evenings of these clubs that start after `since`, without those that were cancelled."""
    answers = club_evenings_asked.send(None, clubs=clubs, players=players, since=since)
    return tuple(evening for _receiver, evenings in answers for evening in evenings)


def next_evenings(player: Player, now: datetime) -> tuple[NextEvening, ...]:
    """The next evenings in which a player takes part, soonest first."""
    answers = evenings_asked.send(None, player=player, now=now)
    return tuple(evening for _receiver, evenings in answers for evening in evenings)


def has_played_two_evenings(player: Player, now: datetime) -> bool:
    """Whether two evenings are over at which the player played."""
    return any(played for _receiver, played in evenings_played_asked.send(None, player=player, now=now))


def lobby_lines(player: Player, now: datetime) -> tuple[LobbyLine, ...]:
    """The lines of other rooms for the first page of a player."""
    answers = lobby_lines_asked.send(None, player=player, now=now)
    return tuple(line for _receiver, lines in answers for line in lines)


def _first_answer(signal: Signal, **question: Any) -> Any:
    answers = (answer for _receiver, answer in signal.send(None, **question))
    return next((answer for answer in answers if answer is not None), None)


def run_every_minute(work: Callable[..., int]) -> None:
    """Connect `work(now=...)` to `minute_passed`, once."""
    _connect(minute_passed, work)


def run_every_few_seconds(work: Callable[..., int]) -> None:
    """Connect `work(now=...)` to `seconds_passed`, once."""
    _connect(seconds_passed, work)


def run_in_background(work: Callable[[], int]) -> None:
    """Connect `work()` to `background_work`, once. Receivers run one after another."""

    def receiver(**_sent: Any) -> int:
        return work()

    background_work.connect(receiver, weak=False, dispatch_uid=f"{work.__module__}.{work.__qualname__}")


def _connect(signal: Signal, work: Callable[..., int]) -> None:

    def receiver(*, now: datetime, **_sent: Any) -> int:
        return work(now=now)

    signal.connect(receiver, weak=False, dispatch_uid=f"{work.__module__}.{work.__qualname__}")
