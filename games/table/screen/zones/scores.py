"""The score sheet: the round closed last line by line, all rounds, and at the end who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from markupsafe import Markup

from games.engine.game import CardValues
from games.engine.seats import Seat
from games.engine.view import Ending, EndingKind, RoundResult, ScoreLine
from games.engine_words import RULINGS
from games.table.log import rulings
from games.table.log.states import RoundRulings
from games.table.screen.speech import Face, Speech
from games.table.screen.zones.scene import Column, classes_of
from games.table.screen.zones.seats import TWO_SIDES

DisputeMark: TypeAlias = Literal["", "case", "ruling"]
MIN_ROUNDS_FOR_LINE: Final = 2
"""Rounds from which on their totals are drawn as a line."""
MAX_CARDS_OF_HEAP: Final = 8
"""Cards of a heap that are drawn."""


class Rounds(NamedTuple):
    """The input of a sheet; equal input gives an equal sheet. `seats` are those of each of the `columns`.

    `waits` says that the next round waits for the players, `low` that the lowest total wins, `shared` that other
    matches play the same deals, `of_evening` that these are tables of the same evening, where `deals_before` of its
    deals lie before the first. `so_far` is the running round by those of its deals that are done, `faces` are the
    drawings of the seats. `deals_url` is the page of the deals of such an evening, "" elsewhere;
    `of_duel` says that the deals are those of a duel, which another table has played. `card_values` are those of the
    game.
    """

    speech: Speech
    code: str
    columns: tuple[Column, ...]
    seats: tuple[tuple[Seat, ...], ...]
    results: tuple[RoundResult, ...]
    reviews: tuple[RoundRulings, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    over: bool
    waits: bool
    low: bool
    shared: bool
    of_evening: bool
    so_far: RoundResult | None = None
    faces: tuple[str, ...] = ()
    deals_before: int = 0
    deals_url: str = ""
    of_duel: bool = False
    card_values: tuple[CardValues, ...] = ()


class RoundRow(NamedTuple):
    """A round in the list of all: its points and the `totals` with it, by column (`columns` are their places).

    `shown_number` is that of the deal on an evening with the same cards, elsewhere `number` too.
    `newest` is the round closed last, `mark` tells of cases and rulings. Rows are drawn each by itself: of a long sheet
    only two are new.
    """

    language: str
    code: str
    columns: tuple[tuple[int, ...], ...]
    newest: bool
    number: int
    label: str
    suit: str
    suit_name: str
    times: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    mark: DisputeMark
    shown_number: int


class ScoreRow(NamedTuple):
    """A line of the round's score; `ruled` says that an arbiter added it, `cancelled` that a later line took the
    `points` away."""

    words: Markup
    points: tuple[int, ...]
    ruled: bool
    cancelled: bool


class LeftCard(NamedTuple):
    """A card left in a hand, and the points it counts."""

    face: Face
    points: int


class LeftHand(NamedTuple):
    """The cards left in the hand of the player at the place `at`."""

    at: int
    name: str
    cards: tuple[LeftCard, ...]


class WorthOfCards(NamedTuple):
    """What one has to know of the cards before anything is written down: the index and the name of each rank, its suits
    where it matters, and its points, None where only order counts."""

    label: str
    ranks: tuple[tuple[str, str, str, int | None], ...]


class Heap(NamedTuple):
    """What a side took in the round, its seats at `at`: its cards (a number for each), the points in them, and those
    beside them. `shown` are the cards that lie open, `faces` those who took them. `further` are the other
    lines of the round (in words where they name nobody), up to what is `written`, each with whether its points go from
    one side to the other.
    """

    at: tuple[int, ...]
    name: str
    tricks: tuple[int, ...]
    cards: int
    bonus: int
    further: tuple[tuple[str, int, bool], ...]
    written: int
    shown: tuple[Face, ...] = ()
    faces: tuple[str, ...] = ()


class RoundEnd(NamedTuple):
    """The end of the round at a glance: a heap for each side, how often it counts, and the sentence about the seats
    at `about`, which read `own`. `bonus_name` names the points beside the cards, `points` are written down for the
    seats at `best` where two sides play, else for those at `about`, and `kind` is the picture. `taken` are the points
    that decided between two sides: first those of the side that the sentence is about, () where nobody had the better
    of it. `others` are the points written down for those whom `points` are not about, each by place, which they read
    beside these; () where two sides play, and where the lowest total wins. `against` is the sentence for them where
    it is good news, "" elsewhere. `lies_open`: what was taken is seen, and not only how much.
    """

    heaps: tuple[Heap, ...]
    bonus_name: str
    times: int
    words: str
    own: str
    about: tuple[int, ...]
    points: int
    best: tuple[int, ...]
    kind: EndingKind
    taken: tuple[int, ...] = ()
    others: tuple[tuple[int, int], ...] = ()
    against: str = ""
    lies_open: bool = False

    @property
    def sums(self) -> bool:
        """Whether what is written down is more than the points in the heaps, for one side at least: then all say it."""
        return any(heap.further or heap.bonus for heap in self.heaps)


class Course(NamedTuple):
    """The totals of a column after each round, from 0 on, as the points of a line in a box of 100 by 100."""

    at: tuple[int, ...]
    points: str


class Sheet(NamedTuple):
    """`winners` are the columns in first place once the match is `over`, none at a table of an evening with the same
    cards, where only what others make of them counts; `placed` are all columns as (place, column).

    `rows` are the closed rounds. `shown` is the last of them, or the running round between two of its deals
    (`so_far`), with its `verdict`, its `lines` and the cards `left` in the hands; `written` are the points that verdict
    is about where rulings have changed them since, else empty;
    `best` are the places of the seats that had the better of it, nobody where that is shared. `looks_back`, `shares`
    (the record and a picture) and `disputes` are the links there are. `end` is the end of the round shown, where its
    game says how it ended and no ruling has changed it; `courses` are the totals after each round, none before the
    second. `faces` are the drawings of the seats of each column once the match is over. `of_evening`: the rounds are
    deals of an evening with the same cards, and `deals_url` leads to what others made of them once one is closed.
    `of_duel`: another table has played these deals before, and the page of the duel says who made more. `worth` is told
    on an empty sheet.
    """

    language: str
    code: str
    open: bool
    over: bool
    low: bool
    columns: tuple[Column, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    placed: tuple[tuple[int, int], ...]
    rows: tuple[RoundRow, ...]
    shown: RoundRow | None
    so_far: bool
    verdict: Markup
    best: tuple[int, ...]
    lines: tuple[ScoreRow, ...]
    written: tuple[int, ...]
    left: tuple[LeftHand, ...]
    looks_back: bool
    shares: bool
    disputes: bool
    end: RoundEnd | None = None
    courses: tuple[Course, ...] = ()
    faces: tuple[tuple[str, ...], ...] = ()
    of_evening: bool = False
    deals_url: str = ""
    of_duel: bool = False
    worth: tuple[WorthOfCards, ...] = ()

    @property
    def classes(self) -> str:
        """The classes of the sheet."""
        return classes_of(
            "sheet",
            {
                "sheet--many": len(self.columns) > TWO_SIDES,
                "sheet--over": self.over,
                "is-open with-open-sheet": self.open,
            },
        )

    @property
    def rounds_under_review(self) -> tuple[int, ...]:
        """The numbers of the rounds that an arbiter looks at."""
        return tuple(row.shown_number for row in self.rows if row.mark == "case")


def sheet_of(rounds: Rounds) -> Sheet:
    """The sheet of a match."""
    closed = rounds.results[-1] if rounds.results else None
    last = rounds.so_far or closed
    places = [rounds.places[seats[0]] for seats in rounds.seats] if rounds.over else []
    rows = _rows(rounds)
    running = rounds.so_far is not None
    shown = _running_row(rounds, rounds.so_far) if rounds.so_far else rows[-1] if rows else None
    return Sheet(
        rounds.speech.language,
        rounds.code,
        rounds.over or (rounds.waits and last is not None),
        rounds.over,
        rounds.low,
        rounds.columns,
        _by_column(rounds, rounds.totals),
        () if rounds.of_evening else tuple(column for column, place in enumerate(places) if place == 1),
        tuple(sorted((place, column) for column, place in enumerate(places))),
        rows,
        shown,
        running,
        rounds.speech.say_to_each(last.verdict, last.sides, _places(rounds)) if last else Markup(),
        _best(rounds, shown.points) if shown else (),
        _lines(rounds, last) if last else (),
        _before_rulings(rounds, last) if last else (),
        _left_hands(rounds, last) if last else (),
        (rounds.over or not rounds.shared) and not running,
        not rounds.of_evening,
        not rounds.shared,
        _end(rounds, last) if last else None,
        _courses(rounds, rows),
        tuple(tuple(rounds.faces[seat] for seat in seats) for seats in rounds.seats) if rounds.over else (),
        rounds.of_evening,
        "" if running or rounds.over else rounds.deals_url,
        rounds.of_duel,
        () if last else tuple(_worth(rounds.speech, one) for one in rounds.card_values),
    )


def _worth(speech: Speech, values: CardValues) -> WorthOfCards:
    return WorthOfCards(
        values.label, tuple((*speech.rank(rank), suits, points) for rank, suits, points in values.ranks)
    )


def gains_of(rounds: Rounds) -> tuple[int, ...]:
    """By column the points of the round whose sheet lies open, () where none does."""
    if not rounds.results or rounds.so_far is not None or not (rounds.over or rounds.waits):
        return ()
    return _by_column(rounds, rounds.results[-1].score)


def ending_of(closed: RoundResult) -> Ending | None:
    """How the round ended, where its game says so; None of a round that was ruled on, which ended otherwise."""
    return None if any(line.text.code in RULINGS for line in closed.lines) else closed.ending


def _end(rounds: Rounds, closed: RoundResult) -> RoundEnd | None:
    """The end of a round at a glance. Of a round that was ruled on the lines tell what was changed."""
    ending = ending_of(closed)
    if ending is None:
        return None
    say = partial(rounds.speech.say, sides=closed.sides)
    by_side: dict[int, list[Seat]] = {}
    for seats in rounds.seats:
        for seat in seats:
            by_side.setdefault(closed.sides[seat], []).append(seat)
    at = _places(rounds)
    of_two = len(rounds.columns) == TWO_SIDES
    about = [] if ending.about is None else by_side[closed.sides[ending.about]]
    points = max(closed.score) if of_two else closed.score[about[0]] if about else 0
    best = min(closed.score) if rounds.low else max(closed.score)
    better = [seat for seat, score in enumerate(closed.score) if score == best]
    return RoundEnd(
        tuple(_heap(rounds, closed, ending, seats, at) for seats in by_side.values()),
        say(ending.bonus_name) if ending.bonus_name else "",
        ending.times,
        say(ending.text),
        say(ending.own or ending.text),
        tuple(at[seat] for seat in about),
        points,
        tuple(at[seat] for seat in better) if len(better) < len(at) else (),
        ending.kind,
        _points_of_heaps(ending, about or better) if of_two and len(better) < len(at) else (),
        ()
        if of_two or not points or rounds.low
        else tuple((at[seat], closed.score[seat]) for seat in sorted(at) if seat not in about),
        say(ending.against) if ending.against else "",
        bool(ending.shown),
    )


def _points_of_heaps(ending: Ending, side: list[Seat]) -> tuple[int, ...]:
    """The points in the heap of a side and in that of the other of two, with those beside them."""
    taken = tuple(map(sum, zip(ending.cards, ending.bonus, strict=True)))
    other = next(seat for seat in range(len(taken)) if seat not in side)
    return taken[side[0]], taken[other]


def _places(rounds: Rounds) -> dict[Seat, int]:
    """By seat its place round the table."""
    return {
        seat: at
        for seats, column in zip(rounds.seats, rounds.columns, strict=True)
        for seat, at in zip(seats, column.at, strict=True)
    }


def _heap(
    rounds: Rounds, closed: RoundResult, ending: Ending, seats: list[Seat], at: Mapping[Seat, int]
) -> Heap:
    names = [rounds.speech.names[seat] for seat in seats]
    say = partial(rounds.speech.say, sides=closed.sides)
    column = next((one for one in rounds.columns if one.at == tuple(at[seat] for seat in seats)), None)
    return Heap(
        tuple(at[seat] for seat in seats),
        column.short if column and len(seats) == 1 else rounds.speech.together(names),
        tuple(range(min(ending.tricks[seats[0]], MAX_CARDS_OF_HEAP))),
        ending.cards[seats[0]],
        ending.bonus[seats[0]],
        tuple(
            (
                say(line.text) if not dict(line.text.facts).keys() & {"side", "seat"} else "",
                line.points[seats[0]],
                sum(line.points[others[0]] for others in rounds.seats) == 0,
            )
            for line in _further(closed, ending)
            if line.points[seats[0]]
        ),
        closed.score[seats[0]],
        tuple(map(rounds.speech.face, ending.shown[seats[0]])) if ending.shown else (),
        tuple(rounds.faces[seat] for seat in seats),
    )


def _further(closed: RoundResult, ending: Ending) -> tuple[ScoreLine, ...]:
    """The lines after those of the points in the heaps; none where the heaps show no points that are written down."""
    taken = tuple(map(sum, zip(ending.cards, ending.bonus, strict=True)))
    so_far = (0,) * len(taken)
    for number, line in enumerate(closed.lines, 1):
        so_far = tuple(map(sum, zip(so_far, line.points, strict=True)))
        if so_far == taken:
            return closed.lines[number:]
    return ()


def _courses(rounds: Rounds, rows: tuple[RoundRow, ...]) -> tuple[Course, ...]:
    """The totals of each column as a line, the lowest of all at the bottom of the box and the highest at its top."""
    if len(rows) < MIN_ROUNDS_FOR_LINE:
        return ()
    totals = [(0,) * len(rounds.columns), *(row.totals for row in rows)]
    low, high = min(map(min, totals)), max(map(max, totals))
    across, up = 100 / (len(totals) - 1), 100 / ((high - low) or 1)
    return tuple(
        Course(
            column.at,
            " ".join(
                f"{number * across:.1f},{100 - (total[index] - low) * up:.1f}"
                for number, total in enumerate(totals)
            ),
        )
        for index, column in enumerate(rounds.columns)
    )


def _lines(rounds: Rounds, last: RoundResult) -> tuple[ScoreRow, ...]:
    say, at = rounds.speech.say_to_each, _places(rounds)
    return tuple(
        ScoreRow(
            say(line.text, last.sides, at),
            _by_column(rounds, line.cancelled or line.points),
            line.text.code in RULINGS,
            bool(line.cancelled),
        )
        for line in last.lines
    )


def _before_rulings(rounds: Rounds, last: RoundResult) -> tuple[int, ...]:
    """What was written down of a round before rulings changed it, by column; nothing where none did."""
    ruled = [line.points for line in last.lines if line.text.code in RULINGS]
    if not ruled:
        return ()
    return _by_column(rounds, [now - sum(of) for now, *of in zip(last.score, *ruled, strict=True)])


def _left_hands(rounds: Rounds, last: RoundResult) -> tuple[LeftHand, ...]:
    """The hands that were left, of each column in its order; none for a player without a card."""
    if not last.left:
        return ()
    names, face = rounds.speech.names, rounds.speech.face
    return tuple(
        LeftHand(at, names[seat], tuple(LeftCard(face(card), points) for card, points in last.left[seat]))
        for seats, column in zip(rounds.seats, rounds.columns, strict=True)
        for seat, at in zip(seats, column.at, strict=True)
        if last.left[seat]
    )


def _rows(rounds: Rounds) -> tuple[RoundRow, ...]:
    rows, totals = [], (0,) * len(rounds.columns)
    for result in rounds.results:
        totals = tuple(map(sum, zip(totals, _by_column(rounds, result.score), strict=True)))
        reviews = rulings.reviews_of(rounds.reviews, result.number)
        mark: DisputeMark = "case" if reviews.cases else "ruling" if reviews.rulings else ""
        rows.append(_row(rounds, result, totals, result is rounds.results[-1], mark))
    return tuple(rows)


def _running_row(rounds: Rounds, so_far: RoundResult) -> RoundRow:
    """The running round as a row; its points are in no total yet."""
    return _row(rounds, so_far, _by_column(rounds, rounds.totals), True, "")


def _row(
    rounds: Rounds, result: RoundResult, totals: tuple[int, ...], newest: bool, mark: DisputeMark
) -> RoundRow:
    trump = result.trump or ""
    return RoundRow(
        rounds.speech.language,
        rounds.code,
        tuple([column.at for column in rounds.columns]),
        newest,
        result.number,
        rounds.speech.say(result.label, result.sides) if result.label else "",
        trump,
        rounds.speech.suit_name(trump) if trump else "",
        result.times,
        _by_column(rounds, result.score),
        totals,
        mark,
        result.number + rounds.deals_before,
    )


def _by_column(rounds: Rounds, points: Sequence[int]) -> tuple[int, ...]:
    return tuple([points[seats[0]] for seats in rounds.seats])


def _best(rounds: Rounds, points: tuple[int, ...]) -> tuple[int, ...]:
    best = min(points) if rounds.low else max(points)
    return rounds.columns[points.index(best)].at if points.count(best) == 1 else ()
