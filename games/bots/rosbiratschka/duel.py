"""Two players against each other over duplicate deals: each has two seats, and every six deals are played twice,
the second time with seats swapped, so that neither can be lucky with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final

from games.bots.estimates import margin_of_error
from games.bots.player import Player
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.rosbiratschka import Rosbiratschka
from games.engine.rosbiratschka.state import CONTRACTS
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import RoundResult

GAME: Final = Rosbiratschka()


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of one contract for the first player. `fewer` is by how many penalty points per seat and
    deal it paid less than the second, give or take `within` (half the 95 % interval); `first` and `second`
    are what each paid.
    """

    contract: str
    fewer: float
    within: float
    first: float
    second: float


def duel(
    first: Player, second: Player, *, deals: int, rng: Random, options: Mapping[str, Any]
) -> tuple[Duel, ...]:
    """Play so many duplicate deals (two at least) of each contract, with every chance taken from `rng`."""
    rules = read_options(GAME.Options, {**options, "cycles": 1})
    paid: list[tuple[list[float], list[float]]] = [([], []) for _ in CONTRACTS]
    for _ in range(deals):
        randomness_of = [Randomness(rng.randbytes(SEED_BYTES)) for _ in CONTRACTS]
        once = play_match(rules, (first, second), randomness_of, rng)
        again = play_match(rules, (second, first), randomness_of, rng)
        for place, results in enumerate(zip(once, again, strict=True)):
            own, others = results[0].score, results[1].score
            paid[place][0].append((own[0] + own[2] + others[1] + others[3]) / 4)
            paid[place][1].append((own[1] + own[3] + others[0] + others[2]) / 4)
    return tuple(_contract_result(contract.value, *paid[place]) for place, contract in enumerate(CONTRACTS))


def _contract_result(contract: str, first: list[float], second: list[float]) -> Duel:
    fewer = [theirs - ours for ours, theirs in zip(first, second, strict=True)]
    within = margin_of_error(fewer)
    return Duel(contract, fmean(fewer), within, fmean(first), fmean(second))


def play_match(
    rules: Any, sides: tuple[Player, Player], randomness_of: list[Randomness], rng: Random
) -> tuple[RoundResult, ...]:
    """Six deals, `sides[seat % 2]` deciding for each seat."""
    state = GAME.start(rules, 4)
    while not state.over:
        (actor,) = GAME.pending(state)
        if actor == HOUSE:
            state = advance_house(GAME, state, randomness=randomness_of[len(state.results)]).state
            continue
        decision = sides[actor % 2](GAME.view(state, actor), GAME.choices(state, actor)).pick(rng)
        assert decision is not None
        state = advance(GAME, state, actor=actor, data=decision, randomness=None).state
    return state.results
