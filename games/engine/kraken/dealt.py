"""The hands a deal gives, and what is counted in them beside what chance gives (see `games/engine/deals.py`).

Roem in the hand is counted as the rules have it (1.4.2) whatever a table's house rules say, so that all deals of the
house can be added up.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations as subsets
from typing import Final, TypeAlias

from games.engine.actions import Action, Choose, Deal, Turn
from games.engine.cards import RANKS_FROM_SEVEN, Card, Rank, Suit, rank_of, suit_of
from games.engine.deals import (
    HAND,
    PACK,
    Chance,
    CountedFigure,
    DealtHand,
    Factor,
    Figure,
    Holding,
    cards_among,
    expected_product,
    sometimes,
)
from games.engine.kraken.declarations import FOURS, combinations, four_points, run_points, runs
from games.engine.kraken.options import Options
from games.engine.kraken.state import clockwise_from, left_of
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.words import gettext_noop as _

FIGURES: Final = (
    Figure("jacks", _("Jacks")),
    Figure("aces", _("Aces")),
    Figure(
        "trumps",
        _("Trumps"),
        _(
            "Who names trumps chooses a long suit, so that hand is left out: this is how the others share the rest."
        ),
    ),
    Figure(
        "roem", _("Points of roem"), _("Runs and fours in the hand before the first card, declared or not.")
    ),
    Figure("with_roem", _("Hands with roem"), share=True),
    Figure("nothing", _("Hands with nothing"), _("No jack, no ace and no roem."), share=True),
)
AS_WRITTEN: Final = Options()
FOUR_WORTH: Final = {rank: points for rank in FOURS if (points := four_points(rank, AS_WRITTEN.quads))}


PACKETS: Final = {"3-2-3": (3, 2, 3), "4-4": (4, 4)}
Hand: TypeAlias = tuple[Card, ...]


def hands_of(deal: Deal, options: Options) -> tuple[Hand, ...]:
    """The hands by seat: as named, or as the deck is given out in packets, clockwise from the dealer's left
    (rules/kraken 1.1.3); none where the deck does not come out even."""
    if deal.hands:
        return deal.hands
    hands: list[list[Card]] = [[], [], [], []]
    place = 0
    for size in PACKETS[options.deal_packets]:
        for seat in clockwise_from(left_of(deal.dealer)):
            hands[seat] += deal.deck[place : place + size]
            place += size
    return tuple(map(tuple, hands)) if place == len(deal.deck) else ()


def dealt_hands(options: Options, done: Iterable[tuple[Actor, Action]]) -> tuple[DealtHand, ...]:
    """The hands of a round, the dealer's first. `done` begins with the deal."""
    actions = iter(done)
    _house, deal = next(actions)
    assert isinstance(deal, Deal)
    hands, named = hands_of(deal, options), _first_maker(actions)
    found = []
    for seat in clockwise_from(deal.dealer):
        counted = _hand_counts(hands[seat])
        if named is not None and named[0] != seat:
            counted["trumps"] = _trumps(hands[seat], named[1], of_maker=hands[named[0]])
        found.append(DealtHand(seat, counted))
    return tuple(found)


def _hand_counts(hand: Hand) -> dict[str, CountedFigure]:
    jacks, aces = _of_rank(hand, "J"), _of_rank(hand, "A")
    roem = sum(combination.points for combination in combinations(hand, AS_WRITTEN))
    return {
        "jacks": CountedFigure(jacks, cards_among(4)),
        "aces": CountedFigure(aces, cards_among(4)),
        "roem": CountedFigure(roem, roem_by_chance()),
        "with_roem": CountedFigure(int(roem > 0), with_roem_by_chance()),
        "nothing": CountedFigure(int(not (jacks or aces or roem)), nothing_by_chance()),
    }


def _of_rank(hand: Hand, rank: Rank) -> int:
    return sum(rank_of(card) == rank for card in hand)


def _first_maker(done: Iterable[tuple[Actor, Action]]) -> tuple[Seat, Suit] | None:
    """The seat and suit of trumps named by the first word of the round; None otherwise.

    A seat names a suit it is long in, so its own hand is not a random one. Where the first to speak named
    trumps, no other hand had any influence, so the other 24 cards are as shuffled. A pass before would tell
    about that hand.
    """
    turned = None
    for actor, action in done:
        if isinstance(action, Turn):
            turned = action.suit
        elif isinstance(action, Choose) and action.word in ("trump", "accept") and actor != HOUSE:
            suit = action.suit or turned
            return None if suit is None else (actor, suit)
        else:
            break
    return None


def _trumps(hand: Hand, suit: Suit, *, of_maker: Hand) -> CountedFigure:
    """Trumps of a hand beside what chance gives it of those that their maker does not hold."""
    with_maker = sum(suit_of(card) == suit for card in of_maker)
    left = cards_among(len(RANKS_FROM_SEVEN) - with_maker, left=PACK - HAND)
    return CountedFigure(sum(suit_of(card) == suit for card in hand), left)


@cache
def roem_by_chance() -> Chance:
    """Points of all combinations in a hand: E[x] and E[x²] - E[x]² of x = runs of each suit + fours of each rank."""
    runs_once = 4 * expected_product([_points_of_runs, _any, _any, _any])
    runs_squared = 4 * expected_product([_points_squared, _any, _any, _any])
    runs_squared += 12 * expected_product([_points_of_runs, _points_of_runs, _any, _any])
    fours = runs_and_fours = fours_squared = Fraction(0)
    for rank, points in FOUR_WORTH.items():
        fours += points * expected_product([_has(rank)] * 4)
        runs_and_fours += points * 4 * expected_product([_points_with(rank), *[_has(rank)] * 3])
        for other, points_too in FOUR_WORTH.items():
            fours_squared += points * points_too * expected_product([_has(rank, other)] * 4)
    mean = runs_once + fours
    return Chance(float(mean), float(runs_squared + 2 * runs_and_fours + fours_squared - mean * mean))


@cache
def with_roem_by_chance() -> Chance:
    """How often a hand has a combination at all."""
    return sometimes(1 - _without_roem(without=""))


@cache
def nothing_by_chance() -> Chance:
    """How often a hand has no jack, no ace and no combination."""
    return sometimes(_without_roem(without="JA"))


def _without_roem(*, without: str) -> Fraction:
    """How often a hand has no run, no four worth points and none of the ranks `without`: fours by inclusion and
    exclusion, of which eight cards hold two at most."""
    return sum(
        (
            (-1) ** fours * expected_product([_free(without, ranks)] * 4)
            for fours in range(3)
            for ranks in subsets(FOUR_WORTH, fours)
        ),
        start=Fraction(0),
    )


def _any(held: Holding) -> int:
    return 1


@cache
def _points_of_runs(held: Holding) -> int:
    return sum(run_points(len(run)) for run in runs(["S" + rank for rank in held]))


def _points_squared(held: Holding) -> int:
    return _points_of_runs(held) ** 2


def _has(*ranks: Rank) -> Factor:
    return lambda held: int(set(ranks) <= set(held))


def _points_with(rank: Rank) -> Factor:
    return lambda held: _points_of_runs(held) if rank in held else 0


def _free(without: str, ranks: tuple[Rank, ...]) -> Factor:
    """No run and none of `without`, but all of `ranks`."""
    has = _has(*ranks)
    return lambda held: int(not _points_of_runs(held) and not set(without) & set(held)) and has(held)
