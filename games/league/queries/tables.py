"""Tables of an evening: whether a match is played at one, and those for which another date could be agreed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, Sum
from django.urls import reverse

from accounts.models import Player
from games.league.models import Evening, LeagueTable, Postponement, TableScore, TableSeat
from games.table.log.models import Match, Round
from games.table.screen.spectators import may_look_at


def seats_receiver(*, match_id: int, **_sent: Any) -> bool:
    """Whether a match (by key) is played at a table of an evening."""
    return LeagueTable.objects.filter(match=match_id).exists()


def evening_receiver(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the evening at which a match (by key) is played, None for a match of none."""
    evening = LeagueTable.objects.filter(match=match_id).values_list("evening", flat=True).first()
    return None if evening is None else reverse("league:evening", args=[evening])


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
        evening.tables.filter(match__status__in=Match.ENDED, on_paper=False).select_related("match__club")
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
    """A table of one's own that has not begun. `mine`: the date `proposed` is one's own side's."""

    table: LeagueTable
    proposed: Postponement | None
    mine: bool
    is_open: bool


def tables_to_postpone(evening: Evening, player: int | None) -> tuple[OwnTable, ...]:
    """The fixtures for which a player could agree on another date; none where partners change every round."""
    if evening.status != Evening.Status.DRAWN or not evening.competition.has_fixtures:
        return ()
    waiting = Q(table__match=None) | Q(table__match__status=Match.Status.OPEN)
    seats = TableSeat.objects.filter(
        waiting, table__evening=evening, table__broken_off_at=None, player=player
    )
    found = seats.select_related("table__postponement__proposed_by").order_by("table__round")
    proposed = {seat.pk: getattr(seat.table, "postponement", None) for seat in found}
    return tuple(
        OwnTable(
            table=seat.table,
            proposed=(one := proposed[seat.pk]),
            mine=one is not None and one.entrant_id == seat.entrant_id,
            is_open=seat.table.round <= evening.round,
        )
        for seat in found
    )


def rounds_under_review(evening: Evening) -> dict[int, int]:
    """The rounds under review by table, as the lists of the season count them."""
    rows = TableScore.objects.filter(evening=evening, provisional__gt=0).order_by()
    by_entrant = rows.values("table", "entrant").annotate(rounds=Sum("provisional"))
    found: dict[int, int] = {}
    for table, rounds in by_entrant.values_list("table", "rounds"):
        found[table] = max(found.get(table, 0), rounds)
    return found
