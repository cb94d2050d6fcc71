"""A sheet kept with real cards: one side types it round by round, the other confirms, then it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.options import read_options
from games.league.errors import LeagueRefusal, LeagueRefused, refused_by_sheet
from games.league.models import LeagueTable, PaperRound
from games.league.paper import SheetRefused, settled, typed_round
from games.league.services.counting import count_paper
from games.league.services.locking import drawn_evening, touched


def type_round(
    *, table_id: int, number: int, values: Mapping[str, str], player: Player, now: datetime
) -> PaperRound:
    """Write a round of the sheet, or write it again while nobody has confirmed. By a player of the table, always of
    the same side. Refuses not_on_paper, not_seated, sheet_confirmed, other_side_confirms, no_such_round, and every
    code of the sheet."""
    with transaction.atomic():
        table = _sheet(table_id)
        side = side_of(table, player)
        if table.typed_by is not None and side_of(table, table.typed_by) != side:
            raise LeagueRefused(LeagueRefusal.OTHER_SIDE_CONFIRMS)
        written = table.paper_rounds.count()
        if not 1 <= number <= min(written + 1, table.planned):
            raise LeagueRefused(LeagueRefusal.NO_SUCH_ROUND)
        competition = table.evening.competition
        options = read_options(registry.game(competition.game).Options, competition.options)
        try:
            typed = typed_round(values)
            result = settled(typed, options, number=number)
        except SheetRefused as refused:
            raise refused_by_sheet(refused) from refused
        row, _made = PaperRound.objects.update_or_create(
            table=table,
            number=number,
            defaults={
                "typed": asdict(typed),
                "points": list(result.score),
                "facts": dict(result.facts),
                "at": now,
            },
        )
        if table.typed_by is None:
            table.typed_by = player
            table.save(update_fields=["typed_by"])
    return row


def confirm_sheet(*, table_id: int, player: Player, seen: int) -> LeagueTable:
    """The other side says the sheet is right; from now on it counts. `seen` is how many rounds they looked at.

    Refuses not_on_paper, not_seated, sheet_confirmed, other_side_confirms, sheet_incomplete (also when rounds came
    after those seen).
    """
    with transaction.atomic():
        table = _sheet(table_id)
        side = side_of(table, player)
        if table.typed_by is None or side_of(table, table.typed_by) == side:
            raise LeagueRefused(LeagueRefusal.OTHER_SIDE_CONFIRMS)
        written = table.paper_rounds.count()
        if written != seen or (written < table.planned and table.broken_off_at is None):
            raise LeagueRefused(LeagueRefusal.SHEET_INCOMPLETE)
        table.confirmed_by = player
        table.save(update_fields=["confirmed_by"])
        count_paper(table=table)
        touched(table.evening)
    return table


def side_of(table: LeagueTable, player: Player) -> int:
    """The side `player` sits on. Refuses not_seated."""
    number = table.seats.filter(player=player).values_list("number", flat=True).first()
    if number is None:
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    return number % 2


def _sheet(table_id: int) -> LeagueTable:
    """A paper table that is not confirmed, its row and its evening's locked."""
    table = LeagueTable.objects.select_for_update(of=("self",)).select_related("typed_by").get(pk=table_id)
    table.evening = drawn_evening(table.evening_id)
    if not table.on_paper:
        raise LeagueRefused(LeagueRefusal.NOT_ON_PAPER)
    if table.confirmed_by_id is not None:
        raise LeagueRefused(LeagueRefusal.SHEET_CONFIRMED)
    return table
