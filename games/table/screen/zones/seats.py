"""The seats around the table and the strip of totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from django.utils import translation

from games.bots.registry import has_levels
from games.club_clock import milliseconds
from games.engine.seats import Seat
from games.engine.view import SeatZone, TrickZone, View
from games.engine.words import Text
from games.engine_words import direction, place_name
from games.table.log.loading import Table
from games.table.log.states import Sitter
from games.table.screen.speech import LONG_WORD, labels
from games.table.screen.zones.hand import LaidCard, laid_cards
from games.table.screen.zones.scene import Column, Scene, by_column, classes_of
from games.table.signals import EveningTable

# The strip on top: the round, the totals, what is trumps, and the trick before this one.


TWO_SIDES: Final = 2
"""Columns of totals that stand side by side; more are drawn small (`strip--many`, `sheet--many`)."""


class Trumps(NamedTuple):
    """The trumps of the round: `suit` is "" before they are made, `maker` where the rules made them, `times` is the
    multiplier, at `level` of the `ladder`; `word` was said last to raise it, by `said_by`. `maker_at` and `said_at` are
    places at the table, -1 for nobody.
    """

    suit: str = ""
    name: str = ""
    maker: str = ""
    times: int = 1
    said_by: str = ""
    maker_at: int = -1
    said_at: int = -1
    word: str = ""
    level: int = 0
    ladder: tuple[int, ...] = ()


class Strip(NamedTuple):
    """`totals` belong to `columns`, and so do `gains`: the points of the round whose sheet lies open, () of none.
    `heaps` are the tricks before the player at each place, () where none lies there. `label` names the round where
    rounds have names, `last` is the trick before; where none is before a finished one, that one `becomes_last` when the
    page draws it in. `bonus` are the points beside the cards of each column in the running
    round, () of none, called `bonus_name`. `alone` says that all but one here are bots.

    On an `evening` with the same cards `round` and `rounds` are numbers of its deals, and `sitting` names the place of
    the seats at each of these places."""

    language: str
    round: int
    rounds: int | None
    columns: tuple[Column, ...]
    totals: tuple[int, ...]
    label: str
    trumps: Trumps | None
    last: tuple[LaidCard, ...]
    evening: EveningTable | None = None
    sitting: tuple[tuple[tuple[int, ...], str], ...] = ()
    gains: tuple[int, ...] = ()
    heaps: tuple[int, ...] = ()
    alone: bool = False
    bonus: tuple[int, ...] = ()
    bonus_name: str = ""
    becomes_last: bool = False

    @property
    def classes(self) -> str:
        """The classes of the strip: how many columns it has, and which parts."""
        return classes_of(
            "strip",
            {
                "strip--many": len(self.columns) > TWO_SIDES,
                "with-trumps": self.trumps,
                "with-same-cards": self.evening,
                "with-bots-only": self.alone,
                "strip--gains": any(self.gains),
            },
        )


def strip_of(scene: Scene, gains: tuple[int, ...], *, look_back: bool, alone: bool) -> Strip:
    """The strip of a table with the `gains` of each column, and the trick before this one where it can be looked at."""
    view, evening = scene.view, scene.evening
    before = evening.deals_before if evening is not None else 0
    last = _trick_before(view) if look_back else None
    return Strip(
        scene.speech.language,
        view.round + before,
        view.rounds if evening is None else evening.deals,
        scene.columns,
        by_column(view, view.totals),
        scene.say(view.label) if view.label else "",
        _trumps(scene),
        laid_cards(scene, last.cards, last.winning) if last else (),
        evening,
        _sitting(scene) if evening is not None else (),
        gains,
        _heaps(view, scene.at),
        alone,
        by_column(view, view.bonus.points) if view.bonus else (),
        scene.say(view.bonus.name) if view.bonus else "",
        becomes_last=look_back and last is None and view.trick is not None and view.trick.complete,
    )


def _heaps(view: View, places: Sequence[int]) -> tuple[int, ...]:
    """How many tricks lie before the player at each place; not the finished one that still lies in the middle, and none
    where a game shows otherwise what was taken."""
    trick = view.trick
    if trick is None or view.captured or any(zone.taken for zone in view.seats):
        return ()
    heaps = {
        places[zone.seat]: zone.tricks - (trick.complete and trick.winning == zone.seat)
        for zone in view.seats
    }
    return tuple([heaps[at] for at in sorted(heaps)]) if any(heaps.values()) else ()


def _trick_before(view: View) -> TrickZone | None:
    """The trick before the one that lies on the table: a finished one lies there itself."""
    trick = view.trick
    if trick is None or not trick.complete:
        return view.last_trick
    size = len(trick.cards)
    cards = view.played[-2 * size : -size]
    if len(cards) < size:
        return None
    winner = view.played[-size][0]  # led the trick that lies there
    return TrickZone(trick.number - 1, cards, winner, complete=True)


def _sitting(scene: Scene) -> tuple[tuple[tuple[int, ...], str], ...]:
    """The places of the seats at the table, each with the name that pages about the same cards have for it."""
    with translation.override(scene.speech.language):
        if len(scene.columns) == TWO_SIDES:
            return tuple((column.at, direction(side)) for side, column in enumerate(scene.columns))
        return tuple(((at,), place_name(seat, len(scene.at))) for seat, at in enumerate(scene.at))


def _trumps(scene: Scene) -> Trumps | None:
    contract = scene.view.contract
    if contract is None:
        return None
    if contract.trump is None:
        return Trumps()
    times = contract.ladder[contract.level]
    speaker, word = contract.challenges[-1] if contract.level and contract.challenges else (None, None)
    name = scene.speech.suit_name(contract.trump)
    maker, maker_at = _who(scene, contract.maker)
    said_by, said_at = _who(scene, speaker)
    sentence = scene.say(word) if word else ""
    level, ladder = contract.level, contract.ladder
    return Trumps(contract.trump, name, maker, times, said_by, maker_at, said_at, sentence, level, ladder)


def _who(scene: Scene, seat: Seat | None) -> tuple[str, int]:
    """The name of a seat and its place at the table."""
    return ("", -1) if seat is None else (scene.short[seat], scene.at[seat])


# A seat around the table: its player, presence, last word, and thinking time.

Mark: TypeAlias = Literal["", "bot", "automatic", "by_clock"]


class Closing(NamedTuple):
    """The end of a window: at `until` (ms since 1970), `seconds` after the last word in it. The house closes it, or the
    lead to the `next_trick`."""

    until: int
    seconds: int
    next_trick: bool = False


class SeatPlace(NamedTuple):
    """`mark` says who plays the seat if not its person, `level` how well in words (games with several levels) and
    `bot_level` how well a bot plays, "" where nobody chose.
    `bot` is the kind of player, whoever plays.

    `holds` is the number of cards where a game shows it, `sealed` says that the seat has spoken a sealed word. While a
    clock runs for the seat, its bank of `bank` seconds runs from `free_until` to `due` (ms since 1970, else 0). `trump`
    is the suit the seat has made trumps, "" for the others. `word_means` and `role_means` say what word and role mean,
    in a game that explains its own. `camp` is the number of the side whose captured cards lie
    open together, -1 where no side's do.
    """

    language: str
    seat: int
    at: int
    name: str
    face: str
    bot: bool
    mark: Mark
    present: bool
    ready: bool
    dealer: bool
    word: str
    loud: bool
    taken: str
    holds: int | None
    role: str
    sealed: bool
    level: str = ""
    free_until: int = 0
    due: int = 0
    bank: int = 0
    trump: str = ""
    trump_name: str = ""
    camp: int = -1
    bot_level: str = ""
    word_means: str = ""
    role_means: str = ""

    @property
    def classes(self) -> str:
        """The classes of the seat: where it stands, who plays it, and which parts it has."""
        return classes_of(
            f"seat at-{self.at}",
            {
                "deals": self.dealer,
                "bot": self.bot,
                "away": not self.bot and not self.present,
                "ready": self.ready,
                f"camp-{self.camp}": self.camp >= 0,
                "seat--mark": self.mark,
                "seat--role": self.role,
                "seat--taken": self.taken,
                "seat--word": self.word,
                "with-role-and-taken": self.role and self.taken,
            },
        )

    @property
    def long(self) -> bool:
        """Whether a word of the name is wider than a place at the edge of a small phone."""
        return any(len(word) > LONG_WORD for word in re.split(r"[ -]", self.name))


def seat_places(scene: Scene, table: Table, present: frozenset[Seat]) -> list[SeatPlace]:
    """Every seat, by number; `present` are the seats with an open screen."""
    roles = {one.seat: one.role for one in scene.view.roles}
    return [_seat_place(scene, table, zone, zone.seat in present, roles) for zone in scene.view.seats]


def _seat_place(
    scene: Scene, table: Table, zone: SeatZone, present: bool, roles: dict[Seat, Text]
) -> SeatPlace:
    view, state = scene.view, table.state
    sitter = table.sitters[zone.seat]
    challenges = view.contract.challenges if view.contract else ()
    mark = _mark(table, sitter)
    contract = view.contract
    trump = (contract.trump or "") if contract and contract.maker == zone.seat else ""
    place = SeatPlace(
        scene.speech.language,
        zone.seat,
        scene.at[zone.seat],
        scene.short[zone.seat],
        sitter.face,
        sitter.is_bot,
        mark,
        sitter.is_bot or present,
        zone.seat in state.ready,
        zone.dealer,
        scene.say(zone.word) if zone.word else "",
        zone.word is not None and (zone.seat, zone.word) in challenges,
        scene.say(zone.taken) if zone.taken else "",
        zone.cards if view.rows or view.stock is not None else None,
        scene.say(roles[zone.seat]) if zone.seat in roles else "",
        zone.seat in view.sealed,
        _level(scene, table, zone.seat) if mark in ("bot", "automatic") else "",
        *(_clock(table, sitter) if mark in ("", "by_clock") else ()),
    )
    if sitter.is_bot:
        place = place._replace(bot_level=_bot_level(table, sitter))
    place = place._replace(
        word_means=_meaning(scene, table, zone.word), role_means=_meaning(scene, table, roles.get(zone.seat))
    )
    camps = [
        camp for camp, side in enumerate(view.captured) if len(side.seats) > 1 and zone.seat in side.seats
    ]
    if camps:
        place = place._replace(camp=camps[0])
    return place._replace(trump=trump, trump_name=scene.speech.suit_name(trump)) if trump else place


def _meaning(scene: Scene, table: Table, said: Text | None) -> str:
    """What a word or a role means, where the game has a sentence `means_...` for it."""
    code = f"means_{said.code}" if said is not None else ""
    return scene.say(Text(code)) if code in table.game.words else ""


def _level(scene: Scene, table: Table, seat: Seat) -> str:
    """The level of the bot in words, "" in a game with one level."""
    if not has_levels(table.game.key):
        return ""
    return str(labels(scene.speech.language)(table.level_at(seat)))


def _bot_level(table: Table, sitter: Sitter) -> str:
    """How well the bot plays at this table."""
    return str(table.level_at(sitter.number)) if has_levels(table.game.key) else sitter.level


def _mark(table: Table, sitter: Sitter) -> Mark:
    if sitter.is_bot:
        return "bot"
    state = table.state
    if state.stand_ins and state.stand_in(sitter.number) is not None:
        return "automatic"
    return "by_clock" if sitter.number in state.by_clock else ""


def _clock(table: Table, sitter: Sitter) -> tuple[int, ...]:
    runs = table.running and table.state.paused_at is None and table.by_the_day is None
    clocks = table.state.clocks if runs else None
    starts = None if clocks is None else clocks.free_until(sitter.number)
    if clocks is None or starts is None:
        return ()
    due = clocks.deadline_of(clocks.asked[sitter.number], sitter.number)
    return milliseconds(starts), milliseconds(due), int(clocks.pace.bank.total_seconds())
