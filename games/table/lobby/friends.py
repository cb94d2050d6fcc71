"""Friends on the home page and on the page of friends: those who are here, their tables, their invitations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext

from accounts.friends import friends_of, friends_who_show_presence, here_since
from accounts.models import Player
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.models import TableInvitation
from games.table.screen.spectators import open_to_others

INVITED_FOR: Final = timedelta(hours=3)
"""Time for which an invitation to a table is shown."""


@dataclass(frozen=True, slots=True)
class FriendHere:
    """A friend who is here. `code` is the running table at which they play and others may look on, "" without."""

    key: int
    name: str
    code: str = ""
    plays: bool = False


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An invitation to a table with a free seat."""

    code: str
    by: str
    game: str


@dataclass(frozen=True, slots=True)
class FriendsTable:
    """A running table at which friends play and others may look on."""

    code: str
    game: str
    friends: str


@dataclass(frozen=True, slots=True)
class Invitable:
    """A friend who has no seat at a table yet; `invited` says that they were invited to it."""

    key: int
    name: str
    invited: bool


def friends_to_invite(match: Match, player: Player | None) -> tuple[Invitable, ...]:
    """The friends whom a player seated at an open table can invite, by name."""
    if player is None or player.is_guest:
        return ()
    seated = set(match.seats.values_list("player", flat=True))
    if player.pk not in seated:
        return ()
    invited = set(match.invitations.values_list("player", flat=True))
    friends = friends_of(player).exclude(pk__in=seated).values_list("pk", "nickname")
    return tuple(Invitable(key, name, key in invited) for key, name in friends)


def friends_here(player: Player, now: datetime) -> tuple[FriendHere, ...]:
    """The friends who have a page of the site open or play at a table, by name; those who hide it left out."""
    friends = friends_who_show_presence(player)
    if not friends:
        return ()
    playing = {seat.player_id: seat.match for seat in _seats_of(friends) if seat.away_since is None}
    here = {*here_since(friends, now=now), *playing}
    shown = open_to_others((match.pk for match in playing.values()), player, now)
    names = Player.objects.filter(pk__in=here, is_active=True).order_by("nickname_sort")
    return tuple(
        FriendHere(
            key,
            name,
            code=playing[key].code if key in playing and playing[key].pk in shown else "",
            plays=key in playing,
        )
        for key, name in names.values_list("pk", "nickname")
    )


def tables_of_friends(player: Player, now: datetime) -> tuple[FriendsTable, ...]:
    """The running tables of friends to look on at, the newest first; not those at which the player sits."""
    friends = friends_who_show_presence(player)
    found: dict[str, list[SeatRow]] = {}
    seats = _seats_of(friends)
    shown = open_to_others((seat.match_id for seat in seats), player, now)
    for seat in seats:
        if seat.match_id in shown:
            found.setdefault(seat.match.code, []).append(seat)
    own = set(Match.objects.filter(code__in=found, seats__player=player).values_list("code", flat=True))
    return tuple(
        FriendsTable(
            code, gettext(seats[0].match.the_game.name), ", ".join(seat.player.nickname for seat in seats)
        )
        for code, seats in found.items()
        if code not in own
    )


def invitations_of(player: Player, now: datetime) -> tuple[InvitationLine, ...]:
    """The invitations to tables that have not started and at which the player does not sit, the newest first."""
    sent = TableInvitation.objects.filter(player=player, at__gt=now - INVITED_FOR)
    waiting = sent.filter(match__status=Match.Status.OPEN).exclude(match__seats__player=player)
    return tuple(
        InvitationLine(row.match.code, row.by.nickname, gettext(row.match.the_game.name))
        for row in waiting.select_related("match", "by").order_by("-at", "-pk")
    )


def _seats_of(players: frozenset[int]) -> list[SeatRow]:
    running = SeatRow.objects.filter(
        player__in=players, match__status=Match.Status.RUNNING, match__on_paper=False
    )
    return list(running.select_related("match", "player").order_by("-match__started_at", "number"))
