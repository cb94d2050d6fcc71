"""Bad habits the bot had, each in a deal where it showed."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.kraken import decide
from games.bots.kraken.reasons import Reason
from games.bots.kraken.roem import most_roem
from tests.engine.bots.rounds import KRAKEN, after_words, bot, card_of, in_play


def plays(line: str) -> list[tuple[int, str]]:
    """Cards with their seats, written as `0HK 1HA`."""
    return [(int(entry[0]), entry[1:]) for entry in line.split()]


LAST_TWO_TRICKS = [
    (
        "H",
        ["C9 CQ D7 D8 DA H9 HK HT", "C7 DJ DK HA HQ S9 SA SK", "C8 CJ CK D9 DQ DT H8 SQ", ""],
        "0HK 1HA 2H8 3HJ 3H7 0HT 1HQ 2SQ 0DA 1DJ 2DQ 3S7 0D8 1DK 2DT 3S8 2D9 3SJ 0D7 1C7 2CK 3CA 0C9 1SA",
        "ST",
    ),
    (
        "D",
        ["C8 C9 CA DA DJ HK HT SK", "C7 CJ CQ D8 DK DQ HA S9", "CK CT D7 H8 HJ S7 SA SJ", ""],
        "0DJ 1D8 2D7 3DT 0DA 1DQ 2H8 3D9 3SQ 0SK 1S9 2SA 2S7 3ST 0C8 1HA 3HQ 0HT 1DK 2HJ 1C7 2CT 3H7 0C9 2SJ 3S8",
        "HK",
    ),
]


@pytest.mark.parametrize(("trump", "hands", "line", "best"), LAST_TWO_TRICKS)
def test_the_last_two_tricks_are_counted_out(trump, hands, line, best):
    """The other card is worse or equal in every way the unseen cards can lie."""
    state = in_play(hands, trump, *plays(line))
    assert card_of(state) == best
    seat = state.round.to_play
    decision = decide(KRAKEN.view(state, seat), KRAKEN.choices(state, seat))
    assert decision.why(decision.answers[0]).code == Reason.COUNTED_OUT


@pytest.mark.parametrize(
    ("trump", "hands", "line"),
    [
        ("D", ["C8 C9 D8 D9 DJ DQ SJ ST", "CJ CQ D7 DT H7 HT S7 SQ", "C7 CA CK CT DK H9 HA S9", ""], ""),
        (
            "S",
            ["C7 CJ CT D9 H9 HJ S9 SJ", "D8 DQ DT H7 H8 HA HQ SK", "CA CQ HK S7 S8 SA SQ ST", ""],
            "0S9 1SK 2S8 3D7 0SJ 1H7 2S7 3DJ",
        ),
    ],
)
def test_no_ten_is_led_from_a_longer_suit_while_its_ace_is_out(trump, hands, line):
    assert card_of(in_play(hands, trump, *plays(line)))[1] != "T"


@pytest.mark.parametrize(
    ("trump", "hand"), [("H", "C7 CA CK DA DK DQ H9 SA"), ("S", "CK CT D8 DQ HA HK S9 SK")]
)
def test_the_trump_nine_is_not_led_while_the_jack_is_out(trump, hand):
    assert card_of(in_play([hand, "", "", ""], trump)) != trump + "9"


def test_roem_is_not_claimed_where_the_round_is_lost_and_the_other_side_would_write_it():
    """Rules/kraken, example 58: the side that fails hands over the roem it claimed."""
    hands = [
        "C7 CK DQ HJ HK HT S8 SQ",
        "C8 CT D9 DA DJ H7 HQ S9",
        "CA CJ D8 DK DT HA S7 SJ",
        "C9 CQ D7 H8 H9 SA SK ST",
    ]
    line = "0HJ 1H7 2HA 3H8 0HK 1HQ 2D8 3H9 3ST 0S8 1S9 2S7 3SA 0SQ 1CT 2SJ 3D7 0DQ 1DA 2DT 1C8 2CJ 3CQ 0CK"
    state = in_play(hands, "H")
    for seat, card in plays(line):
        for other in range(4):
            claim = bot(state, other, Random(1)) if KRAKEN.pending(state).get(other) else None
            if claim == {"do": "bonus"}:
                state = KRAKEN.apply(state, other, KRAKEN.parse(claim))
        state = after_words(state, (seat, card))
    assert state.round.tricks[-1].bonus == 20
    assert state.round.tricks[-1].winner == 0
    decision = decide(KRAKEN.view(state, 2), KRAKEN.choices(state, 2))
    assert decision.answers == (None,)
    assert decision.why(None).code == Reason.ROEM_FOR_OTHERS


def test_roem_a_trick_may_still_hold_is_counted_at_its_most():
    assert most_roem(("S7", "S8", "S9"), "classic") == 20
    assert most_roem(("S7", "S8", "S9", "ST", "SJ", "SQ", "SK"), "classic") == 70
    assert most_roem(("SJ", "HJ", "DJ", "CJ"), "classic") == 200
    assert most_roem(("S7", "S9", "ST", "H9"), "classic") == 0
