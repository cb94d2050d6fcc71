"""The tables of an evening as its director sees them: clocks, open calls, players and progress."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.db.models import Count, Max, TextChoices
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import sort_key
from games.engine_words import direction
from games.league.leaders import leads
from games.league.models import EntrantPlayer, Evening, LeagueTable, TableScore, TableSeat
from games.league.models.tables import deals_before_round
from games.league.queries import NamedEntrant, PaperSheet, paper_sheets, provisional_rounds_of
from games.league.queries.lines import notes_of
from games.league.services.evenings.seats import sides_of, waits_shown
from games.league.services.evenings.table_scores import count_matches, totals
from games.league.services.evenings.walkovers import grace_until, may_go_on
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import ABSENT, MarkKind, PlayedBy
from games.table import signals
from games.table.log import loading
from games.table.log.models import Action, Match, Round
from games.table.screen import attendance
from games.table.shared_deals import readable_reason

# Clocks of an evening's tables: since when they play, and when somebody last did something.


@dataclass(frozen=True, slots=True)
class TableClock:
    """When a table began, its newest log entry while it plays, and when it was over (None: not yet)."""

    started: datetime
    moved: datetime | None
    over: datetime | None


def clocks_of(tables: Collection[LeagueTable]) -> dict[int, TableClock]:
    """The clocks of the tables that have started, by key of the table. One query, however many tables."""
    playing = [table.match_id for table in tables if _plays(table.match)]
    newest = Action.objects.filter(match__in=playing).order_by().values("match").annotate(newest=Max("at"))
    moved = dict(newest.values_list("match", "newest"))
    return {
        table.pk: TableClock(
            table.match.started_at, moved.get(table.match.pk), table.match.finished_at or table.broken_off_at
        )
        for table in tables
        if table.match is not None and table.match.started_at is not None and not table.on_paper
    }


def _plays(match: Match | None) -> bool:
    return match is not None and not match.on_paper and match.status == Match.Status.RUNNING


# Open calls for the director at the tables of an evening, in its cockpit and at the table of a director who plays.


@dataclass(frozen=True, slots=True)
class CockpitCall:
    """An open call for the director: the player's key, name and reason (`shared_deals.readable_reason`)."""

    player: int
    name: str
    why: str
    at: datetime


def open_call(table: LeagueTable) -> CockpitCall | None:
    """The open call of a table, none where its log cannot be read. Only tables with one are loaded."""
    if table.match is None or table.match.called_at is None or table.match.status != Match.Status.RUNNING:
        return None
    known = loading.readable_table(table.match)
    call = known.state.director_call if known is not None else None
    if known is None or call is None or not call.is_open:
        return None
    sitter = known.sitters[call.seat]
    return CockpitCall(sitter.player, sitter.name, readable_reason(table.match, call.why), call.at)


def open_calls_for(*, match_id: int, player: Player, **_sent: Any) -> tuple[signals.OpenCall, ...]:
    """The open calls of the evening of a match for a leader who plays there; one's own call is for others.
    Receiver of `open_calls_asked`."""
    tables = LeagueTable.objects.select_related("evening__competition__season__club").filter(match=match_id)
    own = tables.first()
    if own is None or not leads(own.evening, player):
        return ()
    called = own.evening.tables.exclude(match__called_at=None).select_related("match")
    found = ((table, open_call(table)) for table in called.order_by("round", "number"))
    url = reverse("league:cockpit", args=[own.evening_id])
    return tuple(
        signals.OpenCall(table.round, table.number, call.name, call.why, url)
        for table, call in found
        if call is not None and call.player != player.pk
    )


# Every table of the open rounds, its players and its progress.


class CockpitState(TextChoices):
    """States of a table of an evening, with the words its director reads."""

    DRAWN = "drawn", _("drawn")
    OPEN = "open", _("waiting to start")
    PLAYING = "playing", _("playing")
    STOPPED = "stopped", _("stopped, to go on")
    OVER = "over", _("over")
    PAPER = "paper", _("on paper")
    BROKEN = "broken", _("broken off")
    WALKOVER = "walkover", _("walkover")
    NOBODY = "nobody", _("nobody came")
    DATED = "dated", _("another date")


ENDED_STATES: Final = (
    CockpitState.STOPPED,
    CockpitState.OVER,
    CockpitState.BROKEN,
    CockpitState.WALKOVER,
    CockpitState.NOBODY,
)
"""States of tables that are over or stopped."""
NOT_COME: Final = (CockpitState.WALKOVER, CockpitState.NOBODY)
"""States of tables that were not played because somebody stayed away."""


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
class CockpitSide:
    """Those who play together at a table, one or partners, and their `points` so far, None before the first round.
    `direction` is theirs where two sides have the same cards as at other tables, "" elsewhere."""

    sitters: tuple[Sitter, ...]
    points: int | None
    direction: str = ""


@dataclass(frozen=True, slots=True)
class CockpitTable:
    """A table of the evening. `sides` are those who play together; `code` is "" without a match.

    `waits_since` and `grace_until` are None unless it is open and has not started; `starts_at` is its own date. `sheet`
    is that of a table on paper once it is open. `call` is its open call for the director, `notes` say that rounds of it
    are under review. Of a table that was not played because somebody stayed away, `came` are the entrants (by name)
    that have a walkover, `signed_off` and `away` those that did not come, with and without a word. `hides_score`: its
    points are not counted before all tables have played the same cards. `reason` is why it was broken off.
    """

    pk: int
    round: int
    number: int
    code: str
    state: CockpitState
    sides: tuple[CockpitSide, ...]
    played: int
    planned: int
    waits_since: datetime | None
    grace_until: datetime | None
    starts_at: datetime | None
    on_paper: bool
    sheet: PaperSheet | None
    call: CockpitCall | None
    notes: tuple[str, ...]
    came: tuple[str, ...] = ()
    signed_off: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    hides_score: bool = False
    reason: str = ""

    @property
    def has_score(self) -> bool:
        """Whether the points of its two sides stand against one another: not where no round of it was played, or they
        are hidden."""
        unplayed = self.state == CockpitState.BROKEN and not self.played
        return self.is_two_against_two and not (unplayed or self.hides_score) and self.state not in NOT_COME

    @property
    def is_typed(self) -> bool:
        """Whether its whole sheet is written down, and waits for somebody who finds it right."""
        if self.state != CockpitState.PAPER or self.sheet is None:
            return False
        return self.sheet.waits and not self.sheet.disputed and self.played >= self.planned

    @property
    def word(self) -> str:
        """The state in words."""
        if self.state == CockpitState.PAPER and self.sheet is not None and self.sheet.disputed:
            return gettext("sheet not agreed on")
        if self.state == CockpitState.PAPER and self.sheet is not None and self.sheet.waits:
            return gettext("sheet typed")
        return str(self.state.label)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Everybody at the table, by seat."""
        return tuple(sorted((one for side in self.sides for one in side.sitters), key=lambda one: one.seat))

    @property
    def deals_before(self) -> int:
        """How many deals of the evening come before those of its round, where all tables have the same cards."""
        return deals_before_round(self.round, self.planned)

    @property
    def is_two_against_two(self) -> bool:
        """Whether it has two sides, whose points stand against one another."""
        return len(self.sides) == 2

    @property
    def has_begun(self) -> bool:
        """Whether cards or lines lie on it, or never will."""
        return self.state in (CockpitState.PLAYING, *ENDED_STATES) or self.played > 0

    @property
    def is_over(self) -> bool:
        """Whether nobody plays at it any more, on phones, on paper or never."""
        return self.state in ENDED_STATES and self.state != CockpitState.STOPPED


@dataclass(frozen=True, slots=True)
class CockpitRound:
    """A round of the evening with its tables and waiting players."""

    number: int
    is_open: bool
    tables: tuple[CockpitTable, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveningRows:
    """The rows that the tables of an evening are shown from. Without another word they are by key of the table:
    `points` by side; `free` are keys of seats; `away` (names) by round and entrant; `present` (seats) by key of the
    match; `walkovers` are those of an entrant (key) in a round, 0 where it is not known; `absent` says by entrant how
    it was absent, `names` how it is called;
    `reasons` are those for which tables were broken off, by round and number as "1/2".
    """

    seats: Mapping[int, Sequence[TableSeat]]
    away: Mapping[tuple[int, int], Sequence[str]]
    points: Mapping[int, Mapping[int, int]]
    played: Mapping[int, int]
    sheets: Mapping[int, PaperSheet]
    under_review: Mapping[int, int]
    walkovers: Set[tuple[int, int]]
    absent: Mapping[int, str]
    names: Mapping[int, str]
    present: Mapping[int, Collection[int]]
    free: Collection[int]
    reasons: Mapping[str, str]
    rules: CompetitionRules


def rounds_of(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[CockpitRound, ...]:
    """All rounds drawn, counted up to this moment; those who wait are named by `entered`."""
    count_matches(competition_id=evening.competition_id)
    tables = list(evening.tables.select_related("match").order_by("round", "number"))
    rows = _rows_of(evening, tables, entered)
    waiting = waits_shown(evening)
    return tuple(
        CockpitRound(
            number=number,
            is_open=number <= evening.round,
            tables=tuple(_cockpit_table(table, rows) for table in together),
            waiting=tuple(
                sorted(
                    (entered[entrant].name for entrant in waiting.get(number, ()) if entrant in entered),
                    key=sort_key,
                )
            ),
        )
        for number, together in groupby(tables, key=lambda table: table.round)
    )


def table_of_player(rounds: Iterable[CockpitRound], player: int | None) -> CockpitTable | None:
    """The table at which a player (key) sits now, in the latest round that is open; None where it is over."""
    now = (CockpitState.OPEN, CockpitState.PLAYING, CockpitState.PAPER)
    tables = [table for each in rounds if each.is_open for table in each.tables if table.state in now]
    seated = (table for table in reversed(tables) if player in [sitter.player for sitter in table.sitters])
    return next(seated, None)


def _rows_of(
    evening: Evening, tables: Sequence[LeagueTable], entered: Mapping[int, NamedEntrant]
) -> EveningRows:
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in TableSeat.objects.filter(table__evening=evening).select_related("player").order_by("number"):
        seats[seat.table_id].append(seat)
    points, played = _scores(evening)
    if evening.competition.the_rules.same_cards:
        played = _rounds_played(evening, counted=played)
    kinds = (*ABSENT, MarkKind.WALKOVER)
    marks = list(evening.marks.filter(kind__in=kinds).values_list("entrant", "round", "kind"))
    return EveningRows(
        seats=seats,
        away=_away(evening, tables, seats),
        points=points,
        played=played,
        sheets=paper_sheets(evening),
        under_review=provisional_rounds_of(evening),
        walkovers={(entrant, number) for entrant, number, kind in marks if kind == MarkKind.WALKOVER},
        absent={entrant: kind for entrant, _number, kind in marks if kind in ABSENT},
        names={entrant: each.name for entrant, each in entered.items()},
        present=attendance.present_at([table.match_id for table in tables if table.match_id is not None]),
        free=set(TableSeat.objects.free().filter(table__evening=evening).values_list("pk", flat=True)),
        reasons=_reasons_of_breaking_off(evening) if any(table.broken_off_at for table in tables) else {},
        rules=evening.competition.the_rules,
    )


def _reasons_of_breaking_off(evening: Evening) -> dict[str, str]:
    """Why tables were broken off, by their place as `services.break_off` writes it: "1/2"."""
    return dict(evening.corrections.filter(what="broken_off").order_by("at").values_list("after", "reason"))


@dataclass(frozen=True, slots=True)
class Replaceable:
    """Players (number, name) for whom somebody else can sit down; a bot never `on_paper`."""

    on_paper: bool
    players: tuple[tuple[int, str], ...]


def replaceable(rounds: Iterable[CockpitRound]) -> tuple[Replaceable, ...]:
    """The players at tables that are neither over nor stopped, those with a paper table in a group of their own; no
    empty group.
    """
    names: dict[int, str] = {}
    with_real_cards: set[int] = set()
    for table in (table for each in rounds for table in each.tables if table.state not in ENDED_STATES):
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
        (number, entrant): [name for player, name in members[entrant] if player not in seated]
        for (number, entrant), seated in sitting.items()
    }


def _scores(evening: Evening) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """Points by table and side, rounds played by table."""
    points: dict[int, dict[int, int]] = defaultdict(dict)
    played: dict[int, int] = defaultdict(int)
    for (table, _entrant), brought in totals(TableScore.objects.filter(evening=evening)).items():
        points[table][brought.side] = brought.points
        played[table] = brought.rounds
    return points, played


def _rounds_played(evening: Evening, *, counted: Mapping[int, int]) -> dict[int, int]:
    """Rounds played by table, also where their points are not counted yet because others play the same cards."""
    played = (
        Round.objects.filter(match__league_table__evening=evening)
        .exclude(status=Round.Status.RUNNING)
        .order_by()
        .values_list("match__league_table")
        .annotate(Count("number", distinct=True))
    )
    return defaultdict(int, {**dict(played), **counted})


def _cockpit_table(table: LeagueTable, rows: EveningRows) -> CockpitTable:
    seats, sheet, played = rows.seats[table.pk], rows.sheets.get(table.pk), rows.played[table.pk]
    here = rows.present.get(table.match_id or 0, ())
    state = _state(table)
    entrants = dict.fromkeys(seat.entrant_id for seat in seats)
    came = [each for each in entrants if rows.walkovers & {(each, table.round), (each, 0)}]
    away = [each for each in entrants if each not in came]
    if state == CockpitState.BROKEN and not played and came:
        state = CockpitState.WALKOVER
    elif state == CockpitState.BROKEN and not played and away and rows.absent.keys() >= set(away):
        state = CockpitState.NOBODY
    if state not in NOT_COME:
        came = away = []
    signed_off = [each for each in away if rows.absent.get(each) == MarkKind.ANNOUNCED]
    waiting = table.match if state == CockpitState.OPEN else None
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
    sides = sides_of(table, {seat.number: seat.entrant_id for seat in seats})
    has_directions = rows.rules.same_cards and len(sides) == 2
    return CockpitTable(
        pk=table.pk,
        round=table.round,
        number=table.number,
        code=table.match.code if table.match and not table.on_paper else "",
        state=state,
        sides=tuple(
            CockpitSide(
                tuple(sitters[seat] for seat in side.seats if seat in sitters),
                sheet.points[side.seats[0]]
                if sheet is not None and sheet.waits
                else rows.points[table.pk].get(number),
                direction(number) if has_directions else "",
            )
            for number, side in enumerate(sides)
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
        hides_score=rows.rules.same_cards
        and not rows.points[table.pk]
        and (sheet is None or not sheet.waits),
        reason=rows.reasons.get(f"{table.round}/{table.number}", "") if state == CockpitState.BROKEN else "",
        came=_names(came, rows),
        signed_off=_names(signed_off, rows),
        away=_names([each for each in away if each not in signed_off], rows),
    )


def _names(entrants: Iterable[int], rows: EveningRows) -> tuple[str, ...]:
    return tuple(rows.names[each] for each in entrants if each in rows.names)


def _state(table: LeagueTable) -> CockpitState:
    if table.broken_off_at is not None:
        return CockpitState.BROKEN
    if table.match is not None and table.match.status == Match.Status.STOPPED:
        return CockpitState.STOPPED if may_go_on(table) else CockpitState.BROKEN
    if table.match is not None and table.match.status == Match.Status.FINISHED:
        return CockpitState.OVER
    if table.on_paper and (table.match is not None or table.starts_at is None):
        return CockpitState.PAPER
    if table.match is None:
        return CockpitState.DRAWN if table.starts_at is None else CockpitState.DATED
    return CockpitState.OPEN if table.match.status == Match.Status.OPEN else CockpitState.PLAYING
