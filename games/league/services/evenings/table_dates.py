"""Single tables on another date than their evening, agreed by both sides or set by the director, and opened then."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse

from accounts.models import Player
from games.club_clock import to_the_minute
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import LeagueTable, Postponement
from games.league.services.corrections import add_correction
from games.league.services.evenings.matches import open_table_of, require_not_started
from games.league.services.locking import lock_table, save_and_announce
from games.table import services as table_services


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
        table = lock_table(table_id, version=version)
        require_not_started(table)
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
        evening = reverse("league:evening", args=[table.evening_id])
        table_services.remove_table(match_id=match.pk, leads_to=evening)
    return before


def open_postponed_for_club(*, table_id: int, version: int, actor: Player, now: datetime) -> LeagueTable:
    """The director opens a table that has a date of its own, on that day or any other.

    The evening's row is locked and `version` compared. Refuses changed_meanwhile, not_drawn, evening_closed,
    table_started, round_not_open.
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        require_not_started(table)
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


def _waiting_table(table_id: int, player: Player, *, dated: bool = False) -> tuple[LeagueTable, int]:
    """A table that has not begun, its evening's row locked, and the entrant `player` sits there for. Where partners
    change every round only one that is `dated`, by the director."""
    table = lock_table(table_id)
    if not table.evening.competition.has_fixtures and not (dated and table.starts_at):
        raise LeagueRefused(LeagueRefusal.NOT_A_FIXTURE)
    entrant = table.seats.filter(player=player).values_list("entrant", flat=True).first()
    if entrant is None:
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    require_not_started(table)
    return table, entrant
