"""Messages about tables: it is your turn, your table is ready. Nothing of them is written in the log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mentions import mention
from accounts.models import Notice, NoticeKind, PlayerKind
from accounts.notices import notify
from accounts.push import queue_push
from games.engine_words import score_in_one
from games.table.log import awaited, due_times, loading, rulings
from games.table.log.due_times import AwaitedSeat
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.log.time_to_think import BY_THE_DAY
from games.table.shared_deals import not_of_a_day

AWAY_FOR: Final = timedelta(seconds=15)
"""How long no screen of a player shows the table before a message says that it waits."""
TURN_LASTS: Final = timedelta(minutes=30)
READY_LASTS: Final = timedelta(minutes=15)
"""How long a push service keeps a message for a device that is off; later it would be no news."""


def push_turns(*, now: datetime) -> int:
    """Tell players whose turn it is and whose last screen has closed; returns how many. Called by the steward.

    Once for each absence, by compare-and-set on the seat, so of two stewards one tells. Where others play the
    deals of a day at tables of their own nobody waits, and nothing is told. Tables by the day: `push_turns_by_the_day`.
    """
    seats = SeatRow.objects.filter(
        not_of_a_day("match__"),
        match__status=Match.Status.RUNNING,
        match__on_paper=False,
        player__push_devices__isnull=False,
    ).exclude(match__pace__in=BY_THE_DAY)
    away = seats.filter(away_since__lte=now - AWAY_FOR).exclude(turn_told_for=F("away_since"))
    number = 0
    for seat in away.select_related("match").distinct():
        table = loading.readable_table(seat.match)
        if table is not None and awaited.waits_for(table, seat.number):
            number += _push_turn(table, seat, now)
    return number


def push_turns_by_the_day(*, now: datetime) -> int:
    """Tell the players for whom tables by the day wait and who do not look, with a notice; returns how many. Called by
    the steward.

    Once for each window, by compare-and-set on the seat. The notice goes when the player has answered, and when the
    match is over or stopped.
    """
    over = SeatRow.objects.filter(match__pace__in=BY_THE_DAY).exclude(match__status=Match.Status.RUNNING)
    for seat in over.exclude(window_told="").select_related("match"):
        forget_turn(seat)
    waiting = Match.objects.filter(status=Match.Status.RUNNING, pace__in=BY_THE_DAY, on_paper=False)
    number = 0
    for match in waiting.prefetch_related("seats__player"):
        table = loading.readable_table(match)
        if table is None or table.state.paused_at is not None:  # the same turn goes on after the pause
            continue
        turns = {one.seat: one for one in due_times.awaited_seats(table)}
        for seat in match.seats.all():
            turn = turns.get(seat.number)
            if seat.window_told and (turn is None or turn.window != seat.window_told):
                forget_turn(seat)
            is_away = seat.away_since is not None and seat.away_since <= now - AWAY_FOR
            if turn is not None and is_away and not seat.window_told:
                number += _push_turn_by_the_day(match, seat, turn, now)
    return number


def forget_turn(seat: SeatRow) -> None:
    """Delete the notice that it is the turn of a seat at a table by the day; the next turn is told anew."""
    SeatRow.objects.filter(pk=seat.pk, window_told=seat.window_told).update(window_told="")
    notices_of_turns(seat.match).filter(player=seat.player_id).delete()
    seat.window_told = ""


def notices_of_turns(match: Match) -> QuerySet[Notice]:
    """The notices that it is somebody's turn at a table by the day."""
    return Notice.objects.filter(kind=NoticeKind.DAY, url=reverse("table:table", args=[match.code]))


def _push_turn_by_the_day(match: Match, seat: SeatRow, turn: AwaitedSeat, now: datetime) -> int:
    with transaction.atomic():
        same = SeatRow.objects.filter(pk=seat.pk, window_told=seat.window_told)
        if not same.update(window_told=turn.window):
            return 0
        others = match.seats.exclude(pk=seat.pk).values_list("player", flat=True)
        notify(
            players=[seat.player_id],
            kind=NoticeKind.DAY,
            subject=format_lazy(_("It is your turn at table {code}"), code=match.code),
            text=format_lazy(
                _("With {players}. You have until {day}."),
                players=", ".join(mention(key) for key in others),
                day=lazy_date(turn.until),
            ),
            url=reverse("table:table", args=[match.code]),
            mentions=others,
            now=now,
        )
    return 1


def _date(moment: datetime) -> str:
    return date_format(localtime(moment), gettext("D j M, H:i"))


lazy_date = lazy(_date, str)
"""A moment in the language of each reader."""


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
        points = lazy(score_in_one, str)(tuple(progress.totals[column[0]] for column in progress.columns))
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
