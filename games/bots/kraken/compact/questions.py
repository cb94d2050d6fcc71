"""Questions about the sheet that the margin of the tricks to come answers.

The search asks whether the difference on the sheet will be at least `target` for the side to move. Where no pit can
come any more, that depends in most rounds on the margin between both sides. An example: the makers lead to the next
trick of a round without kraken, are ahead by 12 points, and the target is 20. Then the question is whether they take at
least 8 points more than the other side in the tricks to come. Where a pit may still come, often only one of both
answers tells: with the other one the pit could still decide.
"""

from __future__ import annotations

from typing import Final

from games.bots.kraken.compact.limits import Limits
from games.bots.kraken.compact.margins import Margins
from games.bots.kraken.compact.positions import (
    BONUS_PART,
    BONUS_PLACE,
    ONE_TRICK,
    POINTS_PART,
    TRUMPS,
    Rules,
    Score,
)

MAX_VAIN_LEAD: Final = 100
"""Where only one of both answers of the margins is of use, they are no longer asked once the other one has come so many
times more than the useful one."""


class Questions:
    """Answers questions of the search about one round, at positions where a side leads to a trick."""

    def __init__(self, rules: Rules, score: Score, limits: Limits) -> None:
        self._score, self._limits = score, limits
        self._in_vain = 0
        """Useless answers less useful ones. Below zero without limit: where many were of use, asking goes on."""
        self.margins = Margins(rules, limits)

    def answer(
        self, hands: tuple[int, int, int, int], side: int, mine: int, yours: int, points: int, target: int
    ) -> int | None:
        """A limit of the value for the side to move: a lower one of at least `target` or an upper one below it. None
        where a margin does not tell.

        `hands` are seen from the leader on, `mine` and `yours` is what its side and the other have taken, `points`
        those of the whole round.
        """
        score = self._score
        if not score.by_margin:
            return None
        # All of this is seen from the side that must be ahead: the other one asks whether that side stays below.
        sign = 1 if side == score.must_beat else -1
        wanted = target if sign > 0 else 1 - target
        ahead = sign * (_side_points(mine) - _side_points(yours))
        bonus = mine + yours >> BONUS_PLACE & BONUS_PART
        a, b, c, d = hands
        more = self._limits.bonus(a | b | c | d) >> BONUS_PLACE
        # `lost` is written where it is not ahead in the end (all goes to the others) with the roem made so far,
        # `lost_at_most` with all that may still come. Each answer below holds however the rest is played.
        lost, lost_at_most = -score.everything(points, bonus), -score.everything(points, bonus + more)
        pits = (
            self._pit_at_stake(side, yours, a | c, b | d),
            self._pit_at_stake(1 - side, mine, b | d, a | c),
        )
        pit, others_pit = pits if sign > 0 else pits[::-1]
        if wanted <= lost_at_most and not others_pit:
            return sign * lost_at_most
        rest = points - (mine + yours & POINTS_PART)
        most = ahead + rest + more
        won_at_most = most * score.times if score.keeps_own else -lost_at_most
        highest = won_at_most if most > 0 else lost
        if wanted > highest and not pit:
            return sign * highest
        # Enough margin may still be too little for `target`, or too little margin make up for it by a pit.
        if_reached = not others_pit and (score.keeps_own or wanted <= -lost)
        if_missed = not pit and wanted > lost
        if not (if_reached and if_missed) and (
            not (if_reached or if_missed) or self._in_vain > MAX_VAIN_LEAD
        ):
            return None
        needed = max(1, -(-wanted // score.times)) if score.keeps_own else 1
        future = needed - ahead if sign > 0 else 1 - needed + ahead
        margin = ahead + sign * self.margins.lead(a, b, c, d, future, rest)
        tells = if_reached if margin >= needed else if_missed
        if not (if_reached and if_missed):
            self._in_vain += -1 if tells else 1
        if not tells:
            return None
        if margin <= 0:
            return sign * lost
        return sign * (margin * score.times if score.keeps_own else -lost)

    def _pit_at_stake(self, side: int, others_taken: int, hands: int, others: int) -> int:
        """The points of a pit of this side where it may still come, else 0.

        It may as long as the other side has no trick and does not hold the highest trump, which is sure of one.
        """
        if others_taken >= ONE_TRICK or others & TRUMPS > hands & TRUMPS:
            return 0
        return self._score.pits[side]


def _side_points(taken: int) -> int:
    """Card points and roem of a side."""
    return (taken & POINTS_PART) + (taken >> BONUS_PLACE & BONUS_PART)
