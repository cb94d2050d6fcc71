"""Substitutes who are typed by name, as somebody who came along may be no member yet."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.league.models import Evening
from games.league.services.entering import member_called
from games.league.services.locking import drawn_evening
from games.league.services.substitutes.seats import sit_instead


def substitute_by_name(
    *,
    evening_id: int,
    version: int,
    absent: Player,
    name: str,
    actor: Player,
    now: datetime,
    only_round: int | None = None,
    after_rounds: int = 0,
) -> Evening:
    """As `substitute`, by the member of that name; a name that nobody has becomes a member without a login.

    The evening's row is locked. Refused, nobody became a member. Refuses what `substitute` refuses, unknown_name (none
    said), name_refused.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        return sit_instead(
            evening,
            absent=absent,
            instead=member_called(competition=evening.competition, name=name, now=now),
            actor=actor,
            now=now,
            only_round=only_round,
            after_rounds=after_rounds,
        )
