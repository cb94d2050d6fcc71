"""Whether a player gets notices by mail, and when not."""

from __future__ import annotations

from datetime import datetime, time

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import Player, PlayerKind


def with_verified_mail(players: QuerySet[Player]) -> QuerySet[Player]:
    """The players annotated with `has_verified_mail`: whether the address of the account is confirmed."""
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=True)
    return players.annotate(has_verified_mail=Exists(own))


def has_confirmed_address(player: Player) -> bool:
    """Whether the player's address is confirmed."""
    return with_verified_mail(Player.objects.filter(pk=player.pk)).filter(has_verified_mail=True).exists()


def wants_mail(player: Player, *, now: datetime) -> bool:
    """Whether a notice at `now` is also mailed; `player` comes from `with_verified_mail`."""
    return bool(
        player.kind == PlayerKind.PERSON
        and player.email
        and player.has_verified_mail  # type: ignore[attr-defined]
        and player.mail_notices
        and not is_quiet(timezone.localtime(now).time(), player.quiet_from, player.quiet_until)
    )


def is_quiet(at: time, start: time | None, end: time | None) -> bool:
    """Whether `at` is within quiet hours from `start` to before `end`, also over midnight. False without both times."""
    if start is None or end is None:
        return False
    return start <= at < end if start <= end else at >= start or at < end
