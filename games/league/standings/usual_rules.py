"""The rules of a new competition where nothing else is said: the points a game finds usual. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.club import LeagueDefaults
from games.league.standings.rounding import rounded

EVENING: Final = 3
"""Tables of the evening a game's usual absence is meant for (`LeagueDefaults`)."""
POINTS: Final = ("announced_points", "waiting_points", "compensation", "walkover_points")
"""The rules whose usual value the game says."""


def usual_rules(usual: LeagueDefaults, said: Mapping[str, object], *, tables: int) -> dict[str, object]:
    """The rules of a new competition, on evenings of so many `tables` for each player, where `said` says nothing: the
    points usual for its game, and an evening signed off is worth the own average, as nobody who stays at home is to
    stand above those who won. Points said for such an evening are fixed ones."""
    points = usual_points(usual, tables=tables, counting=said.get("counting"))
    return points if "announced_points" in said else {**points, "announced": "own_average"}


def usual_points(usual: LeagueDefaults, *, tables: int, counting: object) -> dict[str, int]:
    """The points a game finds usual for what nobody played, on evenings of so many `tables` for each player; none for
    an evening signed off where places count (`counting` as the rules say it)."""
    return {
        "announced_points": 0 if counting == "wins" else rounded(usual.absence * tables, EVENING),
        "waiting_points": usual.waiting,
        "compensation": usual.compensation,
        "walkover_points": usual.walkover,
    }
