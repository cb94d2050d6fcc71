"""A bot lets nothing lie: roem, stuk and combinations; and it asks for nothing that is not there."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.kraken.declarations import everything, has_stuk
from games.engine.kraken.scoring.closing import round_facts
from games.engine.kraken.scoring.settlement import settle
from games.engine.kraken.state import Phase
from tests.engine.bots.rounds import KRAKEN, Decision, bot, decisions, in_play

SEEDS = range(4)


def closed_rounds(seed, **options):
    """The rounds of a bot match as they stood when the last trick was over and nobody had more to say."""
    last = {}
    for decision in decisions(seed, **options):
        if isinstance(decision, Decision) and decision.state.round.phase is Phase.CLAIM:
            state = decision.state
            if decision.answer is not None:
                state = KRAKEN.apply(state, decision.seat, KRAKEN.parse(decision.answer))
            last[state.round.number] = state.round
    return list(last.values())


@pytest.mark.parametrize("claim_by", ["winning_team", "anyone"])
def test_every_roem_is_claimed_once_by_the_side_that_won_it_unless_that_side_has_lost(claim_by):
    lying, left = 0, 0
    for seed in SEEDS:
        rounds = closed_rounds(seed, rounds=8, bonus_claim_by=claim_by, false_claim="twenty_to_opponents")
        assert len(rounds) == 8
        for round_ in rounds:
            with_roem = {number for number, trick in enumerate(round_.tricks) if trick.bonus}
            lying += len(with_roem)
            claimed = {number for number, _ in round_.claimed}
            assert claimed <= with_roem
            lost = 1 - settle(round_facts(round_, KRAKEN.Options()), KRAKEN.Options()).winner
            assert all(round_.tricks[number].winner % 2 == lost for number in with_roem - claimed)
            left += len(with_roem - claimed)
            assert all(round_.tricks[number].winner % 2 == seat % 2 for number, seat in round_.claimed)
            assert round_.false_claims == (0, 0)
    assert lying > 20
    assert left < lying / 5


def test_it_knows_what_roem_is_worth_at_this_table():
    each_a_suit = ["", "", "", ""]
    cards = [(0, "S9"), (1, "H9"), (2, "D9"), (3, "C9")]
    for quads, claims in (("classic", None), ("nines_150", {"do": "bonus"})):
        state = in_play(each_a_suit, "S", *cards, quads=quads)
        assert bot(state, 2, Random(1)) == claims


def test_stuk_is_always_claimed():
    held = 0
    for seed in SEEDS:
        for round_ in closed_rounds(seed, rounds=8):
            if any(has_stuk(hand, round_.trump) for hand in round_.dealt):
                held += 1
                assert round_.stuk_claimed
    assert held > 3


@pytest.mark.parametrize("reuse", [True, False])
def test_everything_is_declared(reuse):
    combinations = 0
    for seed in SEEDS:
        for round_ in closed_rounds(seed, rounds=8, declaration_card_reuse=reuse):
            options = KRAKEN.Options(declaration_card_reuse=reuse)
            for hand, declared in zip(round_.dealt, round_.declared, strict=True):
                assert set(declared) == set(everything(hand, options))
                combinations += len(declared)
    assert combinations > 10
