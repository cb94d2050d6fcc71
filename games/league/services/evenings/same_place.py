"""Marks of where players sat at an evening, and the pairs at one table who often sat in the same place."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from accounts.models import Club, Player
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


ENOUGH_EVENINGS: Final = 3
"""Evenings at one table, and of these evenings in the same place, from which a pair is listed."""


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """Two players by name: in how many evenings both `played`, in how many of these `together` at one table, and in how
    many of those they had the same `address` and the same `device`."""

    names: tuple[str, str]
    played: int
    together: int
    address: int
    device: int


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    """The pairs of a club, the one most often in the same place first. `evenings` were compared; `left_out` were not,
    because more than half of all who played there had the same address, as in a clubhouse."""

    pairs: tuple[SharedPlace, ...]
    evenings: int
    left_out: int


def shared_places(club: Club, *, now: datetime) -> SharedPlaces:
    """The pairs of a club in the evenings of which marks are kept. Three queries.

    An evening counts for a pair when both have a mark of it. A table on paper does not count.
    """
    marks: dict[int, dict[int, PlaceMark]] = defaultdict(dict)
    kept = PlaceMark.objects.filter(evening__competition__season__club=club, at__gte=now - RETENTION)
    for mark in kept:
        marks[mark.evening_id][mark.player_id] = mark
    compared = {evening: by_player for evening, by_player in marks.items() if not _in_one_house(by_player)}
    tables: dict[tuple[int, int], set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(
        table__evening__in=compared, table__match__started_at__isnull=False, table__on_paper=False
    )
    for evening, table, player in seats.values_list("table__evening", "table", "player"):
        if player in compared[evening]:
            tables[evening, table].add(player)
    together: dict[tuple[int, int], set[int]] = defaultdict(set)
    for (evening, _table), players in tables.items():
        for pair in combinations(sorted(players), 2):
            together[pair].add(evening)
    found = {}
    for (one, other), evenings in together.items():
        mark_pairs = [(compared[evening][one], compared[evening][other]) for evening in evenings]
        address = [bool(a.network) and a.network == b.network for a, b in mark_pairs]
        device = [bool(a.device) and a.device == b.device for a, b in mark_pairs]
        if sum(a or d for a, d in zip(address, device, strict=True)) >= ENOUGH_EVENINGS:
            played = sum(one in by_player and other in by_player for by_player in compared.values())
            found[one, other] = (played, len(mark_pairs), sum(address), sum(device))
    names = dict(
        Player.objects.filter(pk__in={each for pair in found for each in pair}).values_list("pk", "nickname")
    )
    pairs = [SharedPlace((names[one], names[other]), *counts) for (one, other), counts in found.items()]
    pairs.sort(key=lambda pair: (-max(pair.address, pair.device), -pair.together, pair.names))
    return SharedPlaces(tuple(pairs), len(compared), len(marks) - len(compared))


def _in_one_house(by_player: dict[int, PlaceMark]) -> bool:
    """Whether more than half of all who played had the same address."""
    networks = Counter(mark.network for mark in by_player.values() if mark.network)
    return max(networks.values(), default=0) * 2 > len(by_player)
