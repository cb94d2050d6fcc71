"""How many cards a hand lacks for a contract, and how much a single card adds to it.

A quick estimate for comparing hands: for each suit the best few runs, for the threes the ranks with most cards, and
jokers filled in where the rules allow them. `finding` of the game decides what can really be laid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.cards import SUITS, Card
from games.engine.kalooki.contracts import FOUR, THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, is_joker

RUNS_TRIED: Final = 3
"""Runs of a suit that are tried against the threes; without threes the best one is enough."""
STARTS: Final = range(1, HIGH_ACE - FOUR + 2)
ONE_RUN: Final = (1 << FOUR) - 1
EVERYWHERE: Final = (1 << HIGH_ACE) - 1
FAR: Final = 3
"""A missing card that others keep, counted in missing cards that go around."""
MATE: Final = 1.0
"""The worth of another card of the same rank, while threes are wanted."""
NEIGHBOUR: Final = 0.5
"""The worth of a card of the same suit within a four, while fours are wanted."""


def lacking(hand: Sequence[Card], contract: Contract, around: frozenset[Card] | None = None) -> int:
    """How many cards the hand lacks for the contract. A card that is not one of those that go `around` counts `FAR`;
    None where nothing is known of them."""
    return _lacking(tuple(sorted(hand)), contract, around)


class _Lack(NamedTuple):
    """The cards a meld lacks, by whether they go around, and the ranks it takes from the threes."""

    near: int
    far: int
    used: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        return self.near + FAR * self.far


@lru_cache(maxsize=4096)
def _lacking(hand: tuple[Card, ...], contract: Contract, around: frozenset[Card] | None) -> int:
    naturals = [card for card in hand if not is_joker(card)]
    jokers = len(hand) - len(naturals)
    counts, held = _counted(naturals)
    coming, places = ([THREE] * len(RANKS), {}) if around is None else _counted(around)
    tried = RUNS_TRIED if contract.threes else 1
    suits = [
        _runs(held[suit], places.get(suit, EVERYWHERE), counts)[:tried] for suit in SUITS if contract.fours
    ]
    best = 99

    def combined(first: int, fours: int, left: list[int], near: int, far: int, room: int) -> None:
        nonlocal best
        if near + far - jokers >= best:
            return
        if not fours:
            lacks = [_three(count, more) for count, more in zip(left, coming, strict=True)]
            for lack in sorted(lacks, key=lambda one: one.cost)[: contract.threes]:
                near, far = near + lack.near, far + lack.far
                room += min(lack.near + lack.far, THREE - NATURALS)
            filled = min(jokers, room)
            best = min(best, near + far - filled + (FAR - 1) * max(0, far - filled))
            return
        for place in range(first, len(suits) - fours + 1):
            for lack in suits[place]:
                after = left
                if contract.threes:
                    after = left.copy()
                    for rank in lack.used:
                        after[rank] -= 1
                more = min(lack.near + lack.far, FOUR - NATURALS)
                combined(place + 1, fours - 1, after, near + lack.near, far + lack.far, room + more)

    combined(0, contract.fours, counts, 0, 0, 0)
    return best


def _counted(cards: Collection[Card]) -> tuple[list[int], dict[str, int]]:
    """How many of these cards there are of each rank, and the positions of each suit as bits."""
    counts, places = [0] * len(RANKS), dict.fromkeys(SUITS, 0)
    for card in cards:
        rank = RANKS.index(card[1])
        counts[rank] += 1
        places[card[0]] |= 1 << rank | (1 << HIGH_ACE - 1 if not rank else 0)
    return counts, places


def _three(count: int, coming: int) -> _Lack:
    lack = max(0, THREE - count)
    near = min(lack, coming)
    return _Lack(near, lack - near)


def _runs(held: int, coming: int, counts: Sequence[int]) -> list[_Lack]:
    """The runs of a suit, each with what it lacks; the nearest first, and of equal ones those that take least from the
    threes."""
    found = []
    for start in STARTS:
        bits = ONE_RUN << start - 1
        used = tuple(place % len(RANKS) for place in range(start - 1, start - 1 + FOUR) if held >> place & 1)
        near = (bits & coming & ~held).bit_count()
        lack = _Lack(near, FOUR - len(used) - near, used)
        found.append((lack.cost, sum(counts[rank] > 1 for rank in used), used, lack))
    return [lack for *_order, lack in sorted(found)]


def ties(hand: Sequence[Card], card: Card, contract: Contract) -> float:
    """How much the other cards of the hand have to do with this one: mates of its rank, neighbours of its suit."""
    worth = 0.0
    for other in hand:
        if other == card or is_joker(other):
            continue
        if contract.threes and other[1] == card[1]:
            worth += MATE
        if contract.fours and other[0] == card[0] and other[1] != card[1]:
            away = abs(RANKS.index(other[1]) - RANKS.index(card[1]))
            away = min(away, len(RANKS) - away) if "A" in (other[1], card[1]) else away
            worth += NEIGHBOUR / away if away < FOUR else 0.0
    return worth
