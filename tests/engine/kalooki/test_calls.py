"""The draw window: calls and their answers, the clock, several callers (rules/kalooki 1 and 4)."""

from __future__ import annotations

import pytest

from games.engine.errors import Refusal
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.state import Discard, Phase, State
from games.engine.seats import HOUSE
from games.engine.words import Text, text
from tests.engine.kalooki.table import (
    KALOOKI,
    actors_asked,
    after_lines,
    deal_game,
    refusal_of,
    with_deal_fields,
    words,
)


def test_the_player_in_turn_must_draw_and_the_others_may_call() -> None:
    state = deal_game()
    pending = KALOOKI.pending(state)
    assert set(pending) == {0, 1, 2, 3, HOUSE}
    assert (pending[0].must, pending[1].must, pending[HOUSE].kind) == (True, False, "close")
    assert pending[1].default == {"do": "pass"}
    assert words(state, 0) == {"take", "stock"}
    assert words(state, 1) == {"call", "pass"}


def test_taking_the_discard_closes_the_window_at_once() -> None:
    state = after_lines(deal_game(upcard="S2"), "0 take")
    assert "S2" in state.deal.hands[0]
    assert actors_asked(state) == {0}
    assert refusal_of(state, "1 call") == KalookiRefusal.CALL_TOO_LATE


def test_the_stock_waits_until_everybody_who_may_call_has_spoken() -> None:
    asked = after_lines(deal_game(stock="H2"), "0 stock")
    assert actors_asked(asked) == {0, 1, 2, 3, HOUSE}
    assert refusal_of(asked, "0 stock") == Refusal.ALREADY_SPOKEN
    assert words(asked, 0) == {"take"}
    assert not KALOOKI.pending(asked)[0].must
    two = after_lines(asked, "1 pass", "3 pass")
    assert refusal_of(two, "1 call") == Refusal.ALREADY_SPOKEN
    assert two.deal.phase is Phase.DRAW
    drawn = after_lines(two, "2 pass")
    assert "H2" in drawn.deal.hands[0]
    assert drawn.deal.phase is Phase.ACT
    at_the_seats = [[seat.word for seat in KALOOKI.view(one, None).seats] for one in (two, drawn)]
    assert at_the_seats[0][1:] == [text("said_pass"), None, text("said_pass")]
    assert at_the_seats[1] == [text("said_stock"), None, None, None], "they have answered the draw"


def test_the_discard_may_still_be_taken_while_the_stock_waits() -> None:
    assert "S2" in after_lines(deal_game(upcard="S2"), "0 stock", "0 take").deal.hands[0]


def test_the_clock_passes_for_everybody_who_said_nothing() -> None:
    drawn = after_lines(deal_game(stock="H2"), "0 stock", "1 pass", "house close")
    assert "H2" in drawn.deal.hands[0]
    before_a_word = after_lines(deal_game(), "house close")
    assert actors_asked(before_a_word) == {0}
    assert words(before_a_word, 0) == {"take", "stock"}
    assert refusal_of(before_a_word, "house close") == Refusal.NOT_NOW
    assert refusal_of(before_a_word, "2 call") == KalookiRefusal.CALLS_CLOSED
    assert refusal_of(drawn, "2 call") == KalookiRefusal.CALLS_CLOSED
    assert after_lines(before_a_word, "0 stock").deal.phase is Phase.ACT


def test_the_first_call_wins_and_the_next_comes_too_late() -> None:
    state = after_lines(deal_game(), "3 call")
    assert refusal_of(state, "2 call") == KalookiRefusal.CALLED_FIRST
    assert refusal_of(state, "0 take") == KalookiRefusal.CALLED_FIRST
    assert actors_asked(state) == {0}
    assert words(state, 0) == {"allow", "refuse"}


def test_in_seat_order_all_speak_and_the_nearest_gets_the_card() -> None:
    state = after_lines(deal_game(call_priority="seat_order", stock="H2 H3"), "3 call")
    assert actors_asked(state) == {1, 2, HOUSE}
    assert refusal_of(state, "0 take") == KalookiRefusal.CALLED_FIRST
    closed = after_lines(state, "2 call", "1 pass")
    assert closed.deal.called == (2,)
    by_clock = after_lines(state, "house close", "0 allow")
    assert {"S2", "H2"} <= set(by_clock.deal.hands[3])


def test_an_allowed_call_gives_the_discard_and_a_stock_card() -> None:
    state = after_lines(deal_game(upcard="S2", stock="H2 H3"), "2 call", "0 allow")
    assert {"S2", "H2"} <= set(state.deal.hands[2])
    assert "H3" in state.deal.hands[0]
    assert state.deal.calls == (0, 0, 1, 0)
    assert (actors_asked(state), state.deal.phase) == ({0}, Phase.ACT)


def test_a_call_may_come_after_the_stock_was_asked_for() -> None:
    state = after_lines(deal_game(stock="H2 H3"), "0 stock", "1 pass", "2 call", "0 allow")
    assert "H3" in state.deal.hands[0]


def test_a_refused_call_costs_the_caller_nothing() -> None:
    state = after_lines(deal_game(upcard="S2"), "2 call", "0 refuse")
    assert "S2" in state.deal.hands[0]
    assert state.deal.calls == (0, 0, 0, 0)


def test_the_others_are_told_who_called_and_got_the_card() -> None:
    state = after_lines(deal_game(call_priority="seat_order"), "3 call", "2 call", "1 pass", "0 allow")
    told = text("told_called", seat=2)
    nearer = text("told_nearer", seat=0, other_seat=2)
    assert asides(state) == [None, told, text("told_got"), nearer]
    assert KALOOKI.view(state, None).just_decided
    next_turn = after_lines(state, f"0 discard {state.deal.hands[0][0]}")
    assert asides(next_turn)[2] == text("right_nearest", seat=1)


def test_who_could_have_called_is_told_who_was_first() -> None:
    state = after_lines(deal_game(), "1 pass", "2 call")
    first = text("told_first", seat=2)
    assert asides(state) == [text("right_of_turn"), None, None, first]
    assert KALOOKI.view(state, 3).prompt.text == text("wait_answer", seat=0, other_seat=2)
    assert KALOOKI.view(state, 2).prompt.text == text("wait_own_answer", seat=0)
    allowed = after_lines(state, "0 allow")
    assert asides(allowed) == [None, text("told_called", seat=2), text("told_got"), first]


def test_of_a_discard_that_was_taken_or_refused_all_who_wished_for_it_are_told_why() -> None:
    taken = text("told_taken", seat=0)
    assert asides(after_lines(deal_game(), "2 pass", "0 take")) == [None, taken, None, taken]
    refused = after_lines(deal_game(), "1 pass", "2 call", "0 refuse")
    assert asides(refused) == [None, None, text("told_refused", seat=0), taken]


def test_of_a_free_draw_after_a_refusal_nobody_is_told_that_the_discard_was_taken() -> None:
    refused = after_lines(deal_game(refuse_means="free_draw"), "2 call", "0 refuse")
    drawn = after_lines(refused, "0 stock")
    assert asides(drawn) == [None] * 4
    assert not KALOOKI.view(drawn, None).just_decided


def test_a_question_for_a_call_says_who_has_the_first_right_and_why() -> None:
    turn = text("right_first_or_turn", seat=0)
    assert asides(deal_game()) == [None, turn, turn, turn]
    down = with_deal_fields(deal_game(), down=frozenset({0}))
    assert asides(down) == [None, *[text("right_first")] * 3]
    order = deal_game(call_priority="seat_order")
    nearest, after_one = text("right_nearest", seat=0), text("right_nearer", seat=0, other_seat=1)
    assert asides(order) == [None, nearest, after_one, after_one]
    assert asides(after_lines(order, "1 pass"))[2:] == [nearest, text("right_nearer", seat=0, other_seat=2)]
    assert asides(after_lines(order, "2 call"))[3] == text("right_nearer", seat=0, other_seat=2)


def test_the_discard_is_always_had_on_the_same_side() -> None:
    columns = {}
    for state, seat in ((deal_game(), 0), (deal_game(), 1), (after_lines(deal_game(), "1 call"), 0)):
        columns |= {choice.data["do"]: choice.column for choice in KALOOKI.choices(state, seat)}
    assert {word for word, column in columns.items() if column == 1} == {"take", "call", "refuse"}
    assert {word for word, column in columns.items() if column == 2} == {"stock", "pass", "allow"}


def asides(state: State) -> list[Text | None]:
    """The sentence beside the question of each seat."""
    return [KALOOKI.view(state, seat).prompt.aside for seat in range(state.players)]


@pytest.mark.parametrize("word", ["take", "stock"])
def test_after_a_refusal_the_draw_may_be_free_and_nobody_calls_again(word: str) -> None:
    state = after_lines(deal_game(refuse_means="free_draw"), "0 stock", "2 call", "0 refuse")
    assert actors_asked(state) == {0}
    assert words(state, 0) == {"take", "stock"}
    assert refusal_of(state, "1 call") == KalookiRefusal.CALLED_FIRST
    assert after_lines(state, f"0 {word}").deal.phase is Phase.ACT


def test_one_who_is_down_draws_from_the_stock_and_allows_every_call() -> None:
    state = with_deal_fields(deal_game(stock="H2 H3"), down=frozenset({0}))
    assert refusal_of(state, "0 take") == KalookiRefusal.DRAW_FROM_STOCK
    asked = after_lines(state, "0 stock")
    assert actors_asked(asked) == {1, 2, 3, HOUSE}
    called = after_lines(asked, "1 call")
    assert called.deal.phase is Phase.ACT
    assert "H2" in called.deal.hands[1]
    assert "H3" in called.deal.hands[0]


@pytest.mark.parametrize("limit", [0, 1])
def test_who_has_no_call_left_is_not_waited_for(limit: int) -> None:
    state = with_deal_fields(deal_game(call_limit=limit), calls=(0, limit, limit, limit))
    assert actors_asked(state) == {0}
    assert refusal_of(state, "1 call") == KalookiRefusal.CANNOT_CALL
    assert after_lines(state, "0 stock").deal.phase is Phase.ACT


def test_a_call_needs_two_cards_in_stock_and_pile() -> None:
    lying = (Discard("C9", 1), Discard("S2", 3))
    assert 1 in actors_asked(with_deal_fields(deal_game(), stock=("H2",), pile=lying))
    assert actors_asked(with_deal_fields(deal_game(), stock=("H2",), pile=lying[1:])) == {0}
    void_second = with_deal_fields(
        deal_game(stock_out="void_second"), stock=("H2",), pile=lying, reshuffles=1
    )
    assert actors_asked(void_second) == {0}


def test_the_discarder_may_not_call_and_one_out_of_turn_may_not_draw() -> None:
    state = after_lines(deal_game(), "0 take", "0 discard S2")
    assert refusal_of(state, "0 call") == KalookiRefusal.CANNOT_CALL
    assert refusal_of(state, "2 take") == Refusal.NOT_YOUR_TURN
    assert 0 not in actors_asked(state)


def test_windows_change_with_the_decision() -> None:
    """One window for all calls of a turn; the drawer's is another after the stock was asked for, and after a call."""
    state = deal_game()
    first = KALOOKI.pending(state)
    assert (
        first[1].window
        == first[2].window
        == KALOOKI.pending(after_lines(state, "1 pass", "0 stock"))[2].window
    )
    windows = {
        KALOOKI.pending(after)[0].window
        for after in (
            state,
            after_lines(state, "0 stock"),
            after_lines(state, "1 call"),
            after_lines(state, "0 take"),
        )
    }
    assert len(windows) == 4
