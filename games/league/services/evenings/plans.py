"""Evenings planned, moved, cancelled and taken away, and single tables on another date.

The tables of an evening are planned by `seat_plans` beside this module.
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
from games.club_clock import to_the_minute
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, EveningMark, LeagueTable, Postponement
from games.league.services.corrections import add_correction
from games.league.services.evenings.matches import get_table, has_started, open_table_of
from games.league.services.evenings.seats import players_coming
from games.league.services.locking import (
    lock_cancelled_evening,
    lock_drawn_evening,
    lock_evening,
    require_open,
    save_and_announce,
)
from games.league.standings.scores import MarkKind
from games.table import services as table_services

# Evenings planned, one or week after week, and taken back before they are played.

MAX_EVENINGS: Final = 60
"""Evenings planned by one form, a season of every week and some to spare."""


def plan_evening(
    *, competition: Competition, starts_at: datetime, deadline: datetime, place: str = ""
) -> Evening:
    """The next evening of the competition. The competition's row is locked while it is numbered.

    Refuses season_archived.
    """
    require_open(competition.season_id)
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
    return evenings


def delete_evening(*, evening_id: int, version: int, now: datetime) -> None:
    """Take away an evening none of whose tables was opened, and tell who counted on it. Its row is locked.

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
        notify_deleted(evening.competition, [evening], name=notices.evening_name(evening), url=url, now=now)
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


# Another date: for one table, agreed by both its sides, or for an evening; and an evening that does not take place.


def propose_date(*, table_id: int, player: Player, starts_at: datetime, now: datetime) -> Postponement:
    """A player of a table that has not begun proposes another date for it; the other side is told.

    A newer proposal takes the place of an older one. The evening's row is locked.
    Refuses not_drawn, evening_closed, not_a_fixture, not_seated, table_started, date_past, others_have_the_cards.
    """
    with transaction.atomic():
        table, entrant = _waiting_table(table_id, player)
        _require_later_date(table, starts_at, now)
        proposed, _made = Postponement.objects.update_or_create(
            table=table,
            defaults={"entrant_id": entrant, "starts_at": starts_at, "proposed_by": player, "at": now},
        )
        notices.notify_proposed_date(table, proposed, now=now)
    return proposed


def answer_date(*, table_id: int, player: Player, accept: bool, now: datetime) -> LeagueTable:
    """The other side accepts the date proposed, or says no; the proposing side may take it back.

    Accepted, the table has a date of its own: it does not open with its round, or is closed again until then, the
    calendar has it, and everybody at it and the secretaries are told.
    Refuses not_a_fixture, not_seated, table_started, nothing_proposed, other_side_accepts; accepted also date_past and
    others_have_the_cards.
    """
    with transaction.atomic():
        table, entrant = _waiting_table(table_id, player)
        proposed = Postponement.objects.filter(table=table).select_related("proposed_by").first()
        if proposed is None:
            raise LeagueRefused(LeagueRefusal.NOTHING_PROPOSED)
        if accept and entrant == proposed.entrant_id:
            raise LeagueRefused(LeagueRefusal.OTHER_SIDE_ACCEPTS)
        if accept:
            _require_later_date(table, proposed.starts_at, now)
            before = _close_until(table, proposed.starts_at)
            add_correction(
                competition=table.evening.competition,
                evening=table.evening,
                actor=player,
                what="postponed",
                before=f"{table.round}/{table.number} {to_the_minute(before)}",
                after=[
                    f"{to_the_minute(proposed.starts_at)} (",
                    proposed.proposed_by,
                    ", ",
                    player,
                    ")",
                ],
                now=now,
            )
            save_and_announce(table.evening)
        notices.notify_answered_date(table, proposed, accepted=accept, now=now)
        proposed.delete()
    return table


def set_table_date(
    *, table_id: int, version: int, starts_at: datetime, actor: Player, now: datetime
) -> LeagueTable:
    """The director says that a table plays on another day: it is closed again until then, the evening goes on without
    it and stays open for it. Everybody at it is told, and a proposed date is gone.

    The evening's row is locked and `version` compared. Refuses changed_meanwhile, not_drawn, evening_closed,
    table_started, date_past, others_have_the_cards where other tables have the same cards already.
    """
    with transaction.atomic():
        table = get_table(table_id)
        table.evening = lock_drawn_evening(table.evening_id, version=version)
        if has_started(table):
            raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
        _require_later_date(table, starts_at, now)
        before = _close_until(table, starts_at)
        Postponement.objects.filter(table=table).delete()
        add_correction(
            competition=table.evening.competition,
            evening=table.evening,
            actor=actor,
            what="postponed",
            before=f"{table.round}/{table.number} {to_the_minute(before)}",
            after=to_the_minute(starts_at),
            now=now,
        )
        notices.notify_table_date(table, now=now)
        save_and_announce(table.evening)
    return table


def _require_later_date(table: LeagueTable, starts_at: datetime, now: datetime) -> None:
    """Refuse date_past, and others_have_the_cards where other tables have the same cards already."""
    if starts_at <= now:
        raise LeagueRefused(LeagueRefusal.DATE_PAST)
    if table.evening.round and table.evening.competition.the_rules.same_cards:
        raise LeagueRefused(LeagueRefusal.OTHERS_HAVE_THE_CARDS)


def _close_until(table: LeagueTable, starts_at: datetime) -> datetime:
    """Give the table a date of its own, closed until then if it is open already; returns the date before."""
    match, before = table.match, table.starts_at or table.evening.starts_at
    table.starts_at, table.match = starts_at, None
    table.save(update_fields=["starts_at", "match"])
    if match is not None:
        table_services.remove_table(match_id=match.pk)
    return before


def open_postponed_for_club(*, table_id: int, version: int, actor: Player, now: datetime) -> LeagueTable:
    """The director opens a table that has a date of its own, on that day or any other.

    The evening's row is locked and `version` compared. Refuses changed_meanwhile, not_drawn, evening_closed,
    table_started, round_not_open.
    """
    with transaction.atomic():
        table = get_table(table_id)
        table.evening = lock_drawn_evening(table.evening_id, version=version)
        if has_started(table):
            raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
        _open_dated(table, actor, now)
    return table


def _open_dated(table: LeagueTable, player: Player, now: datetime) -> None:
    """Open a table with a date of its own. Refuses round_not_open where it has none, is open, or its round is not."""
    if table.starts_at is None or table.match_id is not None or table.round > table.evening.round:
        raise LeagueRefused(LeagueRefusal.ROUND_NOT_OPEN)
    open_table_of(table, table.evening, player, now)
    save_and_announce(table.evening)


def open_postponed(*, table_id: int, player: Player, now: datetime) -> LeagueTable:
    """Open a table that has a date of its own: any player of it does.

    Refuses not_a_fixture, not_seated, table_started, round_not_open.
    """
    with transaction.atomic():
        table, _entrant = _waiting_table(table_id, player, dated=True)
        _open_dated(table, player, now)
    return table


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


def _waiting_table(table_id: int, player: Player, *, dated: bool = False) -> tuple[LeagueTable, int]:
    """A table that has not begun, its evening's row locked, and the entrant `player` sits there for. Where partners
    change every round only one that is `dated`, by the director."""
    table = get_table(table_id)
    table.evening = lock_drawn_evening(table.evening_id)
    if not table.evening.competition.has_fixtures and not (dated and table.starts_at):
        raise LeagueRefused(LeagueRefusal.NOT_A_FIXTURE)
    entrant = table.seats.filter(player=player).values_list("entrant", flat=True).first()
    if entrant is None:
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    if has_started(table):
        raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
    return table, entrant
