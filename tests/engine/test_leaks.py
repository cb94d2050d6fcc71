"""Two worlds that differ only in cards a viewer may not see are one world to that viewer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.seats import HOUSE, Seat
from games.engine.view import View
from tests.engine.playing import every_game, options_for, seeds, steps
from tests.long_counts import repetitions

Match: TypeAlias = list[tuple[Any, Entry]]
"""The state before each entry, and the entry."""


def tells_by_declaring(state: Any, one: str, other: str) -> bool:
    """Kraken: whether a declared combination lies open, or by its value tells, of either card."""
    told = [combination for spoken in state.round.declared for combination in spoken or ()]
    return state.round.comparison is not None and any(
        {one, other} & set(combination.cards) for combination in told
    )


def makes_kan(state: Any, one: str, other: str) -> bool:
    """Kan: whether either card is the joker or the ace of trumps of a round's first deal, which name the partners."""
    deal = state.deal
    return deal.place == 1 and bool({one, other} & {"XX", f"{deal.trump}A"})


def were_counted(state: Any, one: str, other: str) -> bool:
    """Kalooki: whether the cards left in the hands were counted."""
    return bool(state.results)


TOLD: Final[Mapping[str, Callable[[Any, str, str], bool]]] = {
    "kraken": tells_by_declaring,
    "kan": makes_kan,
    "kalooki": were_counted,
}
"""By game, where a card becomes public other than by a log entry that names it."""
SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "kraken": {"rounds": 1, "match_length": "rounds"},
    "rosbiratschka": {"cycles": 1},
    "kan": {"rounds": 1},
    "kalooki": {"upcard_joker": "stands"},
    "toy": {"rounds": 1},
}


def swap_cards(text: str, one: str, other: str) -> str:
    """The same line with two cards changed for each other."""
    exchange = {one: other, other: one}
    return re.sub(r"\w+", lambda card: exchange.get(card.group(), card.group()), text)


def everything_seen(game: Game[Any], state: Any, viewer: Seat | None) -> object:
    """Everything the engine hands out to a viewer."""
    if viewer is None:
        return game.view(state, None)
    return game.view(state, viewer), game.choices(state, viewer), game.pending(state).get(viewer)


def hand_of(game: Game[Any], state: Any, seat: Seat | None) -> set[str]:
    """The hand of that seat, nothing for a spectator."""
    return {held.card for held in game.view(state, seat).hand}


@pytest.mark.slow
@every_game
@given(seed=seeds, data=st.data())
@settings(max_examples=repetitions(60, one_in=3))
def test_two_unseen_cards_may_change_places(game: Game[Any], seed: int, data: st.DataObject) -> None:
    """The twin match of each viewer has two cards swapped in one deal that the viewer was not dealt, and follows the
    same log while it can.
    """
    options = data.draw(options_for(game, **SHORT[game.key]))
    match = list(steps(game, options, seed))
    deals = [place for place, (_, entry) in enumerate(match) if entry.data["do"] == "deal"]
    place = data.draw(st.sampled_from(deals))
    chance = random.Random(seed)
    for viewer in viewers(game):
        hidden = set(game.pack(options, game.seats[0])) - seen_cards(game, match[place + 1][0], viewer)
        follow_the_twin(game, match[place:], viewer, set(chance.sample(sorted(hidden), 2)))


def viewers(game: Game[Any]) -> tuple[Seat | None, ...]:
    """A spectator and every seat."""
    return (None, *range(game.seats[0]))


def follow_the_twin(game: Game[Any], match: Match, viewer: Seat | None, pair: set[str]) -> None:
    """Play the match from its first entry, a deal, once more with that pair swapped, and compare what the viewer sees.

    A card becomes public when it is played or shown, and known to the viewer when drawn. The twin match ends
    where a declaration names either card, and where the rules make the two matches differ.
    """
    before, dealt = match[0]
    # The cards drawn for the first dealer are of another pack, and open.
    deal = {name: text if name == "drawn" else swap_cards(text, *pair) for name, text in dealt.data.items()}
    twin = game.apply(before, HOUSE, game.parse(deal))
    told = TOLD.get(game.key, lambda *_: False)
    for state, entry in match[1:]:
        if told(state, *pair) or told(twin, *pair):
            break
        if pair & (hand_of(game, state, viewer) | hand_of(game, twin, viewer)):
            break
        assert repr(everything_seen(game, state, viewer)) == repr(everything_seen(game, twin, viewer)), (
            f"viewer {viewer}"
        )
        if words_of(entry) & {*pair, "deal"}:
            break
        try:
            twin = game.apply(twin, entry.by, game.parse(entry.data))
        except Refused:
            break


def seen_cards(game: Game[Any], state: Any, viewer: Seat | None) -> set[str]:
    """The cards that the viewer sees right after a deal: the own hand, and what lies open."""
    discard = game.view(state, None).discard
    return hand_of(game, state, viewer) | set(discard.cards if discard is not None else ())


def words_of(entry: Entry) -> set[str]:
    """Every card and word of a log entry."""
    return set(" ".join(entry.data.values()).replace(";", " ").split())


@every_game
@given(seed=seeds)
@settings(max_examples=repetitions(3, one_in=3))
def test_a_view_has_the_fields_of_a_view_and_no_others(game: Game[Any], seed: int) -> None:
    """`replace_fields` takes any name for a field: one written wrongly would otherwise be lost without an error."""
    names = {field.name for field in fields(View)}
    for state, _ in steps(game, game.Options(**SHORT[game.key]), seed):
        public = game.view(state, None)
        for viewer in viewers(game):
            assert vars(game.view(state, viewer, public)).keys() == names, f"viewer {viewer}"
