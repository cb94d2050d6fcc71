"""Closed rounds as the analysers of the engine want them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.bots.analysis import Move
from games.engine.game import Game
from games.engine.seats import Seat
from games.table.log import history
from games.table.log.history import ClosedRound
from games.table.log.models import Round


def closed_round(row: Round) -> tuple[Game[Any], ClosedRound]:
    """The game and the entries of a closed round. Raises LookupError where the log has no such closed round, and what
    replaying a broken log raises (`loading.UNREADABLE`)."""
    game, _start = history.game_and_start(row.match)
    for closed in history.closed_rounds(row.match):
        if closed.number == row.number:
            return game, closed
    raise LookupError(f"round {row.number} of {row.match.code} is not closed")


def moves_of(game: Game[Any], closed: ClosedRound) -> list[Move]:
    """The entries of the round, each with the state before it."""
    state, moves = closed.before, []
    for told in closed.told:
        moves.append(Move(state, told.entry.by, told.entry.data))
        state = game.apply(state, told.entry.by, game.parse(told.entry.data))
    return moves


def before_card(moves: Sequence[Move], number: int) -> tuple[Any, Seat] | None:
    """The state before the card of that number (from 1) and its seat; None where there is no such card."""
    played = [(move.state, move.by) for move in moves if isinstance(move.by, int) and "card" in move.data]
    return played[number - 1] if 1 <= number <= len(played) else None


def movers(closed: ClosedRound, seats: int) -> list[int | None]:
    """By seat the key of the player who made all its moves; None where a bot or the clock made one for them."""
    found: list[int | None] = [None] * seats
    helped = set()
    for told in closed.told:
        seat = told.entry.by
        if not isinstance(seat, int):
            continue
        if told.automatic or (found[seat] is not None and found[seat] != told.player):
            helped.add(seat)
        found[seat] = told.player
    return [None if seat in helped else player for seat, player in enumerate(found)]
