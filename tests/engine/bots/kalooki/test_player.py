"""The promises of the Kalooki bot: legal, honest, sensible, ending every deal, and clearly better than chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.bots import chance, kalooki
from games.bots.bot import Level
from games.bots.kalooki import knowledge
from games.bots.kalooki.duel import duel, greedy
from games.bots.kalooki.missing_cards import count_missing
from games.bots.kalooki.reasons import Reason
from games.bots.registry import SENTENCES, decision_at_once
from games.engine.actions import Data
from games.engine.game import replace_fields
from games.engine.kalooki.contracts import CONTRACTS, PACKS
from games.engine.kalooki.finding import layings
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import State
from games.engine.options import changed_options, read_options
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.kalooki.table import (
    KALOOKI,
    after_lines,
    after_the_draw,
    deal_game,
    options,
    with_deal_fields,
)
from tests.engine.playing import options_for, seeds
from tests.long_counts import repetitions

DEAL_ENDS = 2_500
"""Entries within which a deal with bots ends: about eighty rounds of six players who all answer."""


def answer_and_reason(state: State, seat: int, level: Level = Level.EASY) -> tuple[Data | None, str]:
    """The answer of the bot of that level in the seat, and its reason."""
    decided = decision_at_once(KALOOKI, level, KALOOKI.view(state, seat), KALOOKI.choices(state, seat))
    (answer,) = decided.answers
    return answer, decided.why(answer).code


def next_state(
    state: State, rng: Random, by_chance: int | None = None, level: Level = Level.EASY
) -> tuple[State, list[tuple[int, Data | None, str]]]:
    """The state after one thing happened at a table of bots, and what they were asked. The seat `by_chance` is no bot:
    it does any legal thing."""
    asked = []
    waiting = KALOOKI.pending(state)
    seats = [seat for seat in waiting if seat != HOUSE]
    for seat in sorted(seats, key=lambda one: not waiting[one].must):
        if seat == by_chance:
            answer: Data | None = rng.choice(KALOOKI.choices(state, seat)).data
        else:
            answer, why = answer_and_reason(state, int(seat), level)
            asked.append((int(seat), answer, why))
        if answer is not None:
            return KALOOKI.apply(state, seat, KALOOKI.parse(answer)), asked
    return KALOOKI.apply(state, HOUSE, KALOOKI.house_action(state, Randomness(rng.randbytes(32)))), asked


@pytest.mark.slow
@example(level=Level.EASY, rules=options(call_limit=4), deal=9, players=5, seed=0)
@given(
    level=st.sampled_from(Level),
    rules=options_for(KALOOKI),
    deal=st.integers(1, 9),
    players=st.integers(3, 6),
    seed=seeds,
)
@settings(max_examples=repetitions(30, one_in=2))
def test_a_deal_of_bots_ends_within_bounds(
    level: Level, rules: Options, deal: int, players: int, seed: int
) -> None:
    """With any house rules and any contract, also where the stock is made anew every time.

    In the example five players called until the hands held nearly the whole pack and nobody could complete four fours.
    """
    values = {**changed_options(rules), "deals": [deal], "stock_out": "reshuffle"}
    state, rng, entries = KALOOKI.start(read_options(Options, values), players), Random(seed), 0
    while not state.over:
        state, asked = next_state(state, rng, level=level)
        entries += 1
        assert entries < DEAL_ENDS
        assert all(why in SENTENCES for _, _, why in asked)


def test_nine_deals_of_a_person_and_three_bots_end_within_bounds() -> None:
    """The person of seat 0 does any legal thing by chance; so the bots go out."""
    state, rng, entries = KALOOKI.start(options(), 4), Random(1), [0] * 9
    while not state.over:
        entries[len(state.results)] += 1
        assert max(entries) < DEAL_ENDS
        state, _asked = next_state(state, rng, by_chance=0)
    assert len(state.results) == 9
    assert [sum(one.score[seat] for one in state.results) for seat in range(4)] == list(state.totals)
    assert all(min(one.score) == 0 for one in state.results), "who goes out pays nothing"


@pytest.mark.slow
@given(level=st.sampled_from(Level), deal=st.integers(1, 9), steps=st.integers(1, 60), seed=seeds)
@settings(max_examples=60)
def test_a_decision_never_depends_on_cards_it_cannot_see(
    level: Level, deal: int, steps: int, seed: int
) -> None:
    """The other hands and the stock change places: the bot does the same for the same reason."""
    state, rng = KALOOKI.start(options(deals=[deal]), 4), Random(seed)
    for _ in range(steps):
        state, _asked = next_state(state, rng, level=level)
        if state.running is None:
            return
    seats = [seat for seat in KALOOKI.pending(state) if seat != HOUSE]
    for seat in map(int, seats):
        running = state.running
        assert running is not None
        hidden = [
            *running.stock,
            *(card for other in range(4) if other != seat for card in running.hands[other]),
        ]
        rng.shuffle(hidden)
        hands = tuple(
            hand if other == seat else tuple(hidden.pop() for _ in hand)
            for other, hand in enumerate(running.hands)
        )
        twin = replace_fields(state, deal=replace_fields(running, hands=hands, stock=tuple(hidden)))
        assert answer_and_reason(twin, seat, level) == answer_and_reason(state, seat, level)


@pytest.mark.slow
def test_what_the_estimate_lacks_is_never_less_than_what_is_there() -> None:
    """A hand that holds the contract lacks nothing, and one that lacks two cards cannot hold it with one more."""
    rng, rules = Random(3), options()
    for _ in range(400):
        hand = rng.sample(PACKS[2], rng.randint(9, 20))
        for contract in CONTRACTS:
            if count_missing(hand, contract) > 0:
                assert layings(hand, contract, rules, most=1) == ()


@pytest.mark.parametrize(
    ("upcard", "word", "why"),
    [("H5b", "call", Reason.CALL_IT), ("D8", "pass", Reason.NO_CALL)],
)
def test_it_calls_what_helps(upcard: str, word: str, why: Reason) -> None:
    state = deal_game("", "H5 S5 H9 S9 D2 C7 SJ HK C3", upcard=upcard)
    assert answer_and_reason(state, 1) == ({"do": word}, why)


def test_it_does_not_take_cards_on_when_somebody_goes_out_soon() -> None:
    state = with_deal_fields(deal_game("", "H5 S5 H9 S9 D2 C7 SJ HK C3", upcard="H5b"), down=frozenset({2}))
    assert state.deal is not None
    short = (*state.deal.hands[:2], state.deal.hands[2][:2], state.deal.hands[3])
    assert answer_and_reason(with_deal_fields(state, hands=short), 1) == ({"do": "pass"}, Reason.CALL_COSTS)


@pytest.mark.parametrize(
    ("upcard", "word", "why"),
    [("H5b", "refuse", Reason.KEEP_IT), ("DK", "allow", Reason.ALLOW)],
)
def test_it_refuses_a_call_for_a_card_it_needs(upcard: str, word: str, why: Reason) -> None:
    state = after_lines(deal_game("H5 S5 H9 S9 D2 C7 SJ HQ C3", upcard=upcard), "1 call")
    assert answer_and_reason(state, 0) == ({"do": word}, why)


def test_it_bends_the_table_where_everything_goes() -> None:
    state = after_lines(deal_game("H5 S5 D5 H6 S6 D6 H7 S7 D7", upcard="DK"), "0 take")
    answer, why = answer_and_reason(state, 0)
    assert answer is not None
    assert (answer["do"], why) == ("lay", Reason.BEND)
    after = after_lines(state, f"0 lay {answer['melds']}")
    assert answer_and_reason(after, 0)[0] == {"do": "discard", "card": "DK"}


def test_it_waits_to_bend_while_nobody_is_near() -> None:
    hand = "H5 S5 D5 H6 S6 D6 H7 S7 D7 DK C2"
    state = after_the_draw(hand, others="S9 H9 D9b C4 D3 ST HT DTb CJ")
    state = with_deal_fields(state, down=frozenset(), hands=(*state.deal.hands[:2], ("S2",) * 9), melds=())
    answer, why = answer_and_reason(state, 0)
    assert answer is not None
    assert (answer["do"], why) == ("discard", Reason.WAIT_TO_BEND)
    near = with_deal_fields(state, hands=(*state.deal.hands[:2], ("S2",) * 3))
    assert answer_and_reason(near, 0)[1] == Reason.LAY_NOW


def test_it_adds_what_fits_and_then_discards_the_dearest() -> None:
    state = after_the_draw("H9 SK D4 DQb", melds=["H5 H6 H7 H8"])
    answer, why = answer_and_reason(state, 0)
    assert (answer, why) == ({"do": "tack", "card": "H9", "meld": "0"}, Reason.ADD)
    assert answer_and_reason(after_lines(state, "0 tack H9 0"), 0)[1] == Reason.DEAREST


def test_it_takes_the_card_of_a_three_so_that_the_joker_is_left_for_the_four() -> None:
    """Two pairs, three of a run and a joker, which could fill any of them."""
    hand = "H5 S5 H8 S8 C3 C4 C5 XX DK DQ"
    assert answer_and_reason(deal_game(hand, contract_number=2, upcard="D8"), 0) == (
        {"do": "take"},
        Reason.TAKE_IT,
    )
    assert answer_and_reason(deal_game(hand, contract_number=2, upcard="H2"), 0)[0] == {"do": "stock"}


def test_it_lays_the_joker_in_the_four_where_the_three_has_its_cards() -> None:
    state = after_the_draw("H5 S5 D5 H8 S8 D8 C3 C4 C6 XX DK", contract_number=2, down=False)
    answer, _why = answer_and_reason(state, 0)
    assert answer is not None
    (four,) = [meld for meld in answer["melds"].split(";") if "XX" in meld]
    assert four == "C3 C4 XX C6"


def test_it_adds_the_joker_to_the_four_that_then_takes_another_card() -> None:
    """On the three the joker would leave the eight in the hand; in the four it stands for the seven below it."""
    state = after_the_draw("C8 HK XX", melds=["S5 H5 D5", "C3 C4 C5 C6"])
    answer, why = answer_and_reason(state, 0)
    assert (answer, why) == ({"do": "tack", "card": "XX", "meld": "1"}, Reason.ADD)
    assert answer_and_reason(after_lines(state, "0 tack XX 1"), 0)[0] == {
        "do": "tack",
        "card": "C8",
        "meld": "1",
    }


def test_it_adds_the_joker_first_where_the_other_card_is_kept_for_the_discard() -> None:
    values = {"final_discard": "required"}
    state = after_the_draw("H9 XX", melds=["H5 H6 H7 H8", "C3 D3b S3"], **values)
    added = after_lines(state, "0 tack XX 1")
    answer, why = answer_and_reason(state, 0)
    assert answer is not None
    assert (answer["do"], answer["card"], why) == ("tack", "XX", Reason.ADD)
    assert answer_and_reason(added, 0)[0] == {"do": "discard", "card": "H9"}


def test_it_lays_no_whole_hand_where_a_card_is_kept_for_the_discard() -> None:
    """The only way to lay the contract takes all thirteen cards, since a four of four has one joker at most."""
    rules = {"final_discard": "required", "joker_cap_four": "one_in_minimum"}
    state = after_the_draw("H2 XX H4 XXb H6 S5 S6 S7 S8 D9 DT DJ DQ", contract_number=4, down=False, **rules)
    answer, _why = answer_and_reason(state, 0)
    assert answer is not None
    assert answer["do"] == "discard"
    free = with_deal_fields(state, hands=((*state.deal.hands[0], "CKb"), *state.deal.hands[1:]))
    assert answer_and_reason(free, 0)[1] == Reason.BEND


@pytest.mark.parametrize(("lying", "discarded"), [("HK SK DK", "CQ"), ("HQ SQ DQ", "CK")])
def test_of_two_useless_cards_it_keeps_the_one_that_others_could_add(lying: str, discarded: str) -> None:
    state = after_the_draw("H5 S5 H8 S8 DJ HJ CK CQ C3b D2", melds=[lying], down=False)
    assert answer_and_reason(state, 0)[0] == {"do": "discard", "card": discarded}


def test_in_a_long_deal_a_card_that_goes_around_is_nearer_than_one_that_others_keep() -> None:
    """The king goes around, the eights do not: of two pairs the eights are given up, though they cost less."""
    hand = "H5 S5 D5 H6 S6 D6 H8 S8 HK SK"
    state = after_the_draw(hand, down=False)
    lacks_eights = with_deal_fields(
        state, thrown=tuple((1, card) for card in ("DK", "CK", "C3") for _ in range(60))
    )
    assert answer_and_reason(state, 0)[0] == {"do": "discard", "card": "HK"}
    assert answer_and_reason(lacks_eights, 0)[0] == {"do": "discard", "card": "H8"}


def test_in_a_deal_that_does_not_end_the_seats_give_up_their_cards_in_turns() -> None:
    hand = "H5 S5 D5 H6 S6 D6 H8 S8 HK SK"
    turns = knowledge.CARDS_GIVEN_UP * 3
    reasons = []
    for discards in range(
        knowledge.DISCARDS_OF_LONG_DEAL * 3 - turns,
        knowledge.DISCARDS_OF_LONG_DEAL * 3 + 2 * turns,
        knowledge.CARDS_GIVEN_UP * 3,
    ):
        state = with_deal_fields(
            after_the_draw(hand, down=False), thrown=tuple((1, "C3") for _ in range(discards))
        )
        reasons.append(answer_and_reason(state, 0)[1] == Reason.LET_GO)
    assert sum(reasons) == 1
    assert not reasons[0]


def test_it_keeps_what_belongs_together() -> None:
    state = after_lines(deal_game("H5 S5 H9 S9 D2 D2b SJ HJ C3", upcard="DK"), "0 take")
    answer, _why = answer_and_reason(state, 0)
    assert answer == {"do": "discard", "card": "DK"}


@pytest.mark.slow
@pytest.mark.parametrize("deal", [1, 4])
def test_it_is_clearly_better_than_chance_and_than_a_greedy_player(deal: int) -> None:
    for opponent in (chance.decide, greedy):
        came = duel(
            kalooki.decide,
            opponent,
            contract_number=deal,
            deals=repetitions(10, one_in=2),
            players=4,
            rng=Random(2),
            options={},
        )
        assert came.fewer - came.within > 0, came


def test_the_measure_of_a_player_against_itself_is_small() -> None:
    came = duel(
        kalooki.decide, kalooki.decide, contract_number=1, deals=2, players=4, rng=Random(1), options={}
    )
    assert came.first + came.second > 0
    assert came.longest < DEAL_ENDS
