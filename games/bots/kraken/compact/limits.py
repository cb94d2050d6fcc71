"""Limits of what the tricks to come can bring, for cutting off lines that cannot change an answer any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.bots.bits import bits
from games.bots.kraken.compact.positions import (
    ALL,
    BONUS_PART,
    BONUS_PLACE,
    BYTE,
    MARRIAGE,
    PLAIN_RUNS,
    POINTS_PART,
    TRUMP_RUNS,
    Position,
    four_of,
)
from games.engine.cards import RANKS_FROM_SEVEN
from games.engine.kraken.declarations import STUK
from games.engine.kraken.ranks import PLAIN_ORDER

WORTHLESS: Final = (0x01, 0x0100, 0x010000, 0x02)
"""The three plain sevens and an eight: together with three of them a trick has the points of the fourth card."""
RUN_OF_THREE: Final = sum(1 << PLAIN_ORDER.index(rank) for rank in "789")
FOURS: Final = tuple(four_of(rank) for rank in RANKS_FROM_SEVEN)
NO_POINTS: Final = 0x03070707
"""Seven, eight and nine of a plain suit, seven and eight of trumps: neighbours in strength."""
ALL_RUNS_OF_THREE: Final = tuple(
    run << place
    for place, runs in ((0, PLAIN_RUNS), (8, PLAIN_RUNS), (16, PLAIN_RUNS), (24, TRUMP_RUNS))
    for run in range(256)
    if runs[run] and run.bit_count() == 3
)


def lower_equals(alike: int, others: int) -> int:
    """Of cards of one hand from `alike`, those that do the same as a higher one: none of the `others` lies between."""
    return alike & (alike >> 1 | alike >> 2 & ~(others >> 1))


class Limits:
    """The limits for one table of trick worths (`positions.trick_worths`).

    `alike` are the cards without points that can make no roem in the deal last looked at.
    """

    def __init__(self, worths: Mapping[int, int]) -> None:
        self._worths = worths
        run = worths[RUN_OF_THREE | WORTHLESS[1]] >> BONUS_PLACE & BONUS_PART
        self._times = run // PLAIN_RUNS[RUN_OF_THREE]
        fours = ((cards, worths[cards] >> BONUS_PLACE & BONUS_PART) for cards in FOURS)
        self._fours = tuple((cards, points) for cards, points in fours if points)
        self._known: dict[int, int] = {}
        self._in_roem = ALL
        self.alike = 0

    def look_at(self, position: Position) -> None:
        """Have the limits of this position and those after it count no roem that lies in one hand."""
        hands, lying = position.hands, position.table.cards

        def may_share(cards: int) -> bool:
            places = sum(1 for hand in hands if hand & cards) + (lying & cards).bit_count()
            return places == cards.bit_count()

        fours = tuple(four for four, _points in self._fours)
        self._in_roem = 0
        for cards in (*ALL_RUNS_OF_THREE, *fours, MARRIAGE):
            if may_share(cards):
                self._in_roem |= cards
        self.alike = NO_POINTS & ~self._in_roem

    def points(self, position: Position) -> int:
        """Card points of the whole round, without the last trick: those taken and those of all cards still there."""
        (one, two, three, four), _seat, table, taken = position
        cards = one | two | three | four | table.cards
        return (taken[0] & POINTS_PART) + (taken[1] & POINTS_PART) + sum(map(self._points_of, bits(cards)))

    def _points_of(self, card: int) -> int:
        beside = [other for other in WORTHLESS if other != card][:3]
        return self._worths[card | sum(beside)] & POINTS_PART

    def bonus(self, cards: int) -> int:
        """The most roem that tricks made of these cards can hold, at its place in the takings of a side."""
        cards &= self._in_roem
        found = self._known.get(cards)
        if found is None:
            runs = PLAIN_RUNS[cards & BYTE] + PLAIN_RUNS[cards >> 8 & BYTE] + PLAIN_RUNS[cards >> 16 & BYTE]
            total = (runs + TRUMP_RUNS[cards >> 24]) * self._times
            total += STUK * self._times if cards & MARRIAGE == MARRIAGE else 0
            total += sum(points for four, points in self._fours if cards & four == four)
            found = self._known[cards] = total << BONUS_PLACE
        return found
