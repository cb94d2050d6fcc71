"""The beginning of a deal of Kan: partners and seats, exchange, iku and koi, showing, trumps."""

from __future__ import annotations

import pytest

from games.engine.actions import Deal as Dealing
from games.engine.actions import Swap
from games.engine.errors import IllegalAction, Refusal, RefusalCode
from games.engine.kan.errors import KanRefusal
from games.engine.kan.state import Phase, State
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from tests.engine.kan.positions import (
    KAN,
    after_moves,
    deal_first,
    hands_from,
    later,
    refusal_of,
    to_act,
    with_deal,
)


def roles(state: State) -> dict[int, str]:
    return {zone.seat: zone.role.code for zone in KAN.view(state, None).roles}


def test_joker_and_ace_of_trumps_make_the_pair_and_everybody_sees_it() -> None:
    state = deal_first("XX", "", "SA")
    assert roles(state) == {0: "role_joker", 2: "role_ace"}
    assert KAN.progress(state).sides == (0, 1, 0, 1, 1)
    assert KAN.progress(state).ring == (0, 1, 2, 3, 4)


def test_only_in_the_first_deal_of_a_round_it_is_known_who_holds_joker_and_ace_of_trumps() -> None:
    state = later("SA S7 S5", "", "H8", "", "")
    assert roles(state) == {0: "role_kan", 2: "role_kan"}


def test_play_goes_to_the_right() -> None:
    state = deal_first("XX", "SA")
    assert KAN.view(state, 3).clockwise == KAN.progress(state).clockwise == (0, 4, 3, 1, 2)


def test_neighbours_are_moved_apart_and_stay_moved() -> None:
    state = deal_first("XX", "SA")
    assert KAN.progress(state).ring == KAN.view(state, 3).ring == (0, 2, 1, 3, 4)
    over = with_deal(after_moves(state, "0 iku", "1 koi"), phase=Phase.OVER)
    assert KAN.progress(over).ring == (0, 2, 1, 3, 4)


def test_the_first_word_decides_where_the_house_rules_say_so() -> None:
    state = deal_first("XX", "", "SA", lead_call="first_call")
    assert set(KAN.pending(state)) == {0, 2}
    assert to_act(after_moves(state, "2 iku")) == 2
    koi = after_moves(state, "2 koi")
    assert to_act(koi) == 0
    assert refusal_of(koi, 0, "koi") is Refusal.NOT_NOW


def test_words_are_refused_from_others_and_twice() -> None:
    state = deal_first("XX", "", "SA")
    assert refusal_of(state, 1, "iku") is Refusal.NOT_YOUR_TURN
    assert refusal_of(after_moves(state, "0 iku"), 0, "koi") is Refusal.ALREADY_SPOKEN
    assert refusal_of(state, 0, "S3") is Refusal.NOT_NOW


def test_a_double_holder_gives_the_ace_for_a_card_the_partner_chooses() -> None:
    state = deal_first("XX SA", "", "C3")
    assert (to_act(state), roles(state)) == (2, {0: "role_joker", 2: "role_ace"})
    assert refusal_of(state, 2, "give:SA") is Refusal.CARD_NOT_HELD
    assert refusal_of(state, 2, "give:") is KanRefusal.WRONG_EXCHANGE
    assert refusal_of(state, 0, "give:S3") is Refusal.NOT_YOUR_TURN
    after = after_moves(state, "give:C3").deal
    assert after is not None
    assert "C3" in after.hands[0]
    assert "SA" in after.hands[2]
    assert after.phase is Phase.CALL


@pytest.mark.parametrize(("given", "kan"), [("XX", (2, 0)), ("SA", (0, 2))])
def test_after_a_blind_exchange_the_jokers_role_is_with_the_joker(given: str, kan: tuple[int, int]) -> None:
    state = deal_first("XX SA", "", "C3", double_kan="blind_swap")
    assert KAN.pending(state)[HOUSE].at_once
    after = KAN.apply(state, HOUSE, Swap(given, "C3")).deal
    assert after is not None
    assert (after.kan, given in after.hands[2], "C3" in after.hands[0]) == (kan, True, True)
    for wrong in (Swap("S3", "C3"), Swap(given, "S3")):
        with pytest.raises(IllegalAction):
            KAN.apply(state, HOUSE, wrong)


def test_the_blind_exchange_follows_from_the_seed_of_the_deal() -> None:
    state = deal_first("XX SA", "", "C3", double_kan="blind_swap")
    swaps = {KAN.house_action(state, Randomness(bytes([number]) * 32)) for number in range(60)}
    assert {swap.given for swap in swaps if isinstance(swap, Swap)} == {"XX", "SA"}
    assert len({swap.taken for swap in swaps if isinstance(swap, Swap)}) == 10


def test_a_double_holder_may_make_the_deal_void() -> None:
    state = deal_first("XX SA", double_kan="redeal", dealer=3)
    assert KAN.progress(state).void_deals == (1,)
    with pytest.raises(IllegalAction):
        KAN.apply(state, HOUSE, Dealing(4, hands=hands_from(())))
    again = KAN.apply(state, HOUSE, Dealing(3, hands=hands_from(("XX", "", "SA"))))
    assert (again.round, again.deal and again.deal.number, again.deal and again.deal.place) == (1, 2, 1)


@pytest.mark.parametrize(("place", "shower", "namer"), [(2, 0, 2), (3, 2, 0)])
def test_ace_then_joker_shows_and_the_partner_names_trumps_and_leads(
    place: int, shower: int, namer: int
) -> None:
    state = later(place=place)
    assert to_act(state) == shower
    assert refusal_of(state, namer, "show:") is Refusal.NOT_YOUR_TURN
    assert refusal_of(state, namer, "trump:H") is Refusal.NOT_NOW
    shown = after_moves(state, "show:")
    assert to_act(shown) == namer
    assert refusal_of(shown, shower, "trump:H") is Refusal.NOT_YOUR_TURN
    named = after_moves(shown, "trump:H")
    contract = KAN.view(named, None).contract
    assert contract is not None
    assert (to_act(named), contract.trump, contract.maker) == (namer, "H", namer)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("S3", Refusal.CARD_NOT_HELD),
        ("SA S7 S5", KanRefusal.WRONG_SHOWING),
        ("SA S7;S5", KanRefusal.WRONG_SHOWING),
        ("SA SA", KanRefusal.WRONG_SHOWING),
        ("SA;", KanRefusal.WRONG_SHOWING),
    ],
)
def test_shows_that_are_none(cards: str, code: RefusalCode) -> None:
    assert refusal_of(later("SA S7 S5", "S3"), 0, f"show:{cards}") is code


@pytest.mark.parametrize("cards", ["", "SA", "SA S7"])
def test_two_showings_may_be_required(cards: str) -> None:
    state = later("SA S7 S5", show_rule="two_required")
    assert refusal_of(state, 0, f"show:{cards}") is KanRefusal.TWO_SHOWINGS
    assert len(KAN.choices(state, 0)) == 100
    for allowed in ("SA;S7", "SA;SA"):
        assert to_act(after_moves(state, f"show:{allowed}")) == 2
