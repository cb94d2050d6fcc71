"""Matches with strangers that a player left, from the logs, and the pause that follows. No score is affected.

A match is left when a bot took the seat, or the others stopped, and the player has not come back since. Absences that
began in an outage of the server do not count, nor do matches with friends, club members or bots only, nor tables by the
day, which have agreed what happens to their absent players.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F

from accounts.friends import strangers_among
from accounts.models import Player
from games.table.log.folding import TABLE
from games.table.log.models import Action, Seat
from games.table.log.time_to_think import BY_THE_DAY, GRACE

COUNTED_PERIOD: Final = timedelta(days=30)
"""Time after which a match that was left is forgotten; `table/leave.html` and `accounts/profile.html` name it."""
FREE_DEPARTURES: Final = 2
"""Matches a player may leave in that time before they are counted."""
PAUSES: Final = (timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=60))
"""The pause after the first, the second and every further counted match."""


class LeftLately(NamedTuple):
    """`times` matches were left within `COUNTED_PERIOD`, `counted` of them are not forgiven.

    `until` is the end of the pause before the next table with strangers, None without one.
    """

    times: int
    counted: int
    until: datetime | None = None


class _Left(NamedTuple):
    """A match that a player left at `seat` by the log entry `seq`."""

    seat: int
    seq: int
    at: datetime


def matches_left_lately(player: Player, now: datetime) -> LeftLately:
    """The matches with strangers a player left and has not come back to. One query for one who left none."""
    left = _matches_left(player, now)
    if not left:
        return LeftLately(0, 0)
    met = _strangers_met(player, left)
    times = [one.at for match, one in left.items() if match in met and not _began_in_outage(match, one)]
    counted = max(len(times) - FREE_DEPARTURES, 0)
    until = max(times) + pause_after(counted) if counted else None
    return LeftLately(len(times), counted, until if until is not None and now < until else None)


def pause_after(counted: int) -> timedelta:
    """The pause that follows the match that is counted as number `counted`; none for 0."""
    return PAUSES[min(counted, len(PAUSES)) - 1] if counted else timedelta(0)


def pause_if_left(player: Player, others: Collection[int], now: datetime) -> timedelta | None:
    """The pause that would follow if the player left a match with `others` (keys) now; None without strangers."""
    if not strangers_among(player, others):
        return None
    return pause_after(max(matches_left_lately(player, now).times + 1 - FREE_DEPARTURES, 0))


def _matches_left(player: Player, now: datetime) -> dict[int, _Left]:
    """The matches left and not come back to, by key."""
    rows = Action.objects.filter(
        match__seats__player=player,
        kind=TABLE,
        at__gt=now - COUNTED_PERIOD,
        data__do__in=["stand_in", "stop", "return", "take_up", "replaced"],
    ).exclude(match__pace__in=BY_THE_DAY)
    entries = rows.order_by("match", "seq").values_list(
        "match", "seq", "seat", "data", "at", F("match__seats__number")
    )
    gone: dict[int, _Left] = {}
    for match, seq, seat, data, at, mine in entries:
        if data["do"] in ("stand_in", "stop") and data.get("seat") == str(mine):
            gone[match] = _Left(mine, seq, at)
        elif data["do"] == "take_up" or (data["do"] == "return" and seat == mine):
            gone.pop(match, None)
        elif data["do"] == "replaced" and data["seat"] == str(mine):
            gone.pop(match, None)  # the seat has a new player since
    return gone


def _strangers_met(player: Player, left: Mapping[int, _Left]) -> set[int]:
    """Those of the matches at which the player left a stranger."""
    seats = Seat.objects.filter(match__in=left).exclude(player=player)
    pairs = list(seats.values_list("match", "player"))
    strangers = strangers_among(player, {other for _match, other in pairs})
    return {match for match, other in pairs if other in strangers}


def _began_in_outage(match: int, left: _Left) -> bool:
    """Whether the absence that ended in this leaving began while the server was down, or in the minute after it."""
    before = Action.objects.filter(match=match, kind=TABLE, seq__lt=left.seq)
    # The wish that decided stands just before; that of an own departure is about no absence.
    decided = before.filter(seq=left.seq - 1, data__do="wish", data__about__startswith=f"{left.seat}@")
    about = decided.values_list("data__about", flat=True).first()
    if about is None:
        return False
    since = datetime.fromtimestamp(int(about.partition("@")[2]), UTC)
    outages = before.filter(data__do="outage").values_list("at", "data__seconds")
    return any(
        at - timedelta(seconds=float(seconds)) - GRACE <= since <= at + GRACE for at, seconds in outages
    )
