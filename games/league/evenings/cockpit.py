"""Data of the director's cockpit: every table of the open rounds, its players and its progress."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import sort_key
from games.league.evenings.open_calls import ShownCall, open_call
from games.league.models import EntrantPlayer, Evening, EveningMark, LeagueTable, TableScore, TableSeat
from games.league.queries import Entered, PaperSheet, paper_sheets
from games.league.queries.tables import rounds_under_review
from games.league.queries.words import notes_of
from games.league.services.evenings.counting import count_matches
from games.league.services.evenings.sit_outs import waiting_by_round
from games.league.services.evenings.stopping import grace_until, may_go_on, sides_of
from games.league.services.evenings.table_scores import totals
from games.league.standings.rules import TableRules
from games.league.standings.scores import MarkKind, PlayedBy
from games.table.log.models import Match
from games.table.screen import attendance


class ShownState(TextChoices):
    """States of a table of an evening, with the words its director reads."""

    DRAWN = "drawn", _("drawn")
    OPEN = "open", _("waiting to start")
    PLAYING = "playing", _("playing")
    STOPPED = "stopped", _("stopped, to go on")
    OVER = "over", _("over")
    PAPER = "paper", _("on paper")
    BROKEN = "broken", _("broken off")
    WALKOVER = "walkover", _("walkover")
    DATED = "dated", _("another date")


ENDED: Final = (ShownState.STOPPED, ShownState.OVER, ShownState.BROKEN, ShownState.WALKOVER)
"""States of tables that are over or stopped."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table. `instead_of` are the absent players whose cards another holds; of a pair or team
    only those. `free`: the entrant has withdrawn, and nobody sits there yet.
    """

    seat: int
    name: str
    player: int
    instead_of: str
    here: bool
    is_bot: bool
    entrant: int
    free: bool


@dataclass(frozen=True, slots=True)
class ShownSide:
    """Those who play together at a table, one or partners, and their `points` so far, None before the first round."""

    sitters: tuple[Sitter, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of the evening. `sides` are those who play together; `code` is "" without a match.

    `waits_since` and `grace_until` are None unless it is open and has not started; `starts_at` is its own date. `sheet`
    is that of a table on paper once it is open. `call` is its open call for the director, `notes` say that rounds of it
    are under review.
    """

    pk: int
    round: int
    number: int
    code: str
    state: ShownState
    sides: tuple[ShownSide, ...]
    played: int
    planned: int
    waits_since: datetime | None
    grace_until: datetime | None
    starts_at: datetime | None
    on_paper: bool
    sheet: PaperSheet | None
    call: ShownCall | None
    notes: tuple[str, ...]

    @property
    def word(self) -> str:
        """The state in words."""
        if self.state == ShownState.PAPER and self.sheet is not None and self.sheet.disputed:
            return gettext("sheet not agreed on")
        if self.state == ShownState.PAPER and self.sheet is not None and self.sheet.waits:
            return gettext("sheet typed")
        return str(self.state.label)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody at the table, by seat."""
        return tuple(sorted((one for side in self.sides for one in side.sitters), key=lambda one: one.seat))

    @property
    def is_two_against_two(self) -> bool:
        """Whether it has two sides, whose points stand against one another."""
        return len(self.sides) == 2

    @property
    def has_begun(self) -> bool:
        """Whether cards or lines lie on it, or never will."""
        return self.state in (ShownState.PLAYING, *ENDED) or self.played > 0


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round of the evening with its tables and waiting players."""

    number: int
    is_open: bool
    tables: tuple[ShownTable, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveningRows:
    """The rows that the tables of an evening are shown from. Without another word they are by key of the table:
    `points` by side; `free` are keys of seats; `away` (names) by round and entrant; `present` (seats) by key of the
    match; `walkovers` are keys of entrants.
    """

    seats: Mapping[int, Sequence[TableSeat]]
    away: Mapping[tuple[int, int], Sequence[str]]
    points: Mapping[int, Mapping[int, int]]
    played: Mapping[int, int]
    sheets: Mapping[int, PaperSheet]
    under_review: Mapping[int, int]
    walkovers: Collection[int]
    present: Mapping[int, Collection[int]]
    free: Collection[int]
    rules: TableRules


def rounds_of(evening: Evening, entered: Mapping[int, Entered]) -> tuple[ShownRound, ...]:
    """All rounds drawn, counted up to this moment; those who wait are named by `entered`."""
    count_matches(competition_id=evening.competition_id)
    tables = list(evening.tables.select_related("match").order_by("round", "number"))
    rows = _rows_of(evening, tables)
    waiting = waiting_by_round(evening)
    return tuple(
        ShownRound(
            number=number,
            is_open=number <= evening.round,
            tables=tuple(_shown(table, rows) for table in together),
            waiting=tuple(
                sorted(
                    (entered[entrant].name for entrant in waiting.get(number, ()) if entrant in entered),
                    key=sort_key,
                )
            ),
        )
        for number, together in groupby(tables, key=lambda table: table.round)
    )


def _rows_of(evening: Evening, tables: Sequence[LeagueTable]) -> EveningRows:
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__evening=evening).select_related("player").order_by("number"):
        seats[seat.table_id].append(seat)
    points, played = _scores(evening)
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WALKOVER)
    return EveningRows(
        seats=seats,
        away=_away(evening, tables, seats),
        points=points,
        played=played,
        sheets=paper_sheets(evening),
        under_review=rounds_under_review(evening),
        walkovers=set(marks.values_list("entrant", flat=True)),
        present=attendance.present_at([table.match_id for table in tables if table.match_id is not None]),
        free=set(TableSeat.objects.free().filter(table__evening=evening).values_list("pk", flat=True)),
        rules=evening.competition.table_rules,
    )


@dataclass(frozen=True, slots=True)
class Replaceable:
    """Players (number, name) for whom somebody else can sit down; a bot never `on_paper`."""

    on_paper: bool
    players: tuple[tuple[int, str], ...]


def replaceable(rounds: Iterable[ShownRound]) -> tuple[Replaceable, ...]:
    """The players at tables that are neither over nor stopped, those with a paper table in a group of their own; no
    empty group.
    """
    names: dict[int, str] = {}
    with_real_cards: set[int] = set()
    for table in (table for each in rounds for table in each.tables if table.state not in ENDED):
        names |= {sitter.player: sitter.name for sitter in table.sitters}
        if table.on_paper:
            with_real_cards |= {sitter.player for sitter in table.sitters}
    ordered = sorted(names.items(), key=lambda each: sort_key(each[1]))
    groups = (
        Replaceable(on_paper, tuple(each for each in ordered if (each[0] in with_real_cards) == on_paper))
        for on_paper in (False, True)
    )
    return tuple(group for group in groups if group.players)


def _away(
    evening: Evening, tables: Iterable[LeagueTable], seats: Mapping[int, Sequence[TableSeat]]
) -> dict[tuple[int, int], list[str]]:
    """The names of an entrant's players who do not sit in a round themselves, by round and entrant."""
    sitting: dict[tuple[int, int], set[int]] = {}
    for table in tables:
        for seat in seats[table.pk]:
            sitting.setdefault((table.round, seat.entrant_id), set()).add(seat.player_id)
    members: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows = EntrantPlayer.objects.filter(competition=evening.competition_id).order_by("entrant", "place")
    for entrant, player, nickname in rows.values_list("entrant", "player", "player__nickname"):
        members[entrant].append((player, nickname))
    return {
        (number, entrant): [name for player, name in members[entrant] if player not in here]
        for (number, entrant), here in sitting.items()
    }


def _scores(evening: Evening) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """Points by table and side, rounds played by table."""
    points: dict[int, dict[int, int]] = defaultdict(dict)
    played: dict[int, int] = defaultdict(int)
    for (table, _entrant), brought in totals(TableScore.objects.filter(evening=evening)).items():
        points[table][brought.side] = brought.points
        played[table] = brought.rounds
    return points, played


def _shown(table: LeagueTable, rows: EveningRows) -> ShownTable:
    seats, sheet, played = rows.seats[table.pk], rows.sheets.get(table.pk), rows.played[table.pk]
    here = rows.present.get(table.match_id or 0, ())
    state = _state(table)
    if state == ShownState.BROKEN and not played and any(seat.entrant_id in rows.walkovers for seat in seats):
        state = ShownState.WALKOVER
    waiting = table.match if state == ShownState.OPEN else None
    sitters = {
        seat.number: Sitter(
            seat=seat.number,
            name=seat.player.nickname,
            player=seat.player_id,
            instead_of=""
            if seat.played_by == PlayedBy.SELF
            else " – ".join(rows.away[table.round, seat.entrant_id]),
            here=seat.number in here,
            is_bot=seat.player.is_bot,
            entrant=seat.entrant_id,
            free=seat.pk in rows.free,
        )
        for seat in seats
    }
    return ShownTable(
        pk=table.pk,
        round=table.round,
        number=table.number,
        code=table.match.code if table.match and not table.on_paper else "",
        state=state,
        sides=tuple(
            ShownSide(
                tuple(sitters[seat] for seat in side.seats if seat in sitters),
                sheet.points[side.seats[0]]
                if sheet is not None and sheet.waits
                else rows.points[table.pk].get(number),
            )
            for number, side in enumerate(sides_of(table, {seat.number: seat.entrant_id for seat in seats}))
        ),
        played=sheet.rounds if sheet is not None and sheet.points else played,
        planned=table.planned,
        waits_since=waiting.created_at if waiting else None,
        grace_until=grace_until(waiting, rows.rules) if waiting else None,
        starts_at=table.starts_at,
        on_paper=table.on_paper,
        sheet=sheet,
        call=open_call(table),
        notes=notes_of(provisional=rows.under_review.get(table.pk, 0), deducted=0),
    )


def _state(table: LeagueTable) -> ShownState:
    if table.broken_off_at is not None:
        return ShownState.BROKEN
    if table.match is not None and table.match.status == Match.Status.STOPPED:
        return ShownState.STOPPED if may_go_on(table) else ShownState.BROKEN
    if table.match is not None and table.match.status == Match.Status.FINISHED:
        return ShownState.OVER
    if table.on_paper and (table.match is not None or table.starts_at is None):
        return ShownState.PAPER
    if table.match is None:
        return ShownState.DRAWN if table.starts_at is None else ShownState.DATED
    return ShownState.OPEN if table.match.status == Match.Status.OPEN else ShownState.PLAYING
