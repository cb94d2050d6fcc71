"""Positions of a match without a database, and the view of each viewer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from games.engine import registry
from games.table.log.loading import Table
from games.table.screen import rendering
from tests.table.play import imagine_table

VIEWERS = (0, 1, 2, 3, None)
KINDS = ("person", "person", "bot", "guest", "bot")
"""The kinds of player by seat, as many as a game has seats."""
ROUNDS = {"kraken": 2, "rosbiratschka": 6}
"""By game how many rounds show every kind of deal; one round where nothing is said here."""
every_game = pytest.mark.parametrize("key", [game.key for game in registry.GAMES])


def positions(seed: int, *, key: str = "kraken", rounds: int = 1) -> Iterator[Table]:
    """A table after every log entry of so many rounds."""
    seen: list[Table] = []

    def enough(table: Table) -> bool:
        if table.state.seq >= 2:
            seen.append(table)
        return len(table.game.results(table.state.game_state)) == rounds

    seats = registry.game(key).seats
    imagine_table(KINDS[: 4 if 4 in seats else seats[0]], enough, rng=Random(seed), key=key)
    return iter(seen)


def draw_zones(table: Table, viewer: int | None) -> dict[str, str]:
    return rendering.zones_of(table, seat=viewer, talk=(), language="en")


NAMED: Final = re.compile(
    r'<span class="for-[^"]*"><span class="named">(.*?)</span><span class="named-own">.*?</span></span>'
)


def read_by_others(html: str) -> str:
    """HTML with the names that everybody reads but those who bear them."""
    return NAMED.sub(r"\1", html)
