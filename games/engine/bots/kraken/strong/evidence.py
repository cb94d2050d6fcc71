"""Weights for worlds: the likelihood that four hands said what was said. Never certainties.

The measure of a hand is that of the readable bot (`bots/kraken/hand.py`), read from tables by the byte of a suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from games.engine.bots.kraken import hand as readable
from games.engine.bots.kraken.compact import masks
from games.engine.bots.kraken.compact.masks import BYTE, PLAIN_RUNS, TRUMP_RUNS
from games.engine.bots.kraken.speaking import (
    ENOUGH_FOR_KRAKEN,
    ENOUGH_FOR_PARTNERS_RE,
    ENOUGH_FOR_RE,
    ENOUGH_FOR_SUPERKRAKEN,
    ENOUGH_FOR_TRUMP,
)
from games.engine.kraken.bonus import STUK
from games.engine.kraken.options import Options
from games.engine.kraken.ranks import PLAIN_ORDER, TRUMP_ORDER
from games.engine.seats import Seat
from games.engine.view import View

SPREAD: Final = 14.0
RAISING_SPREAD: Final = 8.0
"""Points of hand value over which a player's choice of trumps, and of a challenge, is uncertain."""
UNUSUAL: Final = 0.05
"""The least weight of a suit or a pass: people say surprising things."""
BLUFF: Final = 0.003
"""The least weight of a challenge. One hand in thirty is worth a kraken, so more would mean that most are bluffs."""
NOT_DECLARED: Final = 0.05
"""The weight of a combination that is held and not declared, or better than the one named."""


@dataclass(frozen=True, slots=True)
class Values:
    """By the byte of a suit in the compact form, what it is worth to its hand as trumps and beside trumps."""

    as_trumps: tuple[float, ...]
    beside: tuple[float, ...]


@cache
def _values(order: str, declared: bool) -> Values:
    """The values of a suit whose cards stand in this order."""
    as_trumps, beside = [], []
    runs = PLAIN_RUNS if order == PLAIN_ORDER else TRUMP_RUNS
    for held in range(256):
        ranks = {rank for place, rank in enumerate(order) if held >> place & 1}
        roem = runs[held] if declared else 0
        trumps = readable.TRUMP_LENGTH[len(ranks)] + sum(readable.TRUMP[rank] for rank in ranks)
        trumps += readable.BOER_AND_NEL if {"J", "9"} <= ranks else 0
        trumps += STUK if declared and {"K", "Q"} <= ranks else 0
        as_trumps.append(trumps + roem)
        plain = _beside(ranks) + (readable.VOID if not ranks else 0) + roem
        beside.append(plain)
    return Values(tuple(as_trumps), tuple(beside))


def _beside(ranks: set[str]) -> int:
    king = readable.KING if "K" in ranks else 0
    if "A" not in ranks:
        return king + (readable.TEN if "T" in ranks else 0)
    ace = readable.ACE if len(ranks) < 4 else readable.ACE_IN_LONG_SUIT
    return king + ace + (readable.TEN_UNDER_ACE if "T" in ranks else 0)


def gains(hand: int, options: Options) -> tuple[float, float, float, float]:
    """The worth of a hand with each byte of the compact form as trumps."""
    declared = options.declarations == "on"
    plain, trump = _values(PLAIN_ORDER, declared), _values(TRUMP_ORDER, declared)
    beside, as_trumps = plain.beside, plain.as_trumps
    one, two, three, top = hand & BYTE, hand >> 8 & BYTE, hand >> 16 & BYTE, hand >> 24
    first, second, third = beside[one], beside[two], beside[three]
    without_top = first + second + third
    if declared:
        for cards, points in masks.fours(options.quads).items():
            if hand & cards == cards:
                without_top += points
    total = without_top + trump.beside[top]
    return (
        total - first + as_trumps[one],
        total - second + as_trumps[two],
        total - third + as_trumps[three],
        without_top + trump.as_trumps[top],
    )


def likely(value: float, enough: float, least: float, spread: float) -> float:
    """The likelihood, between `least` and one, that a hand of this value does what takes `enough`."""
    return least + (1 - least) / (1 + exp(min((enough - value) / spread, 300.0)))


def weigher(view: View, suits: Sequence[str]) -> Callable[[Sequence[int]], float]:
    """The weight of four dealt hands in view of what was said; `suits` are those of the compact form."""
    contract, options = view.contract, view.options
    assert contract is not None
    maker, level = contract.maker, contract.level
    assert maker is not None
    chosen = any(word.text.code in ("said_trump", "said_accept") for word in view.spoken)
    passed_trump = _passed_before_trump(view)
    best = _best_named(view)
    raised = [
        tuple(level for level, (raiser, _) in enumerate(contract.spoken) if raiser == seat)
        for seat in range(len(view.seats))
    ]
    enough = (ENOUGH_FOR_KRAKEN, ENOUGH_FOR_RE, ENOUGH_FOR_SUPERKRAKEN)
    others = [seat for seat in range(len(view.seats)) if seat != view.viewer]
    silent = {seat for seat in others if (seat - maker) % 2 and level == 0}
    spoke = {seat for seat in others if raised[seat]} | passed_trump | ({maker} if chosen else set())

    def weight(hands: Sequence[int]) -> float:
        total = 1.0
        for seat in others:
            hand = hands[seat]
            if seat in spoke or seat in silent:
                worth = gains(hand, options)
                if seat == maker and chosen:
                    total *= _named_trump(worth, options, suits)
                if seat in passed_trump:
                    total *= likely(-max(worth), -ENOUGH_FOR_TRUMP, UNUSUAL, SPREAD)
                for rung in raised[seat]:
                    partner = rung == 1 and seat != maker
                    needed = ENOUGH_FOR_PARTNERS_RE if partner else enough[rung]
                    total *= likely(worth[3], needed, BLUFF, RAISING_SPREAD)
                if seat in silent:
                    total *= likely(-worth[3], -ENOUGH_FOR_KRAKEN, UNUSUAL, SPREAD)
            if seat in best and _holds_better(hand, best[seat], options):
                total *= NOT_DECLARED
        return total

    return weight


def _named_trump(worth: Sequence[float], options: Options, suits: Sequence[str]) -> float:
    """The likelihood that the fourth suit was named among the four, from the worth of each."""
    weights = []
    for suit, value in zip(suits, worth, strict=True):
        doubled = suit == "S" and options.double_spades in ("cards", "all")
        gain = (value - ENOUGH_FOR_TRUMP) * (2 if doubled else 1)
        weights.append(exp(min(gain, 300.0) / SPREAD))
    return UNUSUAL + (1 - UNUSUAL) * weights[3] / sum(weights)


def _passed_before_trump(view: View) -> frozenset[Seat]:
    """The seats that passed when they could have made trumps."""
    passed = set()
    for word in view.spoken:
        if word.text.code in ("said_trump", "said_accept", "forced_trump", "kraken"):
            break
        if word.text.code == "pass":
            passed.add(word.seat)
    fixed = any(word.text.code in ("said_trump", "said_accept") for word in view.spoken)
    return frozenset(passed) if fixed else frozenset()


def _best_named(view: View) -> dict[Seat, int]:
    """By seat the points of the best combination it named, 0 for a seat that named none; empty while they speak."""
    named: dict[Seat, int] = {}
    for word in view.spoken:
        if word.text.code == "said_nothing":
            named.setdefault(word.seat, 0)
        if word.text.code.startswith("said_best"):
            named[word.seat] = int(dict(word.text.facts)["points"])
    return named


def _holds_better(hand: int, points: int, options: Options) -> bool:
    """Whether a dealt hand has a combination of more points than were named."""
    if (
        PLAIN_RUNS[hand & BYTE] > points
        or PLAIN_RUNS[hand >> 8 & BYTE] > points
        or PLAIN_RUNS[hand >> 16 & BYTE] > points
        or TRUMP_RUNS[hand >> 24] > points
    ):
        return True
    return any(
        worth > points and hand & cards == cards for cards, worth in masks.fours(options.quads).items()
    )
