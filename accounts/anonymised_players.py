"""Make a player anonymous: after erasing an account, and for the double of two merged members."""

from __future__ import annotations

from secrets import token_hex
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from accounts.models import Player
from accounts.names import look_alike_key

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
