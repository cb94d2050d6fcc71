"""Tables' part in merging two accounts of one person."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, Q

from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import Player
from games.table.log import loading
from games.table.log.deal_counts import HandCount
from games.table.log.models import Match, Seat
from games.table.models import Mute

AT_IT: tuple[str, ...] = (Match.Status.OPEN, Match.Status.RUNNING)


def settle_tables(*, kept: Player, double: Player, **_sent: Any) -> None:
    """Refuse the merge while either account is at a table, because its screens identify players by key.

    Receiver of `member_merging`. Refuses at_a_table, both_at_one_table.
    """
    if Seat.objects.filter(player__in=(kept, double), match__status__in=AT_IT).exists():
        raise AccountRefused(AccountRefusal.AT_A_TABLE)
    if Match.objects.filter(seats__player=kept).filter(seats__player=double).exists():
        raise AccountRefused(AccountRefusal.BOTH_AT_ONE_TABLE)
    Mute.objects.filter(Q(player=kept, muted=double) | Q(player=double, muted=kept)).delete()
    _add_hands(kept, double)
    transaction.on_commit(loading.forget_all)


def _add_hands(kept: Player, double: Player) -> None:
    """Add up the hand counts where both accounts have some. Rows of only one account are moved elsewhere."""
    for own in HandCount.objects.filter(player=double):
        theirs = HandCount.objects.filter(player=kept, game=own.game, figure=own.figure)
        if theirs.update(**{name: F(name) + getattr(own, name) for name in HandCount.ADDED}):
            own.delete()
