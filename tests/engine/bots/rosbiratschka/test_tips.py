"""What the strong player of Rosbiratschka tells of its card holds for that card, as a card player would see it."""

from __future__ import annotations

from random import Random

from games.bots.player import Decision
from games.bots.rosbiratschka.card_worth import Aim, lies_highest, wins
from games.bots.rosbiratschka.knowledge import knowledge
from games.bots.rosbiratschka.player import make_player
from games.bots.rosbiratschka.reasons import Reason, why
from games.bots.rosbiratschka.search import STRONG, Effort
from games.engine.rosbiratschka.play import counts
from games.engine.rosbiratschka.state import Contract, State
from tests.engine.bots.rosbiratschka.rounds import any_moment
from tests.engine.rosbiratschka.positions import ROSBIRATSCHKA, after_moves, deal_contract, midway, to_act

QUICK = Effort(worlds=30, endings=12, solved=8, nodes=2_000)
WITH_TRICKS = [Contract.NO_TRICKS, Contract.NO_HEARTS, Contract.NO_JACKS, Contract.KING]


def tip(state: State, effort: Effort = STRONG) -> Decision:
    """The decision of the seat to act."""
    seat = to_act(state)
    return make_player(effort, 1)(ROSBIRATSCHKA.view(state, seat), ROSBIRATSCHKA.choices(state, seat))


def told(state: State, effort: Effort = STRONG) -> tuple[str, str]:
    """The card of a tip, and the code of its reason."""
    decision = tip(state, effort)
    (answer,) = decision.answers
    return answer["card"], decision.why(answer).code


def reason_for(state: State, card: str, plan: Aim | None = None) -> str:
    """The code of the reason for a card of the seat to act."""
    view = ROSBIRATSCHKA.view(state, to_act(state))
    return why(view, [held.card for held in view.hand if held.playable], card, plan).code


def test_a_card_that_hardly_wins_is_not_told_to_win_a_trick() -> None:
    """Such as the queen of spades while ace and king are out."""
    rng, told_to_win = Random(4), 0
    for number in range(600):
        state = any_moment(rng, WITH_TRICKS[number % 3], rng.randrange(12, 28))
        if state.round is None or len(ROSBIRATSCHKA.choices(state, to_act(state))) < 2:
            continue
        card, code = told(state, QUICK)
        if code in (Reason.TAKE_EVERYTHING, Reason.STOP_EVERYTHING):
            told_to_win += 1
            known = knowledge(ROSBIRATSCHKA.view(state, to_act(state)))
            assert wins(known, card) >= (1 if code == Reason.TAKE_EVERYTHING else 0.25), (state, card)
    assert told_to_win >= 3


def test_a_queen_under_king_and_ace_is_no_lead_to_take_everything_with() -> None:
    state = deal_contract(Contract.NO_TRICKS, "SQ S7 HA HK HQ DA CA CK", "SA SK")
    assert reason_for(state, "SQ", Aim.EVERYTHING) != Reason.TAKE_EVERYTHING
    assert reason_for(state, "HA", Aim.EVERYTHING) == Reason.TAKE_EVERYTHING


def test_of_cards_that_come_to_the_same_the_higher_one_is_thrown_away() -> None:
    state = after_moves(deal_contract(Contract.KING, "CA CK", "S9 ST SQ H7 H8 D7 D8 D9", "C7", "C8"), "CA")
    card, _code = told(state)
    assert card not in ("S9", "ST", "D7", "D8", "H7")


def test_under_a_high_card_the_highest_of_equals_goes_and_is_called_so() -> None:
    state = after_moves(
        deal_contract(Contract.NO_TRICKS, "CA D7", "CT CJ SA SK SQ DA DK DQ", "CK CQ C9 C8 C7"), "CA"
    )
    assert told(state) == ("CJ", Reason.DUCK_HIGH)


def test_who_takes_a_trick_anyway_takes_it_with_the_highest() -> None:
    state = after_moves(
        deal_contract(Contract.NO_TRICKS, "D8", "D7", "D9", "DK DT C8 HA HJ SA SJ SK"), "D8 D7 D9"
    )
    assert told(state) == ("DK", Reason.WITH_THE_HIGHEST)


def test_with_seats_to_come_a_low_card_may_still_go_under_another() -> None:
    state = after_moves(deal_contract(Contract.NO_TRICKS, "S7", "S8 SA H7 H8 D7 D8 C7 C8"), "S7")
    assert reason_for(state, "S8") == Reason.UNDER_ANOTHER


def test_a_trick_without_a_jack_is_the_moment_for_a_high_card() -> None:
    state = after_moves(deal_contract(Contract.NO_JACKS, "S9", "SQ", "S7", "SK S8 CA CK D9"), "S9 SQ S7")
    assert reason_for(state, "SK") == Reason.HARMLESS


def test_the_last_jack_is_not_given_to_who_has_all_the_others() -> None:
    hands = ("CA DA SA CK", "CJ DJ SJ HJ H7 H8 H9 HT", "C7 D7 S7", "C8 D8 S8")
    state = after_moves(deal_contract(Contract.NO_JACKS, *hands), "CA CJ C7 C8 DA DJ D7 D8 SA SJ S7 S8 CK")
    assert reason_for(state, "HT") == Reason.KEEP_BACK
    assert reason_for(state, "HJ") == Reason.THROW_OFF


def test_who_may_take_everything_throws_a_low_card_off() -> None:
    state = after_moves(deal_contract(Contract.NO_HEARTS, "S7", "HA HK HQ HJ HT H9 H8 D7"), "S7")
    assert reason_for(state, "D7", Aim.EVERYTHING) == Reason.KEEP_HIGH


def test_a_card_that_costs_somebody_else_is_thrown_off_where_the_own_end_is_the_same() -> None:
    rng, thrown = Random(8), 0
    for number in range(500):
        state = any_moment(rng, WITH_TRICKS[number % 4], rng.randrange(22, 30))
        if state.round is None or len(ROSBIRATSCHKA.choices(state, to_act(state))) < 2:
            continue
        known = knowledge(ROSBIRATSCHKA.view(state, to_act(state)))
        card, code = told(state, QUICK)
        if known.table and counts(known.contract, card) and not lies_highest(known, card):
            thrown += 1
            assert code != Reason.ALL_THE_SAME, (state, card)
    assert thrown >= 10


def offered(state: State) -> list[str]:
    return [choice.data["card"] for choice in ROSBIRATSCHKA.choices(state, to_act(state))]


def test_when_all_that_counts_is_gone_no_reason_is_invented() -> None:
    hearts = "H7 H8 H9 HT HJ HQ HK HA"
    state = deal_contract(Contract.NO_HEARTS, hearts, dealer=3)
    for _ in range(7):
        state = after_moves(state, "HA" if "HA" in offered(state) else offered(state)[-1])
        while to_act(state) != 0 and not state.results:
            state = after_moves(state, offered(state)[0])
    assert state.results or told(state)[1] in (Reason.ALL_THE_SAME, Reason.ONLY_CHOICE)


def test_high_cards_go_while_there_is_room_below_the_line() -> None:
    hands = ("CT D8 DQ S8 H7 H8 H9 HJ", "SQ", "SA", "CQ")
    state = deal_contract(Contract.HUNDRED, *hands)
    assert reason_for(state, "CT") == Reason.ROOM
    assert reason_for(state, "HJ") == Reason.UNDER_THE_LINE


def test_a_turn_that_nothing_follows_is_kept() -> None:
    state = midway("HA D8 C7", "D7 SA", "S7", "C8", laid="HJ HQ HK DJ DT D9 SJ")
    assert reason_for(state, "D8") == Reason.KEEPS_TURN
    assert reason_for(state, "HA") == Reason.NOBODY_FOLLOWS
