"""The plain rule player the others are measured by."""

from __future__ import annotations

from random import Random

import pytest

from games.bots import kraken
from games.bots.kraken.duel import duel, yardstick
from kraken_site.management.commands.measure_bots import Timed
from tests.engine.bots.hands import FED
from tests.engine.bots.rounds import KRAKEN, deal_round, in_play

PLAIN = yardstick(kraken.decide)


def card_of(state):
    seat = state.round.to_play
    return PLAIN(KRAKEN.view(state, seat), KRAKEN.choices(state, seat)).answers[0]["card"]


def test_it_leads_a_winner_and_else_something_low():
    assert card_of(in_play(["SA S7 D8 D9 C8 CJ HT H8", "", "", ""], "H")) == "SA"
    assert card_of(in_play(["SK S7 DK D9 CK CJ HT H8", "", "", ""], "H"))[1] in "789"


def test_it_feeds_the_partner_who_wins_and_follows_low_else():
    hands = ["SA " + FED[0], "S7 " + FED[1], *FED[2:]]
    assert card_of(in_play(hands, "H", (0, "SA"), (1, "S7"), (2, "S8"))) == "SJ"
    fed = ["SA H9 HA D7 D8 C7 C8 HJ", "S7 D9 DT C9 CT H7 DQ DA", "S8 ST SK DJ CJ CQ H8 DK", ""]
    assert card_of(in_play(fed, "H", (0, "SA"), (1, "S7"))) == "ST"


def test_it_speaks_as_the_readable_bot():
    state = deal_round(["HJ H9 HA S7 S8 DT CK C7", "", "", ""])
    view, choices = KRAKEN.view(state, 0), KRAKEN.choices(state, 0)
    assert PLAIN(view, choices).answers == kraken.decide(view, choices).answers


@pytest.mark.slow
def test_the_readable_bot_is_clearly_better():
    came = duel(kraken.decide, PLAIN, deals=160, rng=Random(3), options={})
    assert came.points - came.within > 0


def test_the_time_of_decisions_is_told_in_one_line():
    player = Timed(PLAIN)
    duel(player, kraken.decide, deals=2, rng=Random(1), options={})
    assert "p50" in player.describe()
    assert "p99" in player.describe()
