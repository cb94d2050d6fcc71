"""Trump, pass, kraken, re and superkraken by what they promise on the sheet."""

from __future__ import annotations

import pytest

from games.bots.kraken import words
from games.bots.kraken.player import make_player
from games.bots.kraken.search import STRONG
from tests.engine.bots.rounds import KRAKEN, after_words, deal_round

UNBEATABLE = "HJ H9 HA HT HK HQ SA DA"
JUNK = "S7 H7 H8 D7 D8 C7 C8 S8"


def word_of(state, seat, seed=1):
    (answer,) = make_player(STRONG, seed)(KRAKEN.view(state, seat), KRAKEN.choices(state, seat)).answers
    return answer


@pytest.mark.parametrize("seed", range(3))
def test_it_names_the_suit_of_its_jack_nine_and_ace(seed):
    state = deal_round(["HJ H9 HA S7 S8 DT CK C7", "", "", ""])
    assert word_of(state, 0, seed) == {"do": "trump", "suit": "H"}


def test_where_it_may_pass_it_plays_a_good_hand_and_passes_a_bad_one():
    good = deal_round(["HJ H9 HA HT SA DA C7 C8", "", "", ""], trump_mode="free")
    assert word_of(good, 0) == {"do": "trump", "suit": "H"}
    assert word_of(deal_round([JUNK, "", "", ""], trump_mode="free"), 0) == {"do": "pass"}


def test_it_says_kraken_and_superkraken_with_a_hand_that_cannot_lose_and_not_with_junk():
    named = after_words(deal_round(["", UNBEATABLE, "", JUNK]), (0, "trump H"))
    assert word_of(named, 1) == {"do": "kraken"}
    assert word_of(after_words(named, (1, "pass")), 3) == {"do": "pass"}
    assert word_of(after_words(named, (1, "kraken"), (0, "re")), 1) == {"do": "superkraken"}


def test_it_answers_a_kraken_it_cannot_lose():
    unbeatable = after_words(deal_round([UNBEATABLE, "", "", ""]), (0, "trump H"), (1, "kraken"))
    assert word_of(unbeatable, 0) == {"do": "re"}
    ordinary = after_words(deal_round(["HJ HA H7 ST S7 DK D7 C7", "", "", ""]), (0, "trump H"), (1, "kraken"))
    assert word_of(ordinary, 0) == {"do": "pass"}


def test_a_challenge_carries_what_it_promises_and_its_error():
    state = after_words(deal_round(["", UNBEATABLE, "", ""]), (0, "trump H"))
    better, worse = words.raising_choices(KRAKEN.view(state, 1), KRAKEN.choices(state, 1), 60, 1)
    assert better.data == {"do": "kraken"}
    assert better.value > worse.value
    assert better.error > 0


def test_every_suit_on_offer_is_weighed():
    state = deal_round(["HJ H9 HA S7 S8 DT CK C7", "", "", ""])
    weighed = words.trumps(KRAKEN.view(state, 0), KRAKEN.choices(state, 0), 20, 1)
    assert {word.data["suit"] for word in weighed} == set("SHDC")
    assert [word.value for word in weighed] == sorted((word.value for word in weighed), reverse=True)
