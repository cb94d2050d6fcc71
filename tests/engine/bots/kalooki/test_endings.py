"""Every deal with Kalooki bots ends: all contracts, three to six players, with players by chance and with hoarders."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots import chance, kalooki
from games.bots.kalooki.duel import greedy, play_deal
from games.bots.player import Player
from games.engine.kalooki.options import Options
from games.engine.options import read_options
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.long_counts import SEEDS

DEAL_ENDS = 2_500
"""Entries within which a deal with bots ends: about eighty rounds of six players who all answer."""
FURTHER: list[dict[str, Any]] = [
    {"call_limit": 0, "final_discard": "required", "joker_cap_four": "one_in_minimum"},
    {"call_limit": 9, "joker_shift": "off", "call_priority": "seat_order"},
    {"early_hands": "twelve", "tack_four": "either_end", "refuse_means": "free_draw", "packs": 3},
]
"""Rules that differ from the default, between them every option with any bearing on the course of a deal."""
STRONG = kalooki.make_player(kalooki.STRONG, 1)
STUCK = (7,)
"""Seeds of deals that went on for ever while bots waited for cards that others kept."""


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("number", range(1, 10))
def test_every_deal_of_bots_and_players_by_chance_ends_within_bounds(number: int, players: int) -> None:
    """Every second seat does any legal thing, under the default rules and three others. The stock is made anew
    every time, so that nothing but somebody going out ends the deal. In `make test` each contract meets each of the
    rules with another number of players, in `make attack` with every number."""
    everything = list(enumerate(({}, *FURTHER)))
    for place, values in everything if SEEDS > 1 else [everything[(number + players) % len(everything)]]:
        rules = read_options(Options, {**values, "deals": [number]})
        rng = Random(100 * number + 10 * players + place)
        seated = [(kalooki.decide, chance.decide)[seat % 2] for seat in range(players)]
        result, entries = play_deal(rules, seated, Randomness(rng.randbytes(SEED_BYTES)), rng)
        assert entries < DEAL_ENDS
        assert isinstance(result.facts["out"], int)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("number", range(1, 10))
def test_every_deal_of_strong_bots_ends_within_bounds(number: int, players: int) -> None:
    """Alone, and with players by chance in every second seat, each contract under one of the sets of rules."""
    values = ({}, *FURTHER)[(number + players) % (1 + len(FURTHER))]
    rules = read_options(Options, {**values, "deals": [number]})
    rng = Random(100 * number + 10 * players)
    for others in (STRONG, chance.decide):
        seated = [(STRONG, others)[seat % 2] for seat in range(players)]
        result, entries = play_deal(rules, seated, Randomness(rng.randbytes(SEED_BYTES)), rng)
        assert entries < DEAL_ENDS
        assert isinstance(result.facts["out"], int)


@pytest.mark.slow
@pytest.mark.parametrize("bot", [kalooki.decide, STRONG], ids=["easy", "strong"])
@pytest.mark.parametrize("seed", STUCK)
def test_a_deal_ends_though_others_keep_what_is_lacking(seed: int, bot: Player) -> None:
    """Two greedy players of four keep every pair and every neighbour. What a bot lacked was in their hands: these deals
    had not ended after three thousand entries, and the same thirty cards went around."""
    rng = Random(seed)
    rules = read_options(Options, {"deals": [9]})
    seated = [bot, greedy, bot, greedy]
    _result, entries = play_deal(rules, seated, Randomness(rng.randbytes(SEED_BYTES)), rng)
    assert entries < DEAL_ENDS


def test_the_deal_is_void_where_the_stock_is_made_anew_once_and_runs_out() -> None:
    """Six players, two packs, four fours: twelve cards go around, and they are gone before anybody is out."""
    rules = read_options(Options, {"deals": [9], "stock_out": "void_second", "call_limit": 0})
    result, entries = play_deal(rules, [kalooki.decide] * 6, Randomness(bytes(32)), Random(1))
    assert (result.facts["void"], result.score) == (True, (0,) * 6)
    assert entries < DEAL_ENDS
