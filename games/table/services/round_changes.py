"""Changes of a round by disputes: entries of the match's log, and the round's row rebuilt from them.

Works on running, finished and stopped matches alike; a deal going on is not disturbed. Each call is part of a larger
transaction (the case's), so nothing is remembered or announced before that is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import cast

from django.db import transaction

from games.engine.view import RoundResult
from games.table.log import paper_entries, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Round
from games.table.log.states import Data, RoundRulings, RulingEffect
from games.table.services.moves.writing import NewRow, Outcome, append, judge_on_newest
from games.table.services.totals import numbers_typed, require_possible_tallies


def open_review(*, match_id: int, number: int, player: int | None, now: datetime) -> Outcome:
    """A case about a closed round is open: it is provisional. `player` is who did it, None for the house.

    No lock: compare-and-set on `Match.seq`, judged again when somebody moved. Refuses no_such_round.
    """
    return _note_round(match_id, number, [rulings.entry_of_case(number, opened=True)], player, now)


def close_review(*, match_id: int, number: int, player: int | None, now: datetime) -> Outcome:
    """A case about a round has ended without a ruling. Concurrency as above. Refuses no_such_round."""
    return _note_round(match_id, number, [rulings.entry_of_case(number, opened=False)], player, now)


def rule_round(*, match_id: int, number: int, ruled: RulingEffect, player: int, now: datetime) -> Outcome:
    """A case about a round has ended with this ruling. Concurrency as above. Refuses no_such_round."""
    return _note_round(match_id, number, [rulings.entry_of_ruling(number, ruled)], player, now)


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
    ruled = RulingEffect(ruling, points, void=False, tallies=tallies)
    entries = [rulings.entry_of_case(number, opened=True), rulings.entry_of_ruling(number, ruled)]
    return _note_round(match_id, number, entries, None, now, when=_is_left_out)


def correct_sheet(*, match_id: int, typed: Mapping[str, str], player: int, now: datetime) -> Outcome:
    """Correct a sheet that counts: what `typed` says otherwise than its lines do now is written as one entry for each
    line concerned, beside what was typed before. `player` is who corrects.

    `typed` has `points_N_0`, `points_N_1` and so on for line N, the points of each column of the sheet, and
    `KEY_N_0` for each tally of the game. What is left out stays; a line that a ruling left out cannot
    be corrected. Concurrency as above. Refuses not_finished (nothing of it counts yet), not_all_totals, not_a_total,
    no_such_tally, tally_too_high, in_question (a case about a line to be corrected is open), ruled (an arbiter decided
    about it).
    """

    def judge(table: Table, now: datetime) -> Outcome:
        lines = rulings.rounds_as_played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=True
        )
        if not table.on_paper or not lines:
            raise TableRefused(TableRefusal.NOT_FINISHED)
        changed: list[tuple[RoundResult, Sequence[Data]]] = []
        for line in lines:
            kept = rulings.reviews_of(table.state.reviews, line.number)
            ruled = None if rulings.is_void(kept) else _correction(table, line, kept, typed)
            if ruled is not None and kept.cases:
                raise TableRefused(TableRefusal.IN_QUESTION)
            if ruled is not None and rulings.is_ruled(kept):
                raise TableRefused(TableRefusal.RULED, {"line": line.number})
            if ruled is not None:
                opened = rulings.entry_of_case(line.number, opened=True)
                changed.append((line, [opened, rulings.entry_of_ruling(line.number, ruled)]))
        if not changed:
            return Outcome(table.state.seq, done_before=True)
        return _write_rounds(table, changed, player, now)

    return judge_on_newest(match_id, judge, now=now)


def _correction(
    table: Table, line: RoundResult, kept: RoundRulings, typed: Mapping[str, str]
) -> RulingEffect | None:
    """The points and tallies to add to a line so that it says what was typed; None where it says that already."""
    columns = table.at_start.columns
    known = {"points": rulings.counted_points(line, kept), **rulings.counted_tallies(line, kept)}
    added: dict[str, tuple[int, ...]] = {}
    for key, amounts in known.items():
        corrected = numbers_typed(typed, key, columns, line=line.number)
        if corrected is not None and corrected != amounts:
            added[key] = tuple(new - old for new, old in zip(corrected, amounts, strict=True))
    if not added:
        return None
    rounds = cast("int", line.facts.get(paper_entries.TOGETHER, 1))
    tallies = {key: tuple(map(sum, zip(known[key], more, strict=True))) for key, more in added.items()}
    require_possible_tallies(table, tallies, rounds)
    points = added.pop("points", (0,) * len(line.score))
    return RulingEffect(rulings.BY_THE_CLUB, points, tallies=added)


def _is_left_out(kept: RoundRulings) -> bool:
    """Whether a round is left out and nobody asks about it."""
    return rulings.is_void(kept) and not kept.cases


def _note_round(
    match_id: int,
    number: int,
    entries: Sequence[Data],
    player: int | None,
    now: datetime,
    *,
    when: Callable[[RoundRulings], bool] | None = None,
) -> Outcome:
    """Write entries about a round; answered as done where `when` says no."""

    def judge(table: Table, now: datetime) -> Outcome:
        closed = rulings.rounds_as_played(
            table.game, table.options, table.state, players=len(table.sitters), on_paper=table.on_paper
        )
        result = next((each for each in closed if each.number == number), None)
        if result is None:
            raise TableRefused(TableRefusal.NO_SUCH_ROUND)
        kept = rulings.reviews_of(table.state.reviews, number)
        if when is not None and not when(kept):
            return Outcome(table.state.seq, done_before=True)
        if entries[0]["do"] != "review" and not kept.cases:
            raise TableRefused(TableRefusal.STALE_WINDOW)
        return _write_rounds(table, [(result, entries)], player, now)

    return judge_on_newest(match_id, judge, now=now)


def _write_rounds(
    table: Table,
    changed: Sequence[tuple[RoundResult, Sequence[Data]]],
    player: int | None,
    now: datetime,
) -> Outcome:
    """Append the entries about these rounds, and write their rows anew."""
    entries = [entry for _result, own in changed for entry in own]
    state = reduce(rulings.after_case_entry, entries, table.state)
    rows = [NewRow(None, player, TABLE, entry) for entry in entries]
    with transaction.atomic():
        append(table, replace(table, state=state), rows, now=now, part_of_more=True)
        for result, _own in changed:
            row = rulings.row_of(result, rulings.reviews_of(state.reviews, result.number))
            Round.objects.filter(match=table.match_id, number=result.number).update(**row)
    return Outcome(state.seq)
