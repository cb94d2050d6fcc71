"""The phone list of a club: the numbers of the members who want to stand in it, for its members."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.clubs import member_log
from accounts.clubs.corrections import manageable_membership
from accounts.clubs.entries import is_entry_of
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role
from accounts.names import tidy_phone


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A line of the phone list."""

    nickname: str
    real_name: str
    number: str

    @property
    def dialled(self) -> str:
        """The number as a telephone dials it: in "+31 (0)6 ..." the zero is for callers inside the country."""
        number = self.number.replace("(0)", "") if self.number.startswith(("+", "00")) else self.number
        return re.sub(r"[^+0-9]", "", number)


def listed_phones(club: Club) -> tuple[ListedPhone, ...]:
    """The members of the club who want their number in the list, by name; no guests of the club. One query."""
    members = club.memberships.filter(player__phone_listed=True, player__is_active=True).exclude(
        player__phone=""
    )
    found = members.exclude(role=Role.GUEST).select_related("player").order_by("player__nickname_sort")
    return tuple(ListedPhone(each.player.nickname, each.real_name, each.player.phone) for each in found)


def note_phone(
    *, club: Club, player: Player, phone: str, listed: bool, actor: Player, now: datetime
) -> Membership:
    """Write the number of an entry without a login, and whether the person wants it in the list.

    The number of an account is the person's own. The player's row is locked; the log says that a number was noted,
    not which. Refuses not-a-member, not-yours-to-change, phone-is-theirs, and what is no phone number.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        membership = manageable_membership(club=club, player=player, actor=actor)
        if not is_entry_of(membership):
            raise refuse(Refusal.PHONE_IS_THEIRS)
        entry = membership.player
        entry.phone, entry.phone_listed = tidy_phone(phone), listed
        entry.clean_fields(exclude=[each.name for each in Player._meta.fields if each.name != "phone"])
        entry.save(update_fields=["phone", "phone_listed"])
        member_log.add_entry(club=club, player=entry, actor=actor, what=MemberChange.What.PHONE, now=now)
    return membership
