"""The searching player answers with what is offered, from the view alone, the same to the same seed."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.bot import Level
from games.bots.estimates import Sure
from games.bots.registry import SENTENCES, levels_of, player
from games.bots.rosbiratschka import search
from games.bots.rosbiratschka.duel import duel
from games.bots.rosbiratschka.player import make_player
from games.bots.rosbiratschka.search import STRONG, Effort
from games.engine.actions import Data
from games.engine.game import replace_fields
from games.engine.log import advance_house
from games.engine.options import read_options
from games.engine.rosbiratschka.state import Contract, State
from games.engine.seats import HOUSE
from games.engine.shuffle import SEED_BYTES, Randomness
from tests.engine.bots.rosbiratschka.rounds import any_moment, any_options
from tests.engine.rosbiratschka.positions import (
    ROSBIRATSCHKA,
    after_moves,
    deal_contract,
    offered_moves,
    to_act,
)
from tests.long_counts import repetitions

QUICK = Effort(worlds=6, endings=4, solved=8, nodes=500)


def decide(state: State, effort: Effort = QUICK, seed: int = 1) -> Data | None:
    """The answer of the seat to act."""
    seat = to_act(state)
    return make_player(effort, seed)(
        ROSBIRATSCHKA.view(state, seat), ROSBIRATSCHKA.choices(state, seat)
    ).answers[0]


def card_of(state: State, effort: Effort = STRONG) -> str:
    """The card the seat to act plays or places."""
    answer = decide(state, effort)
    assert answer is not None
    return answer["card"]


def test_it_answers_with_one_of_its_choices_under_all_house_rules_and_says_why() -> None:
    rng, asked = Random(1), 0
    for seed in range(4):
        options = read_options(ROSBIRATSCHKA.Options, {**any_options(rng), "cycles": 1})
        state = ROSBIRATSCHKA.start(options, 4)
        while not state.over:
            seat = to_act(state)
            if seat == HOUSE:
                randomness = Randomness(rng.randbytes(SEED_BYTES))
                state = advance_house(ROSBIRATSCHKA, state, randomness=randomness).state
                continue
            view, choices = ROSBIRATSCHKA.view(state, seat), ROSBIRATSCHKA.choices(state, seat)
            decision = make_player(QUICK, seed)(view, choices)
            (answer,) = decision.answers
            assert answer in [choice.data for choice in choices]
            why = decision.why(answer)
            assert SENTENCES[why.code].format(**dict(why.facts))
            asked += 1
            state = after_moves(state, answer.get("card", "-"))
    assert asked > 600


@pytest.mark.parametrize("contract", list(Contract))
def test_in_two_worlds_that_look_the_same_it_does_the_same(contract: Contract) -> None:
    rng, compared = Random(contract.value), 0
    for _ in range(40):
        here = any_moment(rng, contract, rng.randrange(24))
        assert here.round is not None
        seat = here.round.to_play
        others = [other for other in range(4) if other != seat]
        unseen = [card for other in others for card in here.round.hands[other]]
        rng.shuffle(unseen)
        hands = list(here.round.hands)
        for other in others:
            hands[other] = tuple(unseen.pop() for _ in hands[other])
        there = replace_fields(here, round=replace_fields(here.round, hands=tuple(hands)))
        if ROSBIRATSCHKA.view(there, seat) != ROSBIRATSCHKA.view(here, seat):
            continue
        assert decide(there) == decide(here)
        compared += 1
    assert compared >= 15


def test_it_asks_for_no_worlds_with_one_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "belief", None)
    state = after_moves(deal_contract(Contract.NO_TRICKS, "SA", "S7 HA HK HQ DA DK CA CK"), "SA")
    assert card_of(state) == "S7"


def test_it_throws_the_king_of_hearts_on_somebody_elses_trick() -> None:
    state = deal_contract(Contract.KING, "CA", "HK H7 SA SK SQ DA DK DQ")
    assert card_of(after_moves(state, "CA")) == "HK"


def test_it_throws_a_jack_under_a_higher_card() -> None:
    state = after_moves(deal_contract(Contract.NO_JACKS, "SK", "SJ S7 H7 H8 H9 D7 D8 D9"), "SK")
    assert card_of(state) == "SJ"


def test_it_takes_the_slam_when_it_is_there() -> None:
    state = deal_contract(Contract.NO_TRICKS, "SA SK SQ SJ ST HA HK DA", "H7", "H8", "D7")
    while not state.results:
        state = after_moves(state, card_of(state) if to_act(state) == 0 else offered_moves(state)[0])
    assert state.results[0].score == (-8, 0, 0, 0)


def test_it_stays_under_the_last_line_while_it_can() -> None:
    state = midway_of_the_hundred()
    assert state.round is not None
    after = after_moves(state, card_of(state)).round
    assert after is not None
    assert len(after.crossed) == len(state.round.crossed)


def midway_of_the_hundred() -> State:
    """A Hundred at 98 with a king, an ace and a seven to choose from."""
    hands = ("SA HA DA CA S7", "ST HT DT CT", "SK HK DK CK", "SQ HQ DQ CQ")
    return after_moves(deal_contract(Contract.HUNDRED, *hands), "SA ST SK SQ HA HT HK HQ DA DT DK DQ")


def test_the_levels_are_three_and_each_plays() -> None:
    assert levels_of("rosbiratschka") == tuple(Level)
    state = after_moves(deal_contract(Contract.NO_HEARTS, "SA S7", "SK S8"), "SA")
    for level in Level:
        view, choices = ROSBIRATSCHKA.view(state, 1), ROSBIRATSCHKA.choices(state, 1)
        answer = player("rosbiratschka", level, 1)(view, choices).answers[0]
        assert answer in [choice.data for choice in choices]


def test_it_says_that_it_is_sure_where_every_other_card_costs_eight() -> None:
    state = after_moves(deal_contract(Contract.KING, "CA", "HK H7 SA SK SQ DA DK DQ"), "CA")
    view, choices = ROSBIRATSCHKA.view(state, 1), ROSBIRATSCHKA.choices(state, 1)
    sure = make_player(STRONG, 1)(view, choices).sure
    assert sure is not None
    assert sure.code == Sure.CLEARLY


def test_it_is_not_sure_of_a_card_where_the_others_come_to_the_same() -> None:
    """The two clubs that are left between the played ones touch: there is nothing to compare."""
    state = after_moves(
        deal_contract(Contract.NO_TRICKS, "CA", "CT CJ SA SK SQ DA DK DQ", "CK CQ C9 C8 C7"), "CA"
    )
    view, choices = ROSBIRATSCHKA.view(state, 1), ROSBIRATSCHKA.choices(state, 1)
    decision = make_player(STRONG, 1)(view, choices)
    assert len(choices) == 2
    assert decision.sure is None


@pytest.mark.slow
def test_strong_is_clearly_better_than_easy_over_all_contracts() -> None:
    strong, easy = player("rosbiratschka", Level.STRONG, 1), player("rosbiratschka", Level.EASY, 1)
    came = duel(strong, easy, deals=repetitions(40, one_in=10), rng=Random(3), options={})
    fewer = sum(one.fewer for one in came)
    within = sum(one.within**2 for one in came) ** 0.5
    assert fewer - within > 0, came
