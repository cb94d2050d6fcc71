"""The stock runs out: new stocks, void deals, the deal and its dealers (rules/kalooki 1 and 4)."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalAction, Refusal
from games.engine.kalooki.state import Discard, Phase, State
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.kalooki.table import (
    KALOOKI,
    actors_asked,
    after_lines,
    deal_game,
    refusal_of,
    with_deal_fields,
)

PILE = (Discard("C9", 1), Discard("D9", 2), Discard("S2", 3))


def empty(*pile: Discard, stock: tuple[str, ...] = (), **values: object) -> State:
    """Seat 0 is to draw and nobody may call."""
    state = with_deal_fields(deal_game(**values), stock=stock, pile=pile, settled=True)
    return with_deal_fields(state, stock=stock)


def test_all_discards_but_the_top_make_a_new_stock() -> None:
    state = after_lines(empty(*PILE), "0 stock")
    pending = KALOOKI.pending(state)
    assert (set(pending), pending[HOUSE].kind, pending[HOUSE].at_once) == ({HOUSE}, "reshuffle", True)
    assert refusal_of(state, "house reshuffle C9 S2") == Refusal.WRONG_DEAL
    assert refusal_of(state, "house reshuffle C9 C9") == Refusal.WRONG_DEAL
    assert refusal_of(state, "house close") == Refusal.NOT_NOW
    after = after_lines(state, "house reshuffle D9 C9")
    assert "D9" in after.deal.hands[0]
    assert after.deal.stock == ("C9",)
    assert [discard.card for discard in after.deal.pile] == ["S2"]


def test_in_a_call_everything_under_the_called_card_may_come_back() -> None:
    called = with_deal_fields(empty(*PILE), settled=False)
    state = after_lines(called, "1 call", "0 allow")
    assert "S2" in state.deal.hands[1]
    after = after_lines(state, "house reshuffle D9 C9")
    assert "D9" in after.deal.hands[1]
    assert "C9" in after.deal.hands[0]
    assert after.deal.pile == ()
    one = with_deal_fields(empty(*PILE, stock=("H9b",)), settled=False)
    state = after_lines(one, "1 call", "0 allow")
    assert "H9b" in state.deal.hands[1]
    assert actors_asked(state) == {HOUSE}


def test_without_a_pile_only_the_stock_is_left() -> None:
    state = with_deal_fields(deal_game(), pile=())
    assert actors_asked(state) == {0}
    assert refusal_of(state, "0 take") == Refusal.NOT_NOW


def test_where_nothing_is_left_the_deal_is_void_and_dealt_again_by_the_same_seat() -> None:
    state = after_lines(empty(*PILE[2:]), "0 stock")
    progress = KALOOKI.progress(state)
    assert (progress.closed, progress.void_deals, progress.round) == (0, (1,), 1)
    action = KALOOKI.house_action(state, Randomness(bytes(32)))
    assert action.data()["dealer"] == "3"
    assert after_lines(empty(*PILE[2:]), "0 take").deal.phase is Phase.ACT
    report = KALOOKI.reports(state)[0]
    assert (report["void"], report["out"], report["score"]) == (True, None, [0, 0, 0, 0])


def test_the_second_void_deal_closes_the_contract_without_points() -> None:
    state = after_lines(empty(*PILE[2:], deals=[1, 4]), "0 stock")
    state = KALOOKI.apply(state, HOUSE, KALOOKI.house_action(state, Randomness(bytes(32))))
    state = after_lines(with_deal_fields(state, stock=(), pile=PILE[2:], settled=True), "0 stock")
    (result,) = state.results
    assert (result.score, result.deals, result.verdict.code) == ((0, 0, 0, 0), (2,), "verdict_void")
    assert result.left == ()
    assert len(KALOOKI.reports(state)) == 2
    action = KALOOKI.house_action(state, Randomness(bytes(32)))
    assert action.data()["dealer"] == "0"
    assert KALOOKI.apply(state, HOUSE, action).deal.contract_number == 4


def test_void_second_makes_a_new_stock_once() -> None:
    state = empty(*PILE, stock_out="void_second")
    once = after_lines(state, "0 stock", "house reshuffle D9 C9")
    again = with_deal_fields(once, phase=Phase.DRAW, stock=(), pile=PILE, asked=False)
    assert KALOOKI.progress(after_lines(again, "0 stock")).void_deals == (1,)
    every_time = with_deal_fields(again, reshuffles=0)
    assert actors_asked(after_lines(every_time, "0 stock")) == {HOUSE}


def test_each_new_stock_of_a_deal_is_another_shuffle() -> None:
    randomness = Randomness(bytes(range(32)))
    piles = tuple(Discard(f"S{rank}", 0) for rank in "23456789TJQK")
    state = after_lines(empty(*piles), "0 stock")
    first = KALOOKI.house_action(state, randomness)
    second = KALOOKI.house_action(with_deal_fields(state, reshuffles=1), randomness)
    assert first != second
    assert set(first.data()["deck"].split()) == set(second.data()["deck"].split())


@pytest.mark.parametrize(("rule", "top", "count"), [("stands", "XX", 1), ("turn_again", "S3", 3)])
def test_a_joker_turned_up(rule: str, top: str, count: int) -> None:
    state = deal_game(upcard="XX", stock="XXb S3", upcard_joker=rule)
    assert state.deal.pile[-1].card == top
    assert len(state.deal.pile) == count


def test_the_deal_names_every_card_and_the_right_dealer() -> None:
    start = KALOOKI.start(KALOOKI.Options(), 3)
    deck = " ".join(KALOOKI.pack(KALOOKI.Options(), 3))
    for dealer, cards, code in (
        ("3", deck, Refusal.WRONG_DEALER),
        ("0", deck[3:], Refusal.WRONG_DEAL),
        ("0", deck.replace("S3 ", "S2 ", 1), Refusal.WRONG_DEAL),
        ("0", deck.replace("S3 ", "S3c ", 1), Refusal.WRONG_DEAL),
    ):
        with pytest.raises(IllegalAction) as refusal:
            KALOOKI.apply(start, HOUSE, KALOOKI.parse({"do": "deal", "dealer": dealer, "deck": cards}))
        assert refusal.value.code == code
    dealt_once = KALOOKI.apply(start, HOUSE, KALOOKI.parse({"do": "deal", "dealer": "1", "deck": deck}))
    assert dealt_once.deal.turn == 2
    assert dealt_once.deal.hands[2] == tuple(deck.split()[0:27:3])


@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players: int) -> None:
    with pytest.raises(ValueError, match=str(players)):
        KALOOKI.start(KALOOKI.Options(), players)
