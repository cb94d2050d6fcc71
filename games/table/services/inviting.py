"""Friends invited to a table before its start."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.friends.known import friend_keys, regulars_of
from accounts.models import NoticeKind, Player
from accounts.notices.notices import notify
from accounts.people.mentions import mention
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.services.seating import open_match, open_table, sit
from games.table.table_invitations import TableInvitation


def invite(*, match_id: int, player: Player, friend: Player, now: datetime) -> bool:
    """Invite a friend to the table at which the player sits, with a notice; False when they were invited before.

    The match row is locked, and the unique row decides between two who invite the same friend at once.
    Refuses no_such_table, not_open, not_seated, no_friend, already_seated.
    """
    with transaction.atomic():
        match = open_match(match_id)
        seated = set(match.seats.values_list("player", flat=True))
        if player.pk not in seated:
            raise TableRefused(TableRefusal.NOT_SEATED)
        if friend.pk not in friend_keys(player):
            raise TableRefused(TableRefusal.NO_FRIEND)
        if friend.pk in seated:
            raise TableRefused(TableRefusal.ALREADY_SEATED)
        about = {"by": player, "at": now}
        _row, made = TableInvitation.objects.get_or_create(match=match, player=friend, defaults=about)
        if made:
            notify(
                players=[friend.pk],
                kind=NoticeKind.FRIEND,
                subject=format_lazy(_("{player} invites you to a table"), player=mention(player.pk)),
                text=format_lazy(_("Table {code}. Whoever sits down first has the seat."), code=match.code),
                url=reverse("table:table", args=[match.code]),
                mentions=[player.pk],
                now=now,
            )
    return made


def open_with_regulars(*, player: Player, game: str, now: datetime) -> Match:
    """Open a table for the player's regular friends: the player sits, the friends are invited.

    Refuses no_friend for a player without a regular table, and what `open_table` refuses.
    """
    with transaction.atomic():
        friends = list(regulars_of(player))
        if not friends:
            raise TableRefused(TableRefusal.NO_FRIEND)
        match = open_table(created_by=player, game=game, options={}, now=now)
        sit(match_id=match.pk, player=player)
        for friend in friends:
            invite(match_id=match.pk, player=player, friend=friend, now=now)
    return match
