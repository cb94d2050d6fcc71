"""What happens to whole matches: their end, a player replaced, absences, outages, rematches and rounds played again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from django.db import connection, models, transaction
from django.db.models import F
from django.urls import reverse

from accounts.models import Player, PlayerKind
from accounts.notices import redirect_notices
from games.engine.options import changed_options
from games.engine.seats import Seat
from games.table import live
from games.table.log import loading, states
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import MIN_ABSENCE, Disconnection, Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.log.states import ReplacedPlayer, Sitter, after_rematch
from games.table.log.time_to_think import BY_THE_DAY
from games.table.services.moves import agreements
from games.table.services.moves.playing import start_match
from games.table.services.moves.writing import (
    INSERT_ROWS,
    ROW,
    SET_SEQ,
    NewRow,
    Outcome,
    append,
    judge_on_newest,
    parameters_of,
    time_parameter,
)
from games.table.services.push_notices import forget_turn
from games.table.services.seats import open_table_like, sit
from games.table.shared_deals import require_new_to_the_deals

# Actions of the club on a match of its evening: end it, remove an unopened table, replace a player.
#
# Each call is usually part of the evening's transaction. Concurrency as in `playing.submit_action`.


def end_match(*, match_id: int, by: Player, reason: str, now: datetime) -> Outcome:
    """End a match that has begun, for good: closed rounds stand, it cannot be resumed, every screen shows
    why.

    A sheet on paper stands as it is written. Ending it twice changes nothing. Refuses not_running (it is open or
    over).
    """

    def judge(table: Table, now: datetime) -> Outcome:
        if table.state.ended:
            return Outcome(table.state.seq, done_before=True)
        if table.status not in (Match.Status.RUNNING, Match.Status.STOPPED):
            raise TableRefused(TableRefusal.NOT_RUNNING)
        state = states.after_stop(table.state, now, ended=reason)
        row = NewRow(None, by.pk, TABLE, {"do": "stop", "why": reason})
        after = replace(table, state=state, status=Match.Status.STOPPED, randomness=None)
        with transaction.atomic():
            append(table, after, [row], now=now, part_of_more=True)
            if table.on_paper:
                written = Round.objects.filter(match=match_id, status=Round.Status.RUNNING)
                written.update(status=Round.Status.CLOSED, closed_at=now)
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


def remove_table(*, match_id: int, leads_to: str) -> None:
    """Take away a table that has not started, with its seats; notices of it lead to another address. The match row is
    locked. Refuses not_open."""
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None or match.status != Match.Status.OPEN or match.seq:
            raise TableRefused(TableRefusal.NOT_OPEN)
        redirect_notices(pages=[reverse("table:table", args=[match.code])], url=leads_to)
        match.delete()


def replace_player(*, match_id: int, seat: Seat, player: Player, by: Player, now: datetime) -> Outcome:
    """Give `seat` of a running match to `player`: hand, clock and rights from this entry on.

    The replaced player has no seat any more: the next answer is refused, and an open screen becomes a
    spectator's. Refuses not_running, no_such_seat, already_seated, knows_the_cards.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        if not table.running:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        if all(sitter.number != seat for sitter in table.sitters):
            raise TableRefused(TableRefusal.NO_SUCH_SEAT)
        if table.seat_of(player.pk) is not None:
            raise TableRefused(TableRefusal.ALREADY_SEATED)
        if table.shared_deals is not None:
            require_new_to_the_deals(Match.objects.get(pk=match_id), [player])
        state = states.after_replacement(table.state, ReplacedPlayer(seat, player.pk), now)
        level = agreements.level_of_stand_in(table, seat) if player.is_bot else ""
        newcomer = Sitter(seat, player.pk, player.nickname, player.kind, level, player.animal)
        sitters = tuple(newcomer if one.number == seat else one for one in table.sitters)
        before = next(sitter.player for sitter in table.sitters if sitter.number == seat)
        entry = {"do": "replaced", "seat": str(seat), "player": str(player.pk), "before": str(before)}
        entry |= {"round": str(table.open_round)} | ({"level": level} if level else {})
        row = NewRow(None, by.pk, TABLE, entry)
        with transaction.atomic():
            append(table, replace(table, state=state, sitters=sitters), [row], now=now, part_of_more=True)
            row_of_seat = SeatRow.objects.filter(match=match_id, number=seat)
            keep_absences(row_of_seat, now=now)
            if table.by_the_day is not None:
                forget_turn(row_of_seat.select_related("match").get())
            row_of_seat.update(
                player=player, level=level, away_since=None if player.is_bot else now, own_deal={}
            )
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


def may_go_on(match: Match) -> bool:
    """Whether a match is stopped and its players can take it up again: the club did not end it for good, and its log
    can be read."""
    table = loading.readable_table(match) if match.status == Match.Status.STOPPED else None
    return table is not None and not table.state.ended


def round_from_now(*, match_id: int) -> int:
    """The number of the first round that is not closed yet: where a newcomer's points begin."""
    return loading.newest_table(match_id).open_round


# Presence of players, written to the database for all processes: absences that began and absences that ended.

Attended: TypeAlias = tuple[int, Seat]
"""A match (id) and a seat of it."""


def note_attendance(
    *, here: Collection[Attended], left: Collection[Attended], matches: Collection[int], now: datetime
) -> dict[int, dict[Seat, datetime]]:
    """Write absences of seats in `left`, end those of seats in `here`; both are seats of this process.

    Returns the absent seats at `matches`, and since when.

    A seat with a screen in another process is corrected by that process's next call. An absence that ends is
    written once, however many processes see it end.
    """
    gone = [away for away in left if away not in here]
    if gone:
        _rows(gone).filter(away_since=None).update(away_since=now)
    away: dict[int, dict[Seat, datetime]] = {match_id: {} for match_id in matches}
    back = []
    rows = SeatRow.objects.filter(match__in=matches, away_since__isnull=False)
    for pk, match_id, number, since in rows.values_list("pk", "match_id", "number", "away_since"):
        if (match_id, number) in here:
            back.append(pk)
        elif since is not None:
            away[match_id][number] = since
    if back:
        with transaction.atomic():
            keep_absences(SeatRow.objects.filter(pk__in=back), now=now)
            SeatRow.objects.filter(pk__in=back).update(away_since=None)
    return away


def keep_absences(seats: models.QuerySet[SeatRow], *, now: datetime) -> None:
    """Write the absences of these seats as ended now, where they were longer than `MIN_ABSENCE`.

    Part of the transaction in which `away_since` changes. After the end of a match nobody is away, and at a table by
    the day nobody is expected.
    """
    during = models.Q(match__finished_at=None) | models.Q(away_since__lt=models.F("match__finished_at"))
    lasting = seats.filter(during, away_since__lte=now - MIN_ABSENCE).exclude(match__pace__in=BY_THE_DAY)
    Disconnection.objects.bulk_create(
        (
            Disconnection(match_id=match_id, seat=number, gone_at=since, back_at=now)
            for match_id, number, since in lasting.values_list("match_id", "number", "away_since")
        ),
        ignore_conflicts=True,
    )


def note_everybody_away(*, now: datetime) -> None:
    """At the start of a process, mark every person at a running table absent, because a process that died
    cannot have done so. Open screens correct that at the next look.
    """
    seats = SeatRow.objects.filter(match__status=Match.Status.RUNNING, match__on_paper=False)
    people = seats.exclude(player__kind=PlayerKind.BOT)
    with transaction.atomic():
        keep_absences(people, now=now)
        people.update(away_since=now)


def _rows(seats: Iterable[Attended]) -> models.QuerySet[SeatRow]:
    matching = models.Q(pk__in=())
    for match_id, number in seats:
        matching |= models.Q(match=match_id, number=number)
    return SeatRow.objects.filter(matching)


# Outages: every running match writes the lost time to its log, and its due times move by it.


class InterruptedMatch(NamedTuple):
    """A running match at the time of an outage: its newest log entry, its due time, and the time lost."""

    match_id: int
    seq: int
    wake_at: datetime | None
    lost: timedelta
    digest: str
    """That of the newest entry, or the code of the match where it has none."""


def note_outage(*, began: datetime, now: datetime) -> int:
    """Write an outage from `began` to `now` to the log of every running match; returns how many.

    One transaction for all of them, in which nobody moves at any of them. A match that went on after `began` notes
    only what came after its newest entry; one that went on after `now` notes nothing.

    No log is folded here: `wake_at` is moved by the lost time, as `states.after_outage` does in the fold.
    The grace minute after an outage is in the fold only: a steward that looks before it is over finds nothing
    due yet.
    """
    with transaction.atomic():
        running = Match.objects.filter(status=Match.Status.RUNNING, on_paper=False).order_by("pk")
        locked = list(running.select_for_update().values_list("pk", flat=True))
        went_on = Match.objects.filter(pk__in=locked, actions__seq=F("seq"), actions__at__lt=now)
        found = went_on.values_list("pk", "seq", "wake_at", "actions__at", "actions__digest", "code")
        standing = [
            InterruptedMatch(match_id, seq, wake_at, now - max(began, at), digest or code)
            for match_id, seq, wake_at, at, digest, code in found
        ]
        if standing:
            _write(standing, now)
    return len(standing)


def _write(standing: list[InterruptedMatch], now: datetime) -> None:
    moves, entries = [], []
    for match_id, seq, wake_at, lost, digest in standing:
        row = NewRow(None, None, TABLE, {"do": "outage", "seconds": f"{lost.total_seconds():.6f}"})
        moves.append((seq + 1, time_parameter(wake_at and wake_at + lost, connection), match_id, seq))
        entries.append(parameters_of(row, digest=digest, match_id=match_id, seq=seq + 1, now=now))
        live.send_table_changed(match_id, seq + 1)
    with connection.cursor() as cursor:
        cursor.executemany(SET_SEQ, moves)
        cursor.executemany(INSERT_ROWS + ROW, entries)


# The next match of the same people, and a ruled round played again by them.


def options_alone(match: Match, *, number: int) -> Any | None:
    """The options with which this round alone is played again; None where it cannot be: real cards, deals that other
    tables play too and compare, or a game whose rounds belong together."""
    if match.on_paper or match.shared_deals_id is not None:
        return None
    return match.the_game.alone(match.house_options, number=number)


def open_replay(*, round_: Round, opened_by: Player, now: datetime) -> Match:
    """Open a table where this round is played again: same people and bots at the same seats, same house rules, first
    dealer drawn as in every match. Nobody can change places there; any of them starts it.

    Part of the ruling's transaction. Refuses not_running where such a round cannot be played again.
    """
    old = round_.match
    options = options_alone(old, number=round_.number)
    if options is None:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    with transaction.atomic():
        new = open_table_like(
            old, created_by=opened_by, options=changed_options(options), now=now, replays=round_
        )
        SeatRow.objects.bulk_create(
            SeatRow(match=new, number=row.number, player_id=row.player_id, level=row.level)
            for row in old.seats.all()
        )
    return new


def rematch(*, match_id: int, player: Player, now: datetime) -> Match:
    """Open the next match of the same people and bots at the first request; others take their old seats.

    It starts by itself once everybody sits. The old match row is locked, so there is one rematch however many ask at
    once. Refuses no_such_table, not_finished, not_seated.
    """
    with transaction.atomic():
        old = Match.objects.select_for_update().filter(pk=match_id).first()
        if old is None:
            raise TableRefused(TableRefusal.NO_SUCH_TABLE)
        if old.status not in Match.ENDED:
            raise TableRefused(TableRefusal.NOT_FINISHED)
        seats = {row.player_id: row for row in old.seats.select_related("player")}
        if player.pk not in seats:
            raise TableRefused(TableRefusal.NOT_SEATED)
        new = old.rematches.order_by("pk").first()
        if new is None:
            new = _open_rematch(old, player, now)
            _notify_others(match_id, seats[player.pk].number, player, now)
        if new.status != Match.Status.OPEN or new.seats.filter(player=player).exists():
            return new
        old_seat = seats[player.pk].number
        sit(match_id=new.pk, player=player, seat=None if new.seats.filter(number=old_seat) else old_seat)
        if new.seats.count() == len(seats):
            start_match(match_id=new.pk, player=player, now=now)
            new.refresh_from_db()
    return new


def _open_rematch(old: Match, player: Player, now: datetime) -> Match:
    new = open_table_like(
        old, created_by=player, options=old.options, now=now, visibility=old.visibility, rematch_of=old
    )
    SeatRow.objects.bulk_create(
        SeatRow(match=new, number=row.number, player=row.player, level=row.level)
        for row in old.seats.select_related("player")
        if row.player.is_bot
    )
    return new


def _notify_others(match_id: int, seat: Seat, player: Player, now: datetime) -> None:
    """Write the rematch to the old table's log, so that its screens show it. Its row is locked by the caller."""
    table = loading.newest_table(match_id)
    after = replace(table, state=after_rematch(table.state, seat))
    row = NewRow(seat, player.pk, TABLE, {"do": "rematch"})
    append(table, after, [row], now=now, part_of_more=True)
