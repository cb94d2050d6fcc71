"""Calls for the director from the tables of an evening, and their answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.leaders import leaders_of
from games.league.models import LeagueTable
from games.table import live
from games.table import services as table_services


def director_called_receiver(*, match_id: int, player: int, why: str, now: datetime, **_sent: Any) -> None:
    """Tell those who run the evening that a table calls the director. Receives `director_called`."""
    tables = LeagueTable.objects.select_related("evening__competition__season__club")
    table = tables.filter(match=match_id).first()
    if table is not None:
        notices.of_director_call(table, by=player, why=why, now=now)
        _tell_their_tables(table)


def call_ended_receiver(*, match_id: int, **_sent: Any) -> None:
    """Take the call from the tables of those who run the evening. Receives `director_call_ended`."""
    table = LeagueTable.objects.select_related("evening__competition__season__club").filter(match=match_id)
    for one in table:
        _tell_their_tables(one)


def _tell_their_tables(table: LeagueTable) -> None:
    """Have the tables at which leaders of the evening play themselves show the open calls as they are now."""
    for leader in leaders_of(table.evening):
        live.send_calls_changed(leader)


def answer_call(*, table_id: int, actor: Player, text: str, now: datetime) -> None:
    """Answer the open call of a table; everybody there reads the answer.

    Refuses unreadable for a table that is not open, and what `answer_director_call` refuses.
    """
    table = LeagueTable.objects.get(pk=table_id)
    if table.match_id is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    table_services.answer_director_call(match_id=table.match_id, director=actor, text=text, now=now)
