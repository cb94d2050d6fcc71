"""The look back at Kan: exact values of the last tricks with all hands open."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.bots.analysis import Move, read_analysis
from games.bots.kan import lookback
from games.bots.kan.lookback import Remark, analyse, judge_deal
from games.bots.kan.solver import position_of, solver_of
from games.bots.registry import ANALYSERS, SENTENCES
from games.engine.kan.state import KAN as PAIR
from games.engine.kan.state import PACK, SCORING_CARDS, Phase, State
from games.engine.trick_taking import Trick
from tests.engine.kan.positions import KAN, after_moves, second_deal, to_act, with_deal

EVEN = (("SA", "SK", "SQ", "SJ", "DK", "DJ"), ("HQ", "HJ", "CA", "CK", "CQ", "CJ"))
"""Six scoring cards for either side; ace and king of hearts, ace and queen of diamonds are left."""
ENDING = (("DA", "C4"), ("C6", "C7"), ("HA", "D5"), ("H3", "C3"), ("HK", "DQ"))
"""The last two tricks, spades are trumps and gone; seats 0 and 2 are kan, and 2 leads."""


def ninth_trick() -> State:
    """The position before the ninth trick of `ENDING`."""
    tricks = tuple(Trick(2, (), 2) for _ in range(8))
    return with_deal(second_deal(trump="S"), hands=ENDING, tricks=tricks, captured=EVEN)


def play_cards(state: State, cards: str) -> tuple[list[Move], State]:
    """The moves with which these cards are played, and the state after them."""
    moves = []
    for card in cards.split():
        moves.append(Move(state, to_act(state), {"do": "play", "card": card}))
        state = after_moves(state, card)
    return moves, state


def random_deal(rng: Random, **options: object) -> tuple[list[Move], State]:
    """A second deal of cards by chance, every card played by chance as well, until it is over or a word is due."""
    pack = [*PACK]
    rng.shuffle(pack)
    hands = [" ".join(pack[seat * 10 : seat * 10 + 10]) for seat in range(5)]
    state = second_deal(*hands, trump=rng.choice("SHDC"), **options)
    moves = []
    while state.deal.phase is Phase.PLAY:
        seat = to_act(state)
        data = dict(rng.choice(KAN.choices(state, seat)).data)
        moves.append(Move(state, seat, data))
        state = KAN.apply(state, seat, KAN.parse(data))
    return moves, state


def try_all(state: State) -> int:
    """The value of a position, found by the engine of the game and without any bound."""
    deal = state.deal
    if deal.phase is not Phase.PLAY:
        kan, mukan = deal.points
        return kan - mukan if kan and mukan else len(SCORING_CARDS) if kan else -len(SCORING_CARDS)
    best = max if deal.sides[deal.to_play] == PAIR else min
    return best(
        try_all(KAN.apply(state, deal.to_play, KAN.parse(choice.data)))
        for choice in KAN.choices(state, deal.to_play)
    )


def test_an_ending_worked_out_by_hand() -> None:
    """Ace of hearts first: it takes the king, and the ace of diamonds takes the queen, four for the kan. The five of
    diamonds first: ace and queen fall to the kan, but then seat 0 must lead a club, and ace and king of hearts fall
    under the seven: eight to eight, and the mukan need eight."""
    moves, final = play_cards(ninth_trick(), "D5 C3 DQ DA C6 C4 C7 HA H3 HK")
    analysis = analyse(moves, final)

    assert analysis.par == (4, *(0 for _ in moves))
    [costly] = analysis.unknowable
    assert (costly.number, costly.seat, costly.instead) == (1, 2, "HA")
    assert costly.text.code == Remark.WON_THE_DEAL
    assert analysis.cards[0].open_loss == 4
    assert analysis.mistakes == ()


def test_the_better_line_of_that_ending_loses_nothing() -> None:
    moves, final = play_cards(ninth_trick(), "HA H3 HK C4 C6 D5 C3 DQ DA C7")
    analysis = analyse(moves, final)

    assert analysis.par == (4,) * 11
    assert analysis.unknowable == ()


def test_a_scoring_card_that_changes_sides_is_told_as_one() -> None:
    """On the ace of hearts seat 0 throws its ace of diamonds: the queen is the highest diamond then and takes a trick
    for the mukan. The deal is won all the same."""
    moves, final = play_cards(ninth_trick(), "HA H3 HK DA C6 D5 C3 DQ C4 C7")
    analysis = analyse(moves, final)

    assert analysis.par[3:5] == (4, 2)
    assert [(card.number, card.seat, card.instead, card.text.code) for card in analysis.unknowable] == [
        (4, 0, "C4", Remark.ONE_MORE)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("early_stop", ["off", "on"])
def test_values_are_those_found_by_trying_everything(early_stop: str) -> None:
    rng, compared = Random(11), 0
    for _deal in range(6):
        moves, state = random_deal(rng, early_stop=early_stop)
        values = judge_deal(moves, state.options, lookback.MAX_NODES_A_DEAL).values
        for move, value in zip(moves, values, strict=False):
            if len(move.state.deal.tricks) >= 8:
                assert value == try_all(move.state)
                compared += 1
    assert compared > (50 if early_stop == "off" else 0)


@pytest.mark.slow
def test_no_card_reaches_more_than_the_best_and_the_best_reaches_it() -> None:
    """The value falls with a card of the kan, rises with one of the mukan, or stays; the best card keeps it."""
    rng, judged = Random(12), 0
    for _deal in range(7):
        moves, state = random_deal(rng)
        analysis = analyse(moves, state)
        for card, before, after in zip(analysis.cards, analysis.par, analysis.par[1:], strict=False):
            assert card.open_loss >= 0
            if before is None:
                assert card.open_loss == 0
                continue
            assert after is not None
            of_kan = moves[card.number - 1].state.deal.sides[card.seat] == PAIR
            assert card.open_loss == (before - after if of_kan else after - before)
            if card.open_loss:
                judged += 1
                assert_kept(moves[card.number - 1].state, card.best, before)
    assert judged > 10


def assert_kept(state: State, best: str, value: int) -> None:
    """The side in turn keeps that value with its best card; a joker that leads asks for the best suit."""
    reached = []
    for choice in KAN.choices(state, state.deal.to_play):
        if choice.data["card"] == best:
            after = KAN.apply(state, state.deal.to_play, KAN.parse(choice.data)).deal
            solver = solver_of(state.deal, state.options, 10 * lookback.MAX_NODES_A_DEAL)
            position = position_of(after, solver)
            is_over = after.phase is not Phase.PLAY
            reached.append(
                solver.at_the_end(after.points) if is_over else solver.value(position, guess=value)
            )
    assert value in reached


def test_what_too_many_nodes_would_need_is_not_judged() -> None:
    moves, state = random_deal(Random(13))
    few, many = analyse(moves, state, nodes=5), analyse(moves, state)

    assert sum(value is None for value in few.par) > sum(value is None for value in many.par) > 0
    assert few.par[-1] == many.par[-1] == state.deal.points[0] - state.deal.points[1]
    known = [number for number, value in enumerate(few.par) if value is not None]
    assert [few.par[number] for number in known] == [many.par[number] for number in known]


def test_nothing_is_judged_after_a_side_went_for_all_sixteen() -> None:
    state = with_deal(
        ninth_trick(), captured=((*EVEN[0], "CA", "CK", "CQ", "CJ"), ()), decided=0, announced=0
    )
    moves, final = play_cards(state, "HA H3 HK C4 C6")

    assert analyse(moves, final).par == (None,) * 6


def test_an_analysis_goes_through_json_and_back() -> None:
    moves, final = play_cards(ninth_trick(), "D5 C3 DQ DA C6 C4 C7 HA H3 HK")
    analysis = ANALYSERS["kan"].analyse(moves, final)

    assert read_analysis(json.loads(json.dumps(analysis.data()))) == analysis
    assert set(Remark) <= set(SENTENCES)


def test_every_house_rule_of_today_is_covered() -> None:
    for preset in KAN.presets:
        assert ANALYSERS["kan"].covers(KAN.Options(**preset.values))
