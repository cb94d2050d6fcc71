"""Open calls for the director at the tables of an evening, in its cockpit and at the table of a director who plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import Player
from games.league.leaders import leads
from games.league.models import LeagueTable
from games.table import events
from games.table.log import loading
from games.table.log.models import Match


@dataclass(frozen=True, slots=True)
class ShownCall:
    """An open call for the director: the player's key, name and reason."""

    player: int
    name: str
    why: str
    at: datetime


def open_call(table: LeagueTable) -> ShownCall | None:
    """The open call of a table. Only tables with one are loaded."""
    if table.match is None or table.match.called_at is None or table.match.status != Match.Status.RUNNING:
        return None
    known = loading.table(table.match.pk, at_least=table.match.seq)
    call = known.state.director_call
    if call is None or not call.is_open:
        return None
    sitter = known.sitters[call.seat]
    return ShownCall(sitter.player, sitter.name, call.why, call.at)


def open_calls_receiver(*, match_id: int, player: Player, **_sent: Any) -> tuple[events.OpenCall, ...]:
    """The open calls of the evening of a match for a leader who plays there; one's own call is for others."""
    here = LeagueTable.objects.select_related("evening__competition__season__club").filter(match=match_id)
    own = here.first()
    if own is None or not leads(own.evening, player):
        return ()
    called = own.evening.tables.exclude(match__called_at=None).select_related("match")
    found = ((table, open_call(table)) for table in called.order_by("round", "number"))
    url = reverse("league:cockpit", args=[own.evening_id])
    return tuple(
        events.OpenCall(table.round, table.number, call.name, call.why, url)
        for table, call in found
        if call is not None and call.player != player.pk
    )
