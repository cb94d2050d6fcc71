"""Whether a player gets notices by mail, and when not."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import NoticeKind, Player, PlayerKind
from accounts.people.quiet_hours import is_quiet_for


def with_verified_mail(players: QuerySet[Player]) -> QuerySet[Player]:
    """The players annotated with `has_verified_mail`: whether the address of the account is confirmed."""
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=True)
    return players.annotate(has_verified_mail=Exists(own))


def has_confirmed_address(player: Player) -> bool:
    """Whether the player's address is confirmed."""
    return with_verified_mail(Player.objects.filter(pk=player.pk)).filter(has_verified_mail=True).exists()


def wants_mail(player: Player, *, kind: NoticeKind, now: datetime) -> bool:
    """Whether a notice of this kind at `now` is also mailed; `player` comes from `with_verified_mail`."""
    return bool(
        player.kind == PlayerKind.PERSON
        and player.email
        and player.has_verified_mail
        and player.mail_notices
        and kind not in player.mail_kinds_off
        and not is_quiet_for(player, now=now)
    )
