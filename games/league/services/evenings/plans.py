"""Evenings planned, moved, cancelled and taken away.

Beside this module `seat_plans` plans the tables of an evening, and `table_dates` gives single ones another date.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.timezone import localtime, make_aware

from accounts.models import Player
from accounts.notices import redirect_notices
from games.club_clock import to_the_minute
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, EveningMark
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.seats import players_coming
from games.league.services.locking import (
    lock_cancelled_evening,
    lock_evening,
    require_open,
    save_and_announce,
)
from games.league.standings.scores import MarkKind

# Evenings planned, one or week after week, and taken back before they are played.

MAX_EVENINGS: Final = 60
"""Evenings planned by one form, a season of every week and some to spare."""


def plan_evening(
    *, competition: Competition, starts_at: datetime, deadline: datetime, place: str = ""
) -> Evening:
    """The next evening of the competition. The competition's row is locked while it is numbered.

    Refuses season_archived.
    """
    with transaction.atomic():
        Competition.objects.select_for_update().get(pk=competition.pk)
        require_open(competition.season_id)
        newest = Evening.objects.filter(competition=competition).aggregate(Max("number"))["number__max"] or 0
        return Evening.objects.create(
            competition=competition, number=newest + 1, starts_at=starts_at, deadline=deadline, place=place
        )


def plan_evenings(
    *,
    competition: Competition,
    starts_at: datetime,
    deadline: datetime,
    actor: Player,
    now: datetime,
    place: str = "",
    times: int = 1,
    weeks: int = 1,
) -> tuple[Evening, ...]:
    """`times` evenings, `weeks` weeks apart at the same time by the clock on the wall, summer or winter. Everybody who
    takes part is notified once of all that are to come. An evening that stands already at the same moment is not
    planned twice: a form sent again after the back button plans and notifies once.

    Refuses season_archived, unreadable (more than MAX_EVENINGS at once).
    """
    if not 1 <= times <= MAX_EVENINGS or weeks < 1:
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
        if to_come := tuple(evening for evening in evenings if evening.starts_at > now):
            notices.notify_planned_evenings(to_come, now=now)
        if evenings:
            numbers = sorted({evenings[0].number, evenings[-1].number})
            add_entry(
                competition=competition,
                actor=actor,
                what="evenings_planned",
                now=now,
                detail="–".join(map(str, numbers)),
            )
    return evenings


def delete_evening(*, evening_id: int, version: int, actor: Player, now: datetime) -> None:
    """Take away an evening none of whose tables was opened, and tell who counted on it; earlier notices of it lead to
    its competition. A line in the audit trail says so. Its row is locked.

    Refuses changed_meanwhile, evening_closed, season_archived, has_results once a table was opened or something was
    written down about it, and stakes_paid.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id, version=version)
        if evening.round or evening.corrections.exists() or evening.tables.exclude(match=None).exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        if evening.stakes.exists():
            raise LeagueRefused(LeagueRefusal.STAKES_PAID)
        url = reverse("league:league", args=[evening.competition_id])
        redirect_notices(pages=[reverse("league:evening", args=[evening.pk])], url=url)
        notify_deleted(evening.competition, [evening], name=notices.evening_name(evening), url=url, now=now)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="evening_deleted",
            now=now,
            detail=f"{evening.number}",
        )
        evening.delete()


def notify_deleted(
    competition: Competition, evenings: Iterable[Evening], *, name: object, url: str, now: datetime
) -> None:
    """Notify who counts on any of these evenings of the competition that what has this `name` is deleted, before it
    is; evenings long over are no news."""
    if news := [evening for evening in evenings if not notices.is_past(evening, now)]:
        players = players_coming(competition, news)
        notices.notify_deleted_evenings(news, name=name, players=players, url=url, now=now)


def _later(moment: datetime, weeks: int) -> datetime:
    """So many weeks later at the same local time."""
    local = localtime(moment)
    return make_aware(local.replace(tzinfo=None) + timedelta(weeks=weeks), local.tzinfo)


# Another date for an evening, and an evening that does not take place.


def move_evening(
    *,
    evening_id: int,
    version: int,
    starts_at: datetime,
    deadline: datetime,
    place: str,
    actor: Player,
    reason: str,
    now: datetime,
) -> Evening:
    """Another date or place for an evening none of whose tables is open; who signed up stays so, and so does the draw.

    Refuses changed_meanwhile, tables_open, evening_closed, reason_missing.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id, version=version)
        if evening.round:
            raise LeagueRefused(LeagueRefusal.TABLES_OPEN)
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="moved",
            reason=reason,
            before=f"{to_the_minute(evening.starts_at)} {evening.place}",
            after=f"{to_the_minute(starts_at)} {place}",
            now=now,
        )
        save_and_announce(evening, starts_at=starts_at, deadline=deadline, place=place)
        notices.notify_moved_evening(evening, reason=reason.strip(), now=now)
        return evening


def cancel_evening(*, evening_id: int, version: int, actor: Player, reason: str, now: datetime) -> Evening:
    """An evening none of whose tables is open does not take place; who takes part in the competition is told, and so
    are substitutes.

    It counts for nobody, and what was drawn is gone; nobody is wanted as a substitute any more. Refuses
    changed_meanwhile, tables_open, evening_closed, reason_missing.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id, version=version)
        if evening.round:
            raise LeagueRefused(LeagueRefusal.TABLES_OPEN)
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="cancelled",
            reason=reason,
            before=to_the_minute(evening.starts_at),
            now=now,
        )
        players = notices.players_counting_on(evening)
        evening.tables.all().delete()
        of_tables = [MarkKind.WAITED, MarkKind.WALKOVER, MarkKind.UNANNOUNCED]
        EveningMark.objects.filter(evening=evening, kind__in=of_tables).delete()
        evening.substitute_requests.filter(closed_at=None).update(closed_at=now)
        notices.notify_cancelled_evening(evening, players=players, reason=reason.strip(), now=now)
        return save_and_announce(evening, status=Evening.Status.CANCELLED)


def plan_again(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """A cancelled evening takes place after all, on its date and with who signed up; who takes part is told.

    Refuses changed_meanwhile (not cancelled any more, too), season_archived.
    """
    with transaction.atomic():
        evening = lock_cancelled_evening(evening_id, version=version)
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="planned_again",
            after=to_the_minute(evening.starts_at),
            now=now,
        )
        notices.notify_evening_again(evening, now=now)
        return save_and_announce(evening, status=Evening.Status.PLANNED)
