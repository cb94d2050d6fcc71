"""Reminders of an evening: it is tomorrow, or its deadline is today."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.timezone import get_current_timezone, localtime

from games.league import notices
from games.league.models import EntrantPlayer, Evening, EveningReminder, TableSeat
from games.league.standings.scores import PlayedBy

REMIND_FROM: Final = time(10, 0)
REMIND_UNTIL: Final = time(20, 0)
"""Hours of the day in which reminders are sent, in the time zone of the site."""


def remind_of_evenings(*, now: datetime) -> int:
    """Send the reminders that are due, each once; returns how many were sent. Called by the steward."""
    here = localtime(now)
    if not REMIND_FROM <= here.time() < REMIND_UNTIL:
        return 0
    midnight = datetime.combine(here.date() + timedelta(days=1), time(), get_current_timezone())
    coming = Evening.objects.filter(
        status__in=Evening.TO_PLAY, competition__season__archived_at=None
    ).select_related("competition")
    tomorrow = coming.filter(starts_at__gte=midnight, starts_at__lt=midnight + timedelta(days=1))
    closing = coming.filter(status=Evening.Status.PLANNED, deadline__gt=now, deadline__lt=midnight)
    sent = sum(_remind_tomorrow(evening, now) for evening in tomorrow)
    return sent + sum(_remind_deadline(evening, now) for evening in closing)


def _remind_tomorrow(evening: Evening, now: datetime) -> int:
    """Remind everybody who has not said no; of an evening that is drawn also the substitutes, in place of those for
    whom they play."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.TOMORROW, evening.starts_at):
            return 0
        away = evening.sign_ups.filter(comes=False).values("entrant")
        players = set(_players(evening, but=away)) - _replaced(evening)
        seated = TableSeat.objects.taken().filter(table__evening=evening).values_list("player", flat=True)
        notices.notify_evening_tomorrow(evening, players=players.union(seated), now=now)
    return 1


def _replaced(evening: Evening) -> set[int]:
    """The players (keys) who have no seat of the evening, since others play for their entrant."""
    seats = TableSeat.objects.filter(table__evening=evening)
    others = seats.exclude(played_by=PlayedBy.SELF).values("entrant")
    members = EntrantPlayer.objects.filter(entrant__in=others).exclude(player__in=seats.values("player"))
    return set(members.values_list("player", flat=True))


def _remind_deadline(evening: Evening, now: datetime) -> int:
    """Remind everybody who has said neither yes nor no."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.DEADLINE, evening.deadline):
            return 0
        answered = evening.sign_ups.values("entrant")
        notices.notify_deadline_today(evening, players=_players(evening, but=answered), now=now)
    return 1


def _players(evening: Evening, *, but: QuerySet) -> QuerySet:
    """The keys of the players who take part in the competition, except those of the entrants `but`."""
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=but)
    return members.values_list("player", flat=True)


def _note_first(evening: Evening, kind: EveningReminder.Kind, at: datetime) -> bool:
    """Note a reminder of that day as sent; returns whether it is the first."""
    _row, is_new = EveningReminder.objects.get_or_create(
        evening=evening, kind=kind, date=localtime(at).date()
    )
    return is_new
