"""How many cards are missing from a hand for a contract, and how much a single card adds to it.

A quick estimate for comparing hands: for each suit the best few runs, for the threes the ranks with most cards, and
jokers filled in where the rules allow them. `finding` of the game decides what can really be laid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.cards import SUITS, Card, rank_of, suit_of
from games.engine.kalooki.contracts import FOUR, THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, is_joker

RUNS_TRIED: Final = 3
"""Runs of a suit that are tried against the threes; without threes the best one is enough."""
STARTS: Final = range(1, HIGH_ACE - FOUR + 2)
"""The places in a suit, from the low ace (1) to the high one, at which a run of four can begin."""
ONE_RUN: Final = (1 << FOUR) - 1
"""The bits of a run that begins at the first place."""
EVERYWHERE: Final = (1 << HIGH_ACE) - 1
"""The bits of all places of a suit: nothing is known of its cards, so that any may go around."""
COST_OF_KEPT_CARD: Final = 3
"""A missing card that others keep, counted in missing cards that go around."""
NEVER: Final = 99
"""More cards than can be missing for any contract."""
MATE_WORTH: Final = 1.0
"""The worth of another card of the same rank, while threes are wanted."""
NEIGHBOUR_WORTH: Final = 0.5
"""The worth of a card of the same suit within a four, while fours are wanted."""


def count_missing(
    hand: Sequence[Card], contract: Contract, going_around: frozenset[Card] | None = None
) -> int:
    """How many cards are missing from the hand for the contract. A card that is not one of those `going_around` counts
    `COST_OF_KEPT_CARD`; None where nothing is known of them."""
    return _count_missing(tuple(sorted(hand)), contract, going_around)


class _Missing(NamedTuple):
    """The cards missing from a meld, by whether they go around, and the ranks it takes from the threes."""

    near: int
    far: int
    used: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        return self.near + COST_OF_KEPT_CARD * self.far


@lru_cache(maxsize=4096)
def _count_missing(hand: tuple[Card, ...], contract: Contract, going_around: frozenset[Card] | None) -> int:
    naturals = [card for card in hand if not is_joker(card)]
    jokers = len(hand) - len(naturals)
    counts, held = _count_ranks_and_suits(naturals)
    ranks_around, suits_around = (
        ([THREE] * len(RANKS), {}) if going_around is None else _count_ranks_and_suits(going_around)
    )
    tried = RUNS_TRIED if contract.threes else 1
    several = sum(1 << rank for rank, count in enumerate(counts) if count > 1)
    suits = [
        _runs(held[suit], suits_around.get(suit, EVERYWHERE), held[suit] & several)[:tried]
        for suit in SUITS
        if contract.fours
    ]
    fewest = NEVER

    def combine(first: int, fours: int, left: list[int], near: int, far: int, room: int) -> None:
        nonlocal fewest
        if near + far - jokers >= fewest:
            return
        if not fours:
            threes = [_three(count, around) for count, around in zip(left, ranks_around, strict=True)]
            for missing in sorted(threes, key=lambda one: one.cost)[: contract.threes]:
                near, far = near + missing.near, far + missing.far
                room += min(missing.near + missing.far, THREE - NATURALS)
            filled = min(jokers, room)
            fewest = min(fewest, near + far - filled + (COST_OF_KEPT_CARD - 1) * max(0, far - filled))
            return
        for place in range(first, len(suits) - fours + 1):
            for missing in suits[place]:
                after = left
                if contract.threes:
                    after = left.copy()
                    for rank in missing.used:
                        after[rank] -= 1
                more = min(missing.near + missing.far, FOUR - NATURALS)
                combine(place + 1, fours - 1, after, near + missing.near, far + missing.far, room + more)

    combine(0, contract.fours, counts, 0, 0, 0)
    return fewest


def _count_ranks_and_suits(cards: Collection[Card]) -> tuple[list[int], dict[str, int]]:
    """How many of these cards there are of each rank, and the positions of each suit as bits."""
    counts, places = [0] * len(RANKS), dict.fromkeys(SUITS, 0)
    for card in cards:
        rank = RANKS.index(rank_of(card))
        counts[rank] += 1
        places[suit_of(card)] |= 1 << rank | (1 << HIGH_ACE - 1 if not rank else 0)
    return counts, places


@lru_cache(maxsize=1024)
def _three(count: int, going_around: int) -> _Missing:
    """What is missing from a three with so many cards of its rank in the hand and so many going around."""
    missing = max(0, THREE - count)
    near = min(missing, going_around)
    return _Missing(near, missing - near)


@lru_cache(maxsize=4096)
def _runs(held: int, going_around: int, several: int) -> list[_Missing]:
    """What is missing from each run of a suit; the nearest first, and of equal ones those that take least from the
    threes: few of the ranks (as bits) of which the hand has `several` cards."""
    found = []
    for start in STARTS:
        bits = ONE_RUN << start - 1
        used = tuple(place % len(RANKS) for place in range(start - 1, start - 1 + FOUR) if held >> place & 1)
        near = (bits & going_around & ~held).bit_count()
        missing = _Missing(near, FOUR - len(used) - near, used)
        found.append((missing.cost, sum(several >> rank & 1 for rank in used), used, missing))
    return [missing for *_order, missing in sorted(found)]


def worth_beside(hand: Sequence[Card], card: Card, contract: Contract) -> float:
    """The worth of a card beside the others of the hand: mates of its rank, neighbours of its suit."""
    worth = 0.0
    for other in hand:
        if other == card or is_joker(other):
            continue
        if contract.threes and rank_of(other) == rank_of(card):
            worth += MATE_WORTH
        if contract.fours and suit_of(other) == suit_of(card) and rank_of(other) != rank_of(card):
            away = abs(RANKS.index(rank_of(other)) - RANKS.index(rank_of(card)))
            away = min(away, len(RANKS) - away) if "A" in (rank_of(other), rank_of(card)) else away
            worth += NEIGHBOUR_WORTH / away if away < FOUR else 0.0
    return worth


def helps(hand: Sequence[Card], card: Card, contract: Contract, going_around: frozenset[Card] | None) -> bool:
    """Whether less is missing from the hand with the card."""
    return count_missing([*hand, card], contract, going_around) < count_missing(hand, contract, going_around)
