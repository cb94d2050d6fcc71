"""Two rows of one person become one: their results stand in one row of the table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.clubs.merging import reassign_rows
from accounts.errors import Refusal, refuse
from accounts.models import Player
from accounts.people.anonymisation import neutral_name
from games.league.models import (
    Entrant,
    EntrantPlayer,
    EveningMark,
    LeagueTable,
    SignUp,
    TableScore,
    TableSeat,
)
from games.league.services.corrections import add_correction
from games.league.standings.scores import ABSENT


def settle_entrants(*, kept: Player, double: Player, actor: Player, now: datetime, **_sent: Any) -> None:
    """In every competition both play in alone, the double's evenings become those of the one who stays.

    Receiver of `member_merging`; works inside its transaction. Refuses both-at-one-table, both-entered,
    both-on-one-evening.
    """
    if LeagueTable.objects.filter(seats__player=kept).filter(seats__player=double).exists():
        raise refuse(Refusal.BOTH_AT_ONE_TABLE)
    shared = EntrantPlayer.objects.filter(player=kept).values("competition")
    for entry in EntrantPlayer.objects.filter(player=double, competition__in=shared).select_related(
        "competition", "entrant"
    ):
        if entry.competition.size != 1:
            raise refuse(Refusal.BOTH_ENTERED)
        row = Entrant.objects.get(competition=entry.competition, members__player=kept)
        _join(entry.entrant, row)
        entry.delete()
        _close(entry.entrant, double, now=now)
        add_correction(
            competition=entry.competition,
            entrant=row,
            actor=actor,
            what="merged",
            reason=gettext("one person, entered twice"),
            before=double,
            after=kept,
            now=now,
        )


def _join(old: Entrant, row: Entrant) -> None:
    evenings = [
        set(TableSeat.objects.filter(entrant=each).values_list("table__evening", flat=True))
        for each in (old, row)
    ]
    if evenings[0] & evenings[1]:
        raise refuse(Refusal.BOTH_ON_ONE_EVENING)
    _one_word_an_evening(old, row)
    # An absence stays only where neither of the two played, and once.
    away = EveningMark.objects.filter(kind__in=ABSENT)
    away.filter(entrant=row, evening__in=evenings[0]).delete()
    there = evenings[1] | set(away.filter(entrant=row).values_list("evening", flat=True))
    away.filter(entrant=old, evening__in=there).delete()
    TableScore.objects.filter(substitute=old.pk).update(substitute=row.pk)
    reassign_rows(old, row)
    if row.withdrawn_at is not None and old.withdrawn_at is None:
        row.withdrawn_at = None
        row.save(update_fields=["withdrawn_at"])


def _one_word_an_evening(old: Entrant, row: Entrant) -> None:
    """Where both signed up or off, who comes is right; the other word goes."""
    said = {each.evening_id: each for each in SignUp.objects.filter(entrant=row)}
    for other in SignUp.objects.filter(entrant=old, evening__in=said):
        mine = said[other.evening_id]
        (mine if other.comes and not mine.comes else other).delete()


def _close(old: Entrant, double: Player, *, now: datetime) -> None:
    """The emptied row stays for the corrections that name it, out of the table."""
    old.withdrawn_at = old.withdrawn_at or now
    old.name = neutral_name(double)
    old.save(update_fields=["withdrawn_at", "name"])
