"""Open calls for the director at the tables of an evening, as its cockpit shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.league.models import LeagueTable
from games.table.log import loading
from games.table.log.models import Match


@dataclass(frozen=True, slots=True)
class ShownCall:
    """An open call for the director: the player's name and reason."""

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
    return ShownCall(known.sitters[call.seat].name, call.why, call.at)
