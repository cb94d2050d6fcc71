"""Keys of the read API: made, found, removed."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.clubs.member_models import MemberChange
from accounts.models import Club, Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import ApiKey

PREFIX: Final = "club_"
SHOWN: Final = 10
MOST: Final = 10
"""Keys of one club."""


def make_api_key(*, club: Club, name: str, actor: Player, now: datetime) -> str:
    """Return a new key, which cannot be read again later. Refuses keys_enough. The club's row is locked."""
    key = PREFIX + secrets.token_urlsafe(24)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.api_keys.count() >= MOST:
            raise LeagueRefused(LeagueRefusal.KEYS_ENOUGH)
        ApiKey.objects.create(
            club=club, name=name, start=key[:SHOWN], digest=digest_of(key), made_by=actor, at=now
        )
    return key


def remove_api_key(*, club: Club, number: int) -> None:
    """Remove a key of the club; a program that uses it is refused from now on."""
    ApiKey.objects.filter(club=club, pk=number).delete()


def remove_keys_of_member(*, change: MemberChange, **_sent: Any) -> None:
    """Remove the keys that a member made when the membership ends. Receiver of `member_changed`."""
    if change.what in {MemberChange.What.LEFT, MemberChange.What.REMOVED}:
        ApiKey.objects.filter(club=change.club_id, made_by=change.player_id).delete()


def digest_of(key: str) -> str:
    """Return the digest under which a key is stored. A key is random, so no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()
