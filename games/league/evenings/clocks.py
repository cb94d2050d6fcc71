"""Clocks of an evening's tables: since when they play, and when somebody last did something."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from games.league.models import LeagueTable
from games.table.log.models import Action, Match


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
