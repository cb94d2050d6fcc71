"""Evenings planned, one or week after week, and taken back before they are played."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localtime, make_aware

from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening
from games.league.services.locking import expect_open, locked_evening

MOST_EVENINGS: Final = 60


def plan_evening(
    *, competition: Competition, starts_at: datetime, deadline: datetime, place: str = ""
) -> Evening:
    """The next evening of the competition. The competition's row is locked while it is numbered.

    Refuses season_archived.
    """
    expect_open(competition.season_id)
    with transaction.atomic():
        Competition.objects.select_for_update().get(pk=competition.pk)
        newest = Evening.objects.filter(competition=competition).aggregate(Max("number"))["number__max"] or 0
        return Evening.objects.create(
            competition=competition, number=newest + 1, starts_at=starts_at, deadline=deadline, place=place
        )


def plan_evenings(
    *,
    competition: Competition,
    starts_at: datetime,
    deadline: datetime,
    now: datetime,
    place: str = "",
    times: int = 1,
    weeks: int = 1,
) -> tuple[Evening, ...]:
    """`times` evenings, `weeks` weeks apart at the same time by the clock on the wall, summer or winter. Everybody who
    takes part is notified once of all of them. An evening that stands already at the same moment is not planned twice:
    a form sent again after the back button plans and notifies once.

    Refuses season_archived, unreadable (more than MOST_EVENINGS at once).
    """
    if not 1 <= times <= MOST_EVENINGS or weeks < 1:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        Competition.objects.select_for_update().get(pk=competition.pk)
        standing = competition.evenings.exclude(status=Evening.Status.CANCELLED)
        planned = set(standing.values_list("starts_at", flat=True))
        evenings = tuple(
            plan_evening(
                competition=competition,
                starts_at=_later(starts_at, weeks * number),
                deadline=_later(deadline, weeks * number),
                place=place,
            )
            for number in range(times)
            if _later(starts_at, weeks * number) not in planned
        )
        if evenings:
            notices.of_planned(evenings, now=now)
    return evenings


def delete_evening(*, evening_id: int, version: int) -> None:
    """Take away an evening none of whose tables was opened. Its row is locked.

    Refuses changed_meanwhile, evening_closed, season_archived, and has_results once a table was opened or something
    was written down about it.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id, version=version)
        if evening.round or evening.corrections.exists() or evening.tables.exclude(match=None).exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        evening.delete()


def _later(moment: datetime, weeks: int) -> datetime:
    """So many weeks later at the same local time."""
    local = localtime(moment)
    return make_aware(local.replace(tzinfo=None) + timedelta(weeks=weeks), local.tzinfo)
