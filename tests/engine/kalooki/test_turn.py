"""A turn after the draw: laying, adding, moving a joker, discarding, going out (rules/kalooki 1)."""

from __future__ import annotations

import pytest

from games.engine.errors import MalformedAction, Refusal, RefusalCode
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.state import Phase
from tests.engine.kalooki.table import KALOOKI, after_lines, after_the_draw, deal_game, refusal_of, words

THREES = "H5 S5 D5;H6 S6 D6;H7 S7 D7"
HAND = "H5 S5 D5 H6 S6 D6 H7 S7 D7"


def test_nothing_is_laid_before_the_draw_or_out_of_turn() -> None:
    state = deal_game(HAND)
    assert refusal_of(state, f"0 lay {THREES}") == KalookiRefusal.DRAW_FIRST
    assert refusal_of(after_lines(state, "0 take"), "1 discard S3") == Refusal.NOT_YOUR_TURN


def test_the_contract_and_a_discard_bend_the_table() -> None:
    state = after_lines(deal_game(HAND, upcard="S2"), "0 take", f"0 lay {THREES}", "0 discard S2")
    (result,) = state.results
    assert (result.facts["out"], result.facts["bent"]) == (0, True)
    assert [line.text.code for line in result.lines] == ["cards_left", "bent_double"]
    assert result.lines[0].points == result.lines[1].points
    assert result.tallies["bent"] == (1, 0, 0, 0)
    assert state.over


def test_a_bent_table_is_a_fact_where_it_does_not_count_double() -> None:
    state = after_lines(
        deal_game(HAND, upcard="S2", bend_double="off"), "0 take", f"0 lay {THREES}", "0 discard S2"
    )
    (result,) = state.results
    assert result.facts["bent"]
    assert len(result.lines) == 1


@pytest.mark.parametrize(
    ("melds", "code"),
    [
        ("H5 S5 D5;H6 S6 D6", KalookiRefusal.CONTRACT_INCOMPLETE),
        ("H5 S5 D5;H6 S6 D6;H7 S7", KalookiRefusal.GROUP_NOT_A_MELD),
        ("", KalookiRefusal.NOT_A_MELD),
        ("H5 S5 D5;H6 S6 D6;H7 S7 D7b", Refusal.CARD_NOT_HELD),
        ("H5 S5 D5;H6 S6 D6;H7 S7 S7", Refusal.CARD_USED_TWICE),
    ],
)
def test_what_is_not_laid(melds: str, code: RefusalCode) -> None:
    assert refusal_of(after_lines(deal_game(HAND), "0 take"), f"0 lay {melds}") == code


def test_ones_own_threes_differ_in_rank_and_fours_in_suit() -> None:
    threes = after_the_draw("H5 S5 D5 H5b S5b D5b H7 S7 D7 CK", down=False)
    assert refusal_of(threes, "0 lay H5 S5 D5;H5b S5b D5b;H7 S7 D7") == KalookiRefusal.RANK_TWICE
    fours = after_the_draw("C5 D5 S5 H2 H3 H4 H5 H7 H8 H9b HT CK", down=False, contract_number=3)
    assert refusal_of(fours, "0 lay C5 D5 S5;H2 H3 H4 H5;H7 H8 H9b HT") == KalookiRefusal.SUIT_TWICE


def test_nothing_is_added_before_the_contract_lies() -> None:
    state = after_the_draw("H5 C9b", melds=["H6 S6 D6", "H5b XX H7 H8"], down=False)
    assert refusal_of(state, "0 tack H5 1") == KalookiRefusal.LAY_FIRST
    assert refusal_of(state, "0 shift H5 1") == KalookiRefusal.LAY_FIRST
    assert words(state, 0) == {"discard"}


def test_a_card_is_added_to_any_meld() -> None:
    state = after_the_draw("H9 XXb C9b", melds=["H5 H6 H7 H8", "C3 D3b S3"])
    after = after_lines(state, "0 tack H9 0", "0 tack XXb 1")
    assert [" ".join(meld.cards) for meld in after.deal.melds] == ["H5 H6 H7 H8 H9", "C3 D3b S3 XXb"]
    assert refusal_of(state, "0 tack C9b 0") == KalookiRefusal.DOES_NOT_FIT_MELD
    assert refusal_of(state, "0 tack H9 2") == KalookiRefusal.NO_SUCH_MELD
    assert refusal_of(state, "0 tack H9 0 high") == KalookiRefusal.NAME_THE_END
    too_long = "1" * 5000
    for wrong in ("0 tack H9 x", "0 tack H9 -1", "0 tack H9 0 left", "0 tack H9 ²", f"0 tack H9 {too_long}"):
        assert refusal_of(state, wrong) == KalookiRefusal.UNKNOWN_PLACE


def test_the_end_is_named_exactly_where_there_is_a_choice() -> None:
    state = after_the_draw("XX H9 C9b", melds=["H5 H6 H7 H8"], tack_four="either_end")
    assert refusal_of(state, "0 tack XX 0") == KalookiRefusal.NAME_THE_END
    assert after_lines(state, "0 tack XX 0 low").deal.melds[0].cards[0] == "XX"
    assert after_lines(state, "0 tack XX 0 high").deal.melds[0].cards[-1] == "XX"
    assert after_lines(state, "0 tack H9 0").deal.melds[0].cards[-1] == "H9"
    ends = [choice.data.get("end") for choice in KALOOKI.choices(state, 0) if choice.data["do"] == "tack"]
    assert ends == ["high", "low", None]


def test_a_joker_moves_for_the_card_it_stands_for() -> None:
    state = after_the_draw("H6 S6 C9b", melds=["H5 XX H7 H8"])
    assert after_lines(state, "0 shift H6 0").deal.melds[0].cards == ("H5", "H6", "H7", "H8", "XX")
    assert refusal_of(state, "0 shift S6 0") == KalookiRefusal.NO_JOKER_THERE
    stuck = after_the_draw("H6 C9b", melds=["H5 XX H7 XXb"])
    assert refusal_of(stuck, "0 shift H6 0") == KalookiRefusal.JOKER_CANNOT_MOVE
    off = after_the_draw("H6 C9b", melds=["H5 XX H7 H8"], joker_shift="off")
    assert refusal_of(off, "0 shift H6 0") == KalookiRefusal.JOKERS_STAY
    assert "shift" not in words(off, 0)


def test_more_melds_are_laid_by_one_who_is_down() -> None:
    state = after_the_draw("H5 S5 D5 S8 C9b", melds=["H2 S2b D2"])
    after = after_lines(state, "0 lay H5 S5 D5")
    assert len(after.deal.melds) == 2
    assert not after.deal.laid_now
    again = after_the_draw("H5 S5 D5 S8b C8 D8 C9b")
    assert refusal_of(after_lines(again, "0 lay H5 S5 D5"), "0 lay S8b C8 C9b") == KalookiRefusal.NOT_A_MELD


def test_a_hand_is_got_rid_of_with_or_without_a_last_discard() -> None:
    free = after_lines(after_the_draw("H9", melds=["H5 H6 H7 H8"]), "0 tack H9 0")
    assert free.results[0].facts["out"] == 0
    assert not free.results[0].facts["bent"]
    kept = after_the_draw("H9", melds=["H5 H6 H7 H8"], final_discard="required")
    assert refusal_of(kept, "0 tack H9 0") == KalookiRefusal.KEEP_A_DISCARD
    assert words(kept, 0) == {"discard"}
    assert after_lines(kept, "0 discard H9").results[0].facts["out"] == 0
    three = after_the_draw("H9 S9b C9", final_discard="required")
    assert refusal_of(three, "0 lay H9 S9b C9") == KalookiRefusal.KEEP_A_DISCARD
    assert words(three, 0) == {"discard"}


def test_only_a_hand_of_nothing_but_jokers_ends_the_turn_without_a_discard() -> None:
    full = "HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HAb"
    state = after_the_draw("XX XXb", melds=[full])
    assert words(state, 0) == {"end"}
    assert refusal_of(state, "0 discard XX") == KalookiRefusal.JOKER_NOT_DISCARDED
    after = after_lines(state, "0 end")
    assert (after.deal.turn, after.deal.phase) == (1, Phase.DRAW)
    assert after.deal.pile == state.deal.pile
    with_a_place = after_the_draw("XX XXb", melds=["C5 D5 S5"])
    assert words(with_a_place, 0) == {"tack", "end"}, "adding a joker is optional (rules/kalooki C41)"
    assert after_lines(with_a_place, "0 end").deal.turn == 1
    assert after_lines(with_a_place, "0 tack XX 0", "0 end").deal.hands[0] == ("XXb",)
    not_down = after_the_draw("XX XXb", down=False)
    assert after_lines(not_down, "0 end").deal.turn == 1
    assert refusal_of(after_the_draw("XX C9b", melds=[full]), "0 end") == KalookiRefusal.MUST_DISCARD
    last = after_the_draw("XX", melds=["C5 D5 S5"], final_discard="required")
    assert words(last, 0) == {"end"}


def test_after_a_turn_without_a_discard_the_one_below_can_be_called_but_not_by_its_discarder() -> None:
    state = after_lines(
        after_the_draw("XX XXb", melds=["HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HAb"]), "0 end"
    )
    assert state.deal.pile[-1].seat == 2
    assert refusal_of(state, "2 call") == KalookiRefusal.CANNOT_CALL


@pytest.mark.parametrize("data", [{"do": "tack", "card": "H5"}, {"do": "shift", "card": "H5", "end": "low"}])
def test_a_place_is_told_completely(data: dict[str, str]) -> None:
    with pytest.raises(MalformedAction):
        KALOOKI.parse(data)
