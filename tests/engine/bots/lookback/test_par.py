"""Par is exact: a naive minimax is its judge, and its end is what was written."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from games.bots.kraken.compact.positions import Score, rules_of
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.lookback import OpenHands, open_contracts
from games.engine.kraken.options import Options
from tests.engine.bots.kraken.minimax import minimax
from tests.engine.bots.kraken.rounds import any_options, any_rules, random_position
from tests.engine.bots.lookback.rounds import cards_of, closed_rounds

LAST_CARDS = 12


def endings(seeds: int):
    """Closed rounds under house rules by chance, with the entries of their last three tricks."""
    for seed in range(seeds):
        options = any_options(Random(seed), match_length="rounds", rounds=1, match_tie="draw")
        fields = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
        for moves, final in closed_rounds(seed, **fields):
            yield cards_of(moves)[-LAST_CARDS:], final


@pytest.mark.slow
def test_the_end_of_the_line_is_what_was_written():
    for cards, final in endings(60):
        score = final.results[-1].score
        assert OpenHands(final).par(cards).line[-1] == score[0] - score[1]


def test_the_line_is_what_a_naive_minimax_finds():
    for cards, final in endings(25):
        hands, contract = OpenHands(final), final.round
        rules = rules_of(contract.trump, final.options)
        score = Score(final.options, declarers=contract.maker % 2, level=contract.level)
        line = hands.par(cards).line
        for move, value in zip(cards, line, strict=False):
            assert value == minimax(hands.position(move.state.round), rules, score, {})


def test_no_card_gains_with_open_hands_and_a_best_one_loses_nothing():
    for cards, final in endings(25):
        hands = OpenHands(final)
        par = hands.par(cards)
        assert min(par.lost) >= 0
        for move, lost in zip(cards, par.lost, strict=True):
            if not lost:
                continue
            position = hands.position(move.state.round)
            best = hands.best(move.state.round)
            assert best != move.data["card"]
            assert best in move.state.round.hands[position.seat]


def test_a_card_that_keeps_the_value_is_found_as_by_trying_all():
    rng = Random(8)
    for _ in range(40):
        rules = any_rules(rng, Options())
        score = Score(Options(), declarers=0, level=rng.randrange(4))
        position = random_position(rng, 4, rules, lying=rng.randrange(4))
        values = Solver(rules, score).values(position)
        solver = Solver(rules, score)
        value = solver.value(position, guess=rng.choice([0, max(values.values()), -500]))
        assert value == max(values.values())
        assert values[solver.card_keeping(position, value)] == value


@pytest.mark.slow
def test_the_contract_that_was_played_is_worth_its_par():
    """Where everything is declared and counted by itself, the line of a round begins with what its contract is worth
    before a word was said."""
    counted = {"declare_mode": "automatic", "bonus_mode": "automatic", "stuk_mode": "automatic"}
    played = (
        (moves, final)
        for seed in range(40)
        for moves, final in closed_rounds(seed, match_length="rounds", rounds=1, **counted)
        if not final.round.level
    )
    moves, final = next(played)
    closed = final.round
    found = {
        (contract.trump, contract.makers): contract.points
        for contract in open_contracts(final.options, closed.dealer, closed.dealt)
    }
    assert len(found) == 4
    assert found[closed.trump, closed.maker % 2] == OpenHands(final).par(cards_of(moves)).line[0]
