"""Answers of the deal of the day to other rooms: the way back from a match, personal data."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import Player
from games.daily.models import DailyPlay


def page_of_match(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the list of the day a match (by key) belongs to, None for other matches. Receiver of
    `evening_asked`."""
    day = DailyPlay.objects.filter(match=match_id).values_list("daily_deal__date", flat=True).first()
    return None if day is None else reverse("daily:day", args=[day])


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
