"""How fast the readable engine replays and plays."""

from __future__ import annotations

import random
import time
from typing import Any

from games.engine.log import Entry, advance, advance_house, replay
from games.engine.registry import game
from games.engine.seats import HOUSE
from games.engine.shuffle import Fate
from tests.bench.figures import Figure

KRAKEN = game("kraken")


def random_match(chance: random.Random, options: Any) -> tuple[Any, list[Entry]]:
    """A match of random legal choices: its last state and its log."""
    state = KRAKEN.start(options, 4)
    entries: list[Entry] = []
    fate = Fate(chance.randbytes(32))
    while pending := KRAKEN.pending(state):
        actor = next((actor for actor, waiting in pending.items() if waiting.must and actor != HOUSE), HOUSE)
        if actor == HOUSE:
            fate = Fate(chance.randbytes(32))
            step = advance_house(KRAKEN, state, fate=fate)
        else:
            choice = chance.choice(KRAKEN.choices(state, actor))
            step = advance(KRAKEN, state, actor=actor, data=choice.data, fate=fate)
        state = step.state
        entries += step.entries
    return state, entries


def measure_engine() -> list[Figure]:
    chance = random.Random(2026)
    options = KRAKEN.Options()
    _, entries = random_match(chance, options)
    replays = []
    for _ in range(20):
        began = time.perf_counter()
        replay(KRAKEN, KRAKEN.start(options, 4), entries)
        replays.append((time.perf_counter() - began) * 1000)
    rounds = 400
    one_round = KRAKEN.Options(
        rounds=rounds, declare_mode="automatic", bonus_mode="automatic", stuk_mode="automatic"
    )
    began = time.perf_counter()
    random_match(chance, one_round)
    playouts = rounds / (time.perf_counter() - began)
    return [
        Figure("replay of a 16-round match", sorted(replays)[len(replays) // 2], "ms", 10),
        Figure("random full-deal playouts", playouts, "/s", 1500, at_most=False),
    ]
