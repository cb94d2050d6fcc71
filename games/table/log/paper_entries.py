"""Log entries of a sheet kept with real cards, and its rounds as settled by the engine.

It is typed round by round, which the engine settles, or as totals: one line for the whole sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.game import Game
from games.engine.seats import Seat
from games.engine.view import RoundResult, ScoreLine
from games.engine.words import text
from games.table.log.states import Data, TableState, Totals, Written, after_entry

ABOUT_THE_ENTRY: Final = ("do", "round")
"""The fields of an entry that were not typed."""
TALLY: Final = "tally_"
"""Before the key of a tally in the entry of totals."""
TOGETHER: Final = "rounds_together"
"""The fact of a result that says how many rounds of cards it is the sum of; other results are one round each."""


def entry_of(number: int, typed: Data) -> Data:
    """The log entry of a typed round."""
    return {"do": "written", "round": str(number), **typed}


def entry_of_totals(totals: Totals) -> Data:
    """The log entry of a sheet typed as totals."""
    return {
        "do": "totals",
        "rounds": str(totals.rounds),
        "sides": join_amounts(totals.sides),
        "points": join_amounts(totals.points),
        **{f"{TALLY}{key}": join_amounts(amounts) for key, amounts in totals.tallies},
    }


def totals_of(seat: Seat | None, data: Data) -> Totals:
    """The totals an entry says."""
    tallies = tuple(
        (name[len(TALLY) :], split_amounts(amounts))
        for name, amounts in data.items()
        if name.startswith(TALLY)
    )
    return Totals(
        seat, int(data["rounds"]), split_amounts(data["sides"]), split_amounts(data["points"]), tallies
    )


def after_typed_round(state: TableState, seat: Seat | None, data: Data) -> TableState:
    """After a round was typed, for the first time or anew; totals typed before are gone."""
    number = int(data["round"])
    typed = {name: value for name, value in data.items() if name not in ABOUT_THE_ENTRY}
    others = [one for one in state.written if one.number != number]
    rounds = tuple(sorted([*others, Written(number, seat, typed)], key=lambda one: one.number))
    return after_entry(state, written=rounds, totals=None, objected=None)


def after_totals(state: TableState, totals: Totals) -> TableState:
    """After the whole sheet was typed as totals; rounds typed before are gone."""
    return after_entry(state, written=(), totals=totals, objected=None)


def after_objection(state: TableState, seat: Seat) -> TableState:
    """After the other side said that the sheet is not right."""
    return after_entry(state, objected=seat)


def after_confirmation(state: TableState) -> TableState:
    """After the other side, or the club, confirmed the sheet."""
    return after_entry(state, confirmed=True, objected=None)


def is_typed(state: TableState) -> bool:
    """Whether anything of the sheet was typed."""
    return state.totals is not None or bool(state.written)


def rounds_typed(state: TableState) -> int:
    """How many rounds of cards the sheet tells of."""
    return state.totals.rounds if state.totals is not None else len(state.written)


def row_numbers(state: TableState) -> tuple[int, ...]:
    """The numbers of its `Round` rows: totals have one, with the number of their last round."""
    if state.totals is not None:
        return (state.totals.rounds,)
    return tuple(one.number for one in state.written)


def typing_seat(state: TableState) -> Seat | None:
    """A seat of the side that types; None while nothing is written, or where the club types."""
    if state.totals is not None:
        return state.totals.seat
    return state.written[0].seat if state.written else None


def results_on_paper(
    game: Game[Any], options: Any, state: TableState, *, players: int
) -> tuple[RoundResult, ...]:
    """The typed rounds of so many players as the engine settles them, or the one line of the totals.

    Raises what the engine raises for a round that cannot be.
    """
    if state.totals is not None:
        return (result_of_totals(game, state.totals),)
    return tuple(
        game.on_paper(options, one.typed, number=one.number, players=players) for one in state.written
    )


def result_of_totals(game: Game[Any], totals: Totals) -> RoundResult:
    """Totals as one closed round, with nothing for the tallies that were not typed."""
    typed = dict(totals.tallies)
    nothing = (0,) * len(totals.sides)
    return RoundResult(
        number=totals.rounds,
        score=totals.points,
        lines=(ScoreLine(text("totals"), totals.points),),
        verdict=text("totals"),
        facts={TOGETHER: totals.rounds, "paper": True},
        sides=totals.sides,
        tallies={tally.key: typed.get(tally.key, nothing) for tally in game.tallies},
    )


def join_amounts(amounts: Sequence[int]) -> str:
    """Numbers as an entry of the log has them."""
    return " ".join(map(str, amounts))


def split_amounts(text: str) -> tuple[int, ...]:
    """The numbers of `join_amounts`."""
    return tuple(map(int, text.split()))
