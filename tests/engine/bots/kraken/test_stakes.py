"""The points on the sheet before the tricks to come: only roem that was claimed, or still may be, counts."""

from __future__ import annotations

from games.bots.kraken.belief import belief, takings_so_far, with_stuk
from games.bots.kraken.compact.positions import BONUS_PART, BONUS_PLACE, POINTS_PART, TRICK_PLACE
from tests.engine.bots.rounds import KRAKEN, after_words, in_play

RUN = ["S7 SA H7 H8 D7 D8 C7 C8", "S8 SK HJ H9 HA HT D9 C9", "S9 SQ HK DJ DQ CJ CQ DT", ""]
TRICK = (0, "S7"), (1, "S8"), (2, "S9"), (3, "SJ")


def takings(state, seat=0):
    view = KRAKEN.view(state, seat)
    return takings_so_far(view, belief(view))


def bonus(side):
    return side >> BONUS_PLACE & BONUS_PART


def test_roem_counts_once_it_is_claimed_and_as_long_as_it_may_be():
    state = in_play(RUN, "H", *TRICK)
    assert [bonus(side) for side in takings(state)] == [0, 20]
    assert [side >> TRICK_PLACE for side in takings(state)] == [0, 1]
    assert [side & POINTS_PART for side in takings(state)] == [0, 2]
    left = after_words(state, (3, "ST"))
    assert [bonus(side) for side in takings(left)] == [0, 0]
    claimed = KRAKEN.apply(state, 1, KRAKEN.parse({"do": "bonus"}))
    assert [bonus(side) for side in takings(after_words(claimed, (3, "ST")))] == [0, 20]


def test_roem_that_counts_by_itself_needs_no_claim():
    state = after_words(in_play(RUN, "H", *TRICK, bonus_mode="automatic"), (3, "ST"))
    assert [bonus(side) for side in takings(state)] == [0, 20]


def test_stuk_goes_to_the_side_of_the_hand_that_was_dealt_both():
    view = KRAKEN.view(in_play(["HK HQ S7 S8 D7 D8 C7 C8", "", "", ""], "H"), 1)
    known = belief(view)
    dealt = [known.form.mask(cards.split()) for cards in ("S7", "S8", "HK HQ", "HA")]
    on = KRAKEN.Options()
    assert [bonus(side) for side in with_stuk((0, 0), dealt, on, 1)] == [20, 0]
    assert with_stuk((0, 0), dealt, KRAKEN.Options(declarations="off"), 1) == (0, 0)
