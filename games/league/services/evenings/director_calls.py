"""Calls for the director from the tables of an evening, and their answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.leaders import leaders_of
from games.league.models import LeagueTable
from games.table import live
from games.table import services as table_services
from games.table.log.states import DirectorCall
from games.table.shared_deals import readable_reason


def notify_leaders_of_call(
    *, match_id: int, player: int, call: DirectorCall, now: datetime, **_sent: Any
) -> None:
    """Tell those who run the evening that a table calls the director. Receiver of `director_called`."""
    tables = LeagueTable.objects.select_related("evening__competition__season__club", "match")
    table = tables.filter(match=match_id).first()
    if table is not None:
        notices.notify_director_call(table, by=player, why=readable_reason(table.match, call.why), now=now)
        _send_calls_changed(table)


def remove_ended_call(*, match_id: int, **_sent: Any) -> None:
    """Take the call from the tables of those who run the evening. Receiver of `director_call_ended`."""
    table = LeagueTable.objects.select_related("evening__competition__season__club").filter(match=match_id)
    for one in table:
        _send_calls_changed(one)


def _send_calls_changed(table: LeagueTable) -> None:
    """Have the tables at which leaders of the evening play themselves show the open calls as they are now."""
    for leader in leaders_of(table.evening):
        live.send_calls_changed(leader)


def answer_call(*, table_id: int, actor: Player, text: str, now: datetime, arbiter: bool = False) -> None:
    """Answer the open call of a table; everybody there reads the answer. With `arbiter` play goes on, and an arbiter
    decides once the round is written; without words of the leader's own the answer says so.

    Refuses unreadable for a table that is not open, and what `answer_director_call` refuses.
    """
    table = LeagueTable.objects.get(pk=table_id)
    if table.match_id is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if arbiter and not text.strip():
        text = gettext("Play on. An arbiter decides once this round is written.")
    table_services.answer_director_call(
        match_id=table.match_id, director=actor, text=text, now=now, arbiter=arbiter
    )
