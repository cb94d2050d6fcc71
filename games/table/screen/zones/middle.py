"""The middle of the felt: the trick, rows or a running total, what was called, piles, melds and captured cards.

A part a game has not is None or empty; the partial draws what is there and names no game.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final, NamedTuple

from games.engine.cards import Card, face
from games.engine.seats import Seat
from games.engine.zones import RowZone, RunningZone
from games.table.screen.translations import Face
from games.table.screen.zones import melds
from games.table.screen.zones.hand import LaidCard, laid
from games.table.screen.zones.melds import Captured, Meld, Piles
from games.table.screen.zones.scene import Scene, faces

PILE: Final = 5
"""Cards of a running total in sight."""


class Row(NamedTuple):
    """A row of one suit: its cards, which of them was placed last and by whom, and those that fit next."""

    suit: str
    cards: tuple[Face, ...]
    latest: LaidCard | None
    fits: tuple[Face, ...]


class Line(NamedTuple):
    """A line of a running total, `reached` of `length` on the way to it; `crossed_by` is "" until then."""

    total: int
    points: int
    length: int
    reached: int
    crossed_by: str
    next: bool


class Running(NamedTuple):
    """A running total; `cards` are the last ones, each with the name of who played it without marks."""

    total: int
    lines: tuple[Line, ...]
    cards: tuple[tuple[LaidCard, str], ...]


class Called(NamedTuple):
    """Before the first card: the trump and its `maker`, the last word and who said it, how high; or what was turned."""

    round: int
    label: str
    suit: str
    suit_name: str
    maker: str
    said: str
    said_by: str
    ladder: tuple[int, ...]
    level: int
    turned: tuple[tuple[str, str], ...]
    commitment: str


class Shown(NamedTuple):
    """Groups of cards a seat has laid open, each with what it is."""

    at: int
    who: str
    groups: tuple[tuple[str, tuple[Card, ...]], ...]


class Middle(NamedTuple):
    """Everything that lies in the middle, in the element `root`. `trick` is None where none is played; `complete` says
    that it stays until the next lead, `bonus` what its lit cards brought the seats at `bonus_for`."""

    language: str
    root: str
    trick: tuple[LaidCard, ...] | None
    complete: bool
    rows: tuple[Row, ...]
    running: Running | None
    called: Called | None
    shown: tuple[Shown, ...]
    piles: Piles | None
    melds: tuple[Meld, ...]
    captured: tuple[Captured, ...]
    bonus: int = 0
    bonus_for: tuple[int, ...] = ()


def middle_of(scene: Scene, *, root: str = "trick") -> Middle:
    """The middle of a table; `root` is the id of its element."""
    view = scene.view
    lies = view.trick is not None or view.rows or view.running is not None or view.melds
    bonus = view.trick.bonus if view.trick else None
    called = not lies and not view.over and (view.contract is not None or view.label is not None)
    return Middle(
        scene.speech.language,
        root,
        laid(scene, view.trick.cards, view.trick.winning, bonus.cards if bonus else ())
        if view.trick
        else None,
        view.trick is not None and view.trick.complete,
        tuple([_row(scene, row) for row in view.rows]),
        _running(scene, view.running) if view.running else None,
        _called(scene) if called else None,
        _shown(scene) if view.shown else (),
        melds.piles_of(scene),
        melds.melds_of(scene),
        melds.captured_of(scene),
        bonus.points if bonus else 0,
        _side_at(scene, view.trick.winning) if view.trick and bonus else (),
    )


def _side_at(scene: Scene, seat: Seat | None) -> tuple[int, ...]:
    """The places of the seats that score together with this one."""
    return next(
        (column.at for column in scene.columns if seat is not None and scene.at[seat] in column.at), ()
    )


def _row(scene: Scene, row: RowZone) -> Row:
    latest = laid(scene, [row.latest])[0] if row.latest else None
    return Row(
        scene.speech.suit_name(row.suit),
        faces(scene.speech, row.cards),
        latest,
        faces(scene.speech, row.fits),
    )


def _running(scene: Scene, run: RunningZone) -> Running:
    lines, start = [], 0
    for line in run.lines:
        length, crossed = line.total - start, line.crossed_by is not None
        reached = min(max(run.total - start, 0), length)
        by = scene.short[line.crossed_by] if line.crossed_by is not None else ""
        lines.append(
            Line(line.total, line.points, length, reached, by, next=not crossed and start <= run.total)
        )
        start = line.total
    last = run.cards[-PILE:]
    cards = zip(laid(scene, last), [scene.short[seat] for seat, _card in last], strict=True)
    return Running(run.total, tuple(lines), tuple(cards))


def _called(scene: Scene) -> Called:
    view, speech = scene.view, scene.speech
    contract = view.contract
    trump = contract.trump if contract else None
    maker = contract.maker if contract and contract.trump else None
    spoken = contract.spoken[-1:] if contract and contract.trump else ()
    return Called(
        round=view.round,
        label=scene.say(view.label) if view.label else "",
        suit=trump or "",
        suit_name=speech.suit_name(trump) if trump else "",
        maker=scene.short[maker] if maker is not None else "",
        said="".join(scene.say(word) for _seat, word in spoken),
        said_by="".join(scene.short[seat] for seat, _word in spoken),
        ladder=contract.ladder if contract else (),
        level=contract.level if contract else 0,
        turned=tuple((suit, speech.suit_name(suit)) for suit in contract.turned) if contract else (),
        commitment=scene.commitment,
    )


def _shown(scene: Scene) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            scene.at[seat],
            scene.speech.names[seat],
            tuple((scene.say(group.label), tuple([face(card) for card in group.cards])) for group in groups),
        )
        for seat, groups in groupby(scene.view.shown, lambda group: group.seat)
    )
