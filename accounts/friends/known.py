"""Queries about friends and blocks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from accounts.friend_models import Audience, Block, Friendship, Privacy, Regular
from accounts.models import Club, Membership, Player, PlayerKind


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of a viewer to another player, as the viewer may know it.

    `asked`: the viewer asked and has no answer that they may know of; `asks`: the other one waits for an answer.
    """

    is_self: bool = False
    friends: bool = False
    asked: bool = False
    asks: bool = False
    blocked: bool = False
    regular: bool = False


def relation(viewer: Player, other: Player) -> Relation:
    """The relation of two players as the viewer may know it. Four queries at most."""
    if viewer.pk == other.pk:
        return Relation(is_self=True)
    row = between(viewer, other).first()
    blocked = Block.objects.filter(player=viewer, blocked=other).exists()
    if row is None:
        return Relation(blocked=blocked)
    accepted = row.accepted_at is not None
    regular = accepted and Regular.objects.filter(player=viewer, friend=other).exists()
    mine = row.asked_by_id == viewer.pk
    return Relation(
        friends=accepted,
        asked=not accepted and mine,
        asks=not accepted and not mine and row.declined_at is None and not blocked,
        blocked=blocked,
        regular=regular,
    )


def between(one: Player, other: Player) -> QuerySet[Friendship]:
    """The friendship of two players, asked or accepted, as at most one row."""
    return Friendship.objects.filter(Q(asked_by=one, asked=other) | Q(asked_by=other, asked=one))


def friend_keys(player: Player) -> frozenset[int]:
    """The keys of the player's friends. One query."""
    mutual = Friendship.objects.filter(Q(asked_by=player) | Q(asked=player), accepted_at__isnull=False)
    pairs = mutual.values_list("asked_by", "asked")
    return frozenset(other if one == player.pk else one for one, other in pairs)


def friends_who_show_presence(player: Player) -> frozenset[int]:
    """The keys of the friends who do not hide being here. Two queries, one without friends."""
    friends = friend_keys(player)
    hiding = Privacy.objects.filter(player__in=friends, shows_presence=False)
    return friends - set(hiding.values_list("player", flat=True)) if friends else friends


def friends_of(player: Player) -> QuerySet[Player]:
    """The player's friends by name, those whose account has ended left out."""
    return Player.objects.filter(pk__in=friend_keys(player), is_active=True).order_by("nickname_sort")


def requesters_of(player: Player) -> QuerySet[Player]:
    """The players who asked this one and have no answer yet, by name."""
    waiting = Friendship.objects.filter(asked=player, accepted_at=None, declined_at=None)
    unwanted = Block.objects.filter(player=player).values("blocked")
    askers = waiting.exclude(asked_by__in=unwanted).values("asked_by")
    return Player.objects.filter(pk__in=askers, is_active=True).order_by("nickname_sort")


def requested_by(player: Player) -> QuerySet[Player]:
    """The players this one asked and has no answer of; a no is not told, so it looks the same."""
    waiting = Friendship.objects.filter(asked_by=player, accepted_at=None)
    return Player.objects.filter(pk__in=waiting.values("asked"), is_active=True).order_by("nickname_sort")


def blocked_by(player: Player) -> QuerySet[Player]:
    """The players this one blocked, by name."""
    return Player.objects.filter(pk__in=Block.objects.filter(player=player).values("blocked")).order_by(
        "nickname_sort"
    )


def regulars_of(player: Player) -> QuerySet[Player]:
    """The friends at the player's regular table, by name."""
    chosen = Regular.objects.filter(player=player).values("friend")
    return Player.objects.filter(pk__in=chosen, is_active=True).order_by("nickname_sort")


def blocks_among(players: Collection[int]) -> frozenset[tuple[int, int]]:
    """The blocks between any two of these players (keys), as pairs of the player and the blocked one."""
    rows = Block.objects.filter(player__in=players, blocked__in=players)
    return frozenset(rows.values_list("player", "blocked"))


def strangers_among(player: Player, others: Collection[int]) -> frozenset[int]:
    """Those of `others` (keys) who are people, no friends of the player, and in no club with them. Three queries."""
    people = Player.objects.filter(pk__in=others).exclude(kind=PlayerKind.BOT).exclude(pk=player.pk)
    clubs = Membership.objects.filter(player=player).values("club")
    fellows = Membership.objects.filter(club__in=clubs, player__in=others).values_list("player", flat=True)
    unknown = set(people.values_list("pk", flat=True)) - friend_keys(player)
    return frozenset(unknown - set(fellows)) if unknown else frozenset()


def privacy_of(player: Player) -> Privacy:
    """The choices of a player about what others see; the defaults, not stored, before the first choice."""
    return Privacy.objects.filter(player=player).first() or Privacy(player=player)


def may_see(audience: str, *, viewer: Player, other: Player, friends: bool) -> bool:
    """Whether a viewer may see a part of the other's profile that is shown to this audience."""
    if viewer.pk == other.pk:
        return True
    match audience:
        case Audience.EVERYBODY:
            return True
        case Audience.FRIENDS:
            return friends
        case Audience.CLUBS:
            return friends or share_a_club(viewer, other)
        case _:
            return False


def share_a_club(one: Player, other: Player) -> bool:
    """Whether both are members of some club."""
    clubs = Membership.objects.filter(player=one).values("club")
    return Membership.objects.filter(player=other, club__in=clubs).exists()


def may_know(viewer: Player, other: Player) -> bool:
    """Whether a viewer may learn that the other exists: friends or asked, the staff, and members of a club both are in
    or that is public.
    """
    return (
        viewer.pk == other.pk
        or viewer.is_staff
        or clubs_shown(viewer, other).exists()
        or between(viewer, other).exists()
    )


def clubs_shown(viewer: Player, other: Player) -> QuerySet[Club]:
    """The clubs of a player that the viewer may know of: public ones, and those they share."""
    shared = Membership.objects.filter(player=viewer).values("club")
    theirs = Club.objects.filter(memberships__player=other)
    return theirs.filter(Q(is_public=True) | Q(pk__in=shared)).order_by("name").distinct()


def friends_as_data(player: Player) -> dict[str, Any]:
    """Sections of the export of a player's data: friends, open questions, blocks, regulars, choices."""
    choices = privacy_of(player)
    return {
        "friends": [friend.nickname for friend in friends_of(player)],
        "friends_asked": [other.nickname for other in requested_by(player)],
        "asked_by": [other.nickname for other in requesters_of(player)],
        "blocked": [other.nickname for other in blocked_by(player)],
        "regular_table": [friend.nickname for friend in regulars_of(player)],
        "shown_to_others": {
            "figures": choices.figures,
            "matches": choices.matches,
            "presence": choices.shows_presence,
        },
    }
