"""The middle of the felt: the trick, rows or a running total, what was called, piles, melds and captured cards.

A part a game has not is None or empty; the partial draws what is there and names no game.
"""

from __future__ import annotations

from itertools import groupby
from math import cos, pi, sin
from typing import Final, NamedTuple

from games.engine.cards import Card, face
from games.engine.seats import Seat
from games.engine.zones import ClaimAnswer, PosterZone, RowZone, RunningZone
from games.table.screen.speech import Face
from games.table.screen.zones import melds
from games.table.screen.zones.hand import LaidCard, laid_cards
from games.table.screen.zones.melds import CapturedCards, Meld, Piles
from games.table.screen.zones.scene import Scene, classes_of, faces

MANY_MELDS: Final = 10
"""Melds from which on they are drawn small (`with-ten-melds`)."""
PILE: Final = 5
"""Cards of a running total in sight."""
TICK: Final = (66, 84)
"""How far from the middle of the dial, which has a radius of 75, the mark of a line begins and ends."""


class Row(NamedTuple):
    """A row of one suit: its cards, which of them was placed last and by whom, and those that fit next."""

    suit: str
    cards: tuple[Face, ...]
    latest: LaidCard | None
    fits: tuple[Face, ...]


class Line(NamedTuple):
    """A line of a running total; `crossed_by` is "" until then, `crossed_at` their place. `tick` is its mark on the
    dial, from (x, y) to (x, y) in the units of the drawing."""

    total: int
    points: int
    crossed_by: str
    next: bool
    tick: tuple[float, float, float, float]
    crossed_at: int = -1


class RunningTotal(NamedTuple):
    """A running total, which has gone `share` of a hundred parts of the way to its last line; `cards` are the last
    ones, each with the name of who played it without marks."""

    total: int
    share: float
    lines: tuple[Line, ...]
    cards: tuple[tuple[LaidCard, str], ...]


class Poster(NamedTuple):
    """What is played, what it costs, and cards that stand for it."""

    title: str
    line: str
    cards: tuple[Card, ...]
    shunned: bool


class Announcement(NamedTuple):
    """Before the first card: the trump and its `maker`, the last word and who said it, how high; or what was turned;
    or the poster of the round. On an evening with the same cards (`of_deal`) `round` is the number of its deal.
    `maker_at` and `said_at` are places at the table, -1 for nobody."""

    round: int
    label: str
    suit: str
    suit_name: str
    maker: str
    word: str
    said_by: str
    ladder: tuple[int, ...]
    level: int
    turned: tuple[tuple[str, str], ...]
    commitment: str
    poster: Poster | None
    maker_at: int = -1
    said_at: int = -1
    of_deal: bool = False


class OpenGroups(NamedTuple):
    """Groups of cards a seat has laid open, each with what it is."""

    at: int
    who: str
    groups: tuple[tuple[str, tuple[Card, ...]], ...]


class Answer(NamedTuple):
    """What came of a claim of the player at the place `at`, and whether it was `right`."""

    at: int
    who: str
    words: str
    right: bool


class Middle(NamedTuple):
    """Everything that lies in the middle, in the element `root`. `trick` is None where none is played; `complete` says
    that it stays until the next lead, `bonus` what its lit cards brought the seats at `bonus_for`, `answer` what came
    of a claim about it."""

    language: str
    root: str
    trick: tuple[LaidCard, ...] | None
    complete: bool
    rows: tuple[Row, ...]
    running: RunningTotal | None
    called: Announcement | None
    shown: tuple[OpenGroups, ...]
    piles: Piles | None
    melds: tuple[Meld, ...]
    captured: tuple[CapturedCards, ...]
    bonus: int = 0
    bonus_for: tuple[int, ...] = ()
    answer: Answer | None = None

    @property
    def laid(self) -> bool:
        """Whether something lies there that is no trick, and takes the room between the seats."""
        return bool(self.rows or self.running or self.melds or (self.piles and self.trick is None))

    @property
    def classes(self) -> str:
        """The classes of the middle: what lies there."""
        piles, melds_laid = self.piles, len(self.melds)
        discards = piles is not None and piles.discard is not None
        stock = piles is not None and piles.stock is not None
        return classes_of(
            "lying",
            {
                "with-laid": self.laid,
                "with-lying-card": self.trick,
                "with-piles": stock or discards,
                "with-discard-pile": discards,
                "with-melds": melds_laid,
                "with-ten-melds": melds_laid >= MANY_MELDS,
                "with-won-line": self.captured,
                "with-poster": self.called and self.called.poster,
                "with-claim-answered": self.answer,
            },
        )


def middle_of(scene: Scene, *, root: str = "trick") -> Middle:
    """The middle of a table; `root` is the id of its element."""
    view = scene.view
    opens = view.poster is not None
    lies = not opens and (view.trick is not None or view.rows or view.running is not None or bool(view.melds))
    bonus = view.trick.bonus if view.trick else None
    called = not lies and not view.over and (view.contract is not None or view.label is not None)
    return Middle(
        scene.speech.language,
        root,
        laid_cards(scene, view.trick.cards, view.trick.winning, bonus.cards if bonus else ())
        if view.trick
        else None,
        view.trick is not None and view.trick.complete,
        () if opens else tuple([_row(scene, row) for row in view.rows]),
        _running_total(scene, view.running) if view.running and not opens else None,
        _called_contract(scene) if called else None,
        _open_groups(scene) if view.shown else (),
        melds.piles_of(scene),
        melds.melds_of(scene),
        melds.captured_cards(scene),
        bonus.points if bonus else 0,
        _side_at(scene, view.trick.winning) if view.trick and bonus else (),
        _answer(scene, view.claim_answer) if view.claim_answer else None,
    )


def _answer(scene: Scene, answer: ClaimAnswer) -> Answer:
    return Answer(scene.at[answer.seat], scene.short[answer.seat], scene.say(answer.text), answer.right)


def _side_at(scene: Scene, seat: Seat | None) -> tuple[int, ...]:
    """The places of the seats that score together with this one."""
    return next(
        (column.at for column in scene.columns if seat is not None and scene.at[seat] in column.at), ()
    )


def _row(scene: Scene, row: RowZone) -> Row:
    latest = laid_cards(scene, [row.latest])[0] if row.latest else None
    return Row(
        scene.speech.suit_name(row.suit),
        faces(scene.speech, row.cards),
        latest,
        faces(scene.speech, row.fits),
    )


def _running_total(scene: Scene, run: RunningZone) -> RunningTotal:
    lines, start, last = [], 0, run.lines[-1].total
    for line in run.lines:
        crossed = line.crossed_by is not None
        by = scene.short[line.crossed_by] if line.crossed_by is not None else ""
        crossed_at = scene.at[line.crossed_by] if line.crossed_by is not None else -1
        inner, outer = (_on_dial(line.total / last, radius) for radius in TICK)
        awaited = not crossed and start <= run.total
        lines.append(Line(line.total, line.points, by, awaited, (*inner, *outer), crossed_at))
        start = line.total
    shown = run.cards[-PILE:]
    cards = zip(laid_cards(scene, shown), [scene.short[seat] for seat, _card in shown], strict=True)
    return RunningTotal(run.total, round(100 * min(run.total / last, 1), 1), tuple(lines), tuple(cards))


def _on_dial(share: float, radius: float) -> tuple[float, float]:
    """The point of the dial at this share of its way, which begins at the left and goes over the top to the right."""
    angle = pi * (1 - share)
    return round(100 + radius * cos(angle), 1), round(100 - radius * sin(angle), 1)


def _called_contract(scene: Scene) -> Announcement:
    view, speech = scene.view, scene.speech
    contract = view.contract
    trump = contract.trump if contract else None
    maker = contract.maker if contract and contract.trump else None
    challenges = contract.challenges[-1:] if contract and contract.trump else ()
    return Announcement(
        round=view.round + (scene.evening.deals_before if scene.evening is not None else 0),
        label=scene.say(view.label) if view.label else "",
        suit=trump or "",
        suit_name=speech.suit_name(trump) if trump else "",
        maker=scene.short[maker] if maker is not None else "",
        word="".join(scene.say(word) for _seat, word in challenges),
        said_by="".join(scene.short[seat] for seat, _word in challenges),
        ladder=contract.ladder if contract else (),
        level=contract.level if contract else 0,
        turned=tuple((suit, speech.suit_name(suit)) for suit in contract.turned) if contract else (),
        commitment=scene.commitment,
        poster=_poster(scene, view.poster) if view.poster else None,
        maker_at=scene.at[maker] if maker is not None else -1,
        said_at=scene.at[challenges[0][0]] if challenges else -1,
        of_deal=scene.evening is not None,
    )


def _poster(scene: Scene, poster: PosterZone) -> Poster:
    cards = tuple([face(card) for card in poster.cards])
    return Poster(scene.say(poster.title), scene.say(poster.line), cards, poster.shunned)


def _open_groups(scene: Scene) -> tuple[OpenGroups, ...]:
    return tuple(
        OpenGroups(
            scene.at[seat],
            scene.speech.names[seat],
            tuple((scene.say(group.label), tuple([face(card) for card in group.cards])) for group in groups),
        )
        for seat, groups in groupby(scene.view.shown, lambda group: group.seat)
    )
