"""Answers of the deal of the day to other rooms: a line on the first page, the way back, personal data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.daily import days, queries
from games.daily.models import DailyPlay
from games.kit.engine_words import signed
from games.table.events import LobbyLine


def lobby_lines(*, player: Player, now: datetime, **_sent: Any) -> tuple[LobbyLine, ...]:
    """The line of today, after that of a match of yesterday which can still be finished. Receiver of
    `lobby_lines_asked`."""
    late = None if player.is_guest else queries.unfinished_yesterday(player, now)
    lines = [_line_of_today(player, now)]
    if late is not None:
        lines.insert(0, _going_on(_("Deal of yesterday"), late))
    return tuple(lines)


def _line_of_today(player: Player, now: datetime) -> LobbyLine:
    title, day = _("Deal of the day"), days.day_at(now)
    play = None if player.is_guest else queries.own_play(player, day)
    if play is None:
        return LobbyLine(title, _("four rounds, about 10 minutes"), reverse("daily:today"))
    own = queries.shown(play, now)
    if not own.finished:
        return _going_on(title, own)
    words, place = _("played"), queries.place_of(player, play.daily_deal)
    if own.points is not None and place is not None:
        words = _("{points} points, place {place} of {many}").format(
            points=signed(own.points), place=place[0], many=place[1]
        )
    return LobbyLine(title, words, reverse("daily:day", args=[day]), _("played") if place else "")


def _going_on(title: str, own: queries.Own) -> LobbyLine:
    words = _("round {round} of {rounds}").format(round=own.round, rounds=own.rounds)
    return LobbyLine(title, words, reverse("table:table", args=[own.code]), _("go on"), waits=True)


def page_of_match(*, match_id: int, **_sent: Any) -> str | None:
    """The path of the list of the day a match (by key) belongs to, None for other matches. Receiver of
    `evening_asked`."""
    day = DailyPlay.objects.filter(match=match_id).values_list("daily_deal__date", flat=True).first()
    return None if day is None else reverse("daily:day", args=[day])


def exported(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """The days the player played, each with its match and points. Receiver of `data_wanted`."""
    plays = DailyPlay.objects.filter(player=player).select_related("daily_deal", "match")
    return {
        "deals_of_the_day": [
            {"day": each.daily_deal.date, "match": each.match.code, "points": each.points}
            for each in plays.order_by("daily_deal__date")
        ]
    }


def erased(*, player: Player, **_sent: Any) -> None:
    """Take the player off every list, decisions included. Receiver of `account_erasing`."""
    DailyPlay.objects.filter(player=player).delete()
