"""The margin of the tricks to come with all hands open, points and roem of the side to move less the other side's, and
limits of what these tricks can bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.compact.positions import (
    ALL,
    BONUS_PART,
    BONUS_PLACE,
    MARRIAGE,
    PLAIN_RUNS,
    POINTS_PART,
    SUIT_OF,
    TRUMP_RUNS,
    TRUMPS,
    Position,
    Rules,
    four_of,
    is_lost_by_leader,
    legal,
    runs_in,
    winners,
)
from games.engine.cards import RANKS_FROM_SEVEN
from games.engine.kraken.declarations import STUK
from games.engine.kraken.legal import PLAIN_ORDER

# Limits of what the tricks to come can bring, for cutting off lines that cannot change an answer any more.

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
        """An upper limit of the roem that tricks made of these cards can hold, at its place in the takings of a side:
        all runs, fours and stuk among them, as if each could lie in a trick."""
        cards &= self._in_roem
        found = self._known.get(cards)
        if found is None:
            total = runs_in(cards) * self._times
            total += STUK * self._times if cards & MARRIAGE == MARRIAGE else 0
            total += sum(points for four, points in self._fours if cards & four == four)
            found = self._known[cards] = total << BONUS_PLACE
        return found


# The margin. What was taken so far does not matter to it, so all ways into the same hands share one entry of the table.
# Hands are seen from the player on, clockwise.

FAR: Final = 1 << 20
"""Beyond every margin."""


class Margins:
    """Answers whether a margin can be reached; questions about one deal share its table.

    `nodes` counts the leads looked at so far.
    """

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self._worths, self._last, self._rotterdam = rules
        self._limits = limits
        self._bounds: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._best_lead: dict[int, int] = {}
        self._best_reply: dict[int, int] = {}
        self.nodes = 0

    def lead(self, a: int, b: int, c: int, d: int, target: int, rest: int) -> int:
        """A limit of the margin for a lead from hand `a`: a lower one of at least `target`, or an upper one below it.

        `rest` are the card points that are left, with those of the last trick.
        """
        self.nodes += 1
        if not a & (a - 1):
            return self._last_trick(a, b, c, d)
        key = (a, b, c, d)
        others = b | c | d
        bounds = self._bounds.get(key)
        if bounds is None:
            high = rest + (self._limits.bonus(a | others) >> BONUS_PLACE)
            low = -high
        else:
            low, high = bounds
        if low >= target:
            return low
        if high < target:
            return high
        value = -FAR
        first = self._best_lead.get(a, 0)
        sure = winners(a, others)
        left = a
        alike = a & self._limits.alike
        if alike & (alike - 1):
            left &= ~lower_equals(alike, others)
            first &= left
        while left:
            if first:
                card, first = first, 0
            elif highest := sure & left:
                card = 1 << highest.bit_length() - 1
            else:
                card = left & -left
            left &= ~card
            margin = -self._follow(b, c, d, a ^ card, 1, SUIT_OF[card], card, 0, card, 1 - target, rest)
            if margin > value:
                value = margin
                if margin >= target:
                    self._best_lead[a] = card
                    self._bounds[key] = (value, high)
                    return value
        self._bounds[key] = (low, value)
        return value

    def _last_trick(self, a: int, b: int, c: int, d: int) -> int:
        worth = self._worths[a | b | c | d]
        made = (worth & POINTS_PART) + (worth >> BONUS_PLACE & BONUS_PART) + self._last
        return -made if is_lost_by_leader(a, b, c, d) else made

    def _follow(
        self,
        a: int,
        b: int,
        c: int,
        d: int,
        count: int,
        led: int,
        best: int,
        place: int,
        cards: int,
        target: int,
        rest: int,
    ) -> int:
        """The same limit for a card from hand `a` on a trick that holds `count` cards, the winning one at `place`."""
        # The order of the moves stands in `Solver._follow` as well. A function for both costs a call for each card: the
        # contracts of a deal then take about 5 % longer.
        moves = legal(a, led, best, partner_winning=place == count - 2, rotterdam=self._rotterdam)
        wins = led | TRUMPS
        from_the_top = first = key = 0
        if moves & (moves - 1):
            alike = moves & self._limits.alike
            if alike & (alike - 1):
                moves &= ~lower_equals(alike, b | c | d | cards)
            from_the_top = place == count - 2 or moves & wins & -(best << 1)
            key = a << 32 | cards
            first = self._best_reply.get(key, 0) & moves
        value = -FAR
        while moves:
            if first:
                card, first = first, 0
            else:
                card = 1 << moves.bit_length() - 1 if from_the_top else moves & -moves
            moves ^= card
            if card > best and card & wins:
                new_best, new_place = card, count
            else:
                new_best, new_place = best, place
            left = a ^ card
            if count < 3:
                margin = -self._follow(
                    b, c, d, left, count + 1, led, new_best, new_place, cards | card, 1 - target, rest
                )
            else:
                worth = self._worths[cards | card]
                points = worth & POINTS_PART
                made = points + (worth >> BONUS_PLACE & BONUS_PART)
                if new_place == 3:
                    margin = made + self.lead(left, b, c, d, target - made, rest - points)
                elif new_place == 1:
                    margin = made + self.lead(c, d, left, b, target - made, rest - points)
                elif new_place == 0:
                    margin = -made - self.lead(b, c, d, left, 1 - target - made, rest - points)
                else:
                    margin = -made - self.lead(d, left, b, c, 1 - target - made, rest - points)
            if margin > value:
                value = margin
                if margin >= target:
                    if key:
                        self._best_reply[key] = card
                    return value
        return value
