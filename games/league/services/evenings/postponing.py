"""Another date: for one table, agreed by both its sides, or for an evening; and an evening that does not take place."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.league import notices
from games.league.dates import to_the_minute
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, EveningMark, LeagueTable, Postponement
from games.league.services.corrections import add_correction
from games.league.services.evenings.matches import found_table, has_started, open_table_of
from games.league.services.locking import drawn_evening, locked_evening, touched
from games.league.standings.scores import MarkKind


def propose_date(*, table_id: int, player: Player, starts_at: datetime, now: datetime) -> Postponement:
    """A player of a table that has not begun proposes another date for it; the other side is told.

    A newer proposal takes the place of an older one. The evening's row is locked.
    Refuses not_drawn, evening_closed, not_a_fixture, not_seated, table_started, date_past.
    """
    with transaction.atomic():
        table, entrant = _waiting_table(table_id, player)
        if starts_at <= now:
            raise LeagueRefused(LeagueRefusal.DATE_PAST)
        proposed, _made = Postponement.objects.update_or_create(
            table=table,
            defaults={"entrant_id": entrant, "starts_at": starts_at, "proposed_by": player, "at": now},
        )
        notices.of_proposed_date(table, proposed, now=now)
    return proposed


def answer_date(*, table_id: int, player: Player, accept: bool, now: datetime) -> LeagueTable:
    """The other side accepts the date proposed, or says no; the proposing side may take it back.

    Accepted, the table has a date of its own: it does not open with its round, the calendar has it, and everybody at
    it and the secretaries are told.
    Refuses not_a_fixture, not_seated, table_started, nothing_proposed, other_side_accepts.
    """
    with transaction.atomic():
        table, entrant = _waiting_table(table_id, player)
        proposed = Postponement.objects.filter(table=table).select_related("proposed_by").first()
        if proposed is None:
            raise LeagueRefused(LeagueRefusal.NOTHING_PROPOSED)
        if accept and entrant == proposed.entrant_id:
            raise LeagueRefused(LeagueRefusal.OTHER_SIDE_ACCEPTS)
        if accept:
            before = table.starts_at or table.evening.starts_at
            table.starts_at = proposed.starts_at
            table.save(update_fields=["starts_at"])
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
            touched(table.evening)
        notices.of_answered_date(table, proposed, accepted=accept, now=now)
        proposed.delete()
    return table


def open_postponed(*, table_id: int, player: Player, now: datetime) -> LeagueTable:
    """Open a table that has a date of its own: any player of it does.

    Refuses not_a_fixture, not_seated, table_started, round_not_open.
    """
    with transaction.atomic():
        table, _entrant = _waiting_table(table_id, player)
        if table.starts_at is None or table.match_id is not None or table.round > table.evening.round:
            raise LeagueRefused(LeagueRefusal.ROUND_NOT_OPEN)
        open_table_of(table, table.evening, player, now)
        touched(table.evening)
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
        evening = locked_evening(evening_id, version=version)
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
        touched(evening, starts_at=starts_at, deadline=deadline, place=place)
        notices.of_moved_evening(evening, reason=reason.strip(), now=now)
        return evening


def cancel_evening(*, evening_id: int, version: int, actor: Player, reason: str, now: datetime) -> Evening:
    """An evening none of whose tables is open does not take place; who takes part in the competition is told.

    It counts for nobody, and what was drawn is gone. Refuses changed_meanwhile, tables_open, evening_closed,
    reason_missing.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id, version=version)
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
        evening.tables.all().delete()
        of_tables = [MarkKind.WAITED, MarkKind.WALKOVER, MarkKind.UNANNOUNCED]
        EveningMark.objects.filter(evening=evening, kind__in=of_tables).delete()
        notices.of_cancelled_evening(evening, reason=reason.strip(), now=now)
        return touched(evening, status=Evening.Status.CANCELLED)


def _waiting_table(table_id: int, player: Player) -> tuple[LeagueTable, int]:
    """A table that has not begun, its evening's row locked, and the entrant `player` sits there for."""
    table = found_table(table_id)
    table.evening = drawn_evening(table.evening_id)
    if not table.evening.competition.has_fixtures:
        raise LeagueRefused(LeagueRefusal.NOT_A_FIXTURE)
    entrant = table.seats.filter(player=player).values_list("entrant", flat=True).first()
    if entrant is None:
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    if has_started(table):
        raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
    return table, entrant
