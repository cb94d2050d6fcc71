"""Push messages about tables: it is your turn, your table is ready. Nothing of them is written in the log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import NoticeKind, PlayerKind
from accounts.push import queue_push
from games.table.log import due_times, loading, rulings
from games.table.log.errors import TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow

AWAY_FOR: Final = timedelta(seconds=15)
"""How long no screen of a player shows the table before a message says that it waits."""
TURN_LASTS: Final = timedelta(minutes=30)
READY_LASTS: Final = timedelta(minutes=15)


def push_turns(*, now: datetime) -> int:
    """Tell players whose turn it is and whose last screen has closed; returns how many. Called by the steward.

    Once for each absence, by compare-and-set on the seat, so of two stewards one tells. Where others play the
    deals of a day at tables of their own nobody waits, and nothing is told.
    """
    told = SeatRow.objects.filter(
        Q(match__shared_deals=None) | Q(match__club__isnull=False),
        match__status=Match.Status.RUNNING,
        match__on_paper=False,
        player__push_devices__isnull=False,
    )
    away = told.filter(away_since__lte=now - AWAY_FOR).exclude(turn_told_for=F("away_since"))
    number = 0
    for seat in away.select_related("match").distinct():
        try:
            table = loading.table(seat.match_id, at_least=seat.match.seq)
        except TableRefused:  # its log cannot be read; the steward says so
            continue
        if due_times.waits_for(table, seat.number):
            number += _push_turn(table, seat, now)
    return number


def push_ready(match: Match, *, but: int, now: datetime) -> None:
    """Tell the people of a table whose last seat was just taken, except player `but`. In the caller's transaction."""
    people = match.seats.exclude(player__kind=PlayerKind.BOT).exclude(player=but)
    queue_push(
        players=people.values_list("player", flat=True),
        kind=NoticeKind.TABLE,
        title=_("Everybody is at your table"),
        text=format_lazy(_("Table {code} can start."), code=match.code),
        url=reverse("table:table", args=[match.code]),
        topic=match.code,
        lifetime=READY_LASTS,
        now=now,
    )


def _push_turn(table: Table, seat: SeatRow, now: datetime) -> int:
    with transaction.atomic():
        same = SeatRow.objects.filter(
            pk=seat.pk, away_since=seat.away_since, turn_told_for=seat.turn_told_for
        )
        if not same.update(turn_told_for=seat.away_since):
            return 0
        progress = rulings.progress_of(table.game, table.state)
        points = " : ".join(str(progress.totals[column[0]]) for column in progress.columns)
        text = format_lazy(
            _("Table {code}, round {round}: {points}"), code=table.code, round=progress.round, points=points
        )
        queue_push(
            players=[seat.player_id],
            kind=NoticeKind.TURN,
            title=_("It is your turn"),
            text=text,
            url=reverse("table:table", args=[table.code]),
            topic=table.code,
            lifetime=TURN_LASTS,
            now=now,
        )
    return 1
