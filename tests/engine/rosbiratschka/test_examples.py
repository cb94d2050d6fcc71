"""The worked examples of rules/rosbiratschka 3, each by its number."""

from __future__ import annotations

import pytest

from games.engine.club import places
from games.engine.errors import IllegalAction
from games.engine.options import read_options
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.play import VALUES
from games.engine.rosbiratschka.scoring import settle_avoiding
from games.engine.rosbiratschka.state import Contract, State
from tests.engine.rosbiratschka.positions import after_moves, deal_contract, midway, offered_moves, to_act

TRICKS, HEARTS, JACKS = Contract.NO_TRICKS, Contract.NO_HEARTS, Contract.NO_JACKS


def test_r1_the_pack_counts_120() -> None:
    assert sum(VALUES.values()) == 120


@pytest.mark.parametrize(
    ("example", "contract", "taken", "score"),
    [
        ("R2", TRICKS, (2, 2, 2, 2), (2, 2, 2, 2)),
        ("R3", TRICKS, (5, 2, 1, 0), (10, 4, 2, 0)),
        ("R4", TRICKS, (5, 3, 0, 0), (10, 6, 0, 0)),
        ("R5", TRICKS, (7, 1, 0, 0), (14, 2, 0, 0)),
        ("R6", TRICKS, (8, 0, 0, 0), (-8, 0, 0, 0)),
        ("R7", HEARTS, (3, 3, 1, 1), (3, 3, 1, 1)),
        ("R8", HEARTS, (0, 8, 0, 0), (0, -8, 0, 0)),
        ("R9", JACKS, (1, 1, 1, 1), (2, 2, 2, 2)),
        ("R10", JACKS, (3, 1, 0, 0), (12, 4, 0, 0)),
        ("R11", JACKS, (0, 0, 0, 4), (0, 0, 0, -8)),
    ],
)
def test_r2_to_r11_what_was_taken_costs(
    example: str, contract: Contract, taken: tuple[int, ...], score: tuple[int, ...]
) -> None:
    assert settle_avoiding(contract, taken, Options()).score == score, example


@pytest.mark.parametrize(
    ("contract", "taken", "score"),
    [
        (TRICKS, (8, 0, 0, 0), (16, 0, 0, 0)),
        (HEARTS, (0, 8, 0, 0), (0, 16, 0, 0)),
        (JACKS, (0, 0, 4, 0), (0, 0, 16, 0)),
    ],
)
def test_without_a_slam_everything_in_one_hand_counts_double(
    contract: Contract, taken: tuple[int, ...], score: tuple[int, ...]
) -> None:
    assert settle_avoiding(contract, taken, read_options(Options, {"slam": "off"})).score == score


def test_r8_all_hearts_in_fewer_than_eight_tricks_is_a_slam() -> None:
    state = deal_contract(
        HEARTS,
        "HA HK HQ HJ HT H9 H8 S7",
        "H7 CA CK CQ CJ CT C9 C8",
        "DA DK DQ DJ DT D9 D8 D7",
        "SA SK SQ SJ ST S9 S8 C7",
    )
    state = after_moves(
        state, "HA H7 DA SA HK CA DK SK HQ CK DQ SQ HJ CQ DJ SJ HT CJ DT ST H9 CT D9 S9 H8 C9 D8 C7"
    )
    state = after_moves(state, "S7 C8 D7 S8")
    assert state.results[-1].score == (-8, 0, 0, 0)
    assert state.results[-1].facts["slam"] == 0


@pytest.mark.parametrize(
    ("contract", "taken"),
    [(TRICKS, (2, 2, 2, 1)), (HEARTS, (9, 0, 0, 0)), (JACKS, (4, 1, 0, -1)), (JACKS, (4, 0, 0))],
)
def test_r12_counts_must_add_up(contract: Contract, taken: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="is not a division"):
        settle_avoiding(contract, taken, Options())


def test_r13_the_king_of_hearts_thrown_on_clubs_goes_to_the_club_winner() -> None:
    state = deal_contract(
        Contract.KING,
        "C7 C9 CT",
        "HK HA HQ HJ DA DK DQ DJ",
        "C8 CA CK",
        "CJ CQ",
    )
    state = after_moves(state, "C7 HK C8 CJ")
    assert state.results[-1].score == (0, 0, 0, 8)
    assert state.round is not None
    assert state.round.closed
    assert len(state.round.tricks) == 1


def test_r14_nobody_must_play_or_duck_the_king_of_hearts() -> None:
    led = after_moves(deal_contract(Contract.KING, "H7 C7", "HK HA H8 DA DK DQ DJ DT"), "H7")
    assert offered_moves(led) == ["H8", "HA", "HK"]
    void = after_moves(deal_contract(Contract.KING, "C7 C8", "HK HA H8 DA DK DQ DJ DT"), "C7")
    assert len(offered_moves(void)) == 8
    assert "HK" in offered_moves(deal_contract(Contract.KING, "HK C7"))


def test_r15_the_jack_of_diamonds_beats_the_ten() -> None:
    state = after_moves(deal_contract(TRICKS, "DT", "DJ", "D9", "D8"), "DT DJ D9 D8")
    assert to_act(state) == 1


def hundred(**options: object) -> State:
    return deal_contract(Contract.HUNDRED, "SA S7 S8", "ST SJ", "SK CJ", "D7 H8", **options)


def lines_crossed(state: State) -> list[tuple[int, int, int]]:
    """Seat, line and points of every line crossed."""
    assert state.round is not None
    return [(crossing.seat, crossing.line, crossing.points) for crossing in state.round.crossed]


def test_r16_exactly_25_is_free_or_with_reach_costs_1() -> None:
    assert lines_crossed(after_moves(hundred(), "SA ST SK D7")) == []
    assert lines_crossed(after_moves(hundred(hundred_line="reach"), "SA ST SK D7")) == [(2, 25, 1)]


def test_r17_an_eight_on_25_is_free_and_the_jack_after_it_pays() -> None:
    state = after_moves(hundred(), "SA ST SK D7 S8")
    assert lines_crossed(state) == []
    assert lines_crossed(after_moves(state, "SJ")) == [(1, 25, 1)]


TWELVE = "SA HA DA CT ST HT DT CA SK HK DK CK"


def twelve_cards(**options: object) -> State:
    hands = ("SA ST SK SQ", "HA HT HK", "DA DT DK", "CA CT CK")
    return after_moves(deal_contract(Contract.HUNDRED, *hands, **options), TWELVE)


def test_r18_exactly_100_goes_on() -> None:
    state = twelve_cards()
    assert state.round is not None
    assert (state.round.total, state.round.closed) == (100, False)


def test_r18_with_reach_exactly_100_ends_the_deal() -> None:
    state = twelve_cards(hundred_line="reach")
    assert state.results[-1].score == (2, 0, 1, 5)


def test_r19_the_queen_after_it_pays_5_and_the_same_seat_may_pay_2_and_5() -> None:
    state = after_moves(twelve_cards(), "SQ")
    assert state.results[-1].score == (7, 0, 1, 0)


def test_r20_a_jack_first() -> None:
    assert offered_moves(deal_contract(Contract.LAYOUT, "SJ HJ ST SQ C7 C8 C9 CT")) == ["HJ", "SJ"]


def test_r21_without_a_jack_one_must_pass() -> None:
    state = deal_contract(Contract.LAYOUT, "S7 S8 S9 ST HA HK HQ HT")
    assert offered_moves(state) == ["-"]
    assert to_act(after_moves(state, "-")) == 1


def open_rows(**options: object) -> State:
    return after_moves(deal_contract(Contract.LAYOUT, "CJ", "CQ DJ H7", "S7 SJ", "S8 HJ", **options), "CJ")


def test_r22_a_row_must_be_extended_before_another_is_opened() -> None:
    state = open_rows()
    assert offered_moves(state) == ["CQ"]
    with pytest.raises(IllegalAction) as refused:
        after_moves(state, "DJ")
    assert refused.value.code is RosbiratschkaRefusal.MUST_EXTEND_ROW
    assert offered_moves(open_rows(layout_choice="free")) == ["CQ", "DJ"]


def test_r23_rows_grow_at_both_ends_without_skipping() -> None:
    state = after_moves(deal_contract(Contract.LAYOUT, "SJ S9 S7", "ST SQ SA SK", "H7 H8", "D7 D8"), "SJ")
    assert offered_moves(state) == ["SQ", "ST"]
    for skipped in ("SA", "SK"):
        with pytest.raises(IllegalAction) as refused:
            after_moves(state, skipped)
        assert refused.value.code is RosbiratschkaRefusal.CARD_DOES_NOT_FIT


def test_r24_a_row_closed_at_the_ace_and_no_jack_is_a_pass() -> None:
    state = midway("S8 H7", "S9", "HJ", "DJ", laid="SJ SQ SK SA ST")
    assert offered_moves(state) == ["-"]
    assert offered_moves(after_moves(state, "-")) == ["S9"]


def test_r25_seats_without_cards_are_skipped() -> None:
    state = midway("ST S9", "", "", "S8 HJ", laid="SJ")
    state = after_moves(state, "ST")
    assert to_act(state) == 3
    state = after_moves(state, "HJ")
    assert to_act(state) == 0
    state = after_moves(state, "S9")
    assert state.round is not None
    assert state.round.closed
    assert state.results[-1].score == (0, 0, 0, 8)


def test_r26_equal_totals_share_the_place() -> None:
    assert places((7, 3, 3, 12), "low") == (3, 1, 1, 4)
