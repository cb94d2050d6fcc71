"""Pairs of players who sat at one table in several evenings and shared a network address or a device."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Final

from accounts.models import Club, Player
from games.league.models import PlaceMark, TableSeat
from games.league.services.evenings.place_marks import RETENTION

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
