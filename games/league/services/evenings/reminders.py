"""Reminders of an evening: those who play tomorrow, and those who have not answered while its deadline comes."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import get_current_timezone, localtime

from games.league import notices
from games.league.models import Entrant, EntrantPlayer, Evening, EveningReminder, LeagueTable, TableSeat
from games.table.log.models import Match

REMIND_FROM: Final = time(10, 0)
REMIND_UNTIL: Final = time(20, 0)
"""Hours of the day in which reminders are sent, in the time zone of the site."""
WAITING_TABLES: Final = Q(broken_off_at=None) & (Q(match=None) | Q(match__status=Match.Status.OPEN))


def remind_of_evenings(*, now: datetime) -> int:
    """Send the reminders that are due, each once; returns how many were sent. Called by the steward."""
    here = localtime(now)
    if not REMIND_FROM <= here.time() < REMIND_UNTIL:
        return 0
    tomorrow = here.date() + timedelta(days=1)
    midnight = datetime.combine(tomorrow, time(), get_current_timezone())
    coming = Evening.objects.filter(
        status__in=Evening.TO_PLAY, competition__season__archived_at=None
    ).select_related("competition")
    on_it = Q(starts_at__gte=midnight, starts_at__lt=midnight + timedelta(days=1))
    dated = LeagueTable.objects.filter(WAITING_TABLES, on_it).values("evening")
    # A deadline at midnight, or before reminders are sent tomorrow, is reminded of today.
    next_time = midnight + timedelta(hours=REMIND_FROM.hour)
    closing = coming.filter(status=Evening.Status.PLANNED, deadline__gt=now, deadline__lt=next_time)
    sent = sum(_remind_of_day(evening, tomorrow, now) for evening in coming.filter(on_it | Q(pk__in=dated)))
    return sent + sum(_remind_deadline(evening, now) for evening in closing)


def _remind_of_day(evening: Evening, day: date, now: datetime) -> int:
    """Remind those who play on that day, the evening's own or that of a table with another date, of their hour."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.TOMORROW, day):
            return 0
        for starts_at, players in sorted(_players_by_start(evening, day).items()):
            notices.remind_of_evening(evening, players=players, starts_at=starts_at, now=now)
    return 1


def _players_by_start(evening: Evening, day: date) -> dict[datetime, set[int]]:
    """The players (keys) of that day by when they start, who plays at two tables by the first.

    Who sits at a table starts with it, a substitute too. Of an entrant without a seat, everybody starts with the
    evening, unless they said no.
    """
    waiting = LeagueTable.objects.filter(WAITING_TABLES, evening=evening)
    seats = TableSeat.objects.taken().filter(table__in=waiting).values_list("player", "table__starts_at")
    starts = [(own or evening.starts_at, player) for player, own in seats]
    not_coming = Q(sign_ups__evening=evening, sign_ups__comes=False)
    apart = Entrant.objects.filter(not_coming | Q(seats__table__evening=evening))
    starts += [(evening.starts_at, player) for player in _players(evening, but=apart.values("pk"))]
    first: dict[int, datetime] = {}
    for starts_at, player in sorted(starts):
        if localtime(starts_at).date() == day:
            first.setdefault(player, starts_at)
    by_start: dict[datetime, set[int]] = defaultdict(set)
    for player, starts_at in first.items():
        by_start[starts_at].add(player)
    return by_start


def _remind_deadline(evening: Evening, now: datetime) -> int:
    """Remind everybody who has said neither yes nor no."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.DEADLINE, localtime(evening.deadline).date()):
            return 0
        answered = evening.sign_ups.values("entrant")
        notices.remind_of_deadline(evening, players=_players(evening, but=answered), now=now)
    return 1


def _players(evening: Evening, *, but: QuerySet) -> QuerySet:
    """The keys of the players who take part in the competition, except those of the entrants `but`."""
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=but)
    return members.values_list("player", flat=True)


def _note_first(evening: Evening, kind: EveningReminder.Kind, day: date) -> bool:
    """Note a reminder of that day as sent; returns whether it is the first."""
    _row, is_new = EveningReminder.objects.get_or_create(evening=evening, kind=kind, date=day)
    return is_new
