"""Correcting a member's names by a club's secretary, with a notice to the member and a log entry."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs import member_log
from accounts.clubs.entries import is_entry_of
from accounts.clubs.member_models import MemberChange
from accounts.clubs.permissions import Right, may
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role
from accounts.names import tidy_name
from accounts.notices.notices import notify
from accounts.services import checked_nickname


def correct_names(
    *, club: Club, player: Player, nickname: str, listed_name: str, actor: Player, now: datetime, url: str
) -> Membership:
    """Set the name in the club's list and the nickname of `player`; unchanged names write no log entry.

    The nickname belongs to the player: a club changes it only for entries of its own list without an account.
    Refuses not-a-member, not-yours-to-change, name-is-theirs, and what `checked_nickname` refuses.
    """
    membership = manageable_membership(club=club, player=player, actor=actor)
    player = membership.player
    nickname = checked_nickname(nickname=nickname, player=player)
    if nickname != player.nickname and not is_entry_of(membership):
        raise refuse(Refusal.NAME_IS_THEIRS)
    before = names_line(membership)
    player.nickname, membership.listed_name = nickname, tidy_name(listed_name)
    after = names_line(membership)
    if before == after:
        return membership
    try:
        with transaction.atomic():
            player.save(update_fields=["nickname"])
            membership.save(update_fields=["listed_name"])
            member_log.add_entry(
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
    except IntegrityError as error:  # taken since the check
        raise refuse(Refusal.NAME_LOOKS_ALIKE, name=nickname) from error
    return membership


def manageable_membership(*, club: Club, player: Player, actor: Player) -> Membership:
    """The membership of `player`, if `actor` may change its names. Refuses not-a-member, not-yours-to-change.

    Owners are changed by owners only, staff of the site by themselves only.
    """
    membership = Membership.objects.select_related("player").filter(club=club, player=player).first()
    if membership is None:
        raise refuse(Refusal.NOT_A_MEMBER)
    sets_roles = may(player=actor, club=club, right=Right.SET_ROLES)
    if not is_changeable(membership, actor, sets_roles=sets_roles):
        raise refuse(Refusal.NOT_YOURS_TO_CHANGE)
    return membership


def is_changeable(membership: Membership, actor: Player, *, sets_roles: bool) -> bool:
    """Whether a manager of members may change the names of this member; `sets_roles` is whether `actor` may give roles
    in the club."""
    if membership.role == Role.OWNER and not sets_roles:
        return False
    return not membership.player.is_staff or membership.player_id == actor.pk


def names_line(membership: Membership) -> str:
    """A member's names in one line."""
    name = membership.real_name
    return f"{membership.player.nickname} ({name})" if name else membership.player.nickname
