"""Members who answer that they can play in another's place: the first has the seat."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Notice, Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, SubstituteRequest
from games.league.services.locking import drawn_evening
from games.league.services.substitutes.seats import sit_instead


def accept_request(*, request_id: int, player: Player, now: datetime) -> Evening:
    """`player` plays instead of the absent player, and those who run the evening are told.

    The evening's row is locked: of two members who answer at once, one has the seat and the other is refused.
    Refuses not_drawn, evening_closed, substitute_found, and what `substitute` refuses.
    """
    with transaction.atomic():
        asked = SubstituteRequest.objects.select_related("absent").filter(pk=request_id).first()
        if asked is None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        evening = drawn_evening(asked.evening_id)
        asked.refresh_from_db(fields=["closed_at"])
        if asked.closed_at is not None:
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        sit_instead(
            evening,
            absent=asked.absent,
            instead=player,
            actor=player,
            now=now,
            only_round=asked.only_round or None,
        )
        notices.of_found_substitute(evening, instead=player, absent=asked.absent, now=now)
    return evening


def answered_receiver(*, notice: Notice, now: datetime, **sent: Any) -> None:
    """Act on the answer to a notice that asks for a substitute. Receives `notice_answered`."""
    request_id = notices.asked_substitute(notice.question)
    if request_id is None:
        return
    try:
        accept_request(request_id=request_id, player=notice.player, now=now)
    except LeagueRefused as refused:
        raise ValidationError(refused.sentence, code=refused.code) from refused
