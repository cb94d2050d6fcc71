"""The order of a hand on the screen: while a deal is played cards go away and the others stay where they are."""

from __future__ import annotations

from itertools import combinations, groupby, islice, pairwise
from typing import Any

import pytest

from games.engine import registry
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.trick_taking import clashes, order_of_suits
from tests.engine.playing import short_options, steps

TRICKS = ("kraken", "kan", "rosbiratschka")


def is_left_of(after: list[str], before: list[str]) -> bool:
    """Whether `after` is `before` without some of its cards."""
    rest = iter(before)
    return all(card in rest for card in after)


@pytest.mark.parametrize("key", TRICKS)
@pytest.mark.parametrize("seed", range(4))
def test_no_card_moves_within_the_hand_while_a_deal_is_played(key: str, seed: int) -> None:
    game: Game[Any] = registry.game(key)
    before: dict[int, tuple[int, list[str]]] = {}
    seen = 0
    for state, _entry in steps(game, read_options(game.Options, short_options(game)), seed):
        for seat in range(len(game.progress(state).sides)):
            view = game.view(state, seat)
            if view.phase != "play":
                continue
            hand = [held.card for held in view.hand]
            deal, known = before.get(seat, (0, hand))
            assert deal != view.deal or is_left_of(hand, known)
            seen += deal == view.deal and hand != known
            before[seat] = view.deal, hand
    assert seen > 20


def suits_of(hand: list[str]) -> list[str]:
    """The suits of a hand in the order in which they lie; each stands once where they keep together."""
    return [suit for suit, _cards in groupby(card[0] for card in hand if card[0] != "X")]


def options_with_fours(game: Game[Any]) -> Any:
    """Rules by which only contracts with a four are played, for which hands lie by suit."""
    return read_options(game.Options, {**short_options(game), "deals": [2, 6]})


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_that_draws_keeps_the_order_of_its_suits(seed: int) -> None:
    """Kalooki: cards come and go, the suits stay where the deal has put them."""
    game: Game[Any] = registry.game("kalooki")
    orders: dict[tuple[int, int], tuple[str, ...]] = {}
    moves = 0
    for state, _entry in steps(game, options_with_fours(game), seed):
        for seat in range(len(game.progress(state).sides)):
            view = game.view(state, seat)
            if not view.hand:
                continue
            assert not view.by_rank
            suits = suits_of([held.card for held in view.hand])
            known = orders.setdefault((view.deal, seat), ())
            seen = [suit for suit in known if suit in suits]
            assert [suit for suit in suits if suit in known] == seen
            assert len({*suits}) == len(suits)
            moves += 1
            orders[view.deal, seat] = known if {*suits} <= {*known} else tuple(suits)
    assert moves > 20


@pytest.mark.parametrize(
    "held", [frozenset(held) for size in (1, 2, 3, 4) for held in combinations("SHDC", size)]
)
def test_no_two_red_suits_lie_side_by_side_where_that_can_be_avoided(held: frozenset[str]) -> None:
    order = order_of_suits(held)
    assert sorted(order) == sorted("SHDC")
    shown = [suit for suit in order if suit in held]
    assert clashes(order) == 0 or held in ({"H", "D"}, {"S", "C"})
    assert not ({"HD", "DH"} & {"".join(pair) for pair in pairwise(shown)}) or held == {"H", "D"}


def test_a_kalooki_hand_is_dealt_with_red_and_black_in_turn() -> None:
    """Of hundreds of hands none has two red suits side by side but with no black card at all."""
    game: Game[Any] = registry.game("kalooki")
    options = options_with_fours(game)
    for seed in range(40):
        for state, _entry in islice(steps(game, options, seed), 3):
            for seat in range(len(game.progress(state).sides)):
                suits = suits_of([held.card for held in game.view(state, seat).hand])
                assert {*suits} <= {"H", "D"} or not {"HD", "DH"} & {
                    "".join(pair) for pair in pairwise(suits)
                }


@pytest.mark.parametrize("number", [1, 5])
def test_a_hand_for_threes_alone_lies_by_rank(number: int) -> None:
    """From the ace upwards, the jokers last."""
    game: Game[Any] = registry.game("kalooki")
    options = read_options(game.Options, {**short_options(game), "deals": [number]})
    for state, _entry in islice(steps(game, options, number), 40):
        for seat in range(len(game.progress(state).sides)):
            view = game.view(state, seat)
            ranks = ["A23456789TJQKX".index(held.card[1]) for held in view.hand]
            assert view.by_rank or not ranks
            assert ranks == sorted(ranks)
