"""The next match of the same people, and a ruled round played again by them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.options import changed_options, read_options
from games.engine.seats import Seat
from games.table.log import loading
from games.table.log.agreements import rematch_opened
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.services.moves.playing import start_match
from games.table.services.moves.writing import NewRow, append
from games.table.services.seating import open_table_like, sit


def options_alone(match: Match, *, number: int) -> Any | None:
    """The options with which this round alone is played again; None where it cannot be: real cards, or a game whose
    rounds belong together."""
    if match.on_paper:
        return None
    game = registry.game(match.game, match.game_version)
    return game.alone(read_options(game.Options, match.options), number=number)


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
            new = _reopened(old, player, now)
            _tell_the_others(match_id, seats[player.pk].number, player, now)
        if new.status != Match.Status.OPEN or new.seats.filter(player=player).exists():
            return new
        old_seat = seats[player.pk].number
        sit(match_id=new.pk, player=player, seat=None if new.seats.filter(number=old_seat) else old_seat)
        if new.seats.count() == len(seats):
            start_match(match_id=new.pk, player=player, now=now)
            new.refresh_from_db()
    return new


def _reopened(old: Match, player: Player, now: datetime) -> Match:
    new = open_table_like(
        old, created_by=player, options=old.options, now=now, visibility=old.visibility, rematch_of=old
    )
    SeatRow.objects.bulk_create(
        SeatRow(match=new, number=row.number, player=row.player, level=row.level)
        for row in old.seats.select_related("player")
        if row.player.is_bot
    )
    return new


def _tell_the_others(match_id: int, seat: Seat, player: Player, now: datetime) -> None:
    """Write the rematch to the old table's log, so that its screens show it. Its row is locked by the caller."""
    table = loading.refreshed(match_id)
    after = replace(table, state=rematch_opened(table.state, seat))
    append(table, after, [NewRow(seat, player.pk, TABLE, {"do": "rematch"})], now=now)
