"""Friends, regular tables, blocked players, who is here, and who is known to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefusal, AccountRefused
from accounts.mentions import mention
from accounts.models import Club, Membership, NoticeKind, Player, PlayerKind
from accounts.models.players import Audience, Block, Friendship, Privacy, Regular
from accounts.names import look_alike_key
from accounts.notices import notify

# Blocks, and what a player shows to others: writes.

MAX_BLOCKED: Final = 100


@transaction.atomic
def block(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`: no table together, no friendship, no question from them. They are not told.

    Blocking twice changes nothing. The player's row is locked. Refuses not_yourself, name_unknown (a bot),
    blocked_enough.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    if player.pk == other.pk:
        raise AccountRefused(AccountRefusal.NOT_YOURSELF)
    if other.is_bot:
        raise AccountRefused(AccountRefusal.NAME_UNKNOWN)
    blocked = Block.objects.filter(player=player)
    if not blocked.filter(blocked=other).exists() and blocked.count() >= MAX_BLOCKED:
        raise AccountRefused(AccountRefusal.BLOCKED_ENOUGH, most=MAX_BLOCKED)
    Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})
    friendship_between(player, other).delete()
    forget_regulars(player, other)


def unblock(*, player: Player, other: Player) -> None:
    """Take a block back; without one nothing changes. The friendship of before does not return."""
    Block.objects.filter(player=player, blocked=other).delete()


def choose_privacy(*, player: Player, figures: Audience, matches: Audience, shows_presence: bool) -> Privacy:
    """Store what others may see of the player's profile."""
    chosen = {"figures": figures, "matches": matches, "shows_presence": shows_presence}
    row, _made = Privacy.objects.update_or_create(player=player, defaults=chosen)
    return row


# Presence on the site, for friends: kept in the cache for a few minutes, never in the database.
#
# Several processes share the cache of Redis; one process has its own.

HERE_LASTS: Final = timedelta(minutes=3)
"""Time after a page for which a player counts as being here."""


def note_here(player: Player, *, now: datetime) -> None:
    """Note that the player has a page of the site open at `now`."""
    cache.set(_key(player.pk), now.timestamp(), HERE_LASTS.total_seconds())


def here_since(players: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """Those of `players` (keys) who are here, with the time of their newest page. One call of the cache, no query.

    Ask about `friends_who_show_presence` only.
    """
    keys = {_key(player): player for player in players}
    found = cache.get_many(keys) if keys else {}
    times = {keys[key]: datetime.fromtimestamp(at, UTC) for key, at in found.items()}
    return {player: at for player, at in times.items() if now - HERE_LASTS < at}


def _key(player: int) -> str:
    return f"here:{player}"


# Friends and blocks: queries.


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
    row = friendship_between(viewer, other).first()
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


def friendship_between(one: Player, other: Player) -> QuerySet[Friendship]:
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


def players_requested_by(player: Player) -> QuerySet[Player]:
    """The players this one asked and has no answer of; a no is not told, so it looks the same."""
    waiting = Friendship.objects.filter(asked_by=player, accepted_at=None)
    return Player.objects.filter(pk__in=waiting.values("asked"), is_active=True).order_by("nickname_sort")


def players_blocked_by(player: Player) -> QuerySet[Player]:
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
        or visible_clubs(viewer, other).exists()
        or friendship_between(viewer, other).exists()
    )


def visible_clubs(viewer: Player, other: Player) -> QuerySet[Club]:
    """The clubs of a player that the viewer may know of: public ones, and those they share."""
    shared = Membership.objects.filter(player=viewer).values("club")
    theirs = Club.objects.filter(memberships__player=other)
    return theirs.filter(Q(is_public=True) | Q(pk__in=shared)).order_by("name").distinct()


def friends_as_data(player: Player) -> dict[str, Any]:
    """Sections of the export of a player's data: friends, open questions, blocks, regulars, choices."""
    choices = privacy_of(player)
    return {
        "friends": [friend.nickname for friend in friends_of(player)],
        "friends_asked": [other.nickname for other in players_requested_by(player)],
        "asked_by": [other.nickname for other in requesters_of(player)],
        "blocked": [other.nickname for other in players_blocked_by(player)],
        "regular_table": [friend.nickname for friend in regulars_of(player)],
        "shown_to_others": {
            "figures": choices.figures,
            "matches": choices.matches,
            "presence": choices.shows_presence,
        },
    }


# Friendships and the regular table: writes.
#
# Each function locks the rows of both players in the order of their keys, so that two questions at once make one row.

MAX_OPEN: Final = 30
"""Questions of one player that may wait for an answer."""
ASKED_AGAIN_AFTER: Final = timedelta(days=30)
"""Time after a no until the same player may be asked again."""
MAX_REGULARS: Final = 3
"""Friends at a regular table: with the player four."""


def player_called(nickname: str) -> Player:
    """The person with an account of that name, however it is written. Refuses name_unknown."""
    key = look_alike_key(nickname)
    found = Player.objects.filter(nickname_key=key, kind=PlayerKind.PERSON, is_active=True).first()
    if not key or found is None:
        raise AccountRefused(AccountRefusal.NAME_UNKNOWN)
    return found


@transaction.atomic
def ask_friend(*, player: Player, other: Player, now: datetime) -> Friendship:
    """Ask `other` to be friends and tell them; where they asked already, it is accepted.

    A question to a player who blocked this one is stored and not shown to them. A question that was declined may be
    asked again after a month, by the one who declined at once. Refuses needs_account, not_yourself, blocked_by_you,
    friends_already, asked_already, asked_enough, name_unknown.
    """
    _lock(player, other)
    _require_two_people(player, other)
    blocks = blocks_among((player.pk, other.pk))
    if (player.pk, other.pk) in blocks:
        raise AccountRefused(AccountRefusal.BLOCKED_BY_YOU)
    row = friendship_between(player, other).first()
    if row is not None and row.accepted_at is not None:
        raise AccountRefused(AccountRefusal.FRIENDS_ALREADY)
    if row is not None and row.asked_by_id == other.pk and row.declined_at is None:
        return _accept(row, player, now)
    if row is not None and row.asked_by_id == player.pk:
        if row.declined_at is None or now < row.declined_at + ASKED_AGAIN_AFTER:
            raise AccountRefused(AccountRefusal.ASKED_ALREADY)
    if Friendship.objects.filter(asked_by=player, accepted_at=None).count() >= MAX_OPEN:
        raise AccountRefused(AccountRefusal.ASKED_ENOUGH, most=MAX_OPEN)
    if row is not None:
        row.delete()
    asked = Friendship.objects.create(asked_by=player, asked=other, at=now)
    if not blocks:
        subject = format_lazy(_("{player} asks to be friends"), player=mention(player.pk))
        _notify(other, subject, about=player, now=now)
    return asked


@transaction.atomic
def answer_friend(*, player: Player, other: Player, accept: bool, now: datetime) -> None:
    """Accept or decline the question of `other`. A no is not told. Refuses nothing_asked."""
    _lock(player, other)
    row = Friendship.objects.filter(asked_by=other, asked=player, accepted_at=None, declined_at=None).first()
    if row is None:
        raise AccountRefused(AccountRefusal.NOTHING_ASKED)
    if accept:
        _accept(row, player, now)
    else:
        row.declined_at = now
        row.save(update_fields=["declined_at"])


@transaction.atomic
def end_friendship(*, player: Player, other: Player) -> None:
    """End a friendship, or take a question back. The other one is not told. Refuses no_friend."""
    _lock(player, other)
    row = friendship_between(player, other).first()
    if row is None or (row.accepted_at is None and row.asked_by_id != player.pk):
        raise AccountRefused(AccountRefusal.NO_FRIEND)
    if row.declined_at is None:  # a declined question is kept for its month, which it shall not shorten
        row.delete()
    forget_regulars(player, other)


@transaction.atomic
def choose_regulars(*, player: Player, friends: Collection[Player]) -> None:
    """Make these friends the player's regular table, instead of those before. Refuses no_friend, table_of_four."""
    Player.objects.select_for_update().get(pk=player.pk)
    chosen = {friend.pk for friend in friends}
    if len(chosen) > MAX_REGULARS:
        raise AccountRefused(AccountRefusal.TABLE_OF_FOUR, most=MAX_REGULARS)
    if not chosen <= friend_keys(player):
        raise AccountRefused(AccountRefusal.NO_FRIEND)
    Regular.objects.filter(player=player).exclude(friend__in=chosen).delete()
    for friend in chosen:
        Regular.objects.get_or_create(player=player, friend_id=friend)


def forget_regulars(one: Player, other: Player) -> None:
    """Take the two off each other's regular table."""
    Regular.objects.filter(player=one, friend=other).delete()
    Regular.objects.filter(player=other, friend=one).delete()


def _accept(row: Friendship, player: Player, now: datetime) -> Friendship:
    row.accepted_at, row.declined_at = now, None
    row.save(update_fields=["accepted_at", "declined_at"])
    subject = format_lazy(_("You and {player} are friends now"), player=mention(player.pk))
    _notify(row.asked_by, subject, about=player, now=now)
    return row


def _notify(recipient: Player, subject: object, *, about: Player, now: datetime) -> None:
    notify(
        players=[recipient.pk],
        kind=NoticeKind.FRIEND,
        subject=subject,
        text="",
        url=reverse("people:friends"),
        mentions=[about.pk],
        now=now,
    )


def _require_two_people(player: Player, other: Player) -> None:
    if player.kind != PlayerKind.PERSON:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    if player.pk == other.pk:
        raise AccountRefused(AccountRefusal.NOT_YOURSELF)
    if other.kind != PlayerKind.PERSON or not other.is_active:
        raise AccountRefused(AccountRefusal.NAME_UNKNOWN)


def _lock(player: Player, other: Player) -> None:
    list(Player.objects.select_for_update().filter(pk__in=(player.pk, other.pk)).order_by("pk"))


# Friends and blocks when two accounts become one, or one ends.


def settle_friends(*, kept: Player, double: Player, **_sent: Any) -> None:
    """Delete what the two accounts share before the rows of the double are given to the kept one, and friendships that
    a block of the other one ends. Receiver of `member_merging`.

    A friendship of both with one person would be two rows of one pair: a yes stays, else the row of the kept account.
    """
    friendship_between(kept, double).delete()
    pair = (kept, double)
    Block.objects.filter(player__in=pair, blocked__in=pair).delete()
    Regular.objects.filter(player__in=pair, friend__in=pair).delete()
    blocked = Q(player__in=pair) | Q(blocked__in=pair)
    apart = {key for row in Block.objects.filter(blocked).values_list("player", "blocked") for key in row}
    accepted = Friendship.objects.filter(accepted_at__isnull=False)
    for player in pair:
        _with_any_of(apart, accepted, player).delete()
    Regular.objects.filter(
        Q(player__in=pair, friend__in=apart) | Q(player__in=apart, friend__in=pair)
    ).delete()
    yes_to_double = _friends_in(accepted, double)
    _with_any_of(yes_to_double, Friendship.objects.filter(accepted_at=None), kept).delete()
    _with_any_of(_friends_in(Friendship.objects.all(), kept), Friendship.objects.all(), double).delete()


def _friends_in(rows: QuerySet[Friendship], player: Player) -> set[int]:
    """The keys of those with whom the player has one of these rows."""
    theirs = rows.filter(Q(asked_by=player) | Q(asked=player)).values_list("asked_by", "asked")
    return {key for row in theirs for key in row} - {player.pk}


def _with_any_of(others: set[int], rows: QuerySet[Friendship], player: Player) -> QuerySet[Friendship]:
    """Those of these rows that are of the player and one of the others (keys)."""
    others = others - {player.pk}
    return rows.filter(Q(asked_by=player, asked__in=others) | Q(asked=player, asked_by__in=others))


def forget_everybody(player: Player) -> None:
    """Delete the friendships, blocks and choices of a player whose account ends."""
    Friendship.objects.filter(Q(asked_by=player) | Q(asked=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    Regular.objects.filter(Q(player=player) | Q(friend=player)).delete()
    Privacy.objects.filter(player=player).delete()
