"""Personal data: export, erasure, and making a player anonymous."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from secrets import token_hex
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, Q
from django.dispatch import Signal

from accounts.errors import AccountRefusal, AccountRefused
from accounts.friends import forget_everybody, friends_as_data
from accounts.invitations import erase_from_invitations, remove_member
from accounts.mentions import mention, replace_names_in_rows, with_names
from accounts.models import Club, ClubNews, Membership, Notice, NoticeKind, Player
from accounts.models.clubs import JoinRequest, MailedInvitation, MemberChange, MergeRequest
from accounts.models.messages import AccountMail, PushMessage
from accounts.names import look_alike_key
from accounts.notices import notices_of

# Deleting an account: sign-in ends, names and addresses are removed, results stay.

account_erasing = Signal()
"""Sent inside the transaction before deleting, with `player`, `known_as` (all names of the player), `instead` (the
neutral name) and `now`. Receivers remove the player's texts, or refuse with `AccountRefused`."""


def erase_account(*, player: Player, now: datetime) -> Player:
    """Delete the account of a person or guest; seats, results and rulings stay under a neutral name.

    The player's row is locked. Refuses needs_account for a bot, last_owner, and what the receivers of
    `account_erasing` refuse.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # as `merging` locks
        if player.is_bot:
            raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
        names = {"known_as": names_of(player), "instead": neutral_name(player)}
        account_erasing.send(sender=Player, player=player, now=now, **names)
        for club in Club.objects.filter(memberships__player=player).order_by("pk"):
            remove_member(club=club, player=player, actor=player, now=now)
        forget_everybody(player)
        player.push_devices.all().delete()
        player.notices.all().delete()
        _erase_from_notices(player)
        JoinRequest.objects.filter(player=player).delete()
        AccountMail.objects.filter(to__in=names["known_as"]).delete()
        MergeRequest.objects.filter(Q(kept=player) | Q(double=player) | Q(asked_by=player)).delete()
        about = MemberChange.objects.filter(player=player, what__in=MemberChange.NAMED)
        about.update(before=names["instead"], after=names["instead"])
        erase_from_invitations(player=player, now=now, **names)
        replace_names_in_rows(Notice.objects.all(), ["subject", "text"], **names)
        replace_names_in_rows(ClubNews.objects.all(), ["text"], **names)
        replace_names_in_rows(Club.objects.all(), ["contact"], **names)
        replace_names_in_rows(PushMessage.objects.all(), ["title", "text"], **names)
        _replace_in_admin_log(player, **names)
        return anonymise(player)


def _erase_from_notices(player: Player) -> None:
    """Clear the words of the player that notices to others quote: requests to join, complaints, appeals, calls for the
    director, also those of a double that was merged. What a secretary told the members stays."""
    asked = JoinRequest.objects.filter(player=player).exclude(text="").values_list("text", flat=True)
    doubles = Player.objects.filter(merged_into=player).values_list("pk", flat=True)
    for key in (player.pk, *doubles):
        quoting = Q(text__in=list(asked)) | Q(text__contains=f"{mention(key)}: ")
        named = Notice.objects.filter(quoting, mentions=[key])
        named.exclude(kind=NoticeKind.SECRETARY).update(text="")


def names_of(player: Player) -> frozenset[str]:
    """All names, addresses and the phone number of the player that texts may contain. A first name or a last name alone
    is not unique enough, also where a club lists no more.
    """
    listed = Membership.objects.filter(player=player)
    full_names = {player.get_full_name(), *listed.values_list("listed_name", flat=True)}
    addresses = EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    own = {player.nickname, player.email, player.phone, *(name for name in full_names if " " in name)}
    return frozenset({*own, *addresses, *listed.values_list("listed_mail", flat=True)} - {""})


def _replace_in_admin_log(player: Player, *, known_as: frozenset[str], instead: str) -> None:
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    about.update(object_repr=instead)
    written = known_as | {json.dumps(name)[1:-1] for name in known_as}
    replace_names_in_rows(
        LogEntry.objects.all(), ["object_repr", "change_message"], known_as=written, instead=instead
    )


# Export of a player's own data.

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


# Make a player anonymous: after erasing an account, and for the double of two merged members.

KEPT_FIELDS: Final = frozenset({"id", "kind", "date_joined", "password", "nickname_key", "nickname_sort"})
"""Fields that an anonymised player keeps or that are set separately; every other gets its default."""


def anonymise(player: Player) -> Player:
    """Disable the account and reset everything in its row that tells whose it was. Inside a transaction."""
    name = neutral_name(player)
    _end_sessions(player)
    for signing_in in (EmailAddress, Authenticator, UserSession):
        signing_in.objects.filter(user=player).delete()
    player.groups.clear()
    player.user_permissions.clear()
    for field in Player._meta.concrete_fields:
        if field.name not in KEPT_FIELDS:
            setattr(player, field.attname, field.get_default())
    player.nickname, player.username = name, f"gone-{player.pk}"
    player.is_active = False
    player.set_unusable_password()
    player.save()
    return player


def neutral_name(player: Player) -> str:
    """Return the name of a player whose account has ended, as score lists of any language write it (nomen nescio)."""
    name = f"N.N. {player.pk}"
    taken = Player.objects.exclude(pk=player.pk).filter(nickname_key=look_alike_key(name))
    return f"{name[:15]} {token_hex(4)}" if taken.exists() else name


def _end_sessions(player: Player) -> None:
    """Delete the player's sessions, whose player stands in their data only; open sockets are closed with them."""
    theirs = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(player.pk)
    ]
    Session.objects.filter(pk__in=theirs).delete()
