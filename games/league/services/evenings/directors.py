"""The directors of an evening: members who lead it without another right in the club, and the calls of its tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import Membership, Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.leaders import leaders_of
from games.league.models import EveningDirector, LeagueTable
from games.league.services.corrections import add_entry
from games.league.services.locking import lock_evening
from games.table import live
from games.table import services as table_services
from games.table.log.states import DirectorCall
from games.table.shared_deals import readable_reason


def name_director(
    *, evening_id: int, director: Player, actor: Player, now: datetime, leads: bool = True
) -> None:
    """Let a member lead the evening, or no longer (`leads` false). The trail says who named them; they are told.

    Saying the same again changes nothing. The evening's row is locked. Refuses evening_closed, season_archived,
    not_a_member.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id)
        club = evening.competition.season.club_id
        if leads and not Membership.objects.filter(club=club, player=director).exists():
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        known = EveningDirector.objects.filter(evening=evening, player=director)
        if known.exists() == leads:
            return
        if leads:
            EveningDirector.objects.create(evening=evening, player=director, at=now)
            notices.notify_director(evening, director=director, now=now)
        else:
            known.delete()
            live.send_rights_changed(director.pk)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="director" if leads else "no_director",
            now=now,
            detail=f"{evening.number}",
            players=[director],
        )


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
