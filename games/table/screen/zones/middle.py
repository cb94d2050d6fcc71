"""The middle of the felt: the trick, rows or a running total, what was called, piles, melds and captured cards.

A part a game has not is None or empty; the partial draws what is there and names no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import cos, pi, sin
from typing import Final, NamedTuple

from games.engine.cards import ALL_RANKS, SUITS, Card, face, rank_of, suit_of
from games.engine.seats import Seat
from games.engine.zones import (
    CapturedZone,
    CardInMeld,
    ClaimAnswer,
    MeldZone,
    PosterZone,
    RowZone,
    RunningZone,
    ShowingZone,
)
from games.table.screen.speech import Face
from games.table.screen.zones.hand import LaidCard, laid_cards
from games.table.screen.zones.scene import Scene, classes_of, faces

# Stock and discard pile, melds on the table, captured cards, and cards shown by one seat to another.


class Piles(NamedTuple):
    """`stock` is None where there is none; `discard` are the cards in sight, the top one last, of `discarded` in all.
    `joker_suit` is the one a joker asks for, with its name."""

    stock: int | None
    discard: tuple[Face, ...] | None
    discarded: int
    joker_suit: tuple[str, str] | None


class MeldCard(NamedTuple):
    """A card of a meld; `stands_for` is the name of the card a joker takes the place of."""

    card: Face
    stands_for: str


class Meld(NamedTuple):
    """A meld of somebody; `key` is what an action names as its target."""

    key: str
    label: str
    cards: tuple[MeldCard, ...]


class MeldRow(NamedTuple):
    """Melds of the player at the place `at`, in the order in which they were laid; `further` says that a row of the
    same player stands above it."""

    at: int
    who: str
    melds: tuple[Meld, ...]
    further: bool

    @property
    def halves(self) -> int:
        """How wide the row is, in halves of a card: every card but the last of a meld shows its half."""
        return sum(len(meld.cards) + 1 for meld in self.melds)


class CapturedCards(NamedTuple):
    """Cards that lie open before a side or a seat, number `camp`; `who` is its name, `names` those of its players.
    `quota` is how many points win, None where the game has none."""

    camp: int
    at: tuple[int, ...]
    who: str
    names: str
    cards: tuple[Face, ...]
    points: int
    quota: int | None


class Showing(NamedTuple):
    """Cards shown by the seat at the place `at` to that at `to_at`; without `cards` for a viewer who only
    sees that they were."""

    who: str
    to: str
    count: int
    cards: tuple[Face, ...]
    at: int
    to_at: int


def piles_of(scene: Scene) -> Piles | None:
    """Stock and discard pile, None where neither is there."""
    view, speech = scene.view, scene.speech
    if view.stock is None and view.discard is None and view.joker_suit is None:
        return None
    joker_suit = (view.joker_suit, speech.suit_name(view.joker_suit)) if view.joker_suit else None
    if view.discard is None:
        return Piles(view.stock, None, 0, joker_suit)
    return Piles(view.stock, faces(speech, view.discard.cards), view.discard.count, joker_suit)


def meld_rows(scene: Scene) -> tuple[MeldRow, ...]:
    """The melds by player, in the order in which they went down; who has laid many has several rows."""
    rows: list[MeldRow] = []
    for owner in dict.fromkeys(meld.owner for meld in scene.view.melds):
        at, who = scene.at[owner], scene.short[owner]
        row = MeldRow(at, who, (), further=False)
        for zone in scene.view.melds:
            if zone.owner != owner:
                continue
            longer = row._replace(melds=(*row.melds, _meld(scene, zone)))
            if row.melds and longer.halves > LONGEST_ROW:
                rows.append(row)
                longer = MeldRow(at, who, longer.melds[-1:], further=True)
            row = longer
        rows.append(row)
    return tuple(rows)


def _meld(scene: Scene, meld: MeldZone) -> Meld:
    label = scene.say(meld.label) if meld.label else ""
    return Meld(meld.key, label, tuple(meld_card(scene, card) for card in meld.cards))


def meld_card(scene: Scene, card: CardInMeld) -> MeldCard:
    """A card of a meld in words."""
    stands_for = scene.speech.face(card.stands_for).name if card.stands_for else ""
    return MeldCard(scene.speech.face(card.card), stands_for)


def captured_cards(scene: Scene) -> tuple[CapturedCards, ...]:
    """The captured cards of every side or seat."""
    return tuple(_cards_of_camp(scene, camp, zone) for camp, zone in enumerate(scene.view.captured))


def _cards_of_camp(scene: Scene, camp: int, zone: CapturedZone) -> CapturedCards:
    names = scene.speech.together([scene.short[seat] for seat in zone.seats])
    quota = next((one for one in scene.view.quotas if one.seats == zone.seats), None)
    return CapturedCards(
        camp,
        tuple(scene.at[seat] for seat in zone.seats),
        scene.say(zone.label) if zone.label else names,
        names,
        faces(scene.speech, sorted(zone.cards, key=_by_suit)),
        quota.points if quota else len(zone.cards),
        quota.quota if quota else None,
    )


def _by_suit(card: Card) -> tuple[int, int]:
    """The order in which captured cards are listed: each suit from the top."""
    return SUITS.index(suit_of(card)), -ALL_RANKS.index(rank_of(card))


def showings_of(scene: Scene, zones: Iterable[ShowingZone]) -> tuple[Showing, ...]:
    """Showings in order; with the cards for a viewer who may see them."""
    return tuple(
        Showing(
            scene.short[zone.seat],
            scene.short[zone.to],
            zone.count,
            faces(scene.speech, zone.cards),
            scene.at[zone.seat],
            scene.at[zone.to],
        )
        for zone in zones
    )


# The middle with all its parts.

MANY_MELDS: Final = 10
"""Melds from which on they are drawn small (`with-ten-melds`)."""
ROW_WIDTHS: Final = (12, 14, 16, 18, 20)
"""Half cards for which rows of melds have a measure (`halves-12`)."""
LONGEST_ROW: Final = ROW_WIDTHS[-1]
MOST_ROWS: Final = 12
"""Rows of melds for which there is a measure (`rows-12`)."""
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
    melds: tuple[MeldRow, ...]
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
        piles, melds_laid = self.piles, sum(len(row.melds) for row in self.melds)
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

    @property
    def row_width(self) -> int:
        """The least of ROW_WIDTHS in which every row of melds has room."""
        widest = max((row.halves for row in self.melds), default=0)
        return next((width for width in ROW_WIDTHS if width >= widest), LONGEST_ROW)

    @property
    def row_count(self) -> int:
        """The rows of melds, MOST_ROWS where there are more."""
        return min(len(self.melds), MOST_ROWS)


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
        piles_of(scene),
        meld_rows(scene),
        captured_cards(scene),
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
