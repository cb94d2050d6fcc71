"""How many cards a hand lacks for a contract, and how much a single card adds to it.

A quick estimate for comparing hands: for each suit the best few runs, for the threes the ranks with most cards, and
jokers filled in where the rules allow them. `finding` of the game decides what can really be laid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine.cards import SUITS, Card
from games.engine.kalooki.contracts import FOUR, THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, is_joker

RUNS_TRIED: Final = 3
"""Runs of a suit that are tried against the threes; without threes the best one is enough."""
STARTS: Final = range(1, HIGH_ACE - FOUR + 2)
MATE: Final = 1.0
"""The worth of another card of the same rank, while threes are wanted."""
NEIGHBOUR: Final = 0.5
"""The worth of a card of the same suit within a four, while fours are wanted."""


def lacking(hand: Sequence[Card], contract: Contract) -> int:
    """How many cards the hand lacks for the contract."""
    return _lacking(tuple(sorted(hand)), contract)


@lru_cache(maxsize=4096)
def _lacking(hand: tuple[Card, ...], contract: Contract) -> int:
    counts = [0] * len(RANKS)
    positions = dict.fromkeys(SUITS, 0)
    jokers = 0
    for card in hand:
        if is_joker(card):
            jokers += 1
            continue
        rank = RANKS.index(card[1])
        counts[rank] += 1
        positions[card[0]] |= 1 << rank | (1 << HIGH_ACE - 1 if not rank else 0)
    tried = RUNS_TRIED if contract.threes else 1
    suits = [_runs(held, counts)[:tried] for held in positions.values()] if contract.fours else []
    best = 99

    def combined(first: int, fours: int, left: list[int], missing: int, room: int) -> None:
        nonlocal best
        if missing - jokers >= best:
            return
        if not fours:
            for count in sorted(left, reverse=True)[: contract.threes]:
                lack = max(0, THREE - count)
                missing += lack
                room += min(lack, THREE - NATURALS)
            best = min(best, missing - min(jokers, room))
            return
        for place in range(first, len(suits) - fours + 1):
            for lack, used in suits[place]:
                after = left
                if contract.threes:
                    after = left.copy()
                    for rank in used:
                        after[rank] -= 1
                combined(place + 1, fours - 1, after, missing + lack, room + min(lack, FOUR - NATURALS))

    combined(0, contract.fours, counts, 0, 0)
    return best


def _runs(held: int, counts: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The runs of a suit, each with the cards it lacks and the ranks it uses; the best first, and of equal ones those
    that take least from the threes."""
    found = []
    for start in STARTS:
        used = tuple(place % len(RANKS) for place in range(start - 1, start - 1 + FOUR) if held >> place & 1)
        found.append((FOUR - len(used), sum(counts[rank] > 1 for rank in used), used))
    return [(lack, used) for lack, _, used in sorted(found)]


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
