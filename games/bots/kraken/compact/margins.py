"""The margin of the tricks to come with all hands open: points and roem of the side to move less the other side's.

What was taken so far does not matter to it, so all ways into the same hands share one entry of the table. Hands are
seen from the player on, clockwise.
"""

from __future__ import annotations

from typing import Final

from games.bots.kraken.compact.limits import Limits, lower_equals
from games.bots.kraken.compact.positions import (
    BONUS_PART,
    BONUS_PLACE,
    POINTS_PART,
    SUIT_OF,
    TRUMPS,
    Rules,
    is_lost_by_leader,
    legal,
    winners,
)

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
