"""Closed rounds as their standing entries, for the tests of the look back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.bots.analysis import Move
from games.bots.kraken.duel import seats_to_act
from games.engine.kraken.options import Options
from games.engine.log import advance, advance_house
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.engine.bots.rounds import KRAKEN, bot
from tests.engine.playing import chosen_data


def closed_rounds(
    seed: int, rounds: int, *, by_chance: float = 0.2, **options: Any
) -> Iterator[tuple[list[Move], Any]]:
    """The rounds of a match: their entries and the state that closed each. Four bots play, now and then by chance; a
    seat that does something by chance may also claim falsely or let a claim lapse."""
    rng = Random(seed)
    state = KRAKEN.start(Options(**{"rounds": rounds, **options}), 4)
    moves: list[Move] = []
    while not state.over:
        closed, before = len(state.results), state
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        done = None
        for seat in seats_to_act(state):
            answer = bot(state, seat, rng)
            if rng.random() < by_chance:
                answer = chosen_data(rng.choice(KRAKEN.choices(state, seat)), rng)
            if answer is not None:
                done = advance(KRAKEN, state, actor=seat, data=answer, randomness=randomness)
                break
        done = done or advance_house(KRAKEN, state, randomness=randomness)
        for entry in done.entries:
            moves.append(Move(before, entry.by, entry.data))
            before = KRAKEN.apply(before, entry.by, KRAKEN.parse(entry.data))
        state = done.state
        if len(state.results) > closed:
            yield moves, state
            moves = []


def cards_of(moves: list[Move]) -> list[Move]:
    """The entries that play a card."""
    return [move for move in moves if move.data["do"] == "play"]
