"""The bot's conclusions from played cards agree with the rules, under every house rule."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.kraken import knowledge as kraken_knowledge
from games.bots.rosbiratschka import knowledge as rosbiratschka_knowledge
from games.bots.unseen_cards import Legal, excluded_cards
from games.engine.cards import PACK_OF_32, SUITS
from games.engine.game import Game
from games.engine.kraken import Kraken
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.options import Options
from games.engine.rosbiratschka import Rosbiratschka
from games.engine.rosbiratschka.play import playable_to_trick
from tests.engine.bots.rounds import KRAKEN
from tests.engine.playing import options_for, seeds, steps
from tests.long_counts import repetitions


def plays_tricks(state: Any) -> bool:
    """Whether cards are played to tricks now."""
    if isinstance(state.options, Options):
        return state.round is not None and state.round.phase == "play"
    return state.round is not None and state.round.has_tricks and not state.round.closed


BY_THE_RULES = {"revoke_policy": "impossible"}
"""Where a revoke is possible bots believe what a good player believes: that the others do not."""


@pytest.mark.parametrize(
    ("game", "knowledge", "once"),
    [
        (Kraken(), kraken_knowledge.knowledge, {"match_length": "rounds", "rounds": 4, **BY_THE_RULES}),
        (Rosbiratschka(), rosbiratschka_knowledge.knowledge, {"cycles": 1}),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
@given(seed=seeds, data=st.data())
@settings(max_examples=repetitions(60, one_in=3))
def test_no_bot_rules_out_a_card_that_is_held(
    game: Game[Any], knowledge: Any, once: dict[str, Any], seed: int, data: st.DataObject
) -> None:
    """Any house rules, any legal play; the seat that is to play looks at every moment of the tricks."""
    for state, _ in steps(game, data.draw(options_for(game, **once)), seed):
        if plays_tricks(state):
            viewer, hands = state.round.to_play, state.round.hands
            odds = knowledge(game.view(state, viewer)).odds
            for other in {0, 1, 2, 3} - {viewer}:
                assert set(hands[other]) <= set(odds[other])


@given(seed=seeds, options=options_for(KRAKEN))
@settings(max_examples=repetitions(100, one_in=3))
def test_a_legal_card_of_kraken_stays_legal_in_a_smaller_hand(seed: int, options: Options) -> None:
    legal = partial(legal_cards, trump=random.Random(seed).choice(SUITS), options=options)
    stays_legal(legal, random.Random(seed))


@given(seed=seeds)
def test_a_legal_card_of_rosbiratschka_stays_legal_in_a_smaller_hand(seed: int) -> None:
    stays_legal(playable_to_trick, random.Random(seed))


def stays_legal(legal: Legal, rng: random.Random) -> None:
    """The inference asks a hand of two cards about a hand of eight: `excluded_cards` is right only where this holds."""
    for _ in range(20):
        drawn = rng.sample(PACK_OF_32, rng.randint(2, 11))
        table, hand = drawn[: min(3, len(drawn) - 2)], drawn[min(3, len(drawn) - 2) :]
        for card in legal(hand, table):
            assert not excluded_cards(hand, table, card, legal)


@pytest.mark.parametrize(
    ("play_rules", "plays", "cannot_hold"),
    [
        ("amsterdam", "SA C7", "S* H*"),
        ("amsterdam", "SA H7", "S*"),
        ("amsterdam", "HA H7", "H9 HJ"),
        ("amsterdam", "SA HT S7 H7", "S* D* C* H9 HJ HA"),
        ("rotterdam", "SA HT S7 H7", "S* H9 HJ HA"),
        ("amsterdam", "SA HT S7 C7", "S*"),
        ("rotterdam", "SA HT S7 C7", "S* H*"),
        ("amsterdam", "SA C7 DA", "S*"),
    ],
)
def test_what_the_last_card_says(play_rules: str, plays: str, cannot_hold: str) -> None:
    """Trumps are hearts. With a lower trump under Amsterdam no other suit can be left in the hand."""
    *table, card = plays.split()
    legal = partial(legal_cards, trump="H", options=Options(play_rules=play_rules))
    named = {held for held in PACK_OF_32 if {held, held[0] + "*"} & set(cannot_hold.split())}
    assert excluded_cards(PACK_OF_32, table, card, legal) == named - {card}
