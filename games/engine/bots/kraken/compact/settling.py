"""The score as it will be written, from what both sides have taken (rules/kraken 1.7), in the compact form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.engine.bots.kraken.compact.masks import BONUS_PART, BONUS_PLACE, POINTS_PART, TRICK_PLACE
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import MULTIPLIERS, PIT, TRICKS

Score: TypeAlias = Callable[[int, int], int]
"""From what sides 0 and 1 have taken (double spades applied) to the written score of side 0 less that of side 1."""


def written(options: Options, *, declarers: int, level: int) -> Score:
    """The difference on the sheet for a round of these makers and this level of challenge."""
    must_beat = declarers
    if options.must_beat == "last_challenger" and level % 2:
        must_beat = 1 - declarers
    times = MULTIPLIERS[level]
    times_bonus = times if options.multiplier_scope == "all" else 1
    times_pit = times if options.multiplier_scope in ("all", "cards_and_pit") else 1
    may_pit = {"declarers": (declarers,), "either": (0, 1), "none": ()}[options.pit_for]
    pit_0, pit_1 = (PIT if side in may_pit else 0 for side in (0, 1))
    counted = 1 if options.pit_counts_for_target else 0
    keeps_own = level == 0 or (options.challenged_settlement == "both_score" and must_beat == declarers)
    own_only = level > 0 and options.challenged_settlement == "own_points" and not keeps_own
    known: dict[tuple[int, int], int] = {}

    def score(first: int, second: int) -> int:
        found = known.get((first, second))
        if found is not None:
            return found
        cards_0, cards_1 = first & POINTS_PART, second & POINTS_PART
        bonus_0, bonus_1 = first >> BONUS_PLACE & BONUS_PART, second >> BONUS_PLACE & BONUS_PART
        made_0 = pit_0 if first >> TRICK_PLACE == TRICKS else 0
        made_1 = pit_1 if second >> TRICK_PLACE == TRICKS else 0
        ahead = cards_0 + bonus_0 - cards_1 - bonus_1 + counted * (made_0 - made_1)
        failed = ahead <= 0 if must_beat == 0 else ahead >= 0
        winner = 1 - must_beat if failed else must_beat
        sign = 1 - 2 * winner
        pit = (made_1 if winner else made_0) * times_pit
        if keeps_own and not failed:
            value = (cards_0 - cards_1) * times + (bonus_0 - bonus_1) * times_bonus + sign * pit
        elif own_only and not failed:
            cards, bonus = (cards_1, bonus_1) if winner else (cards_0, bonus_0)
            value = sign * (cards * times + bonus * times_bonus + pit)
        else:
            value = sign * ((cards_0 + cards_1) * times + (bonus_0 + bonus_1) * times_bonus + pit)
        known[first, second] = value
        return value

    return score
