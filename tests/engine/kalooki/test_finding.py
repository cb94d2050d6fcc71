"""Whether a hand holds a contract: the search against trying everything, and the melds it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random

import pytest

from games.engine.cards import Card
from games.engine.kalooki.contracts import PACKS, Contract
from games.engine.kalooki.finding import layings
from games.engine.kalooki.melds import Meld, is_joker, read_meld
from games.engine.kalooki.options import Options
from games.engine.kalooki.turn import holds, require_different
from tests.engine.kalooki.table import options
from tests.long_counts import repetitions

SMALL = [card for card in PACKS[2] if card[0] in "SH" and card[1] in "A2345678"]
CONTRACTS = [Contract(*sizes) for sizes in ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]
caps = pytest.mark.parametrize("cap", ["adjacent_only", "one_in_minimum"])


def melds_of(hand: Sequence[Card], rules: Options) -> Iterator[tuple[Meld, frozenset[Card]]]:
    """Every meld of three to five cards of the hand: longer ones hold a shorter one."""
    for size in (3, 4, 5):
        for cards in combinations(hand, size):
            orders = permutations(cards) if size > 3 else [cards]
            found = next((meld for order in orders if (meld := read_meld(0, tuple(order), rules))), None)
            if found is not None:
                yield found, frozenset(cards)


def try_all(
    found: Sequence[tuple[Meld, frozenset[Card]]],
    contract: Contract,
    used: frozenset[Card],
    signs: frozenset[str],
) -> bool:
    """Whether melds of different cards and signs make up the contract."""
    if not contract.cards:
        return True
    is_four = not contract.threes
    rest = (
        Contract(contract.threes, contract.fours - 1)
        if is_four
        else Contract(contract.threes - 1, contract.fours)
    )
    return any(
        try_all(found, rest, used | cards, signs | {meld.sign})
        for meld, cards in found
        if meld.is_four is is_four and not cards & used and meld.sign not in signs
    )


@pytest.mark.slow
@caps
def test_the_search_finds_what_trying_everything_finds(cap: str) -> None:
    rng, rules, laid = Random(44), options(joker_cap_four=cap), 0
    hands = repetitions(60, one_in=2)
    for _ in range(hands):
        hand = rng.sample(SMALL, 7) + ["XX", "XXb", "XXc"][: rng.randint(0, 3)]
        found = list(melds_of(hand, rules))
        for contract in CONTRACTS:
            tried = try_all(found, contract, frozenset(), frozenset())
            assert bool(layings(hand, contract, rules, most=1)) is tried, (hand, contract)
            laid += tried
    assert hands < laid < 4 * hands


@caps
@pytest.mark.parametrize("packs", [2, 3])
def test_the_melds_it_names_can_be_laid(cap: str, packs: int) -> None:
    rng, rules = Random(packs), options(joker_cap_four=cap, packs=packs)
    naturals = [card for card in PACKS[packs] if not is_joker(card)]
    named = 0
    for _ in range(150):
        hand = rng.sample(naturals, 17) + ["XX", "XXb", "XXc", "XXd"][: rng.randint(0, 4)]
        contract = Contract(*rng.choice([(2, 1), (1, 2), (0, 3), (2, 2), (1, 3), (4, 0)]))
        for laid in layings(hand, contract, rules, most=5):
            named += 1
            read = [read_meld(0, cards, rules) for cards in laid]
            new = [meld for meld in read if meld is not None]
            assert len(new) == len(laid) == sum(contract)
            assert holds(new, contract)
            require_different(new)
            cards = [card for group in laid for card in group]
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(hand)
    assert named > 60


def test_ranks_and_suits_on_the_table_are_left_out() -> None:
    hand = ["H5", "S5", "D5", "H6", "H7", "H8", "H9"]
    three, four = Contract(1, 0), Contract(0, 1)
    assert layings(hand, three, options(), most=9)
    assert not layings(hand, three, options(), ranks={"5"}, most=9)
    assert layings(hand, four, options(), most=9)
    assert not layings(hand, four, options(), suits={"H"}, most=9)
