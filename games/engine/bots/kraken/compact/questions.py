"""Questions about the sheet that the margin of the tricks to come answers.

With a trick on both sides there is no pit. Whether the side that must be ahead writes at least so much is then, in most
rounds and for most figures, whether it gets a margin.
"""

from __future__ import annotations

from games.engine.bots.kraken.compact.limits import Limits
from games.engine.bots.kraken.compact.margins import Margins
from games.engine.bots.kraken.compact.masks import BONUS_PART, BONUS_PLACE, ONE_TRICK, POINTS_PART
from games.engine.bots.kraken.compact.positions import Rules
from games.engine.bots.kraken.compact.settling import Score


class Questions:
    """Answers questions about leads of one round."""

    def __init__(self, rules: Rules, score: Score, limits: Limits) -> None:
        self._score, self._limits = score, limits
        self.margins = Margins(rules, limits)

    def answer(
        self, hands: tuple[int, int, int, int], side: int, mine: int, yours: int, points: int, asked: int
    ) -> int | None:
        """A limit of the value for the side to move: a lower one of at least `asked` or an upper one below it. None
        where a margin does not tell.

        `hands` are seen from the leader on, `mine` and `yours` is what its side and the other have taken, `points`
        those of the whole round.
        """
        score = self._score
        if mine < ONE_TRICK or yours < ONE_TRICK or not score.by_margin:
            return None
        # All of this is seen from the side that must be ahead: the other one asks whether that side stays below.
        sign = 1 if side == score.must_beat else -1
        wanted = asked if sign > 0 else 1 - asked
        ahead = sign * (_made(mine) - _made(yours))
        bonus = mine + yours >> BONUS_PLACE & BONUS_PART
        a, b, c, d = hands
        more = self._limits.bonus(a | b | c | d) >> BONUS_PLACE
        lost, lost_at_most = -score.everything(points, bonus), -score.everything(points, bonus + more)
        if wanted <= lost_at_most:
            return sign * lost_at_most
        rest = points - (mine + yours & POINTS_PART)
        most = ahead + rest + more
        won_at_most = most * score.times if score.keeps_own else -lost_at_most
        highest = won_at_most if most > 0 else lost
        if wanted > highest:
            return sign * highest
        if wanted <= lost or (wanted > -lost and not score.keeps_own):
            return None
        needed = max(1, -(-wanted // score.times)) if score.keeps_own else 1
        future = needed - ahead if sign > 0 else 1 - needed + ahead
        margin = ahead + sign * self.margins.lead(a, b, c, d, future, rest)
        if margin <= 0:
            return sign * lost
        return sign * (margin * score.times if score.keeps_own else -lost)


def _made(taken: int) -> int:
    """Card points and roem of a side."""
    return (taken & POINTS_PART) + (taken >> BONUS_PLACE & BONUS_PART)
