"""Whole rounds of Kraken at random in the compact form, as its proof beside the readable engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.compact.positions import BITS, SUIT_OF, TRUMPS, legal

SHIFT_OF: Final[Mapping[int, int]] = {bit: place & ~7 for place, bit in enumerate(BITS)}
"""By card: the lowest place of its suit (0, 8, 16 or 24)."""
LOW_HALF: Final = 0xFFFF
CHANCES: Final = 256
"""A random byte decides each card. Among n legal ones the likeliest comes up at most n/256 more often than 1/n."""


@cache
def _one_of() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By the suit's place (0 to 3) and the byte of the cards held: the card for each random byte."""
    tables = []
    for shift in (0, 8, 16, 24):
        table: list[tuple[int, ...]] = [()]
        for held in range(1, 256):
            cards = [bit << shift for bit in bits(held)]
            table.append(tuple(cards[byte * len(cards) >> 8] for byte in range(CHANCES)))
        tables.append(tuple(table))
    return tuple(tables)


@cache
def halves() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """By half a hand (16 bits) its cards, for the lower and for the upper half."""
    low: list[tuple[int, ...]] = [()]
    for mask in range(1, 1 << 16):
        top = 1 << mask.bit_length() - 1
        low.append((*low[mask ^ top], top))
    return tuple(low), tuple(tuple(card << 16 for card in cards) for cards in low)


def random_playout(
    hands: Sequence[int],
    leader: int,
    worths: Mapping[int, int],
    last: int,
    *,
    rotterdam: bool,
    randbytes: Callable[[int], bytes],
    played: list[int] | None = None,
) -> list[int]:
    """The takings of sides 0 and 1 when four hands of equal size are played out at random.

    `worths` is a table of `trick_worths`, `last` the points of the last trick. `played` collects the cards in order
    where a list is given. One flat loop, because a call for each card costs more than the card.
    """
    pick, led_of, shift_of = _one_of(), SUIT_OF, SHIFT_OF
    low, high = halves()
    a, b, c, d = (hands[(leader + step) % 4] for step in range(4))
    taken, side, left = [0, 0], leader & 1, a.bit_count()
    stream = iter(randbytes(4 * left))
    for one, two, three, four in zip(stream, stream, stream, stream, strict=True):
        lower = low[a & LOW_HALF]
        place = one * left >> 8
        lead = lower[place] if place < len(lower) else high[a >> 16][place - len(lower)]
        a ^= lead
        best, winner = lead, 0
        led, shift = led_of[lead], shift_of[lead]
        table = pick[shift >> 3]

        if follow := b & led:
            if shift == 24:
                follow = follow & -(best << 1) or follow
            second = table[follow >> shift][two]
            if second > best:
                best, winner = second, 1
        else:
            second = _void(b, led, best, partner_winning=False, rotterdam=rotterdam, chance=two)
            if second > best and second & TRUMPS:
                best, winner = second, 1
        b ^= second

        if follow := c & led:
            if shift == 24:
                follow = follow & -(best << 1) or follow
            third = table[follow >> shift][three]
            if third > best:
                best, winner = third, 2
        else:
            third = _void(c, led, best, partner_winning=winner == 0, rotterdam=rotterdam, chance=three)
            if third > best and third & TRUMPS:
                best, winner = third, 2
        c ^= third

        if follow := d & led:
            if shift == 24:
                follow = follow & -(best << 1) or follow
            fourth = table[follow >> shift][four]
            if fourth > best:
                best, winner = fourth, 3
        else:
            fourth = _void(d, led, best, partner_winning=winner == 1, rotterdam=rotterdam, chance=four)
            if fourth > best and fourth & TRUMPS:
                winner = 3
        d ^= fourth

        left -= 1
        if played is not None:
            played += (lead, second, third, fourth)
        side ^= winner & 1
        taken[side] += worths[lead | second | third | fourth]
        if winner == 1:
            a, b, c, d = b, c, d, a
        elif winner == 2:
            a, b, c, d = c, d, a, b
        elif winner == 3:
            a, b, c, d = d, a, b, c
    taken[side] += last
    return taken


def _void(hand: int, led: int, best: int, *, partner_winning: bool, rotterdam: bool, chance: int) -> int:
    """A legal card by chance from a hand without the led suit."""
    held = legal(hand, led, best, partner_winning=partner_winning, rotterdam=rotterdam)
    low, high = halves()
    lower, upper = low[held & LOW_HALF], high[held >> 16]
    place = chance * (len(lower) + len(upper)) >> 8
    return lower[place] if place < len(lower) else upper[place - len(lower)]
