"""Prizes of an evening by a rule such as "1-4, 8, 12" or "1: 3x, 2: 2x, 8: 2.50", to the cent. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

MAX_PLACES: Final = 500
_ITEM: Final = re.compile(
    r"(?P<first>[0-9]{1,3})(?:\s*[-–]\s*(?P<last>[0-9]{1,3}))?"
    r"(?:\s*[:=]\s*(?:(?:€\s*)?(?P<whole>[0-9]{1,4})[.,](?P<cents>[0-9]{2})|€\s*(?P<euros>[0-9]{1,4})"
    r"|(?P<shares>[0-9]{1,3})\s*[x×]))?\s*(?:[,;]\s*|$)"
)


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place has: an amount in cents, or `shares` of what the amounts leave of the pot."""

    cents: int = 0
    shares: int = 0


@dataclass(frozen=True, slots=True)
class Payout:
    """The cents of each entrant with a prize, best first; `left` stays in the pot, or below 0 has to be added to it."""

    prizes: Mapping[int, int]
    left: int


def read_prizes(rule: str) -> dict[int, Prize] | None:
    """The prizes by place; None where the rule cannot be read or names a place twice. An item is a place or a range,
    alone (one share), with shares ("1: 3x") or with an amount for each ("8: 2.50" or "8: €5")."""
    found: dict[int, Prize] = {}
    at, rule = 0, rule.strip()
    while at < len(rule):
        item = _ITEM.match(rule, at)
        if item is None:
            return None
        at = item.end()
        first = int(item["first"])
        last = int(item["last"] or first)
        if not 0 < first <= last <= MAX_PLACES or not found.keys().isdisjoint(range(first, last + 1)):
            return None
        found |= dict.fromkeys(range(first, last + 1), _prize(item))
    return found


def _prize(item: re.Match[str]) -> Prize:
    if item["whole"]:
        return Prize(cents=100 * int(item["whole"]) + int(item["cents"]))
    if item["euros"]:
        return Prize(cents=100 * int(item["euros"]))
    return Prize(shares=int(item["shares"] or 1))


def pay_prizes(prizes: Mapping[int, Prize], pot: int, places: Sequence[tuple[int, int]]) -> Payout:
    """Divide the pot (cents) over `places`: entrant and place, best first, equals with the same place.

    Amounts are paid first, whatever the pot holds; shares divide the rest, rounded as `divide` does. Places nobody has
    are left out. Equals share the prizes of all the places they take, so that two at place 3 share those of 3 and 4.
    """
    taken = {place: prizes[place] for place in range(1, len(places) + 1) if place in prizes}
    rest = max(0, pot - sum(prize.cents for prize in taken.values()))
    by_shares = dict(zip(taken, divide(rest, [prize.shares for prize in taken.values()]), strict=True))
    paid: dict[int, int] = {}
    for place, group in groupby(places, key=lambda each: each[1]):
        equals = [entrant for entrant, _place in group]
        numbers = [number for number in range(place, place + len(equals)) if number in taken]
        worth = sum(taken[number].cents + by_shares[number] for number in numbers)
        if numbers:
            paid |= dict(zip(equals, divide(worth, [1] * len(equals)), strict=True))
    return Payout(paid, pot - sum(paid.values()))


def divide(cents: int, shares: Sequence[int]) -> list[int]:
    """The cents by shares: the largest remainders are rounded up, of equals the first, so that the parts add up and
    are rounded as usual wherever that adds up too. Nothing where nobody has a share."""
    total = sum(shares)
    if not total:
        return [0] * len(shares)
    parts = [cents * share // total for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda number: -(cents * shares[number] % total))
    for number in by_remainder[: cents - sum(parts)]:
        parts[number] += 1
    return parts
