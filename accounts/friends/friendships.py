"""Writes of friendships: ask, accept, decline, end; and the friends of a player's regular table.

Each function locks the rows of both players in the order of their keys, so that two questions at once make one row.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal, refuse
from accounts.friend_models import Block, Friendship, Regular
from accounts.friends.known import between, friend_keys
from accounts.models import NoticeKind, Player, PlayerKind
from accounts.names import look_alike_key
from accounts.notices.notices import notify
from accounts.people.mentions import mention

OPEN_AT_MOST: Final = 30
"""Questions of one player that may wait for an answer."""
ASKED_AGAIN_AFTER: Final = timedelta(days=30)
REGULARS: Final = 3


def player_called(nickname: str) -> Player:
    """The person with an account of that name, however it is written. Refuses name-unknown."""
    key = look_alike_key(nickname)
    found = Player.objects.filter(nickname_key=key, kind=PlayerKind.PERSON, is_active=True).first()
    if not key or found is None:
        raise refuse(Refusal.NAME_UNKNOWN)
    return found


@transaction.atomic
def ask_friend(*, player: Player, other: Player, now: datetime) -> Friendship:
    """Ask `other` to be friends and tell them; where they asked already, it is accepted.

    A question to a player who blocked this one is stored and not shown to them. A question that was declined may be
    asked again after a month, by the one who declined at once. Refuses needs-account, not-yourself, blocked-by-you,
    friends-already, asked-already, asked-enough, name-unknown.
    """
    _lock(player, other)
    _expect_two_people(player, other)
    blocks = frozenset(_blocks(player, other))
    if (player.pk, other.pk) in blocks:
        raise refuse(Refusal.BLOCKED_BY_YOU)
    row = between(player, other).first()
    if row is not None and row.accepted_at is not None:
        raise refuse(Refusal.FRIENDS_ALREADY)
    if row is not None and row.asked_by_id == other.pk and row.declined_at is None:
        return _accepted(row, player, now)
    if row is not None and row.asked_by_id == player.pk:
        if row.declined_at is None or now < row.declined_at + ASKED_AGAIN_AFTER:
            raise refuse(Refusal.ASKED_ALREADY)
    if Friendship.objects.filter(asked_by=player, accepted_at=None).count() >= OPEN_AT_MOST:
        raise refuse(Refusal.ASKED_ENOUGH, most=OPEN_AT_MOST)
    if row is not None:
        row.delete()
    asked = Friendship.objects.create(asked_by=player, asked=other, at=now)
    if not blocks:
        subject = format_lazy(_("{player} asks to be friends"), player=mention(player.pk))
        _tell(other, subject, about=player, now=now)
    return asked


@transaction.atomic
def answer_friend(*, player: Player, other: Player, accept: bool, now: datetime) -> None:
    """Accept or decline the question of `other`. A no is not told. Refuses nothing-asked."""
    _lock(player, other)
    row = Friendship.objects.filter(asked_by=other, asked=player, accepted_at=None, declined_at=None).first()
    if row is None:
        raise refuse(Refusal.NOTHING_ASKED)
    if accept:
        _accepted(row, player, now)
    else:
        row.declined_at = now
        row.save(update_fields=["declined_at"])


@transaction.atomic
def end_friendship(*, player: Player, other: Player) -> None:
    """End a friendship, or take a question back. The other one is not told. Refuses no-friend."""
    _lock(player, other)
    row = between(player, other).first()
    if row is None or (row.accepted_at is None and row.asked_by_id != player.pk):
        raise refuse(Refusal.NO_FRIEND)
    if row.declined_at is None:  # a declined question is kept for its month, which it shall not shorten
        row.delete()
    forget_regulars(player, other)


@transaction.atomic
def choose_regulars(*, player: Player, friends: Collection[Player]) -> None:
    """Make these friends the player's regular table, instead of those before. Refuses no-friend, table-of-four."""
    Player.objects.select_for_update().get(pk=player.pk)
    chosen = {friend.pk for friend in friends}
    if len(chosen) > REGULARS:
        raise refuse(Refusal.TABLE_OF_FOUR, most=REGULARS)
    if not chosen <= friend_keys(player):
        raise refuse(Refusal.NO_FRIEND)
    Regular.objects.filter(player=player).exclude(friend__in=chosen).delete()
    for friend in chosen:
        Regular.objects.get_or_create(player=player, friend_id=friend)


def forget_regulars(one: Player, other: Player) -> None:
    """Take the two off each other's regular table."""
    Regular.objects.filter(player=one, friend=other).delete()
    Regular.objects.filter(player=other, friend=one).delete()


def _accepted(row: Friendship, player: Player, now: datetime) -> Friendship:
    row.accepted_at, row.declined_at = now, None
    row.save(update_fields=["accepted_at", "declined_at"])
    subject = format_lazy(_("You and {player} are friends now"), player=mention(player.pk))
    _tell(row.asked_by, subject, about=player, now=now)
    return row


def _tell(told: Player, subject: object, *, about: Player, now: datetime) -> None:
    notify(
        players=[told.pk],
        kind=NoticeKind.FRIEND,
        subject=subject,
        text="",
        url=reverse("people:friends"),
        mentions=[about.pk],
        now=now,
    )


def _expect_two_people(player: Player, other: Player) -> None:
    if player.kind != PlayerKind.PERSON:
        raise refuse(Refusal.NEEDS_ACCOUNT)
    if player.pk == other.pk:
        raise refuse(Refusal.NOT_YOURSELF)
    if other.kind != PlayerKind.PERSON or not other.is_active:
        raise refuse(Refusal.NAME_UNKNOWN)


def _blocks(player: Player, other: Player) -> list[tuple[int, int]]:
    pair = [player.pk, other.pk]
    return list(Block.objects.filter(player__in=pair, blocked__in=pair).values_list("player", "blocked"))


def _lock(player: Player, other: Player) -> None:
    list(Player.objects.select_for_update().filter(pk__in=(player.pk, other.pk)).order_by("pk"))
