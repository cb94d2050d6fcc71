"""The order of a hand on the screen: while a deal is played cards go away and the others stay where they are."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import registry
from games.engine.game import Game
from games.engine.options import read_options
from tests.engine.playing import short_options, steps

TRICKS = ("kraken", "kan", "rosbiratschka")


def is_left_of(after: list[str], before: list[str]) -> bool:
    """Whether `after` is `before` without some of its cards."""
    rest = iter(before)
    return all(card in rest for card in after)


@pytest.mark.parametrize("key", TRICKS)
@pytest.mark.parametrize("seed", range(4))
def test_no_card_moves_within_the_hand_while_a_deal_is_played(key: str, seed: int) -> None:
    game: Game[Any] = registry.game(key)
    before: dict[int, tuple[int, list[str]]] = {}
    seen = 0
    for state, _entry in steps(game, read_options(game.Options, short_options(game)), seed):
        for seat in range(len(game.progress(state).sides)):
            view = game.view(state, seat)
            if view.phase != "play":
                continue
            hand = [held.card for held in view.hand]
            deal, known = before.get(seat, (0, hand))
            assert deal != view.deal or is_left_of(hand, known)
            seen += deal == view.deal and hand != known
            before[seat] = view.deal, hand
    assert seen > 20
