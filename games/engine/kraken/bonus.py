"""Roem lying in a trick (rules/kraken 1.6): the best run, stuk, four of a kind."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.cards import Card, Suit
from games.engine.trick_taking.combos import fours, runs

STUK = 20


def run_points(length: int) -> int:
    """A run of 3 is 20, of 4 is 50, of 5 and more 100 (rules/kraken 1.4.2)."""
    return {3: 20, 4: 50}.get(length, 100)


def four_points(rank: str, quads: str) -> int:
    """A four of a kind under the option `quads`; 0 where that rank counts nothing."""
    if rank == "J":
        return 100 if quads == "all_100" else 200
    if rank in "AKQT" or quads in ("all_100", "all_100_jacks_200"):
        return 100
    return 150 if rank == "9" and quads == "nines_150" else 0


def trick_bonus(cards: Collection[Card], trump: Suit, quads: str) -> tuple[tuple[str, int], ...]:
    """The roem in four cards as (name, points): `run3`, `run4`, `stuk`, `four_K` and the like. Order of play
    is irrelevant.
    """
    suits = {card[0] for card in cards}
    if len(suits) == len(cards):
        four = fours(cards) if len({card[1] for card in cards}) == 1 else ()
        worth = four_points(four[0][0][1], quads) if four else 0
        return ((f"four_{four[0][0][1]}", worth),) if worth else ()
    found = [(f"run{len(run)}", run_points(len(run))) for run in runs(cards)] if len(suits) <= 2 else []
    if trump + "K" in cards and trump + "Q" in cards:
        found.append(("stuk", STUK))
    return tuple(found)


def bonus_points(cards: Collection[Card], trump: Suit, quads: str) -> int:
    """The whole bonus of a trick in points."""
    return sum(points for _, points in trick_bonus(cards, trump, quads))
