"""Whether the rows of a match are what its log says: replayed from the first entry, compared with every round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import registry
from games.engine.actions import Deal, Turn
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.seats import HOUSE
from games.engine.shuffle import Fate, commitment
from games.table import loading, results, sheets
from games.table.folding import GAME, LogBroken, LogRow, fold
from games.table.models import Match, Round
from games.table.states import TableState


def verify_log(match: Match) -> tuple[str, ...]:
    """Everything that is wrong with a match, as sentences without any card; empty when all is well. Reads only."""
    game = registry.game(match.game)
    options = read_options(game.Options, match.options)
    rows = loading.log_rows(match.pk)
    rounds = {row.number: row for row in Round.objects.filter(match=match)}
    players = match.seats.count()
    try:
        state, ill = _replayed(game, options, players, match.pace, rows, rounds)
    except (LogBroken, Refused) as broken:
        return (f"the log cannot be replayed: {broken}",)
    return (*ill, *_differences(game, match, state, rounds))


def _replayed(
    game: Game[Any], options: Any, players: int, pace: str, rows: list[LogRow], rounds: dict[int, Round]
) -> tuple[TableState, list[str]]:
    """The state after the whole log, and every chance in it that does not follow from its round's seed."""
    state, ill = TableState(), []
    for row in rows:
        before, state = state, fold(game, state, [row], options=options, players=players, pace=pace)
        if row.kind != GAME or row.seat is not None:
            continue
        if isinstance(game.parse(row.data), Deal | Turn):
            number = game.progress(state.game_state).round
            kept = rounds.get(number)
            if kept is None:
                ill.append(f"round {number} has no row")
            else:
                drawn = game.house_action(before.game_state, Fate(bytes.fromhex(kept.seed)))
                if game.apply(before.game_state, HOUSE, drawn) != state.game_state:
                    ill.append(f"the deal of round {number} does not follow from its seed")
    return state, ill


def _differences(game: Game[Any], match: Match, state: TableState, rounds: dict[int, Round]) -> Iterator[str]:
    if state.seq != match.seq:
        yield f"the match says {match.seq} entries, the log has {state.seq}"
    if match.on_paper:
        yield from _differences_on_paper(game, match, state, rounds)
        return
    if state.game_state is None:
        if match.status in (Match.Status.RUNNING, Match.Status.FINISHED):
            yield "it is played without having started"
        return
    progress = game.progress(state.game_state)
    if progress.over != (match.status == Match.Status.FINISHED):
        yield f"its status is {match.status}, its log says otherwise"
    if state.stopped != (match.status == Match.Status.STOPPED):
        yield f"its status is {match.status}, its log says it was {'' if state.stopped else 'not '}stopped"
    closed = {result.number: result for result in game.results(state.game_state)}
    for number, kept in sorted(rounds.items()):
        sealed = commitment(seed=bytes.fromhex(kept.seed), context=kept.context)
        if kept.commitment != sealed or kept.context != f"{match.code}/{number}":
            yield f"the proof of round {number} does not hold"
        expected = closed.pop(number, None)
        if (kept.status == Round.Status.CLOSED) != (expected is not None):
            yield f"round {number} is {kept.status}, its log says otherwise"
        elif expected is not None:
            row = results.as_row(expected)
            if {name: getattr(kept, name) for name in row} != row:
                yield f"the result of round {number} is not what its log says"
    for number in closed:
        yield f"round {number} has no row"


def _differences_on_paper(
    game: Game[Any], match: Match, state: TableState, rounds: dict[int, Round]
) -> Iterator[str]:
    """What of a sheet on paper is not as its log says. Such rounds have no deal, so no seed and no seal."""
    should_be = Match.Status.RUNNING if state.written else Match.Status.OPEN
    if state.confirmed or state.stopped:
        should_be = Match.Status.FINISHED if state.confirmed else Match.Status.STOPPED
    if match.status != should_be:
        yield f"its status is {match.status}, its log says otherwise"
    options = read_options(game.Options, match.options)
    written = {each.number: each for each in sheets.results_on_paper(game, options, state)}
    for number in sorted(written.keys() ^ rounds.keys()):
        yield f"round {number} is written in one place only"
    for number in sorted(written.keys() & rounds.keys()):
        kept, row = rounds[number], results.as_row(written[number])
        if (kept.status == Round.Status.RUNNING) != (should_be == Match.Status.RUNNING):
            yield f"round {number} is {kept.status}, its log says otherwise"
        if {name: getattr(kept, name) for name in row} != row or kept.seed or kept.commitment:
            yield f"the result of round {number} is not what its log says"
