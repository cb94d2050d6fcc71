"""Two worlds that differ only in cards a viewer may not see are one world to that viewer (kernel 10)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refused
from games.engine.kraken.options import Options
from games.engine.log import Entry
from games.engine.seats import HOUSE
from tests.engine.kraken.table import KRAKEN
from tests.engine.playing import options_for, seeds, steps


def swapped(text: str, one: str, other: str) -> str:
    """The same line with two cards changed for each other."""
    return text.replace(one, "??").replace(other, one).replace("??", other)


def seen_by(state: Any, viewer: int | None) -> object:
    """Everything the engine hands out to a viewer."""
    if viewer is None:
        return KRAKEN.view(state, None)
    return KRAKEN.view(state, viewer), KRAKEN.choices(state, viewer), KRAKEN.pending(state).get(viewer)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
@given(options=options_for(KRAKEN, rounds=1, match_length="rounds"), seed=seeds, data=st.data())
@settings(max_examples=60)
def test_two_unseen_cards_may_change_places(
    viewer: int | None, options: Options, seed: int, data: st.DataObject
) -> None:
    """The twin match has two cards of other hands swapped and follows the same log for as long as it can.

    A card becomes public when it is played or shown; what one declares tells of it, so the twin ends where somebody
    declares either of the two, and where the rules make one of the two matches go another way.
    """
    log = [entry for _, entry in steps(KRAKEN, options, seed)]
    others = [seat for seat in range(4) if seat != viewer]
    one_seat, other_seat = data.draw(st.permutations(others))[:2]
    rng = random.Random(seed)
    state, twin = KRAKEN.start(options, 4), KRAKEN.start(options, 4)
    one = other = ""
    compared = 0
    for entry in log:
        if entry.by == HOUSE and entry.data["do"] == "deal":
            dealt = KRAKEN.apply(state, HOUSE, KRAKEN.parse(entry.data)).round
            assert dealt is not None
            one, other = rng.choice(dealt.dealt[one_seat]), rng.choice(dealt.dealt[other_seat])
            deal = {name: swapped(text, one, other) for name, text in entry.data.items()}
            twin_entry = Entry(HOUSE, deal)
        elif {one, other} & set(" ".join(entry.data.values()).replace(";", " ").split()):
            break
        else:
            twin_entry = entry
        try:
            twin = KRAKEN.apply(twin, twin_entry.by, KRAKEN.parse(twin_entry.data))
        except Refused:
            break
        state = KRAKEN.apply(state, entry.by, KRAKEN.parse(entry.data))
        if tells_of_them(state, one, other) or tells_of_them(twin, one, other):
            break
        assert repr(seen_by(state, viewer)) == repr(seen_by(twin, viewer))
        compared += 1
    assert compared >= 1


def tells_of_them(state: Any, one: str, other: str) -> bool:
    """Whether a declared combination lies open, or by its value tells, of either card."""
    declared = [combination for spoken in state.round.declared for combination in spoken or ()]
    return state.round.comparison is not None and any(
        {one, other} & set(combination.cards) for combination in declared
    )
