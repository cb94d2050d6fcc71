"""A bot does what is legal, sees what its seat sees, and keeps nothing in its head."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.registry import easy_answer
from games.engine.kraken.state import Phase
from games.engine.registry import GAMES
from games.engine.view import Choice
from games.engine.words import text
from tests.engine.bots.rounds import KRAKEN, Decision, bot, decisions, last_state, other_world

PRESETS = [preset.values for preset in KRAKEN.presets]
TRUMP_MODES = ["utrecht", "free", "random"]


@pytest.mark.parametrize("play_rules", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize("trump_mode", TRUMP_MODES)
@pytest.mark.parametrize("preset", PRESETS, ids=[preset.key for preset in KRAKEN.presets])
def test_it_answers_with_one_of_its_choices_and_the_match_ends(preset, trump_mode, play_rules):
    options = {**preset, "trump_mode": trump_mode, "play_rules": play_rules, "rounds": 3}
    *asked, final = decisions(len(preset) + 7, **options)
    for decision in asked:
        offered = [choice.data for choice in KRAKEN.choices(decision.state, decision.seat)]
        assert decision.answer in offered or (
            decision.answer is None and not KRAKEN.pending(decision.state)[decision.seat].must
        )
    assert len(final.results) == 3


@pytest.mark.parametrize(
    "option",
    [
        {"challenge_order": "team_first_click"},
        {"declare_reveal": "open"},
        {"declare_mode": "automatic"},
        {"declaration_card_reuse": False},
        {"random_fallback": "call_suit", "trump_mode": "random"},
        {"second_card_same_suit": "accept", "trump_mode": "random"},
        {"first_round_clubs": True},
        {"bonus_claim_by": "anyone"},
        {"free_start": "dealer", "trump_mode": "free"},
    ],
    ids=str,
)
def test_it_can_play_under_the_rarer_house_rules(option):
    assert len(last_state(5, rounds=4, **option).results) == 4


def test_sixteen_rounds_of_four_bots_come_to_an_end():
    assert len(last_state(11).results) == 16


@pytest.mark.parametrize("seed", range(6))
def test_in_two_worlds_that_look_the_same_it_does_the_same(seed):
    compared = 0
    for decision in decisions(seed, rounds=1):
        if not isinstance(decision, Decision) or decision.state.round.phase is not Phase.PLAY:
            continue
        here, seat = decision.state, decision.seat
        there = other_world(here, seat, Random(seed))
        if there is None or KRAKEN.view(there, seat) != KRAKEN.view(here, seat):
            continue
        assert bot(there, seat, Random(1)) == bot(here, seat, Random(1))
        compared += 1
    assert compared >= 10


def test_asked_again_it_gives_the_same_answer():
    for decision in decisions(3, rounds=1):
        if isinstance(decision, Decision):
            answers = [bot(decision.state, decision.seat, Random(1)) for _ in range(2)]
            assert answers[0] == answers[1]


def test_a_view_shows_the_played_cards_of_the_running_round_only():
    *asked, final = decisions(4, rounds=2)
    for decision in asked:
        round_ = decision.state.round
        shown = [card for _, card in KRAKEN.view(decision.state, None).played]
        assert shown == [card for trick in round_.tricks for card in trick.cards]
    assert KRAKEN.view(final, 0).played == ()


def test_a_game_without_a_player_of_its_own_is_played_by_chance():
    class Unknown:
        key = "unknown"

    state = KRAKEN.start(KRAKEN.Options(), 4)
    view = KRAKEN.view(state, 0)
    choices = [Choice({"do": word}, text(word)) for word in ("pass", "kraken")]
    assert easy_answer(Unknown(), view, choices, Random(1)) is None
    asked = next(decisions(1, rounds=1))
    view = KRAKEN.view(asked.state, asked.seat)
    assert view.prompt.must
    assert {easy_answer(Unknown(), view, choices, Random(seed))["do"] for seed in range(20)} == {
        "pass",
        "kraken",
    }


def test_every_game_of_the_house_has_a_player_of_its_own():
    from games.bots.registry import BOTS

    assert set(BOTS) == {game.key for game in GAMES}
