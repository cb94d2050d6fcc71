"""Worlds: the unseen cards dealt to the other seats as the belief allows, the most constrained card first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from games.bots.kraken.compact.positions import Hands
from games.bots.kraken.strong.belief import Belief
from games.bots.unseen_cards import MAX_TRIES, deal_at_random, deal_in_order

WORLDS_DRAWN_FOR_ONE: Final = 3
WORLDS_DRAWN_AFTER_CHALLENGE: Final = 10
"""Worlds drawn for each that is kept: the weights choose among them. After a challenge few hands fit."""


class World(NamedTuple):
    """Four hands that may be, and how often they were drawn."""

    hands: Hands
    times: int


def worlds(
    belief: Belief,
    count: int,
    weigh: Callable[[Sequence[int]], float],
    rng: Random,
    *,
    challenged: bool = False,
) -> tuple[World, ...]:
    """`count` worlds (equal ones counted together), as likely as the weights say."""
    for_one = WORLDS_DRAWN_AFTER_CHALLENGE if challenged else WORLDS_DRAWN_FOR_ONE
    drawn = [draw(belief, rng) for _ in range(count * for_one)]
    weights = [
        weigh([hand | played for hand, played in zip(hands, belief.played, strict=True)]) for hands in drawn
    ]
    total = sum(weights)
    step, reached = total / count, 0.0
    mark = rng.random() * step
    kept: dict[Hands, int] = {}
    for hands, weight in zip(drawn, weights, strict=True):
        reached += weight
        while mark < reached:
            kept[hands] = kept.get(hands, 0) + 1
            mark += step
    return tuple(World(hands, times) for hands, times in kept.items())


def draw(belief: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows."""
    for _ in range(MAX_TRIES):
        dealt = deal_at_random(belief, _one_reading(belief, rng), rng)
        if dealt is not None:
            return dealt
    for may_hold in (_one_reading(belief, rng), list(belief.may_hold)):
        dealt = deal_in_order(belief, may_hold)
        if dealt is not None:
            return dealt
    raise ValueError("no deal fits what was seen")


def _one_reading(belief: Belief, rng: Random) -> list[int]:
    """By seat the cards it may hold once each named combination is taken to be one of those it may have been."""
    may_hold = list(belief.may_hold)
    for seat, readings in belief.meant:
        reading = rng.choice(readings)
        may_hold[seat] &= ~reading.not_dealt
        for other in range(4):
            if other != seat:
                may_hold[other] &= ~reading.dealt
    return may_hold
