"""How often somebody left a match: read from the logs, the first times forgiven, without any effect on scores."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F

from accounts.models import Player
from games.table.log.folding import TABLE
from games.table.log.models import Action

WITHIN: Final = timedelta(days=30)
FORGIVEN: Final = 2
"""So many matches a month may be left without a word about it."""


class LeftLately(NamedTuple):
    """`times` matches were left within the last 30 days, `counted` of them are not forgiven."""

    times: int
    counted: int


def left_lately(player: Player, now: datetime) -> LeftLately:
    """The matches a player left: a bot took the seat or the others stopped, and the player has not come back since."""
    rows = Action.objects.filter(
        match__seats__player=player,
        kind=TABLE,
        at__gt=now - WITHIN,
        data__do__in=["stand_in", "stop", "return", "take_up", "replaced"],
    )
    entries = rows.order_by("match", "seq").values_list("match", "seat", "data", F("match__seats__number"))
    gone: dict[int, bool] = {}
    for match_id, seat, data, mine in entries:
        if data["do"] in ("stand_in", "stop") and data.get("seat") == str(mine):
            gone[match_id] = True
        elif data["do"] == "take_up" or (data["do"] == "return" and seat == mine):
            gone[match_id] = False
        elif data["do"] == "replaced" and data["seat"] == str(mine):
            gone[match_id] = False  # who left was another
    times = sum(gone.values())
    return LeftLately(times, max(times - FORGIVEN, 0))
