"""Ordinary sense at the table, one situation each. Hands not written out get what is left, in face order."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.bots.hands import FED, RUFFED
from tests.engine.bots.rounds import after_words, bot, card_of, deal_round, in_play

JUNK = "S7 H7 H8 D7 D8 C7 C8 S8"


def word_of(state, seat):
    return bot(state, seat, Random(1))["do"]


def test_it_names_the_suit_of_its_jack_nine_and_ace():
    state = deal_round(["HJ H9 HA S7 S8 DT CK C7", "", "", ""])
    assert bot(state, 0, Random(1)) == {"do": "trump", "suit": "H"}


def test_spades_that_count_double_are_worth_naming_with_a_good_hand_only():
    alike = ["SJ S9 SA S7 HJ H9 HA H7", "", "", ""]
    assert bot(deal_round(alike, double_spades="cards"), 0, Random(1))["suit"] == "S"
    poor = ["S7 S8 SK H7 H8 HK D7 D8", "", "", ""]
    assert bot(deal_round(poor, double_spades="cards"), 0, Random(1))["suit"] == "H"


def test_where_it_may_pass_it_plays_a_good_hand_and_passes_a_bad_one():
    assert word_of(deal_round(["HJ H9 HA HT SA DA C7 C8", "", "", ""], trump_mode="free"), 0) == "trump"
    assert word_of(deal_round([JUNK, "", "", ""], trump_mode="free"), 0) == "pass"


def test_it_says_kraken_with_trumps_and_aces_against_the_makers_and_not_with_junk():
    state = deal_round(["", "HJ H9 HA HT SA DA CA C7", "", "S7 S8 S9 D7 D8 D9 C8 C9"])
    named = after_words(state, (0, "trump H"))
    assert word_of(named, 1) == "kraken"
    assert word_of(after_words(named, (1, "pass")), 3) == "pass"


def test_a_kraken_is_answered_by_a_maker_who_cannot_lose():
    unbeatable = after_words(
        deal_round(["HJ H9 HA HT HK HQ SA DA", "", "", ""]), (0, "trump H"), (1, "kraken")
    )
    assert word_of(unbeatable, 0) == "re"
    ordinary = after_words(deal_round(["HJ HA H7 ST S7 DK D7 C7", "", "", ""]), (0, "trump H"), (1, "kraken"))
    assert word_of(ordinary, 0) == "pass"


def test_superkraken_is_for_a_hand_that_beats_even_a_re():
    state = after_words(
        deal_round(["", "HJ H9 HA HT HK HQ SA DA", "", ""]), (0, "trump H"), (1, "kraken"), (0, "re")
    )
    assert word_of(state, 1) == "superkraken"


def test_the_maker_with_the_jack_draws_trumps():
    hands = ["HJ H9 HA SA DA S7 D7 C7", "HT H7 S8 S9 D8 D9 C8 C9", "HK ST SJ DT DJ CT CJ CQ"]
    assert card_of(in_play([*hands, ""], "H")) in ("HJ", "H9", "HA")


def test_it_does_not_draw_trumps_nobody_holds_any_more():
    hands = ["HJ H9 HA HT SA ST C7 C8", "HK S7 S8 D7 D8 D9 C9 CT", "HQ S9 SJ DT DJ DQ CJ CQ", ""]
    first = (0, "HJ"), (1, "HK"), (2, "HQ"), (3, "H7")
    second = (0, "H9"), (1, "D7"), (2, "DT"), (3, "H8")
    assert card_of(in_play(hands, "H", *first, *second))[0] != "H"


def test_it_feeds_the_partner_who_surely_wins():
    hands = ["S7 SA H9 HA D7 D8 C7 C8", "HJ HT D9 DT C9 CT H7 DQ", "S8 S9 SK SQ DJ CJ CQ H8", ""]
    assert card_of(in_play(hands, "H", (0, "S7"), (1, "HJ"), (2, "S8"))) == "ST"


def test_it_gives_an_opponent_who_surely_wins_the_least():
    hands = ["SA " + FED[0], "S7 " + FED[1], *FED[2:]]
    assert card_of(in_play(hands, "H", (0, "SA"), (1, "S7"), (2, "S8"))) == "SJ"


def test_as_the_last_it_ruffs_without_spending_the_jack():
    assert card_of(in_play(RUFFED, "H", (0, "S7"), (1, "S8"), (2, "S9"))) in ("H7", "HQ", "HK")


def test_it_spends_no_trump_on_a_trick_the_partner_has_won():
    assert card_of(in_play(RUFFED, "H", (0, "S7"), (1, "SJ"), (2, "S9")))[0] != "H"


def test_it_does_not_throw_an_ace_under_an_opponents_trump():
    hands = ["C7 CQ CT S7 D7 D8 HJ H9", "C8 C9 S8 S9 D9 DT H7 H8", "HA HT ST SJ SQ DJ DQ DK", ""]
    assert card_of(in_play(hands, "H", (0, "C7"), (1, "C8"), (2, "HA"))) == "CJ"


@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
def test_it_does_not_lead_a_bare_ten_into_the_ace(play_rules):
    state = in_play(["ST HJ H9 H8 DA DT C7 C8", "", "", ""], "H", play_rules=play_rules)
    assert card_of(state) != "ST"
