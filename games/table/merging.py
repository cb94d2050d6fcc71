"""Two rows of one person become one: what the tables have to say to that."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.errors import Refusal, refuse
from accounts.models import Player
from games.table import loading
from games.table.models import Match, Mute, Seat

AT_IT: tuple[str, ...] = (Match.Status.OPEN, Match.Status.RUNNING)


def settle_tables(*, kept: Player, double: Player, **_sent: Any) -> None:
    """Nobody is merged while one of the two is at a table: its screens know people by their keys.

    Receiver of `member_merging`. Refuses at-a-table, both-at-one-table.
    """
    if Seat.objects.filter(player__in=(kept, double), match__status__in=AT_IT).exists():
        raise refuse(Refusal.AT_A_TABLE)
    if Match.objects.filter(seats__player=kept).filter(seats__player=double).exists():
        raise refuse(Refusal.BOTH_AT_ONE_TABLE)
    Mute.objects.filter(Q(player=kept, muted=double) | Q(player=double, muted=kept)).delete()
    transaction.on_commit(loading.forget_all)
