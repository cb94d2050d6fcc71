"""Decisions of bots in whole matches, each with the reason the bot gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.bots.registry import easy_decision
from games.engine.game import Game
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import View


class Explained(NamedTuple):
    """A decision of one seat with its reason; `state` is the one before."""

    game: Game[Any]
    state: Any
    seat: int
    answer: Any
    code: str
    facts: dict[str, Any]

    @property
    def view(self) -> View:
        return self.game.view(self.state, self.seat)

    @property
    def card(self) -> str:
        return self.answer["card"]


def explain_match(game: Game[Any], options: Mapping[str, Any], seed: int) -> Iterator[Explained]:
    """Yield every decision of a match of four bots, in order. `options` are those that differ from the defaults."""
    rng = Random(seed)
    state = game.start(read_options(game.Options, options), 4)
    while waiting := game.pending(state):
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        for seat in sorted((one for one in waiting if one != HOUSE), key=lambda one: waiting[one].must):
            decision = easy_decision(game, game.view(state, seat), game.choices(state, seat))
            answer = decision.pick(rng)
            why = decision.why(answer)
            yield Explained(game, state, seat, answer, why.code, dict(why.facts))
            if answer is not None:
                state = advance(game, state, actor=seat, data=answer, randomness=randomness).state
                break
        else:
            state = advance_house(game, state, randomness=randomness).state
