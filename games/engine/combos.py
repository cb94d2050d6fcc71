"""Combinations of cards: runs in a suit and fours of a kind, for every game that has them."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card


def runs(cards: Collection[Card], *, shortest: int = 3) -> tuple[tuple[Card, ...], ...]:
    """The maximal runs in natural order 7 8 9 T J Q K A, no wrap, each from low to high, suits S H D C.

    A maximal run counts once and is never split (rules/kraken 1.4.2).
    """
    found = []
    for suit in SUITS:
        run: list[Card] = []
        for rank in (*RANKS_FROM_SEVEN, ""):
            if rank and suit + rank in cards:
                run.append(suit + rank)
                continue
            if len(run) >= shortest:
                found.append(tuple(run))
            run = []
    return tuple(found)


def fours(cards: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The fours of a kind, low rank first, each in the order S H D C."""
    quads = (tuple(suit + rank for suit in SUITS) for rank in RANKS_FROM_SEVEN)
    return tuple(quad for quad in quads if all(card in cards for card in quad))
