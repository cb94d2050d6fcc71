"""Marks of where players sat at an evening, for the hint that two at one table often sit in the same place."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.league.models import Evening, PlaceMark, TableSeat

RETENTION: Final = timedelta(days=90)
SALT: Final = "games.league.place_marks"


def note_place(
    *, match_id: int, player: Player, address: str, device: str, now: datetime, **_sent: Any
) -> None:
    """Store where a player sits at the evening of this match (by key), once for each evening. Receiver of
    `table_page_opened`.

    Nothing is stored for a player without a seat there, for a match of no evening, and for an evening that is over. A
    query for each page, and a second one for the first page of an evening; of two pages at once one is stored.
    """
    marked = PlaceMark.objects.filter(evening=OuterRef("table__evening"), player=player)
    seats = TableSeat.objects.filter(
        ~Exists(marked),
        table__match=match_id,
        table__broken_off_at=None,
        table__evening__status=Evening.Status.DRAWN,
        player=player,
    )
    evening = seats.values_list("table__evening", flat=True).first()
    if evening is None or not (address or device):
        return
    mark = PlaceMark(
        evening_id=evening,
        player=player,
        network=_digest(evening, "network", address),
        device=_digest(evening, "device", device),
        at=now,
    )
    PlaceMark.objects.bulk_create([mark], ignore_conflicts=True)


def _digest(evening: int, kind: str, value: str) -> str:
    """A digest with a key of its own from SECRET_KEY, another one for each evening; "" for nothing."""
    if not value:
        return ""
    return salted_hmac(SALT, f"{evening}:{kind}:{value}", algorithm="sha256").hexdigest()


def delete_old_marks(*, now: datetime) -> int:
    """Delete the marks older than `RETENTION`; returns how many. Called by the steward."""
    return PlaceMark.objects.filter(at__lt=now - RETENTION).delete()[0]
