"""How fast the readable engine replays and plays."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from games.engine.cards import JOKER, face
from games.engine.kalooki.contracts import CONTRACTS
from games.engine.kalooki.finding import layings
from games.engine.log import Entry, advance, advance_house, replay
from games.engine.registry import game
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.bench.figures import Figure

KRAKEN = game("kraken")
ROUNDS = 64
HANDS = 10_000


def random_match(chance: random.Random, options: Any) -> tuple[Any, list[Entry]]:
    """A match of random legal choices: its last state and its log."""
    state = KRAKEN.start(options, 4)
    entries: list[Entry] = []
    randomness = Randomness(chance.randbytes(32))
    while pending := KRAKEN.pending(state):
        actor = next((actor for actor, waiting in pending.items() if waiting.must and actor != HOUSE), HOUSE)
        if actor == HOUSE:
            randomness = Randomness(chance.randbytes(32))
            step = advance_house(KRAKEN, state, randomness=randomness)
        else:
            choice = chance.choice(KRAKEN.choices(state, actor))
            step = advance(KRAKEN, state, actor=actor, data=choice.data, randomness=randomness)
        state = step.state
        entries += step.entries
    return state, entries


def measure_engine() -> list[Figure]:
    """Processor time, the best of several runs: one sample on a busy machine swings by a factor of two."""
    chance = random.Random(2026)
    options = KRAKEN.Options()
    _, entries = random_match(chance, options)
    replays = [
        processor_seconds(lambda: replay(KRAKEN, KRAKEN.start(options, 4), entries)) for _ in range(20)
    ]
    by_itself = {"declare_mode": "automatic", "bonus_mode": "automatic", "stuk_mode": "automatic"}
    playouts = [
        processor_seconds(lambda: random_match(chance, KRAKEN.Options(rounds=ROUNDS, **by_itself)))
        for _ in range(8)
    ]
    return [
        Figure("replay of a 16-round match", min(replays) * 1000, "ms", 10),
        Figure("random full-deal playouts", ROUNDS / min(playouts), "/s", 1500, at_most=False),
        Figure("Kalooki: contract in 23 cards, p99 of 10,000 hands", p99_of_layings(chance) * 1000, "ms", 5),
    ]


def p99_of_layings(chance: random.Random) -> float:
    """Seconds within which 99 of 100 hands of 23 cards with four jokers are told whether they hold a contract."""
    options = game("kalooki").Options()
    pack = game("kalooki").pack(options, 4)
    jokers = [card for card in pack if face(card) == JOKER]
    naturals = [card for card in pack if face(card) != JOKER]
    taken = []
    for number in range(HANDS):
        hand, contract = [*chance.sample(naturals, 19), *jokers], CONTRACTS[number % len(CONTRACTS)]
        taken.append(processor_seconds(partial(layings, hand, contract, options, most=1)))
    return sorted(taken)[HANDS * 99 // 100]


def processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
