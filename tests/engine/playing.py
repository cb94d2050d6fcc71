"""Playing any game at random: matches for tests that hold for every one of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from games.engine import registry
from games.engine.actions import Data
from games.engine.cards import show_cards
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import Option, Value, options_of, read_options
from games.engine.seats import HOUSE, Actor
from games.engine.shuffle import Randomness
from games.engine.view import Choice
from tests.toy import TOY

SHORT: Mapping[str, Any] = {"rounds": (1, 2), "cycles": (1, 2), "target_points": (100, 600)}
"""Bounds for numbers that would make a match long."""
ENDING: Mapping[str, Any] = {"deals": [1], "stock_out": "void_second"}
"""Values with which play by chance ends: harder contracts are hardly ever laid by it, and a stock that is made anew
each time never ends a deal."""
GAMES = (*registry.GAMES, TOY)
ONE_OF_MANY: Final = re.compile(r"(?<![\d.,])1 (points|deals|tricks|cards|rounds|players|times)\b")
"""A plural after a one. A sentence with a number that may be one has a form for one, or names it without the noun."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def values_of(described: Option) -> st.SearchStrategy[Value]:
    """Any value of one option with which a match by chance ends soon."""
    if described.name in ENDING:
        return st.just(ENDING[described.name])
    if described.lowest is None or described.highest is None:
        return st.sampled_from(list(described.values))
    lowest, highest = SHORT.get(described.name, (described.lowest, described.highest))
    return st.integers(max(lowest, described.lowest), min(highest, described.highest))


def options_for(game: Game[Any], **fixed: Value) -> st.SearchStrategy[Any]:
    """Any house rules of a game; the match is short."""
    drawn = {
        described.name: st.just(fixed[described.name]) if described.name in fixed else values_of(described)
        for described in options_of(game.Options)
    }
    return st.fixed_dictionaries(drawn).map(lambda values: read_options(game.Options, values))


def short_options(game: Game[Any]) -> dict[str, Any]:
    """Values that keep a match of this game short."""
    short = {name: low for name, (low, _) in SHORT.items()} | ENDING
    return {name: value for name, value in short.items() if hasattr(game.Options, name)}


seeds = st.integers(0, 2**32 - 1)


def chosen_data(choice: Choice, rng: random.Random) -> Data:
    """The form of one choice; of the groups it could arrange any some."""
    if not choice.groups:
        return choice.data
    some = [group.cards for group in choice.groups if rng.random() < 0.7]
    used = [card for cards in some for card in cards]
    if len(set(used)) < len(used):
        some = some[:1]
    return {**choice.data, "combinations": ";".join(map(show_cards, some))}


def next_entry(game: Game[Any], state: Any, rng: random.Random) -> Entry | None:
    """Somebody who may or must act does something allowed: any word, and then any form of it. None when the match is
    over."""
    waiting = game.pending(state)
    if not waiting:
        return None
    actor: Actor = rng.choice(list(waiting))
    if actor == HOUSE:
        return Entry(HOUSE, game.house_action(state, Randomness(rng.randbytes(32))).data())
    offered: dict[str, list[Choice]] = {}
    for choice in game.choices(state, actor):
        offered.setdefault(choice.data["do"], []).append(choice)
    return Entry(actor, chosen_data(rng.choice(rng.choice(list(offered.values()))), rng))


def steps(game: Game[Any], options: Any, seed: int) -> Iterator[tuple[Any, Entry]]:
    """A whole match at random: the state before each entry, and the entry."""
    rng = random.Random(seed)
    state = game.start(options, game.seats[0])
    while (entry := next_entry(game, state, rng)) is not None:
        yield state, entry
        state = game.apply(state, entry.by, game.parse(entry.data))


def play_match(
    game: Game[Any], options: Any, seed: int, until: Callable[[Any], bool] = lambda _: False
) -> tuple[Any, list[Entry]]:
    """A match played at random to its end, or until a state is found: that state and the log."""
    state, log = game.start(options, game.seats[0]), []
    for before, entry in steps(game, options, seed):
        if until(before):
            return before, log
        log.append(entry)
        state = game.apply(before, entry.by, game.parse(entry.data))
    return state, log
