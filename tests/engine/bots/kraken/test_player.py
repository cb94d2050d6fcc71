"""The searching player answers with what is offered, from the view alone, the same to the same seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.bots import estimates as estimated
from games.bots import kalooki, kan, kraken
from games.bots.bot import Level
from games.bots.kraken import search
from games.bots.kraken.belief import belief
from games.bots.kraken.duel import play_round
from games.bots.kraken.player import make_player
from games.bots.kraken.search import GOOD, STRONG, Effort, estimates, one_of_equals
from games.bots.registry import BOTS, SENTENCES, player
from games.engine.kraken.legal import legal_cards
from games.engine.kraken.state import Phase
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.engine.bots.kraken.rounds import AGAINST_RULES, any_options, decisions
from tests.engine.bots.rounds import KRAKEN, in_play, other_world

QUICK = Effort(worlds=6, endings=4, solved=3, word_worlds=6, nodes=2_000)


def answers(state, seat, asked):
    view, choices = KRAKEN.view(state, seat), KRAKEN.choices(state, seat)
    return asked(view, choices).answers


@pytest.mark.slow
def test_it_answers_with_one_of_its_choices_under_all_house_rules_and_says_why():
    rng, searcher, asked = Random(1), make_player(QUICK, 1), 0
    for _ in range(25):
        options = any_options(rng, rounds=1, match_length="rounds", match_tie="draw")
        for state, seat in decisions(rng.randrange(1 << 30), **vars(options)):
            view, choices = KRAKEN.view(state, seat), KRAKEN.choices(state, seat)
            decision = searcher(view, choices)
            (answer,) = decision.answers
            assert answer in [choice.data for choice in choices] or (answer is None and not view.prompt.must)
            why = decision.why(answer)
            assert SENTENCES[why.code].format(**dict(why.facts))
            asked += 1
    assert asked > 1_000


@pytest.mark.parametrize("seed", range(4))
def test_in_two_worlds_that_look_the_same_it_does_the_same(seed):
    searcher, compared = make_player(QUICK, seed), 0
    for state, seat in decisions(seed, rounds=1):
        if state.round.phase not in (Phase.TRUMP, Phase.CHALLENGE, Phase.PLAY):
            continue
        there = other_world(state, seat, Random(seed))
        if there is None or KRAKEN.view(there, seat) != KRAKEN.view(state, seat):
            continue
        assert answers(there, seat, searcher) == answers(state, seat, searcher)
        compared += 1
    assert compared >= 10


@pytest.mark.parametrize("policy", AGAINST_RULES)
def test_it_plays_by_the_rules_where_others_need_not_and_claims_what_was_shown(policy):
    """Beside players by chance, who revoke in every round. A claim the director judges is no bot's."""
    searcher, played, claimed = make_player(QUICK, 1), 0, 0
    for seed in range(3):
        for state, seat in decisions(seed, rounds=1, revoke_policy=policy):
            choices = KRAKEN.choices(state, seat)
            (answer,) = answers(state, seat, searcher)
            assert answer is None or answer in [choice.data for choice in choices]
            if answer is not None and answer["do"] == "play":
                round_ = state.round
                assert answer["card"] in legal_cards(
                    round_.hands[seat], round_.trick, round_.trump, state.options
                )
                played += 1
            claimed += answer is not None and answer["do"] == "revoke"
    assert played > 40
    assert bool(claimed) == (policy == "claimable")


def test_it_asks_for_no_worlds_with_one_legal_card(monkeypatch):
    hands = ["S7 SA H9 HA D7 D8 C7 C8", "HJ HT D9 DT C9 CT H7 S8", "S9 SK SQ DJ CJ CQ H8 ST", ""]
    state = in_play(hands, "H", (0, "S7"))
    monkeypatch.setattr(search, "worlds", None)
    (answer,) = answers(state, 1, make_player(STRONG, 1))
    assert answer == {"do": "play", "card": "S8"}


def test_equal_cards_are_one_candidate():
    hands = ["S7 S8 DT DA C7 C8 H7 H8", "SA SK SQ SJ D7 D8 D9 DJ", "S9 ST C9 CT CJ CQ H9 HT", ""]
    state = in_play(hands, "H", (0, "DA"), (1, "D7"), (2, "C9"), (3, "DK"))
    known = belief(KRAKEN.view(state, 0))
    sevens_and_eights = known.form.mask(["S7", "S8", "C7", "C8", "H7", "H8"])
    kept = known.form.cards(one_of_equals(sevens_and_eights, known))
    assert set(kept) == {"S7", "S8", "C7", "H7", "H8"}, "7-8-9 can lie in a trick of spades and of hearts"


def test_a_clear_card_is_found_with_few_worlds():
    """The search ends when the best card leads by more than three standard errors."""
    hands = ["SA S7 H9 HA D7 D8 C7 C8", "S8 HT D9 DT C9 CT H7 DQ", "S9 SK SQ DJ CJ CQ H8 HJ", ""]
    view = KRAKEN.view(in_play(hands, "H", (0, "SA"), (1, "S8"), (2, "SK")), 3)
    patient = estimates(view, replace(GOOD, worlds=400), 1)
    assert patient[0].value - patient[-1].value > 0
    assert patient[-1].error > 0


def test_the_search_ends_when_the_lead_is_beyond_three_standard_errors(monkeypatch):
    """Over so many worlds a mean lead of 2 with a deviation of 1: an error of 1/sqrt(n), by hand."""
    clear = [(1, [3.0, 0.0]), (1, [1.0, 0.0])] * 18
    assert estimated.is_decided(clear, 0.5)
    assert not estimated.is_decided(clear[:4], 0.5)
    assert not estimated.is_decided([(1, [1.0, 0.0]), (1, [0.0, 1.0])] * 50, 0.5)

    looked_at: list[int] = []
    monkeypatch.setattr(
        search, "is_decided", lambda results, least: bool(looked_at.append(len(results))) or True
    )
    hands = ["SA S7 H9 HA D7 D8 C7 C8", "S8 HT D9 DT C9 CT H7 DQ", "S9 SK SQ DJ CJ CQ H8 HJ", ""]
    view = KRAKEN.view(in_play(hands, "H", (0, "SA"), (1, "S8"), (2, "SK")), 3)
    estimates(view, replace(GOOD, worlds=400), 1)
    assert looked_at == [search.MIN_WORLDS_JUDGED], "and no world after it"


def test_a_lead_is_within_a_limit_when_its_standard_errors_leave_no_doubt():
    nearly_equal = [(1, [8.0, 10.0]), (1, [10.0, 10.0])] * 20
    assert estimated.is_within(nearly_equal, 0, 3.0)
    assert estimated.is_within(nearly_equal, 1, 0.0)
    assert not estimated.is_within(nearly_equal, 0, 1.2), "a lead of one, and three errors of a sixth each"
    assert not estimated.is_within([(1, [0.0, 40.0]), (1, [40.0, 0.0])] * 10, 0, 10.0)


def test_four_of_them_play_a_round_to_its_end():
    came = play_round(
        any_options(Random(3), rounds=1, match_length="rounds", match_tie="draw"),
        (make_player(QUICK, 1), make_player(QUICK, 2)),
        Randomness(bytes(SEED_BYTES)),
        Random(1),
    )
    assert sum(came.facts["tricks"]) == 8


def test_levels_are_three_and_each_plays():
    assert [level.value for level in Level] == ["easy", "good", "strong"]
    state = in_play(["ST HJ H9 H8 DA DT C7 C8", "", "", ""], "H")
    for level in Level:
        answer = answers(state, 0, player("kraken", level, 1))[0]
        assert answer["card"] in state.round.hands[0]


def test_easy_is_the_readable_bot_and_a_game_without_levels_has_its_one_player(monkeypatch):
    assert player("kraken", Level.EASY, 1) is kraken.decide
    assert player("kan", Level.EASY, 1) is kan.decide
    monkeypatch.setitem(BOTS, "kalooki", BOTS["kalooki"]._replace(levels={}))
    assert player("kalooki", Level.STRONG, 1) is kalooki.decide
