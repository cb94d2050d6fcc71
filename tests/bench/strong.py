"""How fast the strong player plays out, solves and decides, in processor time on one core."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean, median
from typing import Any

from games.engine.bots import ANALYSERS, kraken
from games.engine.bots.bits import bits
from games.engine.bots.kraken.compact import masks
from games.engine.bots.kraken.compact.positions import EMPTY, Position, Rules, after, legal_cards
from games.engine.bots.kraken.compact.settling import written
from games.engine.bots.kraken.compact.solver import Solver
from games.engine.bots.kraken.duel import deciding
from games.engine.bots.kraken.strong.belief import rules_of
from games.engine.bots.levels import Level, player
from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.log import advance, advance_house
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.bench.engine import processor_seconds
from tests.bench.figures import Figure, percentile
from tests.compact_playouts import random_playout
from tests.engine.bots.lookback.rounds import closed_rounds

GAME = Kraken()
PLAYOUTS = 2_000
ENDINGS = 200
DEALS = 15
ROUNDS = 40
ROUNDS_LOOKED_BACK_AT = 15


def measure_strong() -> list[Figure]:
    """The figures of the strong player beside their targets."""
    chance = random.Random(2026)
    rules = rules_of("H", Options())
    score = written(Options(), declarers=0, level=0)
    deals = [dealt(chance) for _ in range(PLAYOUTS)]
    playouts = min(processor_seconds(lambda: play_all(deals, rules, chance)) for _ in range(5))
    endings = [ending(chance, 5, rules) for _ in range(ENDINGS)]
    five = [processor_seconds(lambda one=one: Solver(rules, score).value(one)) for one in endings]
    whole = [processor_seconds(lambda one=one: Solver(rules, score).value(one)) for one in deals[:DEALS]]
    thought = list(decision_seconds(chance))
    looked_back = [
        processor_seconds(lambda moves=moves, final=final: ANALYSERS["kraken"].analyse(moves, final))
        for moves, final in closed_rounds(2026, ROUNDS_LOOKED_BACK_AT)
    ]
    return [
        Figure("random full-deal playouts, compact form", PLAYOUTS / playouts, "/s", 25_000, at_most=False),
        Figure("ending of five tricks, exact, mean", fmean(five) * 1000, "ms", 10),
        Figure("full deal with open hands, exact, median", median(whole) * 1000, "ms", 1000),
        Figure("decision of the strong player, p50", percentile(thought, 0.5) * 1000, "ms", 80),
        Figure("decision of the strong player, p99", percentile(thought, 0.99) * 1000, "ms", 300),
        Figure("look back at a round, median", median(looked_back) * 1000, "ms", 1000),
    ]


def dealt(chance: random.Random) -> Position:
    """A deal with nothing played."""
    pack = list(masks.BITS)
    chance.shuffle(pack)
    hands = [sum(pack[start : start + 8]) for start in range(0, 32, 8)]
    return Position((hands[0], hands[1], hands[2], hands[3]), 0, EMPTY, (0, 0))


def ending(chance: random.Random, cards: int, rules: Rules) -> Position:
    """A deal played at random until each hand has so many cards."""
    position = dealt(chance)
    for _ in range(32 - 4 * cards):
        position = after(position, chance.choice(bits(legal_cards(position, rules))), rules)
    return position


def play_all(deals: list[Position], rules: Rules, chance: random.Random) -> None:
    for one in deals:
        random_playout(
            one.hands, 0, rules.worths, rules.last, rotterdam=rules.rotterdam, randbytes=chance.randbytes
        )


def decision_seconds(chance: random.Random) -> Iterator[float]:
    """Processor time of each decision with a choice: seats 0 and 2 are strong, the others easy."""
    strong = player("kraken", Level.STRONG, 1)
    state: Any = GAME.start(Options(rounds=ROUNDS), 4)
    while not state.over:
        randomness = Randomness(chance.randbytes(SEED_BYTES))
        for seat in deciding(state):
            view, choices = GAME.view(state, seat), GAME.choices(state, seat)
            asked = strong if seat % 2 == 0 else kraken.decide
            answers: list[Any] = []
            seconds = processor_seconds(
                lambda asked=asked, view=view, choices=choices, out=answers: out.append(asked(view, choices))
            )
            if asked is strong and len(choices) > 1:
                yield seconds
            answer = answers[0].taken(chance)
            if answer is not None:
                state = advance(GAME, state, actor=seat, data=answer, randomness=randomness).state
                break
        else:
            state = advance_house(GAME, state, randomness=randomness).state
