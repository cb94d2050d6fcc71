"""Measured over duplicate deals, the bot is clearly better than chance, with its cards as with its words."""

from __future__ import annotations

from random import Random

import pytest

from games.bots import chance, kraken
from games.bots.kraken.duel import duel
from kraken_site.management.commands.measure_bots import any_card, describe


@pytest.mark.slow
@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
def test_it_beats_any_legal_action_clearly(play_rules):
    came = duel(kraken.decide, chance.decide, deals=40, rng=Random(2), options={"play_rules": play_rules})
    assert came.points - came.within > 100


@pytest.mark.slow
@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
def test_it_beats_the_same_words_with_any_legal_card(play_rules):
    came = duel(kraken.decide, any_card, deals=80, rng=Random(3), options={"play_rules": play_rules})
    assert came.points - came.within > 30


@pytest.mark.slow
def test_its_krakens_win_clearly_more_than_half_even_against_itself():
    came = duel(kraken.decide, kraken.decide, deals=300, rng=Random(4), options={})
    assert came.stood["kraken"] >= 10
    assert came.won["kraken"] > 0.6 * came.stood["kraken"]


def test_a_player_is_as_good_as_itself():
    came = duel(kraken.decide, kraken.decide, deals=10, rng=Random(5), options={})
    assert came.points == pytest.approx(0, abs=120)
    assert came.rounds == 20


def test_the_figures_are_told_in_one_line():
    came = duel(kraken.decide, chance.decide, deals=2, rng=Random(6), options={})
    line = describe(came)
    assert "points per round" in line
    assert "over 4 rounds" in line
