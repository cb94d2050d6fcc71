"""The tables of an evening, on screens and paper, as its pages list them, and what a table asks about its evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Q, Sum
from django.urls import reverse

from accounts.members import Right, may
from accounts.models import Player
from games.league.models import (
    Competition,
    Evening,
    LeagueTable,
    Postponement,
    SheetPhoto,
    TableScore,
    TableSeat,
)
from games.table import signals
from games.table.log.models import Action, Match, Round
from games.table.log.paper_entries import TOGETHER
from games.table.screen.spectators import may_look_at
from games.table.signals import EveningTable

# Tables of an evening: those that are over, those for which another date could be agreed, those still to play.


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A table played on phones that is over: the code of its match, and the rounds the reader played and may review."""

    code: str
    rounds: tuple[int, ...]


def finished_tables(evening: Evening, reader: Player | None) -> dict[int, FinishedTable]:
    """The tables of an evening that are over and that a reader (None: a visitor) may open, by the table's key.

    Tables on paper have a sheet instead. As many queries for any number of tables.
    """
    tables = list(
        evening.tables.filter(match__status__in=Match.ENDED, on_paper=False).select_related(
            "match__club", "match__shared_deals"
        )
    )
    seen = may_look_at([table.match for table in tables], reader)
    rounds: dict[int, list[int]] = defaultdict(list)
    if reader is not None and seen:
        written = Round.objects.filter(match__in=seen, match__seats__player=reader, status__in=Round.ENDED)
        for match, number in written.order_by("number").values_list("match", "number"):
            rounds[match].append(number)
    return {
        table.pk: FinishedTable(table.match.code, tuple(rounds[table.match_id]))
        for table in tables
        if table.match_id in seen
    }


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of one's own that has not begun. `mine`: the date `proposed` is one's own side's. `may_propose`: the two
    sides agree on its date."""

    table: LeagueTable
    proposed: Postponement | None
    mine: bool
    is_open: bool
    may_propose: bool


def tables_to_postpone(evening: Evening, player: int | None) -> tuple[OwnTable, ...]:
    """The fixtures for which a player could agree on another date. Where partners change every round only those to
    which the director gave a date; while all tables play the same cards only those with a date, or one proposed: nobody
    sees a deal before the last table has played it."""
    if evening.status != Evening.Status.DRAWN:
        return ()
    fixtures = evening.competition.has_fixtures
    waiting = Q(table__match=None) | Q(table__match__status=Match.Status.OPEN)
    seats = TableSeat.objects.filter(
        waiting, table__evening=evening, table__broken_off_at=None, player=player
    )
    found = seats.select_related("table__postponement__proposed_by").order_by("table__round")
    proposed = {seat.pk: getattr(seat.table, "postponement", None) for seat in found}
    plays_on = bool(evening.round) and evening.competition.the_rules.same_cards
    return tuple(
        OwnTable(
            table=seat.table,
            proposed=(one := proposed[seat.pk]),
            mine=one is not None and one.entrant_id == seat.entrant_id,
            is_open=seat.table.round <= evening.round and seat.table.match_id is None,
            may_propose=fixtures,
        )
        for seat in found
        if proposed[seat.pk] is not None or seat.table.starts_at is not None or (fixtures and not plays_on)
    )


@dataclass(frozen=True, slots=True)
class TableToPlay:
    """A table of an open round that plays on another day, of a drawn evening: who it is for, by key and by name at the
    table."""

    evening: Evening
    round: int
    number: int
    starts_at: datetime
    entrants: frozenset[int]
    names: tuple[str, ...]


def tables_to_play(competition: Competition, evening: Evening | None = None) -> tuple[TableToPlay, ...]:
    """The tables of a competition, or of one evening of it, that have a date of their own and are not over. Two
    queries, one where there is none."""
    tables = LeagueTable.objects.filter(
        evening__competition=competition,
        evening__status=Evening.Status.DRAWN,
        round__lte=F("evening__round"),
        starts_at__isnull=False,
        broken_off_at=None,
    ).exclude(match__status__in=Match.ENDED)
    if evening is not None:
        tables = tables.filter(evening=evening)
    found = tables.select_related("evening").prefetch_related("seats__player")
    return tuple(
        TableToPlay(
            evening=table.evening,
            round=table.round,
            number=table.number,
            starts_at=table.starts_at,
            entrants=frozenset(seat.entrant_id for seat in table.seats.all()),
            names=tuple(seat.player.nickname for seat in table.seats.all() if seat.player is not None),
        )
        for table in found.order_by("starts_at", "evening__number", "round", "number")
    )


def provisional_rounds_of(evening: Evening) -> dict[int, int]:
    """The rounds under review by table, as the lists of the season count them."""
    rows = TableScore.objects.filter(evening=evening, provisional__gt=0).order_by()
    by_entrant = rows.values("table", "entrant").annotate(rounds=Sum("provisional"))
    found: dict[int, int] = {}
    for table, rounds in by_entrant.values_list("table", "rounds"):
        found[table] = max(found.get(table, 0), rounds)
    return found


# The sheets of an evening's paper tables, as far as they are typed.

SHEET_ENTRIES: Final = ("written", "totals", "objected", "confirmed")


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet that is open: the sums of its typed rounds by seat (empty: nothing is typed), how many rounds of cards
    they are, and the newest entry of its log. While others are still to play the same cards it says as much as an empty
    sheet.

    `totals` says that it was typed as totals, `disputed` that the other side says it is not right.
    """

    points: tuple[int, ...]
    rounds: int
    seq: int
    totals: bool
    disputed: bool
    confirmed: bool

    @property
    def waits(self) -> bool:
        """Whether it is typed and nobody has found it right yet."""
        return bool(self.points) and not self.confirmed


def paper_sheets(evening: Evening) -> Mapping[int, PaperSheet]:
    """The open and confirmed sheets of an evening by table (key); three queries however many there are."""
    on_paper = Match.objects.filter(league_table__evening=evening, on_paper=True)
    matches = list(on_paper.values_list("pk", "league_table", "seq", "status"))
    typed: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    # Where others are still to play the same cards, nobody reads here what was made of them.
    rows = Round.objects.filter(match__in=[match for match, *_ in matches]).exclude(
        match__shared_deals__isnull=False, match__shared_deals__public_from=None
    )
    for match, points, result in rows.values_list("match", "points", "result"):
        typed.setdefault(match, []).append((tuple(points), result["facts"].get(TOGETHER, 0)))
    entries = Action.objects.filter(match__in=typed, kind=Action.Kind.TABLE).order_by("match", "seq")
    done = entries.values_list("match", "data__do")
    newest = {match: what for match, what in done if what in SHEET_ENTRIES}
    return {
        table: PaperSheet(
            points=tuple(map(sum, zip(*(points for points, _rounds in typed.get(match, ())), strict=True))),
            rounds=sum(rounds or 1 for _points, rounds in typed.get(match, ())),
            seq=seq,
            totals=any(rounds for _points, rounds in typed.get(match, ())),
            disputed=newest.get(match) == "objected",
            confirmed=status in Match.ENDED,
        )
        for match, table, seq, status in matches
    }


def sheet_photo(match_id: int, player: Player) -> str | None:
    """The address of the photo of a match's paper sheet, for members of its club; None without one."""
    found = SheetPhoto.objects.filter(table__match=match_id, table__on_paper=True)
    photo = found.select_related("table__evening__competition__season__club").first()
    if photo is None:
        return None
    evening = photo.table.evening
    if not may(player=player, club=evening.competition.season.club, right=Right.PLAY):
        return None
    address = reverse("league:sheet_photo", args=[evening.pk, photo.table_id])
    return f"{address}?{int(photo.at.timestamp())}"


# Answers to what a table asks about the evening it belongs to (`games/table/signals.py`).


def is_at_an_evening(*, match_id: int, **_sent: Any) -> bool:
    """Whether a match (by key) is played at a table of an evening. Receiver of `seats_asked`."""
    return LeagueTable.objects.filter(match=match_id).exists()


def is_barred_from_table(*, match_id: int, player: int, **_sent: Any) -> bool:
    """Whether this player has to miss the evening of a match; not where the club has drawn them there all the same.
    Receiver of `barred_asked`."""
    table = LeagueTable.objects.filter(match=match_id).select_related("evening__competition__season").first()
    if table is None or table.seats.filter(player=player).exists():
        return False
    evening = table.evening
    return player in signals.players_sitting_out(evening.competition.season.club_id, evening.starts_at)


def key_of_evening(*, match_id: int, **_sent: Any) -> int | None:
    """The key of the evening at which a match (by key) is played, None for a match of none. Receiver of
    `evening_key_asked`."""
    return LeagueTable.objects.filter(match=match_id).values_list("evening", flat=True).first()


def page_of_evening(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the evening at which a match (by key) is played, None for a match of none. Receiver of
    `way_back_asked`."""
    evening = key_of_evening(match_id=match_id)
    return None if evening is None else reverse("league:evening", args=[evening])


def evening_table_of(*, match_id: int, **_sent: Any) -> EveningTable | None:
    """The table of an evening with the same cards at which a match (by key) is played, None for a match of none.
    Receiver of `evening_table_asked`."""
    table = LeagueTable.objects.filter(match=match_id).select_related("evening__competition").first()
    if table is None or not table.evening.competition.the_rules.same_cards:
        return None
    return EveningTable(
        table.number,
        table.round,
        table.evening.rounds,
        table.evening.rounds * table.planned,
        table.deals_before,
        reverse("league:evening_deals", args=[table.evening_id]),
    )
