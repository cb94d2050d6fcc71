"""Distinguishes entries of a club's list from accounts that a person can use."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef

from accounts.models import Membership, Player, PlayerKind


def is_entry(player: Player) -> bool:
    """Whether the player never signed in and has no password, second step or confirmed address.

    An address that the club typed and nobody confirmed does not make an account.
    """
    return (
        player.kind == PlayerKind.PERSON
        and player.last_login is None
        and not player.is_staff
        and not player.has_usable_password()
        and not Authenticator.objects.filter(user=player).exists()
        and not EmailAddress.objects.filter(user=player, verified=True).exists()
    )


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
