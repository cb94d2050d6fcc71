"""Cards, the end of deals and rounds, stop and juuroku, cancelled deals of Kan."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.actions import Deal as Dealing
from games.engine.errors import Refusal
from games.engine.game import replace_fields
from games.engine.kan.errors import KanRefusal
from games.engine.kan.play import powerful_side
from games.engine.kan.state import End, Phase, State
from games.engine.log import advance_house
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.kan.positions import (
    KAN,
    after_moves,
    cancellable,
    deal_first,
    hands_from,
    offered_moves,
    refusal_of,
    second_deal,
    to_act,
    with_deal,
)
from tests.engine.playing import next_entry


def test_a_joker_that_is_led_asks_for_a_suit_and_only_then() -> None:
    state = after_moves(second_deal("S3", "S4", "XX S5 SA", "S6", "S7"), "S5 S6 S7 S3 S4")
    state = with_deal(state, to_play=2, leader=2)
    assert refusal_of(state, 2, "XX") is KanRefusal.JOKER_ASKS
    assert refusal_of(state, 2, "SA:H") is Refusal.SUIT_NOT_OFFERED
    assert {choice.data.get("suit") for choice in KAN.choices(state, 2) if choice.data["card"] == "XX"} == {
        *"SHDC"
    }
    led = after_moves(state, "XX:D")
    assert KAN.view(led, 1).joker_suit == "D"
    assert refusal_of(led, 3, "XX") is Refusal.CARD_NOT_HELD


def test_the_joker_waits_for_the_second_trick_and_is_due_in_the_ninth() -> None:
    assert refusal_of(second_deal("", "", "XX S5"), 2, "XX:S") is KanRefusal.JOKER_NOT_YET
    state = with_deal(second_deal("", "", "XX HA"), hands=((), (), ("XX", "HA"), (), ()), tricks=(None,) * 8)
    assert refusal_of(state, 2, "HA") is KanRefusal.JOKER_DUE
    assert offered_moves(state) == ["XX"]


def high_cards_only(**options: object) -> State:
    """A second deal in which seat 2 leads high cards until the kan have their quota and the others nothing."""
    strong = ["CA", "CK", "CQ", "CJ", "DA", "DK", "DQ", "DJ", "HA", "H3"]
    state = second_deal("XX C3 C4", "C5 C6", " ".join(strong), "C7 C8", "C9 CT", **options)
    while state.deal is not None and state.deal.phase is Phase.PLAY:
        leads = to_act(state) == 2
        state = after_moves(state, strong.pop(0) if leads else offered_moves(state)[0])
    return state


def test_after_a_shut_out_the_winner_of_the_trick_alone_stops_or_goes_on() -> None:
    state = high_cards_only()
    assert state.deal is not None
    assert (state.deal.phase, offered_moves(state), to_act(state)) == (Phase.ANNOUNCE, ["juuroku", "stop"], 2)
    assert refusal_of(state, 0, "stop") is Refusal.NOT_YOUR_TURN
    stopped = after_moves(state, "stop")
    assert [deal.end for deal in stopped.done] == [End.PLAYED, End.SUKONKU]
    going = after_moves(state, "juuroku")
    kan, mukan = KAN.view(going, None).quotas
    assert kan.points >= 9
    assert (kan.quota, mukan.points, mukan.quota) == (16, 0, 1)
    assert to_act(going) == 2
    assert refusal_of(going, 2, "stop") is Refusal.NOT_NOW


def random_end(state: State, rng: Random) -> State:
    """The state after legal moves up to the end of the running deal."""
    number = KAN.progress(state).deal
    while not state.over and state.deal is not None and state.deal.number == number:
        if state.deal.phase is Phase.OVER:
            break
        entry = next_entry(KAN, state, rng)
        assert entry is not None
        state = KAN.apply(state, entry.by, KAN.parse(entry.data))
    return state


def test_a_juuroku_ends_with_the_first_card_lost_or_with_all_sixteen() -> None:
    ends = set()
    for seed in range(60):
        after = random_end(after_moves(high_cards_only(), "juuroku"), Random(seed))
        deal = after.deal
        assert deal is not None
        assert deal.end in (End.JUUROKU_MADE, End.JUUROKU_FAILED)
        assert deal.points == (16, 0) if deal.won else deal.points[1] > 0
        assert after.over is (not deal.won)
        ends.add(deal.end)
    assert ends == {End.JUUROKU_MADE, End.JUUROKU_FAILED}


def test_a_shut_out_in_the_first_deal_needs_no_word() -> None:
    state = after_moves(deal_first("XX S3", "S4", "SA S5", "S6", "S7"), "0 koi", "2 iku")
    state = with_deal(state, captured=(("CA", "CK", "CQ", "CJ", "DA", "DK", "DQ", "DJ"), ()))
    state = after_moves(state, "SA S6 S7 S3 S4")
    assert state.deal is not None
    assert (state.deal.end, state.deal.won, state.deal.points) == (End.SUKONKU, True, (9, 0))


@pytest.mark.parametrize(("early_stop", "tricks"), [("off", 10), ("on", None)])
def test_a_decided_deal_is_played_to_its_end_or_stops(early_stop: str, tricks: int | None) -> None:
    for seed in range(10):
        state = second_deal(early_stop=early_stop)
        state = random_end(with_deal(state, captured=(("SA",), ("SK",))), Random(seed))
        deal = state.deal
        assert deal is not None
        if deal.end is End.PLAYED and tricks:
            assert len(deal.tricks) == tricks
        elif deal.end is End.PLAYED:
            assert deal.points[0] in range(9, 14) or deal.points[1] in range(8, 13)


def test_a_round_ends_with_a_lost_deal_unless_three_are_played_always() -> None:
    lost = with_deal(high_cards_only(), decided=1, to_play=1)
    assert after_moves(lost, "stop").closed
    on = with_deal(high_cards_only(round_end="always_three"), decided=1, to_play=1)
    assert not after_moves(on, "stop").closed


@pytest.mark.parametrize(("rotation", "dealer"), [("clockwise", 2), ("counterclockwise", 3)])
def test_the_next_dealer_is_found_in_the_seating_as_it_stands(rotation: str, dealer: int) -> None:
    state = after_moves(
        deal_first("XX", "CA", dealer=1, rounds=2, dealer_rotation=rotation), "0 iku", "1 koi"
    )
    while not state.closed:
        state = random_end(state, Random(3))
        if not state.closed:
            state = advance_house(KAN, state, randomness=Randomness(bytes(32))).state
    action = KAN.house_action(state, Randomness(bytes(32)))
    assert isinstance(action, Dealing)
    assert action.dealer == dealer


def test_an_opponent_may_cancel_a_deal_of_all_aces_and_the_joker() -> None:
    state = cancellable(shippo_jo="on")
    assert set(KAN.pending(state)) == {1, 3, 4, HOUSE}
    assert not KAN.pending(state)[3].must
    assert refusal_of(state, 0, "cancel") is Refusal.NOT_YOUR_TURN
    void = after_moves(state, "3 cancel")
    assert (KAN.progress(void).void_deals, len(void.done), to_act(void)) == ((2,), 1, HOUSE)
    again = KAN.apply(void, HOUSE, Dealing(4, hands=hands_from(())))
    assert (again.deal and again.deal.number, again.deal and again.deal.place) == (3, 2)


def test_a_deal_nobody_cancels_counts() -> None:
    closed = KAN.apply(cancellable(shippo_jo="on"), HOUSE, KAN.parse({"do": "close"}))
    assert [deal.won for deal in closed.done] == [True, True]
    assert [deal.won for deal in cancellable().done] == [True, True]
    assert refusal_of(closed, 3, "cancel") is Refusal.NOT_NOW


def test_no_deal_can_be_cancelled_whose_aces_did_not_all_fall_on_one_side() -> None:
    state = cancellable(shippo_jo="on").deal
    assert state is not None
    tricks = (replace(state.tricks[0], cards=("SA", "HA", "S9", "S8", "C6")), *state.tricks[1:])
    assert powerful_side(replace_fields(state, tricks=tricks)) is None
    assert powerful_side(replace_fields(state, tricks=state.tricks[1:])) is None
    assert powerful_side(state) == 0
