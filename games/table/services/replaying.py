"""A replay of a ruled round: a table of that one round for the same people, and its points for the sheet."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.options import changed_options, read_options
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.services.seating import open_table_like


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
