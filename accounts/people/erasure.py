"""An account ends: nobody can be that player any more, and nothing says who it was. What was played stays."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import chain
from secrets import token_hex
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal

from accounts.clubs.departures import remove_member
from accounts.clubs.member_models import JoinRequest, MemberChange
from accounts.clubs.merge_models import MergeRequest
from accounts.errors import Refusal, refuse
from accounts.invitations.mailed import forget_in_invitations
from accounts.models import Club, Membership, Notice, Player
from accounts.notices.outbox_models import AccountMail
from accounts.people.mentions import rename_in
from accounts.people.names import look_alike_key

account_erasing = Signal()
"""Sent inside the transaction before anything goes, with `player`, `known_as` (the names others may have been told),
`instead` (the neutral name) and `now`. Who keeps words of the player's removes them, or refuses with a
`ValidationError`."""

STAYS: Final = frozenset({"id", "kind", "date_joined", "password", "nickname_key"})
"""Fields of a player that an erased one keeps, or that are set otherwise; every other is as a new player's."""


def erase_account(*, player: Player, now: datetime) -> Player:
    """End the account of `player`, a guest's too; seats, results and rulings stay under a neutral name.

    The player's row is locked. Refuses needs-account for a bot, last-owner, and what the receivers of
    `account_erasing` refuse.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.is_bot:
            raise refuse(Refusal.NEEDS_ACCOUNT)
        told = {"known_as": names_of(player), "instead": neutral_name(player)}
        account_erasing.send(sender=Player, player=player, now=now, **told)
        for club in Club.objects.filter(memberships__player=player).order_by("pk"):
            remove_member(club=club, player=player, actor=player, now=now)
        player.notices.all().delete()
        asked = JoinRequest.objects.filter(player=player)
        Notice.objects.filter(text__in=[each.text for each in asked if each.text]).update(text="")
        asked.delete()
        AccountMail.objects.filter(to__in=told["known_as"]).delete()
        MergeRequest.objects.filter(Q(kept=player) | Q(double=player) | Q(asked_by=player)).delete()
        about = MemberChange.objects.filter(player=player, what__in=MemberChange.NAMED)
        about.update(before=told["instead"], after=told["instead"])
        forget_in_invitations(player=player, now=now, **told)
        rename_in(Notice.objects.all(), ["subject", "text"], **told)
        _rename_in_the_admins_book(player, **told)
        return make_nobody(player)


def make_nobody(player: Player) -> Player:
    """Nobody can be this player any more, and their row says nothing of who it was. Inside a transaction."""
    name = neutral_name(player)
    _end_sessions(player)
    for signing_in in (EmailAddress, Authenticator, UserSession):
        signing_in.objects.filter(user=player).delete()
    player.groups.clear()
    player.user_permissions.clear()
    for field in Player._meta.concrete_fields:
        if field.name not in STAYS:
            setattr(player, field.attname, field.get_default())
    player.nickname, player.username = name, f"gone-{player.pk}"
    player.is_active = False
    player.set_unusable_password()
    player.save()
    return player


def neutral_name(player: Player) -> str:
    """What the player is called once nobody is behind the name any more: as score lists of any language say it."""
    name = f"N.N. {player.pk}"
    taken = Player.objects.exclude(pk=player.pk).filter(nickname_key=look_alike_key(name))
    return f"{name[:15]} {token_hex(4)}" if taken.exists() else name


def names_of(player: Player) -> frozenset[str]:
    """Every name others may have been told, as it stands in texts. A first name alone may be anybody's."""
    addresses = EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    listed = Membership.objects.filter(player=player).values_list("listed_name", "listed_mail")
    own = {player.nickname, player.get_full_name(), player.email}
    return frozenset({*own, *addresses, *chain.from_iterable(listed)} - {""})


def _end_sessions(player: Player) -> None:
    """Sessions name their player inside only; open sockets end with them."""
    theirs = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(player.pk)
    ]
    Session.objects.filter(pk__in=theirs).delete()


def _rename_in_the_admins_book(player: Player, *, known_as: frozenset[str], instead: str) -> None:
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    about.update(object_repr=instead)
    written = known_as | {json.dumps(name)[1:-1] for name in known_as}
    rename_in(LogEntry.objects.all(), ["object_repr", "change_message"], known_as=written, instead=instead)
