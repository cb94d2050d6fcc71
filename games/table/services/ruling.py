"""Changes of a round by disputes: entries of the match's log, and the round's row rebuilt from them.

Works on running, finished and stopped matches alike; a deal going on is not disturbed. Each call is part of a larger
transaction (the case's), so nothing is remembered or announced before that is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce

from django.db import transaction

from games.table.log import rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Round
from games.table.log.states import Data, Reviewed, Ruled
from games.table.services.moves.judging import Outcome, judged
from games.table.services.moves.writing import NewRow, append


def open_review(*, match_id: int, number: int, player: int | None, now: datetime) -> Outcome:
    """A case about a closed round is open: it is provisional. `player` is who did it, None for the house.

    No lock: compare-and-set on `Match.seq`, judged again when somebody moved. Refuses no_such_round.
    """
    return _noted(match_id, number, [rulings.entry_of_case(number, opened=True)], player, now)


def close_review(*, match_id: int, number: int, player: int | None, now: datetime) -> Outcome:
    """A case about a round has ended without a ruling. Concurrency as above. Refuses no_such_round."""
    return _noted(match_id, number, [rulings.entry_of_case(number, opened=False)], player, now)


def rule_round(*, match_id: int, number: int, ruled: Ruled, player: int, now: datetime) -> Outcome:
    """A case about a round has ended with this ruling. Concurrency as above. Refuses no_such_round."""
    return _noted(match_id, number, [rulings.entry_of_ruling(number, ruled)], player, now)


def enter_replay(
    *,
    match_id: int,
    number: int,
    ruling: int,
    points: tuple[int, ...],
    tallies: Mapping[str, tuple[int, ...]],
    now: datetime,
) -> Outcome:
    """A round that ruling number `ruling` left out was played again and counts these points: entered by the house.
    `tallies` is what that adds to each tally.

    Once: answered as done where the round counts already, or is in question. Concurrency as above.
    """
    ruled = Ruled(ruling, points, void=False, tallies=tallies)
    entries = [rulings.entry_of_case(number, opened=True), rulings.entry_of_ruling(number, ruled)]
    return _noted(match_id, number, entries, None, now, when=_left_out)


def _left_out(kept: Reviewed) -> bool:
    """Whether a round is left out and nobody asks about it."""
    return rulings.is_void(kept) and not kept.cases


def _noted(
    match_id: int,
    number: int,
    entries: Sequence[Data],
    player: int | None,
    now: datetime,
    *,
    when: Callable[[Reviewed], bool] | None = None,
) -> Outcome:
    """Write entries about a round; answered as done where `when` says no."""

    def judge(table: Table, now: datetime) -> Outcome:
        closed = rulings.played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=table.on_paper
        )
        result = next((each for each in closed if each.number == number), None)
        if result is None:
            raise TableRefused(TableRefusal.NO_SUCH_ROUND)
        kept = rulings.reviewed(table.state.reviews, number)
        if when is not None and not when(kept):
            return Outcome(table.state.seq, done_before=True)
        if entries[0]["do"] != "review" and not kept.cases:
            raise TableRefused(TableRefusal.STALE_WINDOW)
        state = reduce(rulings.after, entries, table.state)
        rows = [NewRow(None, player, TABLE, entry) for entry in entries]
        with transaction.atomic():
            append(table, replace(table, state=state), rows, now=now, part_of_more=True)
            changed = rulings.row_of(result, rulings.reviewed(state.reviews, number))
            Round.objects.filter(match=match_id, number=number).update(**changed)
        return Outcome(state.seq)

    return judged(match_id, judge, now=now)
