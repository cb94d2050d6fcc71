"""Two players against each other over duplicate deals: every deal is played twice, the second time with sides swapped,
so that neither side can be lucky with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from games.engine.bots.player import Player
from games.engine.game import Game
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.registry import game as game_of
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Fate
from games.engine.view import RoundResult

CHALLENGES: Final = ("kraken", "re", "superkraken")


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of it, for the first player: `points` per round more than the second, each deal's two rounds averaged,
    with half the width of its 95 % interval; `challenges[word]` is how often its last word stood and how often it won."""

    deals: int
    points: float
    within: float
    challenges: Mapping[str, tuple[int, int]]
    nat: tuple[int, int]


def duel(
    first: Player, second: Player, *, deals: int, seed: int, options: Mapping[str, Any] | None = None
) -> Duel:
    """Play `deals` duplicate deals of Kraken, one round each, every chance taken from `seed`."""
    game = game_of("kraken")
    rules = read_options(game.Options, {**(options or {}), "match_length": "rounds", "rounds": 1})
    rng = Random(seed)
    differences: list[float] = []
    challenges = {word: [0, 0] for word in CHALLENGES}
    nat = [0, 0]
    for _ in range(deals):
        fate = Fate(rng.randbytes(SEED_BYTES))
        both = 0
        for side in (0, 1):
            players = (first, second) if side == 0 else (second, first)
            result = play_round(game, rules, players, fate, rng)
            both += result.score[side] - result.score[1 - side]
            facts = result.facts
            if facts["declarers"] == side:
                nat[0] += 1
                nat[1] += bool(facts["nat"])
            level, declarers = facts["level"], facts["declarers"]
            assert isinstance(level, int) and isinstance(declarers, int)
            if level and (declarers if level == 2 else 1 - declarers) == side:
                challenges[CHALLENGES[level - 1]][0] += 1
                challenges[CHALLENGES[level - 1]][1] += facts["winner"] == side
        differences.append(both / 2)
    within = 1.96 * stdev(differences) / sqrt(deals) if deals > 1 else float("inf")
    told = {word: (said, won) for word, (said, won) in challenges.items()}
    return Duel(deals, fmean(differences), within, told, (nat[0], nat[1]))


def play_round(
    game: Game[Any], options: Any, sides: tuple[Player, Player], fate: Fate, rng: Random
) -> RoundResult:
    """One round from the deal to the sheet, `sides[seat % 2]` deciding for each seat."""
    state = game.start(options, 4)
    while not game.progress(state).over:
        acted = False
        for actor in game.pending(state):
            if actor != HOUSE and (data := _decision(game, state, actor, sides[actor % 2], rng)) is not None:
                state = advance(game, state, actor=actor, data=data, fate=fate).state
                acted = True
                break
        if not acted:
            state = advance_house(game, state, fate=fate).state
    return game.results(state)[0]


def _decision(game: Game[Any], state: Any, seat: Seat, player: Player, rng: Random) -> Any:
    return player(game.view(state, seat), game.choices(state, seat), rng)
