"""Deals of Rosbiratschka in both forms, for the tests of the player that searches."""

from __future__ import annotations

from random import Random

from games.bots.rosbiratschka.belief import AnyPosition
from games.bots.rosbiratschka.compact.play import Rows, Total, Tricks, crossings, rules_of
from games.bots.rosbiratschka.compact.positions import mask
from games.engine.cards import PACK_OF_32
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import Contract, Round, State
from tests.engine.rosbiratschka.positions import after_moves, deal_contract, offered_moves


def any_options(rng: Random) -> dict[str, str]:
    """House rules drawn at random."""
    return {
        "slam": rng.choice(["minus8", "off"]),
        "hundred_line": rng.choice(["exceed", "reach"]),
        "layout_choice": rng.choice(["extend_first", "free"]),
    }


def any_deal(rng: Random, contract: Contract, **options: object) -> State:
    """That contract dealt by chance, by any dealer."""
    pack = list(PACK_OF_32)
    rng.shuffle(pack)
    hands = [" ".join(pack[start : start + 8]) for start in range(0, 32, 8)]
    return deal_contract(contract, *hands, dealer=rng.randrange(4), **options)


def any_moment(rng: Random, contract: Contract, moves: int, **options: object) -> State:
    """A deal after so many moves by chance, or before the one that would have closed it."""
    state = any_deal(rng, contract, **options)
    for _ in range(moves):
        following = after_moves(state, rng.choice(offered_moves(state)))
        if following.results:
            break
        state = following
    return state


def compact(round_: Round, options: Options) -> AnyPosition:
    """A deal before its first card in the compact form."""
    one, two, three, four = (mask(hand) for hand in round_.hands)
    hands = one, two, three, four
    if round_.contract is Contract.LAYOUT:
        return Rows(options.layout_choice == "free", hands, round_.to_play)
    if round_.contract is Contract.HUNDRED:
        return Total(crossings(options.hundred_line), hands, round_.to_play)
    return Tricks(rules_of(round_.contract, options.slam == "minus8"), hands, round_.to_play)
