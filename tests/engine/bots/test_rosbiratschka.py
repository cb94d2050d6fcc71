"""Promises of the Rosbiratschka bot: legal, no use of unseen cards, sensible, clearly better than chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import chance, rosbiratschka
from games.bots.registry import easy_answer
from games.bots.rosbiratschka.duel import duel
from games.engine.log import advance_house
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import Contract, State
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.playing import options_for, seeds
from tests.engine.rosbiratschka.positions import ROSBIRATSCHKA, after_moves, deal_contract, midway, to_act


def choose_card(state: State) -> str:
    """The card the bot plays or places, `-` for a pass."""
    actor = to_act(state)
    assert isinstance(actor, int)
    view, choices = ROSBIRATSCHKA.view(state, actor), ROSBIRATSCHKA.choices(state, actor)
    decision = easy_answer(ROSBIRATSCHKA, view, choices, Random(0))
    assert decision is not None
    assert decision in [choice.data for choice in choices]
    return decision.get("card", "-")


@given(options=options_for(ROSBIRATSCHKA, cycles=1), seed=seeds)
@settings(max_examples=25)
def test_a_match_of_bots_ends_and_every_move_is_offered(options: Options, seed: int) -> None:
    rng = Random(seed)
    state = ROSBIRATSCHKA.start(options, 4)
    while not state.over:
        if to_act(state) == HOUSE:
            state = advance_house(ROSBIRATSCHKA, state, randomness=Randomness(rng.randbytes(32))).state
        else:
            state = after_moves(state, choose_card(state))
    assert len(state.results) == 6


@given(seed=seeds, contract=st.sampled_from(list(Contract)), moves=st.integers(0, 25))
@settings(max_examples=60)
def test_a_decision_never_depends_on_cards_it_cannot_see(seed: int, contract: Contract, moves: int) -> None:
    """The other hands change places; where the bot sees the same table, it does the same."""
    rng = Random(seed)
    state = deal_contract(contract)
    deck = [card for hand in state.round.dealt for card in hand] if state.round else []
    rng.shuffle(deck)
    state = deal_contract(contract, *(" ".join(deck[8 * seat : 8 * seat + 8]) for seat in range(4)))
    for _ in range(moves):
        state = after_moves(state, choose_card(state))
        if state.results:
            return
    actor, round_ = to_act(state), state.round
    assert round_ is not None
    assert isinstance(actor, int)
    others = [seat for seat in range(4) if seat != actor]
    hidden = [card for seat in others for card in round_.hands[seat]]
    rng.shuffle(hidden)
    hands = list(round_.hands)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in hands[seat])
    twin = State(state.options, round=type(round_)(**{**vars(round_), "hands": tuple(hands)}))
    assert choose_card(twin) == choose_card(state)


@pytest.mark.parametrize(
    ("hands", "before", "card"),
    [
        (("SK", "SA S9", "S7"), "SK", "S9"),
        (("SJ", "SA ST S8", "S7"), "SJ", "ST"),
    ],
)
def test_it_ducks_with_the_highest_card_that_loses(hands: tuple[str, ...], before: str, card: str) -> None:
    assert choose_card(after_moves(deal_contract(Contract.NO_TRICKS, *hands), before)) == card


def test_it_throws_the_king_of_hearts_on_somebody_elses_trick() -> None:
    state = deal_contract(Contract.KING, "CA", "HK H7 SA SK SQ DA DK DQ")
    assert choose_card(after_moves(state, "CA")) == "HK"


def test_it_takes_the_slam_when_it_is_there() -> None:
    hands = ("SA SK SQ SJ ST S9 S8 S7", "HA", "DA", "CA")
    state = deal_contract(Contract.NO_TRICKS, *hands)
    while not state.results:
        state = after_moves(state, choose_card(state))
    assert state.results[0].score == (-8, 0, 0, 0)


@pytest.mark.parametrize(("slam", "card"), [("minus8", "HA"), ("off", "H7")])
def test_it_takes_a_trick_where_somebody_is_about_to_take_all(slam: str, card: str) -> None:
    hands = (
        "SA SK SQ SJ ST S9 H8 C7",
        "HA H7 D7 D8 D9 DT DJ DQ",
        "S8 DK DA CA CK CQ CJ CT",
        "S7 C9 C8 H9 HT HJ HQ HK",
    )
    six_tricks = "SA D7 S8 S7 SK D8 DK C9 SQ D9 DA C8 SJ DT CA HK ST DJ CK HQ S9 DQ CQ HJ"
    assert (
        choose_card(after_moves(deal_contract(Contract.NO_TRICKS, *hands, slam=slam), f"{six_tricks} H8"))
        == card
    )


def test_without_slams_it_does_not_try_one() -> None:
    hands = ("SA SK SQ SJ ST S9 D7 C7", "HA", "DA", "CA")
    assert choose_card(deal_contract(Contract.NO_TRICKS, *hands, slam="off")) in ("D7", "C7")


@pytest.mark.parametrize(("moves", "total"), [("SA SK", 15), ("SA ST", 21)])
def test_it_counts_to_the_line(moves: str, total: int) -> None:
    state = after_moves(deal_contract(Contract.HUNDRED, "SA", "SK ST", "HA DT C7 CK H8"), moves)
    after = after_moves(state, choose_card(state)).round
    assert after is not None
    assert total <= after.total <= 25


def test_it_holds_back_what_the_others_wait_for() -> None:
    state = midway("SQ HQ HK HA", "SK SA", "S7", "S8", laid="SJ HJ")
    assert choose_card(state) == "HQ"


@pytest.mark.slow
def test_it_is_clearly_better_than_chance_in_every_contract() -> None:
    for came in duel(rosbiratschka.decide, chance.decide, deals=120, rng=Random(2), options={}):
        assert came.fewer - came.within > 0, came


def test_the_measure_of_a_player_against_itself_is_nothing() -> None:
    steady = duel(rosbiratschka.decide, rosbiratschka.decide, deals=4, rng=Random(1), options={})
    assert [came.fewer for came in steady] == [0.0] * 6
