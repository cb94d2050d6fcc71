"""The better levels of the Kalooki bot: they call later, the strong one weighs ways and points, both pay less."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from games.bots import kalooki
from games.bots.bot import Level
from games.bots.kalooki.duel import duel
from games.bots.kalooki.reasons import Reason
from games.bots.kalooki.ways import log_of_ways, outlook
from games.bots.registry import decides_at_once, player, reason
from games.engine.kalooki.state import State
from tests.engine.bots.kalooki.test_player import answer_and_reason
from tests.engine.kalooki.table import KALOOKI, after_the_draw, deal_game, with_deal_fields
from tests.long_counts import repetitions

BETTER = (Level.GOOD, Level.STRONG)


def discard(state: State, cards: str) -> State:
    """The state in which the player after the next one has discarded these cards."""
    return with_deal_fields(state, thrown=tuple((2, card) for card in cards.split()))


def ways(state: State) -> float:
    """The ways of seat 0 to the contract."""
    view = KALOOKI.view(state, 0)
    return exp(log_of_ways([held.card for held in view.hand], outlook(view)))


def test_better_levels_call_also_while_somebody_has_few_cards_left() -> None:
    state = with_deal_fields(deal_game("", "H5 S5 H9 S9 D2 C7 SJ HK C3", upcard="H5b"), down=frozenset({2}))
    assert state.deal is not None
    short = with_deal_fields(
        state, hands=(*state.deal.hands[:2], state.deal.hands[2][:2], state.deal.hands[3])
    )
    assert answer_and_reason(short, 1, Level.EASY) == ({"do": "pass"}, Reason.CALL_COSTS)
    for level in BETTER:
        assert answer_and_reason(short, 1, level) == ({"do": "call"}, Reason.CALL_LATE)
        assert answer_and_reason(state, 1, level) == ({"do": "call"}, Reason.CALL_IT)


def test_the_strong_one_gives_up_the_pair_whose_mates_are_gone() -> None:
    """Of two pairs one is spare. Easy gives up the kings, which cost more; no eight can come any more but one."""
    state = discard(after_the_draw("H5 S5 D5 H6 S6 D6 H8 S8 HK SK", down=False), "D8 C8 D8b C8b H8b")
    assert answer_and_reason(state, 0, Level.EASY)[0] == {"do": "discard", "card": "HK"}
    assert answer_and_reason(state, 0, Level.STRONG) == ({"do": "discard", "card": "S8"}, Reason.MOST_WAYS)


def test_the_strong_one_gives_up_what_costs_more_though_a_little_less_can_come_of_the_other() -> None:
    state = discard(after_the_draw("H5 S5 D5 H6 S6 D6 H2 S2 HK SK", down=False), "D2")
    assert answer_and_reason(state, 0, Level.STRONG) == ({"do": "discard", "card": "SK"}, Reason.TOO_DEAR)


def test_a_contract_in_the_hand_is_one_way_and_every_spare_meld_another() -> None:
    three = after_the_draw("H5 S5 D5 H6 S6 D6 H8 S8 D8", down=False)
    assert ways(three) > 1
    gone = " ".join(f"{suit}{rank}{mark}" for suit in "SHDC" for rank in "A23479TJQK" for mark in ("", "b"))
    assert ways(discard(three, gone)) == pytest.approx(1, abs=0.01)


def test_fewer_cards_that_can_come_are_fewer_ways() -> None:
    lacking_one = ((1, "H5 S5 H6 S6 D6 H8 S8 D8 HK", "D5"), (4, "H5 H6 H7 S2 S3 S4 S5 D9 DT DJ DQ CK", "H8"))
    for contract, hand, wanted in lacking_one:
        state = after_the_draw(hand, contract_number=contract, down=False)
        assert ways(discard(state, wanted)) < ways(state)


def test_a_joker_of_the_hand_fills_a_four_but_never_beside_another_and_as_the_house_rule_says() -> None:
    """Two jokers stand at both ends of two naturals; held to one in four cards they fill no such four."""
    hand = "H6 XX H8 XXb S2 S3 S4 S5 D9 DT DJ DQ"
    free = after_the_draw(hand, contract_number=4, down=False)
    held = after_the_draw(hand, contract_number=4, down=False, joker_cap_four="one_in_minimum")
    assert ways(free) >= 1
    assert ways(held) < ways(free)


def test_the_reason_of_a_level_is_its_own() -> None:
    state = discard(after_the_draw("H5 S5 D5 H6 S6 D6 H2 S2 HK SK", down=False), "D2")
    view, choices = KALOOKI.view(state, 0), KALOOKI.choices(state, 0)
    why = reason(KALOOKI, Level.STRONG, view, choices, {"do": "discard", "card": "SK"})
    assert why is not None
    assert why.code == Reason.TOO_DEAR
    assert reason(KALOOKI, Level.STRONG, view, choices, {"do": "discard", "card": "H2"}) is None


def test_every_level_decides_at_once() -> None:
    assert all(decides_at_once("kalooki", level) for level in Level)
    assert not decides_at_once("kraken", Level.STRONG)
    assert decides_at_once("kraken", Level.EASY)


@pytest.mark.slow
@pytest.mark.parametrize("level", BETTER)
def test_better_levels_are_clearly_better_than_easy(level: Level) -> None:
    """In the deal of three fours, where few deals show it. All nine are in the decision on the levels."""
    deals, better = repetitions(90, one_in=3), player("kalooki", level, 1)
    came = duel(better, kalooki.decide, contract_number=4, deals=deals, players=4, rng=Random(2), options={})
    assert came.fewer - came.within > 0, came
