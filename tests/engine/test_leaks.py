"""Two worlds that differ only in cards a viewer may not see are one world to that viewer (kernel 10)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat
from games.engine.view import View
from tests.engine.playing import GAMES, options_for, seeds, steps


def declared(state: Any, one: str, other: str) -> bool:
    """Kraken: whether a declared combination lies open, or by its value tells, of either card."""
    told = [combination for spoken in state.round.declared for combination in spoken or ()]
    return state.round.comparison is not None and any(
        {one, other} & set(combination.cards) for combination in told
    )


def makes_kan(state: Any, one: str, other: str) -> bool:
    """Kan: whether either card is the joker or the ace of trumps of a round's first deal, which name the partners."""
    deal = state.deal
    return deal.place == 1 and bool({one, other} & {"XX", f"{deal.trump}A"})


def counted(state: Any, one: str, other: str) -> bool:
    """Kalooki: whether the cards left in the hands were counted."""
    return bool(state.results)


TOLD: Final[Mapping[str, Callable[[Any, str, str], bool]]] = {
    "kraken": declared,
    "kan": makes_kan,
    "kalooki": counted,
}
"""By game, where a card becomes public other than by a log entry that names it."""
SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "kraken": {"rounds": 1, "match_length": "rounds"},
    "rosbiratschka": {"cycles": 1},
    "kan": {"rounds": 1},
    "kalooki": {"upcard_joker": "stands"},
    "toy": {"rounds": 1},
}
VIEWERS: Final = [(game, viewer) for game in GAMES for viewer in (None, *range(game.seats[0]))]


def swapped(text: str, one: str, other: str) -> str:
    """The same line with two cards changed for each other."""
    exchange = {one: other, other: one}
    return re.sub(r"\w+", lambda card: exchange.get(card.group(), card.group()), text)


def seen_by(game: Game[Any], state: Any, viewer: Seat | None) -> object:
    """Everything the engine hands out to a viewer."""
    if viewer is None:
        return game.view(state, None)
    return game.view(state, viewer), game.choices(state, viewer), game.pending(state).get(viewer)


def held(game: Game[Any], state: Any, seat: Seat | None) -> set[str]:
    """The hand of that seat, nothing for a spectator."""
    return {held.card for held in game.view(state, seat).hand}


@pytest.mark.parametrize(("game", "viewer"), VIEWERS, ids=lambda value: getattr(value, "key", str(value)))
@given(seed=seeds, data=st.data())
@settings(max_examples=60)
def test_two_unseen_cards_may_change_places(
    game: Game[Any], viewer: Seat | None, seed: int, data: st.DataObject
) -> None:
    """The twin match has two cards swapped in one deal that the viewer was not dealt, and follows the same log while
    it can.

    A card becomes public when it is played or shown, and known to the viewer when drawn. The twin match ends
    where a declaration names either card, and where the rules make the two matches differ.
    """
    options = data.draw(options_for(game, **SHORT[game.key]))
    log = [entry for _, entry in steps(game, options, seed)]
    deals = [place for place, entry in enumerate(log) if entry.data["do"] == "deal"]
    place = data.draw(st.sampled_from(deals))
    before = game.start(options, game.seats[0])
    for entry in log[:place]:
        before = game.apply(before, entry.by, game.parse(entry.data))
    state = game.apply(before, HOUSE, game.parse(log[place].data))
    unseen = sorted(set(game.pack(options, game.seats[0])) - held(game, state, viewer) - lying(game, state))
    pair = set(random.Random(seed).sample(unseen, 2))
    deal = {name: swapped(text, *pair) for name, text in log[place].data.items()}
    twin = game.apply(before, HOUSE, game.parse(deal))
    told = TOLD.get(game.key, lambda *_: False)
    for entry in log[place + 1 :]:
        if told(state, *pair) or told(twin, *pair):
            break
        if pair & (held(game, state, viewer) | held(game, twin, viewer)):
            break
        assert repr(seen_by(game, state, viewer)) == repr(seen_by(game, twin, viewer))
        if named(entry) & {*pair, "deal"}:
            break
        action = game.parse(entry.data)
        try:
            twin = game.apply(twin, entry.by, action)
        except Refused:
            break
        state = game.apply(state, entry.by, action)


def lying(game: Game[Any], state: Any) -> set[str]:
    """The cards that everybody sees on the table."""
    discard = game.view(state, None).discard
    return set(discard.cards) if discard is not None else set()


def named(entry: Entry) -> set[str]:
    """Every card and word of a log entry."""
    return set(" ".join(entry.data.values()).replace(";", " ").split())


@pytest.mark.parametrize(("game", "viewer"), VIEWERS, ids=lambda value: getattr(value, "key", str(value)))
@given(seed=seeds)
@settings(max_examples=3)
def test_a_view_has_the_fields_of_a_view_and_no_others(
    game: Game[Any], viewer: Seat | None, seed: int
) -> None:
    """`changed` takes any name for a field: one written wrongly would otherwise be lost without an error."""
    names = {field.name for field in fields(View)}
    for state, _ in steps(game, game.Options(**SHORT[game.key]), seed):
        assert vars(game.view(state, viewer)).keys() == names
