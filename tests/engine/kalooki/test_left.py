"""The cards left in the hands at the end of a deal of Kalooki, with the points they count (rules/kalooki 1, End)."""

from __future__ import annotations

from games.engine.kalooki.scoring import JOKER
from tests.engine.kalooki.table import KALOOKI, after_lines, after_the_draw


def test_a_closed_deal_lists_the_cards_left_with_their_points_the_dearest_first() -> None:
    state = after_lines(after_the_draw("C9", melds=("S5 H5 D5",), others="H2 XX SA"), "0 discard C9")
    (result,) = state.results
    winner, second, third = result.left
    assert winner == ()
    assert second == (("XX", JOKER), ("SA", 15), ("H2", 2))
    assert [sum(one.points for one in hand) for hand in result.left] == list(result.lines[0].points)
    assert sum(one.points for one in third) == 9


def test_before_the_last_discard_nobody_is_told_a_card_that_will_be_left() -> None:
    state = after_the_draw("C9 S4", melds=("S5 H5 D5",), others="H2 XX SA")
    for before in (state, after_lines(state, "0 discard C9")):
        for viewer in (None, 0, 2):
            told = repr(KALOOKI.view(before, viewer))
            assert "CountedCard" not in told
            assert "'XX'" not in told
