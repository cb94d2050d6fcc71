"""Export of a player's own data."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, Q
from django.dispatch import Signal

from accounts.clubs.member_models import JoinRequest, MemberChange
from accounts.friends.known import friends_as_data
from accounts.invitations.invitation_models import MailedInvitation
from accounts.models import Membership, Player
from accounts.notices.notices import notices_of
from accounts.people.mentions import with_names

data_wanted = Signal()
"""Sent with `player`; each receiver returns sections with plain data of that player only: no running round, no cards,
no texts of other people."""

SECRET: Final = frozenset({"password", "nickname_key", "nickname_sort"})
ACCOUNT: Final = (
    "id",
    "nickname",
    "username",
    "first_name",
    "last_name",
    "email",
    "phone",
    "kind",
    "date_joined",
    "last_login",
)


def data_of(player: Player, *, now: datetime) -> dict[str, Any]:
    """Sections by name with plain data; times are datetimes. Without password and second-step secrets."""
    settings = [
        field.name
        for field in Player._meta.concrete_fields
        if field.name not in SECRET and field.name not in ACCOUNT
    ]
    data: dict[str, Any] = {
        "written_at": now,
        "account": _fields([player], ACCOUNT)[0],
        "settings": _fields([player], settings)[0],
        "mail_addresses": _fields(EmailAddress.objects.filter(user=player), ("email", "verified", "primary")),
        "second_step": _fields(
            Authenticator.objects.filter(user=player), ("type", "created_at", "last_used_at")
        ),
        "signed_in_on": _fields(
            UserSession.objects.filter(user=player), ("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "push_devices": _fields(
            player.push_devices.all(), ("name", "kinds_off", "with_details", "created_at")
        ),
        **friends_as_data(player),
        "memberships": [
            {
                "club": each.club.name,
                "role": each.role,
                "since": each.since,
                "listed_name": each.listed_name,
                "listed_mail": each.listed_mail,
            }
            for each in Membership.objects.filter(player=player).select_related("club")
        ],
        "requests_to_join": [
            {"club": each.club.name, "text": each.text, "at": each.at, "accepted": each.accepted}
            for each in JoinRequest.objects.filter(player=player).select_related("club")
        ],
        "invitations": [
            {"club": each.club.name, "at": each.at, "outcome": each.outcome}
            for each in _invitations_to(player)
        ],
        "invitations_written": [
            {"club": each.club.name, "greeting": each.greeting, "at": each.at, "outcome": each.outcome}
            for each in MailedInvitation.objects.filter(by=player).select_related("club")
        ],
        "names_corrected": _fields(
            MemberChange.objects.filter(player=player, what=MemberChange.What.NAMES),
            ("before", "after", "at"),
        ),
        "notices": _fields(
            with_names(notices_of(player), "subject", "text"), ("subject", "text", "url", "at", "read_at")
        ),
    }
    for _receiver, sections in data_wanted.send(sender=Player, player=player):
        data |= sections
    return data


def _invitations_to(player: Player) -> Iterable[MailedInvitation]:
    """Invitations the player used, and open ones to the player's confirmed addresses."""
    confirmed = EmailAddress.objects.filter(user=player, verified=True).values_list("email", flat=True)
    theirs = Q(used_by=player) | Q(closed_at=None, address__in=[address.lower() for address in confirmed])
    return MailedInvitation.objects.filter(theirs).select_related("club")


def _fields(rows: Iterable[Model], names: Iterable[str]) -> list[dict[str, Any]]:
    names = tuple(names)
    return [{name: getattr(row, name) for name in names} for row in rows]
