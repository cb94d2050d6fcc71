"""Signals of a pair: written down for their opponents, and shown at every table opened afterwards."""

from __future__ import annotations

from django.db import transaction

from accounts.members import Right, may
from accounts.models import Player
from accounts.names import in_one_line
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, LeagueTable
from games.league.models.seasons import MAX_SIGNALS_LENGTH
from games.league.services.locking import require_open


def write_signals(*, entrant: Entrant, text: str, player: Player) -> Entrant:
    """Write down the signals an entrant plays, at most `MAX_SIGNALS_LENGTH` characters; "" for none.

    Tables that are open already keep what was written when they were opened, so nobody learns of a signal in
    mid-match. The entrant's row is locked. Refuses not_allowed to all but its players and those who run the club's
    evenings; season_archived, no_signals, signals_too_long.
    """
    signals = in_one_line(text)
    with transaction.atomic():
        found = (
            Entrant.objects.select_for_update(of=("self",))
            .select_related("competition__season__club")
            .get(pk=entrant.pk)
        )
        season = found.competition.season
        its_own = found.members.filter(player=player).exists()
        if not its_own and not may(player=player, club=season.club, right=Right.RUN_EVENING):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        require_open(season.pk)
        if not found.competition.allows_signals:
            raise LeagueRefused(LeagueRefusal.NO_SIGNALS)
        if len(signals) > MAX_SIGNALS_LENGTH:
            raise LeagueRefused(LeagueRefusal.SIGNALS_TOO_LONG, most=MAX_SIGNALS_LENGTH)
        found.signals = signals
        found.save(update_fields=["signals"])
    return found


def signals_at(table: LeagueTable) -> str:
    """The signals of all who sit at the table, a line an entrant: "Anna – Bram: a low card means strength"."""
    if not table.evening.competition.allows_signals:
        return ""
    names: dict[int, list[str]] = {}
    signals: dict[int, str] = {}
    for seat in table.seats.select_related("entrant", "player").order_by("number"):
        names.setdefault(seat.entrant_id, []).append(seat.player.nickname)
        signals[seat.entrant_id] = seat.entrant.signals
    return "\n".join(f"{' – '.join(names[key])}: {signal}" for key, signal in signals.items() if signal)
