"""A mistake is only what the seat could have known, beyond the error of the estimate."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.bots.analysis import JudgedCard, Move, read_analysis
from games.bots.kraken import lookback, search
from games.bots.kraken.lookback import Remark, analyse, play_on, same_cards, unknowable
from games.bots.registry import ANALYSERS
from games.engine.errors import IllegalAction
from tests.engine.bots.lookback.rounds import cards_of, closed_rounds
from tests.engine.bots.rounds import KRAKEN, after_words, deal_round, other_world


@pytest.fixture(scope="module")
def one_round():
    """A closed round: its entries and the state that closed it."""
    [found] = closed_rounds(4, 1)
    return found


@pytest.fixture(scope="module")
def analysis(one_round):
    return analyse(*one_round)


def test_the_analysis_is_the_same_every_time_and_survives_json(one_round, analysis):
    assert read_analysis(json.loads(json.dumps(analysis.data()))) == analysis
    assert ANALYSERS["kraken"].analyse(*one_round) == analysis


def test_every_card_is_judged_and_the_forced_ones_cost_nothing(one_round, analysis):
    played = cards_of(one_round[0])
    assert [one.card for one in analysis.cards] == [move.data["card"] for move in played]
    assert len(analysis.par) == len(played) + 1
    forced = [
        one
        for one, move in zip(analysis.cards, played, strict=True)
        if len(KRAKEN.choices(move.state, one.seat)) == 1
    ]
    assert forced
    assert all((one.open_loss, one.seen_loss, one.best) == (0, 0.0, one.card) for one in forced)
    assert forced == [one for one in analysis.cards if not one.choice]


def test_a_round_in_which_every_card_could_be_played_is_judged_by_the_rules():
    """Unless somebody revoked or claimed so wrongly: then the sheet is not what the cards were worth."""
    [(moves, final)] = closed_rounds(4, 1, by_chance=0.0, revoke_policy="claimable")
    found, score = analyse(moves, final), final.results[-1].score
    assert len(found.cards) == len(cards_of(moves)) == 32
    assert found.par[-1] == score[0] - score[1]
    assert sum(not one.choice for one in found.cards) > 4, (
        "the last card of each at least, and suits to follow"
    )
    for seed in range(3):
        [(moves, final)] = closed_rounds(seed, 1, by_chance=0.5, revoke_policy="claimable")
        assert final.results[-1].facts["revokes"] or final.round.accused
        assert analyse(moves, final) is None


def test_a_judgement_knows_only_what_the_seat_saw():
    """Two worlds: the other hands dealt anew change nothing of what a card is said to have cost."""
    rng, compared = Random(2), 0
    for seed in (1, 2):
        for moves, _final in closed_rounds(seed, 1, declarations="off"):
            for move in cards_of(moves)[1::5]:
                other = other_world(move.state, move.by, rng)
                if other is None or KRAKEN.view(other, move.by) != KRAKEN.view(move.state, move.by):
                    continue
                compared += 1
                here = lookback.judge_card(move, 1, 0)
                assert here == lookback.judge_card(move._replace(state=other), 1, 0)
    assert compared > 5


@pytest.mark.parametrize(
    ("loss", "error", "mistake"),
    [(30.0, 5.0, True), (30.0, 11.0, False), (4.0, 0.5, False), (0.0, 0.0, False)],
)
def test_a_mistake_is_beyond_the_error_of_the_estimate(loss, error, mistake):
    assert lookback.is_mistake(loss, error) is mistake
    assert unknowable(JudgedCard(5, 0, "H7", "HA", 50, loss, error)) == 50 - loss


def test_a_search_ends_early_only_for_a_card_that_is_no_mistake(monkeypatch):
    """Two cards of this round are clear after fewer worlds than are drawn."""
    [(moves, _final)] = closed_rounds(24, 1, by_chance=0.05)
    played = cards_of(moves)[8:13]
    early = [lookback.judge_card(move, 1, 0) for move in played]
    monkeypatch.setattr(search, "is_within", lambda *_results, **_limit: False)
    in_full = [lookback.judge_card(move, 1, 0) for move in played]
    ended = [(one, other) for one, other in zip(early, in_full, strict=True) if one != other]
    assert len(ended) == 2
    assert not any(one.costly or other.costly for one, other in ended)


def test_mistakes_and_bad_luck_are_told_apart(analysis):
    judged = {one.number: one for one in analysis.cards}
    assert all(judged[costly.number].costly for costly in analysis.mistakes)
    assert not any(judged[costly.number].costly for costly in analysis.unknowable)
    assert all(costly.text.code == Remark.NOBODY_COULD_KNOW for costly in analysis.unknowable)
    assert all(costly.points == judged[costly.number].open_loss for costly in analysis.unknowable)
    points = [costly.points for costly in analysis.mistakes]
    assert points == sorted(points, reverse=True)
    assert len(points) <= 3


@pytest.mark.slow
def test_four_good_players_get_the_same_cards(one_round):
    moves, _final = one_round
    assert same_cards(moves) == same_cards(moves)
    deal = moves[0]
    again = [Move(deal.state, deal.by, deal.data)]
    assert same_cards(again) == same_cards(moves)


def test_a_round_played_on_begins_with_the_other_card(one_round):
    move = cards_of(one_round[0])[20]
    other = KRAKEN.choices(move.state, move.by)[-1].data["card"]
    finish = play_on(move.state, move.by, other)
    in_order = [pair for trick in finish.tricks for pair in trick]
    assert len(in_order) == 32
    assert in_order[20] == (move.by, other)
    with pytest.raises(IllegalAction):
        play_on(move.state, move.by, move.state.round.hands[(move.by + 1) % 4][0])


def test_a_pass_with_nothing_to_say_is_not_told_of():
    named = after_words(
        deal_round(("HJ H9 HA HT HK SA DA CA", "S7 S8 D7 D8 C7 C8 C9 H7", "", "")), (0, "trump H")
    )
    assert list(lookback.judge_challenges([Move(named, 1, {"do": "pass"})])) == []
