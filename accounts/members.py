"""Members of a club: roles and rights, phones, entries without an account, corrections, the log."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.dispatch import Signal
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import Club, Membership, Player, PlayerKind, Role
from accounts.models.clubs import MemberChange
from accounts.names import tidy_name, tidy_phone
from accounts.notices import notify
from accounts.services import clean_nickname

# Roles of members.


@transaction.atomic
def set_role(*, club: Club, player: Player, role: str, actor: Player, now: datetime) -> Membership:
    """Change the role of the member `player` and log it. Refuses not_a_member, needs_account, last_owner."""
    is_last = is_last_owner(club, player)
    membership = Membership.objects.select_for_update().filter(club=club, player=player).first()
    if membership is None:
        raise AccountRefused(AccountRefusal.NOT_A_MEMBER)
    if player.is_guest and role != Role.GUEST:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
    if role != Role.OWNER and is_last:
        raise AccountRefused(AccountRefusal.LAST_OWNER)
    if membership.role != role:
        changed = {"before": membership.role, "after": Role(role)}
        add_entry(club=club, player=player, actor=actor, what=MemberChange.What.ROLE, now=now, **changed)
    membership.role = Role(role)
    membership.save(update_fields=["role"])
    return membership


def is_last_owner(club: Club, player: Player) -> bool:
    """Whether the player is an owner of the club, and no other owner can sign in: an imported club has some who never
    did. Locks the owners' rows in the order of their keys, so two owners cannot both be the last to go; SQLite has one
    writer anyway."""
    owners = Membership.objects.select_for_update().filter(club=club, role=Role.OWNER).order_by("pk")
    keys = set(owners.values_list("player", flat=True))
    others = Player.objects.filter(pk__in=keys - {player.pk}, is_active=True)
    able = set(others.values_list("pk", flat=True))
    return player.pk in keys and not able - entries_among(able)


# Rights of each role, checked by views and services.


class Right(StrEnum):
    """Rights in a club."""

    SEE = "see"
    PLAY = "play"
    SEE_PHONES = "see-phones"
    RUN_EVENING = "run-evening"
    DECIDE_DISPUTES = "decide-disputes"
    MANAGE_MEMBERS = "manage-members"
    SET_ROLES = "set-roles"


RIGHTS: dict[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right) - {Right.DECIDE_DISPUTES},
    Role.SECRETARY: frozenset(
        {Right.SEE, Right.PLAY, Right.SEE_PHONES, Right.RUN_EVENING, Right.MANAGE_MEMBERS}
    ),
    # Arbiters do not run evenings, so that they never decide on their own arrangements.
    Role.ARBITER: frozenset({Right.SEE, Right.PLAY, Right.SEE_PHONES, Right.DECIDE_DISPUTES}),
    Role.MEMBER: frozenset({Right.SEE, Right.PLAY, Right.SEE_PHONES}),
    Role.GUEST: frozenset({Right.SEE, Right.PLAY}),
}


def may(*, player: Player | AnonymousUser, club: Club, right: Right) -> bool:
    """Whether `player` has `right` in `club`. Staff of the site have no rights by being staff.

    Everybody may see a public club. An inactive player has no rights.
    """
    if right is Right.SEE and club.is_public:
        return True
    if not player.is_authenticated or not player.is_active:
        return False
    role = Membership.objects.filter(club=club, player=player).values_list("role", flat=True).first()
    return role is not None and right in RIGHTS[Role(role)]


def holders(*, club: Club, right: Right) -> list[int]:
    """The keys of the members who have `right` in `club`."""
    roles = [role for role, rights in RIGHTS.items() if right in rights]
    return list(
        Membership.objects.filter(club=club, role__in=roles, player__is_active=True)
        .order_by("player")
        .values_list("player", flat=True)
    )


def members_by_name(club: Club) -> QuerySet[Player]:
    """The members of a club, by name."""
    return Player.objects.filter(memberships__club=club).order_by("nickname_sort")


# The phone list: the numbers of the members who want to stand in it, for the members of the club.


def listed_phones(club: Club) -> QuerySet[Membership]:
    """The members of the club who want their number in the list, by name; no guests of the club. One query."""
    members = club.memberships.filter(player__phone_listed=True, player__is_active=True).exclude(
        player__phone=""
    )
    return members.exclude(role=Role.GUEST).select_related("player").order_by("player__nickname_sort")


def note_phone(
    *, club: Club, player: Player, phone: str, listed: bool, actor: Player, now: datetime
) -> Membership:
    """Write the number of an entry without a login, and whether the person wants it in the list.

    The number of an account is the person's own. The player's row is locked; the log says that a number was noted,
    not which. Refuses not_a_member, not_yours_to_change, phone_is_theirs, and what is no phone number.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        membership = manageable_membership(club=club, player=player, actor=actor)
        if not is_entry_of(membership):
            raise AccountRefused(AccountRefusal.PHONE_IS_THEIRS)
        entry = membership.player
        entry.phone, entry.phone_listed = tidy_phone(phone), listed
        entry.clean_fields(exclude=[each.name for each in Player._meta.fields if each.name != "phone"])
        entry.save(update_fields=["phone", "phone_listed"])
        add_entry(club=club, player=entry, actor=actor, what=MemberChange.What.PHONE, now=now)
    return membership


# Entries: members that only stand in a club's list, without an account that a person can use.


def is_entry(player: Player) -> bool:
    """Whether the player never signed in and has no password, second step or confirmed address.

    An address that the club typed and nobody confirmed does not make an account.
    """
    return player.pk in entries_among([player.pk])


def entries_among(players: Iterable[int]) -> set[int]:
    """The keys of those of `players` (keys) for whom `is_entry` holds. One query."""
    found = Player.objects.filter(
        pk__in=set(players), kind=PlayerKind.PERSON, last_login=None, is_staff=False
    ).exclude(Exists(Authenticator.objects.filter(user=OuterRef("pk"))))
    unconfirmed = found.exclude(Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)))
    return {player.pk for player in unconfirmed if not player.has_usable_password()}


def is_entry_of(membership: Membership) -> bool:
    """Whether the member is an entry of this club only."""
    elsewhere = Membership.objects.filter(player=membership.player_id).exclude(pk=membership.pk)
    return is_entry(membership.player) and not elsewhere.exists()


# The log of changes of a club's members. Rows are written here; a personal link puts its mark of the password into the
# row afterwards, which the trail must not copy, and deleting an account takes the names out.

member_changed: Final = Signal()
"""Sent inside the transaction with `change`, the new row."""


def add_entry(
    *, club: Club, player: Player, actor: Player, what: str, now: datetime, before: str = "", after: str = ""
) -> MemberChange:
    """Write that `actor` changed something of the member `player`, in the transaction of the change."""
    change = MemberChange.objects.create(
        club=club, player=player, actor=actor, what=what, before=before, after=after, at=now
    )
    member_changed.send(sender=MemberChange, change=change)
    return change


account_blocked: Final = Signal()
"""Sent inside the transaction in which the site's staff block an account, with `player`, `actor` and `now`."""


# Names of members, as a secretary corrects them: with a notice to the member and a log entry.


def correct_names(
    *, club: Club, player: Player, nickname: str, listed_name: str, actor: Player, now: datetime, url: str
) -> Membership:
    """Set the name in the club's list and the nickname of `player`; unchanged names write no log entry.

    The nickname belongs to the player: a club changes it only for entries of its own list without an account. The
    player's row is locked, so that nobody makes it an account meanwhile.
    Refuses not_a_member, not_yours_to_change, name_is_theirs, and what `clean_nickname` refuses.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        membership = manageable_membership(club=club, player=player, actor=actor)
        player = membership.player
        nickname = clean_nickname(nickname=nickname, player=player)
        if nickname != player.nickname and not is_entry_of(membership):
            raise AccountRefused(AccountRefusal.NAME_IS_THEIRS)
        before = names_line(membership)
        player.nickname, membership.listed_name = nickname, tidy_name(listed_name)
        after = names_line(membership)
        if before == after:
            return membership
        try:
            with transaction.atomic():
                player.save(update_fields=["nickname"])
        except IntegrityError as error:  # taken since the check
            raise AccountRefused(AccountRefusal.NAME_LOOKS_ALIKE, name=nickname) from error
        membership.save(update_fields=["listed_name"])
        add_entry(
            club=club,
            player=player,
            actor=actor,
            what=MemberChange.What.NAMES,
            before=before,
            after=after,
            now=now,
        )
        if player.pk != actor.pk:
            notify(
                players=[player.pk],
                subject=format_lazy(_("{club} corrected your name"), club=club.name),
                text=format_lazy(_("It was {before}, it is {after}."), before=before, after=after),
                url=url,
                now=now,
            )
    return membership


def manageable_membership(*, club: Club, player: Player, actor: Player) -> Membership:
    """The membership of `player`, for an `actor` who manages members there. Refuses not_a_member, not_yours_to_change.

    Owners are changed by owners only, staff of the site by themselves only.
    """
    membership = Membership.objects.select_related("player").filter(club=club, player=player).first()
    if membership is None:
        raise AccountRefused(AccountRefusal.NOT_A_MEMBER)
    sets_roles = may(player=actor, club=club, right=Right.SET_ROLES)
    if not is_changeable(membership, actor, sets_roles=sets_roles):
        raise AccountRefused(AccountRefusal.NOT_YOURS_TO_CHANGE)
    return membership


def is_changeable(membership: Membership, actor: Player, *, sets_roles: bool) -> bool:
    """Whether `actor`, who manages members, may change this one; `sets_roles` is whether `actor` may give roles
    in the club."""
    if membership.role == Role.OWNER and not sets_roles:
        return False
    return not membership.player.is_staff or membership.player_id == actor.pk


def names_line(membership: Membership) -> str:
    """A member's names in one line."""
    name = membership.real_name
    return f"{membership.player.nickname} ({name})" if name else membership.player.nickname
