"""Rounds in both forms, the readable and the compact one, for the tests of the strong player."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.bots.compact_forms import bits
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    COVERED_OPTIONS,
    EMPTY,
    Position,
    Rules,
    after,
    legal_cards,
    rules_of,
)
from games.engine.cards import PACK_OF_32, SUITS
from games.engine.game import replace_fields
from games.engine.kraken import opening
from games.engine.kraken.options import Options
from games.engine.kraken.state import Phase, Round
from games.engine.log import advance, advance_house
from games.engine.options import options_of
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.engine.bots.rounds import KRAKEN
from tests.engine.playing import chosen_data

BY_ITSELF = {"declare_mode": "automatic", "bonus_mode": "automatic", "stuk_mode": "automatic"}
"""Everything that is claimed by hand counts by itself."""
AGAINST_RULES = ("claimable", "director")
"""The values of `revoke_policy` with which every card can be played."""


def any_options(rng: Random, **fixed: Any) -> Options:
    """House rules drawn at random among those the compact form covers, with cards that can only be played by the
    rules; numbers within their bounds."""
    values = {}
    for option in options_of(Options):
        if option.name not in COVERED_OPTIONS:
            continue
        if option.lowest is not None and option.highest is not None:
            values[option.name] = rng.randint(option.lowest, option.highest)
        else:
            values[option.name] = rng.choice(
                [
                    value
                    for value in option.values
                    if value in COVERED_OPTIONS[option.name] and value not in AGAINST_RULES
                ]
            )
    return Options(**{**values, **fixed})


def any_round(rng: Random, options: Options) -> Round:
    """A round that is ready for its first card: any deal, trump suit, maker and level of challenge."""
    pack = list(PACK_OF_32)
    rng.shuffle(pack)
    hands = tuple(tuple(pack[start : start + 8]) for start in range(0, 32, 8))
    dealer = rng.randrange(4)
    dealt = Round(1, dealer, hands, hands, Phase.TRUMP, to_play=(dealer + 1) % 4, leader=(dealer + 1) % 4)
    named = opening.fix_trump(dealt, rng.choice(SUITS), rng.randrange(4), forced=False)
    return opening.open_declarations(
        replace_fields(named, level=rng.randrange(4), phase=Phase.DECLARE), options
    )


def compact(round_: Round) -> Position:
    """The round before its first card in the compact form; nothing is taken yet."""
    hands = [positions.form(round_.trump).mask(hand) for hand in round_.hands]
    return Position((hands[0], hands[1], hands[2], hands[3]), round_.to_play, EMPTY, (0, 0))


def random_position(rng: Random, cards: int, rules: Rules, *, lying: int = 0) -> Position:
    """Any position with so many cards a hand at the start of the trick, and `lying` of them played."""
    pack = list(positions.BITS)
    rng.shuffle(pack)
    hands = [sum(pack[start : start + 8]) for start in range(0, 32, 8)]
    position = Position((hands[0], hands[1], hands[2], hands[3]), rng.randrange(4), EMPTY, (0, 0))
    for _ in range(4 * (8 - cards) + lying):
        position = after(position, rng.choice(bits(legal_cards(position, rules))), rules)
    return position


def any_rules(rng: Random, options: Options) -> Rules:
    """The options that play needs, with a trump suit by chance."""
    return rules_of(rng.choice(SUITS), options)


def decisions(seed: int, **options: Any) -> Iterator[tuple[Any, int]]:
    """A match at random, declarations left out or only in part included: each state with each seat that is asked."""
    rng = Random(seed)
    state = KRAKEN.start(Options(**options), 4)
    while not state.over:
        waiting = [seat for seat in KRAKEN.pending(state) if seat != HOUSE]
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        if not waiting:
            state = advance_house(KRAKEN, state, randomness=randomness).state
            continue
        for seat in waiting:
            yield state, seat
        must = [seat for seat in waiting if KRAKEN.pending(state)[seat].must]
        if not must:
            state = advance_house(KRAKEN, state, randomness=randomness).state
            continue
        seat = rng.choice(must)
        data = chosen_data(rng.choice(KRAKEN.choices(state, seat)), rng)
        state = advance(KRAKEN, state, actor=seat, data=data, randomness=randomness).state
