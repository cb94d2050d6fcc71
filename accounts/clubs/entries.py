"""Which players are entries of a club's list, and which are accounts of somebody."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.models import Membership, Player, PlayerKind


def is_entry(player: Player) -> bool:
    """Return whether nobody has signed in as the player and nobody holds a password or a second step of it.

    A mail address that the club typed and nobody confirmed makes no account: no person depends on it yet.
    """
    return (
        player.kind == PlayerKind.PERSON
        and player.last_login is None
        and not player.is_staff
        and not player.has_usable_password()
        and not Authenticator.objects.filter(user=player).exists()
        and not EmailAddress.objects.filter(user=player, verified=True).exists()
    )


def is_entry_of(membership: Membership) -> bool:
    """Return whether the member is an entry that this club alone has."""
    elsewhere = Membership.objects.filter(player=membership.player_id).exclude(pk=membership.pk)
    return is_entry(membership.player) and not elsewhere.exists()
