"""How a match advances: one entry in, the state after it and everything the house owed out. The log is the
truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.actions import Data
from games.engine.game import Game
from games.engine.seats import HOUSE, Actor
from games.engine.shuffle import Fate


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log: who did what. `data` is what the form, the log and the record say."""

    by: Actor
    data: Data


@dataclass(frozen=True, slots=True)
class Advance:
    """The state after an action and the entries that led there: the action itself, then what the house
    owed."""

    state: Any
    entries: tuple[Entry, ...]


def advance(game: Game[Any], state: Any, *, actor: Actor, data: Data, fate: Fate | None) -> Advance:
    """Parse, check and apply one action, then whatever the house owes at once.

    `fate` is the chance of the running deal; it may be None where the house owes nothing by chance.
    Raises MalformedAction or IllegalAction; nothing has changed then.
    """
    action = game.parse(data)
    state = game.apply(state, actor, action)
    entries = [Entry(actor, action.data())]
    while fate is not None and (owed := game.pending(state).get(HOUSE)) is not None and owed.at_once:
        by_house = game.house_action(state, fate)
        state = game.apply(state, HOUSE, by_house)
        entries.append(Entry(HOUSE, by_house.data()))
    return Advance(state, tuple(entries))


def advance_house(game: Game[Any], state: Any, *, fate: Fate) -> Advance:
    """Let the house do what is pending for it: deal, turn or close."""
    return advance(game, state, actor=HOUSE, data=game.house_action(state, fate).data(), fate=fate)


def replay(game: Game[Any], state: Any, entries: Iterable[Entry]) -> Any:
    """The fold of a log through the game. Draws no random number. Raises as `advance` does."""
    parse, apply = game.parse, game.apply
    for entry in entries:
        state = apply(state, entry.by, parse(entry.data))
    return state
