"""The score as it will be written, from what both sides have taken (rules/kraken 1.7), in the compact form."""

from __future__ import annotations

from games.engine.bots.kraken.compact.masks import BONUS_PART, BONUS_PLACE, POINTS_PART, TRICK_PLACE
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import MULTIPLIERS, PIT, TRICKS


class Score:
    """The difference on the sheet for a round of these makers and this level of challenge.

    Called with what sides 0 and 1 have taken (double spades applied), it is the written score of side 0 less that of
    side 1. `must_beat` is the side that has to be ahead. `by_margin` says whether a round without pit that this side
    wins counts by its margin (times `times`) or by everything that was made: those are the questions that can be
    asked as margins.
    """

    def __init__(self, options: Options, *, declarers: int, level: int) -> None:
        must_beat = declarers
        if options.must_beat == "last_challenger" and level % 2:
            must_beat = 1 - declarers
        self.must_beat = must_beat
        self.times = MULTIPLIERS[level]
        self._times_bonus = self.times if options.multiplier_scope == "all" else 1
        self._times_pit = self.times if options.multiplier_scope in ("all", "cards_and_pit") else 1
        may_pit = {"declarers": (declarers,), "either": (0, 1), "none": ()}[options.pit_for]
        self.pits = tuple(PIT if side in may_pit else 0 for side in (0, 1))
        self._counted = 1 if options.pit_counts_for_target else 0
        both_score = options.challenged_settlement == "both_score"
        self.keeps_own = level == 0 or (both_score and must_beat == declarers)
        own_points = options.challenged_settlement == "own_points"
        self._own_only = level > 0 and own_points and not self.keeps_own
        self.by_margin = not self._own_only and (not self.keeps_own or self.times == self._times_bonus)
        self._known: dict[tuple[int, int], int] = {}

    def __call__(self, first: int, second: int) -> int:
        found = self._known.get((first, second))
        if found is None:
            found = self._known[first, second] = self._settled(first, second)
        return found

    def everything(self, points: int, bonus: int) -> int:
        """The points written for a side to which all card points and all roem go."""
        return points * self.times + bonus * self._times_bonus

    def _settled(self, first: int, second: int) -> int:
        cards_0, cards_1 = first & POINTS_PART, second & POINTS_PART
        bonus_0, bonus_1 = first >> BONUS_PLACE & BONUS_PART, second >> BONUS_PLACE & BONUS_PART
        made_0 = self.pits[0] if first >> TRICK_PLACE == TRICKS else 0
        made_1 = self.pits[1] if second >> TRICK_PLACE == TRICKS else 0
        ahead = cards_0 + bonus_0 - cards_1 - bonus_1 + self._counted * (made_0 - made_1)
        failed = ahead <= 0 if self.must_beat == 0 else ahead >= 0
        winner = 1 - self.must_beat if failed else self.must_beat
        sign = 1 - 2 * winner
        pit = (made_1 if winner else made_0) * self._times_pit
        if self.keeps_own and not failed:
            return (cards_0 - cards_1) * self.times + (bonus_0 - bonus_1) * self._times_bonus + sign * pit
        if self._own_only and not failed:
            cards, bonus = (cards_1, bonus_1) if winner else (cards_0, bonus_0)
            return sign * (self.everything(cards, bonus) + pit)
        return sign * (self.everything(cards_0 + cards_1, bonus_0 + bonus_1) + pit)


def written(options: Options, *, declarers: int, level: int) -> Score:
    """The score for a round of these makers and this level of challenge."""
    return Score(options, declarers=declarers, level=level)
