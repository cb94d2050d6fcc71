"""Writes of blocks, and of what a player shows to others."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.errors import Refusal, refuse
from accounts.friend_models import Audience, Block, Privacy
from accounts.friends.friendships import forget_regulars
from accounts.friends.known import between
from accounts.models import Player

BLOCKED_AT_MOST: Final = 100


@transaction.atomic
def block(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`: no table together, no friendship, no question from them. They are not told.

    Blocking twice changes nothing. The player's row is locked. Refuses not-yourself, name-unknown (a bot),
    blocked-enough.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    if player.pk == other.pk:
        raise refuse(Refusal.NOT_YOURSELF)
    if other.is_bot:
        raise refuse(Refusal.NAME_UNKNOWN)
    blocked = Block.objects.filter(player=player)
    if not blocked.filter(blocked=other).exists() and blocked.count() >= BLOCKED_AT_MOST:
        raise refuse(Refusal.BLOCKED_ENOUGH, most=BLOCKED_AT_MOST)
    Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})
    between(player, other).delete()
    forget_regulars(player, other)


def unblock(*, player: Player, other: Player) -> None:
    """Take a block back; without one nothing changes. The friendship of before does not return."""
    Block.objects.filter(player=player, blocked=other).delete()


def choose_privacy(*, player: Player, figures: Audience, matches: Audience, shows_presence: bool) -> Privacy:
    """Store what others may see of the player's profile."""
    chosen = {"figures": figures, "matches": matches, "shows_presence": shows_presence}
    row, _made = Privacy.objects.update_or_create(player=player, defaults=chosen)
    return row
