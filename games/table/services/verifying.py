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
from games.table.log import loading, rulings, sheets
from games.table.log.folding import GAME, LogBroken, LogRow, fold
from games.table.log.models import Match, Round
from games.table.log.states import TableState


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
        if (kept.status == Round.Status.RUNNING) != (expected is None):
            yield f"round {number} is {kept.status}, its log says otherwise"
        elif expected is not None:
            yield from _differences_of(
                kept, rulings.row_of(expected, rulings.reviewed(state.reviews, number))
            )
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
        kept = rounds[number]
        row = rulings.row_of(written[number], rulings.reviewed(state.reviews, number))
        if should_be == Match.Status.RUNNING:
            row["status"] = Round.Status.RUNNING
        yield from _differences_of(kept, {**row, "seed": "", "commitment": ""})


def _differences_of(kept: Round, row: dict[str, Any]) -> Iterator[str]:
    if kept.status != row["status"]:
        yield f"round {kept.number} is {kept.status}, its log says otherwise"
    if any(getattr(kept, name) != value for name, value in row.items() if name != "status"):
        yield f"the result of round {kept.number} is not what its log says"
