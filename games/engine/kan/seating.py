"""Places at the table: partners, moved seats, the lead of the first deal, the next dealer (rules/kan 2)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.seats import Seat


def right_of(ring: Sequence[Seat], seat: Seat, steps: int = 1) -> Seat:
    """The player so many places to the right, which is the order of play."""
    return ring[(ring.index(seat) + steps) % len(ring)]


def partner_of(ring: Sequence[Seat], holder: Seat) -> Seat:
    """The partner of a player with joker and ace of trumps: two places to the right."""
    return right_of(ring, holder, 2)


def separate_pair(ring: tuple[Seat, ...], pair: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seating in which the pair are no neighbours: the right-hand one swaps with the opponent on the right."""
    for left, right in (pair, tuple(reversed(pair))):
        if right_of(ring, left) == right:
            opponent = right_of(ring, right)
            swapped = {right: opponent, opponent: right}
            return tuple(swapped.get(seat, seat) for seat in ring)
    return ring


def leader(ring: Sequence[Seat], pair: Sequence[Seat], words: Sequence[str], clash: str) -> Seat:
    """The seat that leads after the two words of the pair, in the pair's order.

    One iku leads. After equal words it is the kan player with two opponents to the right, or with `mukan_right` the
    first of those two.
    """
    if words[0] != words[1]:
        return pair[list(words).index("iku")]
    before_two = next(seat for seat in pair if right_of(ring, seat, 2) not in pair)
    return before_two if clash == "kan_two_mukan_right" else right_of(ring, before_two)


def next_dealer(ring: Sequence[Seat], dealer: Seat, rotation: str) -> Seat:
    """The dealer of the next round, in the seating as it stands: `clockwise` is the player on the left."""
    return right_of(ring, dealer, -1 if rotation == "clockwise" else 1)
