"""Export and erasure of one player's data of the deal of the day."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.daily.models import DailyPlay


def export_data(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """The days the player played, each with its match and points. Receiver of `data_wanted`."""
    plays = DailyPlay.objects.filter(player=player).select_related("daily_deal", "match")
    return {
        "deals_of_the_day": [
            {"day": each.daily_deal.date, "match": each.match.code, "points": each.points}
            for each in plays.order_by("daily_deal__date")
        ]
    }


def erase_data(*, player: Player, **_sent: Any) -> None:
    """Take the player off every list, decisions included. Receiver of `account_erasing`."""
    DailyPlay.objects.filter(player=player).delete()
