"""A sheet kept with real cards: what its log entries say, and what the engine makes of them."""

from __future__ import annotations

from typing import Any, Final

from games.engine.game import Game
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.table.log.states import Data, TableState, Written, further

ABOUT_THE_ENTRY: Final = ("do", "round")
"""The fields of an entry that were not typed."""


def entry_of(number: int, typed: Data) -> Data:
    """The log entry of a typed round."""
    return {"do": "written", "round": str(number), **typed}


def written(state: TableState, seat: Seat, data: Data) -> TableState:
    """After a round was typed, for the first time or anew."""
    number = int(data["round"])
    typed = {name: said for name, said in data.items() if name not in ABOUT_THE_ENTRY}
    others = [one for one in state.written if one.number != number]
    return further(state, written=tuple(sorted([*others, Written(number, seat, typed)])))


def confirmed(state: TableState) -> TableState:
    """After the other side found the sheet right."""
    return further(state, confirmed=True)


def typing_seat(state: TableState) -> Seat | None:
    """A seat of the side that types; None while nothing is written."""
    return state.written[0].seat if state.written else None


def results_on_paper(game: Game[Any], options: Any, state: TableState) -> tuple[RoundResult, ...]:
    """The typed rounds as the engine settles them. Raises what the engine raises for a round that cannot be."""
    return tuple(game.on_paper(options, one.typed, number=one.number) for one in state.written)
