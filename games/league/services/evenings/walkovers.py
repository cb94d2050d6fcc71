"""Tables that go wrong: broken off, not come to (walkovers), begun late with who is there."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Evening, EveningMark, LeagueTable, TableSeat
from games.league.services.corrections import add_correction
from games.league.services.evenings.matches import open_table_of, require_not_started
from games.league.services.evenings.seats import NOT_PLAYED, entrants_of, note_waiting, sides_of
from games.league.services.evenings.signups import sign
from games.league.services.locking import lock_drawn_evening, lock_table, save_and_announce
from games.league.services.substitutes import free_bot, replace_in_seat
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import ABSENT, MarkKind
from games.table import services as table_services
from games.table.log.models import Match


def break_off(*, table_id: int, version: int, actor: Player, reason: str, now: datetime) -> LeagueTable:
    """The table stops here, its match too: closed rounds count, the rest is compensated by the rules.

    Everybody's screen says why, and nobody takes the match up again. A sheet on paper counts as it is written, whether
    confirmed or not. A table that has not started is taken away. Breaking off twice changes nothing.
    Refuses reason_missing, changed_meanwhile, not_drawn, table_over.
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        evening = table.evening
        if table.broken_off_at is None:
            if table.match is not None and table.match.status == Match.Status.FINISHED:
                raise LeagueRefused(LeagueRefusal.TABLE_OVER)
            add_correction(
                competition=evening.competition,
                evening=evening,
                actor=actor,
                what="broken_off",
                reason=reason,
                after=f"{table.round}/{table.number}",
                now=now,
            )
            _end_table(table, actor=actor, reason=reason.strip(), now=now)
            save_and_announce(evening)
    return table


def walkover(
    *,
    table_id: int,
    version: int,
    missing: Collection[int],
    actor: Player,
    reason: str,
    now: datetime,
) -> LeagueTable:
    """A table that is not played because `missing` (players, ids) have not come: a walkover for every entrant all of
    whose players are there, an absence without a word for the others; for everybody where nobody came.

    Refuses reason_missing, table_started, changed_meanwhile, not_seated (a player of another table), not_one_pair or
    not_one_side (nobody is missing).
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        evening = table.evening
        require_not_started(table)
        _walk_over(table, evening, away=_seats_of(table, missing), actor=actor, reason=reason, now=now)
        save_and_announce(evening)
    return table


def stay_away(
    *, evening_id: int, entrant: Entrant, signed_off: bool, player: Player, reason: str, now: datetime
) -> Evening:
    """Note of an entrant with a seat, or who waited, in a round that is open that it did not come at all: signed off,
    or without a word. Its tables that are open are a walkover for those who came, with the `reason`; the rounds to come
    are drawn without it. Where two of a table stay away, one after the other, neither keeps a walkover.

    The evening's row is locked. Refuses table_started once a table of it was played at: it did come. And not_drawn,
    reason_missing.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        seats = TableSeat.objects.filter(table__evening=evening, table__round__lte=evening.round)
        own = seats.filter(entrant=entrant)
        if own.exclude(NOT_PLAYED).exists():
            raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
        sign(
            evening_id=evening.pk,
            entrant=entrant,
            comes=False,
            player=player,
            now=now,
            for_club=True,
            signed_off=signed_off,
        )
        kind = MarkKind.ANNOUNCED if signed_off else MarkKind.UNANNOUNCED
        marks = EveningMark.objects.filter(evening=evening, entrant=entrant)
        marks.filter(kind__in=[MarkKind.WAITED, MarkKind.WALKOVER, *ABSENT]).delete()
        not_over = own.filter(table__broken_off_at=None).values("table")
        for table in evening.tables.select_related("match").filter(pk__in=not_over).order_by("pk"):
            away = list(
                table.seats.select_related("player", "table__match", "entrant").filter(entrant=entrant)
            )
            _walk_over(table, evening, away=away, actor=player, reason=reason, now=now)
        # `_walk_over` marked an absence without a word for each of these tables; one mark with what was said replaces
        # them.
        marks.filter(kind__in=ABSENT).delete()
        EveningMark.objects.create(evening=evening, entrant=entrant, kind=kind)
        return save_and_announce(evening)


def take_back_walkover(
    *, table_id: int, version: int, actor: Player, reason: str, now: datetime
) -> LeagueTable:
    """A table that nobody played at, because somebody had not come, is played after all: everybody of it is there. Its
    walkovers and absences go, and it opens anew if its round is open. Of another round that was drawn without those
    who came after all nothing changes.

    The evening's row is locked. Refuses reason_missing, changed_meanwhile, not_drawn, no_walkover.
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        evening = table.evening
        if not table.is_unplayed:
            raise LeagueRefused(LeagueRefusal.NO_WALKOVER)
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="walkover_taken_back",
            reason=reason,
            after=f"{table.round}/{table.number}",
            now=now,
        )
        marks = EveningMark.objects.filter(evening=evening, entrant__in=set(entrants_of(table).values()))
        walkovers = marks.filter(kind=MarkKind.WALKOVER, round__in=(0, table.round))
        came_late = Entrant.objects.filter(seats__table=table).exclude(pk__in=walkovers.values("entrant"))
        late = list(came_late.distinct())
        walkovers.delete()
        not_played = evening.tables.filter(broken_off_at__isnull=False, match=None).exclude(pk=table.pk)
        marks.filter(kind__in=ABSENT).exclude(entrant__in=not_played.values("seats__entrant")).delete()
        for entrant in late:
            sign(evening_id=evening.pk, entrant=entrant, comes=True, player=actor, now=now, for_club=True)
        table.broken_off_at = None
        table.save(update_fields=["broken_off_at"])
        if table.round <= evening.round:
            open_table_of(table, evening, actor, now)
        note_waiting(evening)
        save_and_announce(evening)
    return table


def start_late(
    *, table_id: int, version: int, missing: Collection[int], actor: Player, now: datetime
) -> LeagueTable:
    """Start a waiting table with who is there; `missing` are the players (ids) who are not.

    Once the grace time since it was opened is over, bots sit in for those missing where the rules allow bots; else
    whole sides that are missing lose by walkover, and for a part of a side a substitute is needed. With nobody missing
    it just starts. Refuses changed_meanwhile, table_started, not_seated, grace_time, no_bots, seats_empty (nobody
    came).
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        evening = table.evening
        require_not_started(table)
        away = _seats_of(table, missing)
        if table.match is None or table.on_paper:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        rules = evening.competition.the_rules
        if away and now < grace_until(table.match, rules):
            raise LeagueRefused(LeagueRefusal.GRACE_TIME)
        if away and rules.bots == "none":
            if not _are_whole_sides(away, table):
                raise LeagueRefused(LeagueRefusal.NO_BOTS)
            _walk_over(table, evening, away=away, actor=actor, reason=gettext("Not come in time"), now=now)
        else:
            _start_with_bots(table, evening, away, actor, now)
        save_and_announce(evening)
    return table


def grace_until(match: Match, rules: CompetitionRules) -> datetime:
    """Until when a table that waits may still be waited for."""
    return match.created_at + timedelta(minutes=rules.grace_minutes)


def may_go_on(table: LeagueTable) -> bool:
    """Whether a table was stopped by its players, or by itself after a day without a card, and any of them can take it
    up again; never one that was broken off."""
    return table.match is not None and table.broken_off_at is None and table_services.may_go_on(table.match)


def _start_with_bots(
    table: LeagueTable, evening: Evening, away: Collection[TableSeat], actor: Player, now: datetime
) -> None:
    for seat in away:
        before = seat.player
        replace_in_seat(seat, free_bot(table), actor=actor, now=now)
        add_correction(
            competition=evening.competition,
            evening=evening,
            entrant=seat.entrant,
            actor=actor,
            what="substitute",
            before=before,
            after="bot",
            now=now,
        )
    first = table.seats.taken().select_related("player").earliest("number")
    table_services.start_match(match_id=table.match_id, player=first.player, now=now)


def _walk_over(
    table: LeagueTable,
    evening: Evening,
    *,
    away: Collection[TableSeat],
    actor: Player,
    reason: str,
    now: datetime,
) -> None:
    entrants = dict.fromkeys(entrants_of(table).values())
    absent = {seat.entrant_id for seat in away}
    if not absent:
        of_pairs = evening.competition.size == 2
        raise LeagueRefused(LeagueRefusal.NOT_ONE_PAIR if of_pairs else LeagueRefusal.NOT_ONE_SIDE)
    sides = len(sides_of(table, entrants_of(table)))
    add_correction(
        competition=evening.competition,
        evening=evening,
        actor=actor,
        what="nobody_came" if absent == set(entrants) else "walkover",
        reason=reason,
        after=f"{table.round}/{table.number}",
        now=now,
    )
    EveningMark.objects.bulk_create(
        EveningMark(
            evening=evening,
            entrant_id=entrant,
            kind=MarkKind.UNANNOUNCED if entrant in absent else MarkKind.WALKOVER,
            points=0 if entrant in absent else sides,
            round=0 if entrant in absent else table.round,
        )
        for entrant in entrants
    )
    _end_table(table, actor=actor, reason=reason, now=now)


def _seats_of(table: LeagueTable, players: Collection[int]) -> list[TableSeat]:
    """The seats of these players (ids). Refuses not_seated for one without a seat there."""
    seats = table.seats.select_related("player", "table__match", "entrant")
    found = [seat for seat in seats if seat.player_id in players]
    if len(found) != len(set(players)):
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    return found


def _are_whole_sides(away: Collection[TableSeat], table: LeagueTable) -> bool:
    """Whether nobody of a side is missing, or all of it, and one side at least is there."""
    missing = {seat.number for seat in away}
    sides = [set(side.seats) for side in sides_of(table, entrants_of(table))]
    return all(side <= missing or not side & missing for side in sides) and missing != set().union(*sides)


def _end_table(table: LeagueTable, *, actor: Player, reason: str, now: datetime) -> None:
    match = table.match
    table.broken_off_at, table.counted_at_seq = now, 0
    if match is not None and match.status == Match.Status.OPEN:
        table.match = None
    table.save(update_fields=["broken_off_at", "counted_at_seq", "match"])
    if match is not None and table.match is None:
        evening = reverse("league:evening", args=[table.evening_id])
        table_services.remove_table(match_id=match.pk, leads_to=evening)
    elif match is not None:
        table_services.end_match(match_id=match.pk, by=actor, reason=reason, now=now)
