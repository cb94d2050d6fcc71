"""Figures of dealt hands and their expectation: worked by hand, and by enumerating all hands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations as subsets
from itertools import product
from math import comb
from typing import TypeAlias

import pytest

from games.engine.actions import Action, Choose, Deal, Turn
from games.engine.cards import PACK_OF_32, RANKS_FROM_SEVEN
from games.engine.deals import cards_among
from games.engine.kraken import dealt
from games.engine.kraken.declarations import four_points, run_points, runs
from games.engine.seats import HOUSE, Actor
from tests.engine.kraken.table import DEALER, HANDS, KRAKEN, rules

HANDS_THERE_ARE = 10_518_300
GIVEN = Deal(DEALER, hands=tuple(tuple(hand.split()) for hand in HANDS.split(";")))
NAMED_AT_ONCE: tuple[tuple[Actor, Action], ...] = ((HOUSE, GIVEN), (0, Choose("trump", "H")))


def values(done: tuple[tuple[Actor, Action], ...], figure: str) -> dict[int, int]:
    """By seat, the dealer first: what each hand has of a figure."""
    hands = KRAKEN.dealt_hands(rules(), done, players=4)
    return {hand.seat: hand.counted[figure].value for hand in hands if figure in hand.counted}


@pytest.mark.parametrize(
    ("figure", "by_seat"),
    [
        ("jacks", {3: 1, 0: 1, 1: 0, 2: 2}),
        ("aces", {3: 3, 0: 0, 1: 0, 2: 1}),
        ("roem", {3: 100, 0: 20, 1: 20, 2: 0}),
        ("with_roem", {3: 1, 0: 1, 1: 1, 2: 0}),
        ("nothing", {3: 0, 0: 0, 1: 0, 2: 0}),
        ("trumps", {3: 1, 1: 2, 2: 2}),
    ],
)
def test_each_hand_is_counted_the_dealers_first(figure: str, by_seat: dict[int, int]) -> None:
    assert list(values(NAMED_AT_ONCE, figure).items()) == list(by_seat.items())


def test_a_hand_without_jack_ace_and_roem_has_nothing() -> None:
    poor = "S7 S8 ST H7 H8 HT C7 C9"
    others = [card for card in PACK_OF_32 if card not in poor]
    hands = (tuple(poor.split()), *(tuple(others[start::3]) for start in range(3)))
    assert values(((HOUSE, Deal(0, hands=hands)),), "nothing")[0] == 1


def test_trumps_the_maker_does_not_hold_fall_by_chance_to_the_three_others() -> None:
    hands = KRAKEN.dealt_hands(rules(), NAMED_AT_ONCE, players=4)
    chance = {hand.seat: hand.counted["trumps"].chance.mean for hand in hands if hand.seat != 0}
    assert chance == dict.fromkeys((3, 1, 2), pytest.approx(5 / 3))  # three of the eight are with the maker


@pytest.mark.parametrize(
    "words",
    [
        ((0, Choose("pass")), (1, Choose("trump", "H"))),
        ((0, Choose("kraken")),),  # clubs by rule in the first round, not named by a seat
        (),
    ],
)
def test_trumps_are_not_counted_where_somebody_passed_first_or_nobody_named_them(
    words: tuple[tuple[Actor, Action], ...],
) -> None:
    assert values(((HOUSE, GIVEN), *words), "trumps") == {}


def test_a_turned_suit_that_is_taken_at_once_is_named() -> None:
    turned = ((HOUSE, GIVEN), (HOUSE, Turn("C")), (0, Choose("accept")))
    assert values(turned, "trumps") == {3: 5, 1: 1, 2: 2}


Holding: TypeAlias = tuple[int, int, frozenset[str], bool]
"""Of some suits: how many cards, points of runs, ranks of which every suit is there, whether there is a jack or ace."""


def whole_distribution() -> Counter[tuple[int, bool]]:
    """Every hand there is, by its roem, and by whether it has a jack or an ace: suits put together two by two, which
    is another way than the formulas."""
    of_suit: Counter[Holding] = Counter()
    for length in range(9):
        for held in subsets(RANKS_FROM_SEVEN, length):
            points = sum(run_points(len(run)) for run in runs(["S" + rank for rank in held]))
            of_suit[length, points, frozenset(held) & set("TJQKA"), bool({"J", "A"} & set(held))] += 1
    hands: Counter[tuple[int, bool]] = Counter()
    for (cards, points, fours, high), times in twice(twice(of_suit)).items():
        if cards == 8:
            hands[points + sum(four_points(rank, "classic") for rank in fours), high] += times
    return hands


def twice(holdings: Counter[Holding]) -> Counter[Holding]:
    """The distribution over two groups of suits from that over one, in hands of eight at most."""
    found: Counter[Holding] = Counter()
    for (one, times), (other, as_often) in product(holdings.items(), repeat=2):
        if one[0] + other[0] <= 8:
            both = (one[0] + other[0], one[1] + other[1], one[2] & other[2], one[3] or other[3])
            found[both] += times * as_often
    return found


def test_what_chance_gives_is_what_all_hands_together_hold() -> None:
    hands = whole_distribution()
    assert sum(hands.values()) == HANDS_THERE_ARE == comb(32, 8)

    def mean(of: dict[tuple[int, bool], float]) -> float:
        return sum(of[hand] * times for hand, times in hands.items()) / HANDS_THERE_ARE

    roem = mean({(points, high): points for points, high in hands})
    squared = mean({(points, high): points * points for points, high in hands})
    assert dealt.roem_by_chance() == pytest.approx((roem, squared - roem * roem))
    with_roem = mean({(points, high): float(points > 0) for points, high in hands})
    assert dealt.with_roem_by_chance() == pytest.approx((with_roem, with_roem * (1 - with_roem)))
    nothing = mean({(points, high): float(not points and not high) for points, high in hands})
    assert dealt.nothing_by_chance() == pytest.approx((nothing, nothing * (1 - nothing)))


@pytest.mark.parametrize(("marked", "left"), [(4, 32), (8, 32), (5, 24), (0, 24)])
def test_cards_among_others_fall_as_counting_says(marked: int, left: int) -> None:
    ways = {held: comb(marked, held) * comb(left - marked, 8 - held) for held in range(marked + 1)}
    every = comb(left, 8)
    mean = sum(held * times for held, times in ways.items()) / every
    variance = sum(held * held * times for held, times in ways.items()) / every - mean * mean
    assert cards_among(marked, left=left) == pytest.approx((mean, variance))
