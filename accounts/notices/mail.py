"""Whether a player gets notices by mail, and when not."""

from __future__ import annotations

from datetime import datetime, time

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import Player, PlayerKind


def verified_first(players: QuerySet[Player]) -> QuerySet[Player]:
    """The players, each with `has_verified_mail`: whether they have shown that their address is theirs."""
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=True)
    return players.annotate(has_verified_mail=Exists(own))


def has_shown_address(player: Player) -> bool:
    """Whether mail for the player goes to an address that is known to be theirs."""
    return verified_first(Player.objects.filter(pk=player.pk)).filter(has_verified_mail=True).exists()


def wants_mail(player: Player, *, now: datetime) -> bool:
    """Whether a notice of this moment also goes by mail; `player` as `verified_first` gives them."""
    return bool(
        player.kind == PlayerKind.PERSON
        and player.email
        and player.has_verified_mail  # type: ignore[attr-defined]
        and player.mail_notices
        and not is_quiet(timezone.localtime(now).time(), player.quiet_from, player.quiet_until)
    )


def is_quiet(at: time, start: time | None, end: time | None) -> bool:
    """Whether `at` lies from `start` until just before `end`, over midnight too. A missing end: never."""
    if start is None or end is None:
        return False
    return start <= at < end if start <= end else at >= start or at < end
