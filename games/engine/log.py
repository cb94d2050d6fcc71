"""Advance of a match: one action in; the new state and the log entries out, with the house's own actions. The
state of a match is always computed from its log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Data
from games.engine.game import Game
from games.engine.seats import HOUSE, Actor
from games.engine.shuffle import Randomness


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a match's log. `by` is the seat or the house, `data` is as in the form, the log and the
    record.
    """

    by: Actor
    data: Data


@dataclass(frozen=True, slots=True)
class Advance:
    """The state after an action and the entries that led there: the action itself, then what the house
    owed."""

    state: Any
    entries: tuple[Entry, ...]


def advance(
    game: Game[Any], state: Any, *, actor: Actor, data: Data, randomness: Randomness | None
) -> Advance:
    """Parse, check and apply one action, then whatever the house owes at once.

    `randomness` is the chance of the running deal; None: the house does nothing here.
    Raises MalformedAction or IllegalAction; nothing has changed then.
    """
    action = game.parse(data)
    state = game.apply(state, actor, action)
    entries = [Entry(actor, action.data())]
    while randomness is not None and (owed := game.pending(state).get(HOUSE)) is not None and owed.at_once:
        by_house = game.house_action(state, randomness)
        state = game.apply(state, HOUSE, by_house)
        entries.append(Entry(HOUSE, by_house.data()))
    return Advance(state, tuple(entries))


def advance_house(game: Game[Any], state: Any, *, randomness: Randomness) -> Advance:
    """Let the house do what is pending for it: deal, turn or close."""
    return advance(
        game, state, actor=HOUSE, data=game.house_action(state, randomness).data(), randomness=randomness
    )


def replay(game: Game[Any], state: Any, entries: Iterable[Entry]) -> Any:
    """The fold of a log through the game. Draws no random number. Raises as `advance` does."""
    parse, apply = game.parse, game.apply
    for entry in entries:
        state = apply(state, entry.by, parse(entry.data))
    return state
