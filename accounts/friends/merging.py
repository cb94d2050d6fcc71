"""Friends and blocks when two accounts become one, or one ends."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.friend_models import Block, Friendship, Privacy, Regular
from accounts.friends.known import between
from accounts.models import Player


def settle_friends(*, kept: Player, double: Player, **_sent: Any) -> None:
    """Delete what the double shares with the kept account, before the other rows are given to it.

    Receiver of `member_merging`. A friendship of both with one person would be two rows of one pair.
    """
    between(kept, double).delete()
    pair = (kept, double)
    Block.objects.filter(player__in=pair, blocked__in=pair).delete()
    Regular.objects.filter(player__in=pair, friend__in=pair).delete()
    own = Friendship.objects.filter(Q(asked_by=kept) | Q(asked=kept)).values_list("asked_by", "asked")
    known = {key for row in own for key in row}
    theirs = Friendship.objects.filter(Q(asked_by=double) | Q(asked=double))
    theirs.filter(Q(asked_by__in=known) | Q(asked__in=known)).delete()


def forget_everybody(player: Player) -> None:
    """Delete the friendships, blocks and choices of a player whose account ends."""
    Friendship.objects.filter(Q(asked_by=player) | Q(asked=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    Regular.objects.filter(Q(player=player) | Q(friend=player)).delete()
    Privacy.objects.filter(player=player).delete()
