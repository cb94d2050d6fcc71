"""How trumps are made (rules/kraken 1.2)."""

from __future__ import annotations

import pytest

from games.engine.cards import PACK_OF_32
from games.engine.errors import Refusal
from games.engine.kraken.errors import KrakenRefusal
from tests.engine.kraken.table import KRAKEN, Table, rules

FREE = rules(trump_mode="free")
TURNED = rules(trump_mode="random")


def test_utrecht_left_of_the_dealer_must_name_a_suit() -> None:
    table = Table(dealer=1)
    assert table.waiting == [2]
    assert table.words(2) == ["trump"] * 4
    assert table.refuses("2 pass") == KrakenRefusal.MUST_NAME_TRUMP
    assert table.refuses("3 trump H") == Refusal.NOT_YOUR_TURN
    table.say("2 trump D")
    assert (table.round.trump, table.round.maker) == ("D", 2)
    assert not table.round.forced


@pytest.mark.parametrize(("free_start", "first"), [("left_of_dealer", 0), ("dealer", 3)])
def test_free_first_suit_named_ends_the_phase(free_start: str, first: int) -> None:
    table = Table(options=rules(trump_mode="free", free_start=free_start))
    second = (first + 1) % 4
    assert table.waiting == [first]
    table.say(f"{first} pass")
    assert table.waiting == [second]
    table.say(f"{second} trump C")
    assert (table.round.trump, table.round.maker, table.round.forced) == ("C", second, False)


def test_free_the_starting_seat_is_asked_again_without_a_pass() -> None:
    table = Table(dealer=2, options=FREE).say("3 pass", "0 pass", "1 pass", "2 pass")
    assert table.waiting == [3]
    assert set(table.words(3)) == {"trump"}
    assert KRAKEN.pending(table.state)[3].default is None
    assert table.refuses("3 pass") == KrakenRefusal.MUST_NAME_TRUMP
    table.say("3 trump S")
    assert table.round.maker == 3
    assert table.round.forced


@pytest.mark.parametrize("trump_mode", ["utrecht", "free"])
def test_whatever_the_mode_left_of_the_dealer_leads(trump_mode: str) -> None:
    table = Table(dealer=0, options=rules(trump_mode=trump_mode, declarations="off"))
    table.say("1 trump H", "2 pass", "0 pass")
    assert table.waiting == [1]
    assert table.round.phase == "play"


def test_a_turned_card_is_offered_clockwise() -> None:
    table = Table(options=TURNED)
    assert KRAKEN.pending(table.state)["house"].kind == "turn"
    table.say("house turn H", "0 pass")
    assert table.words(1) == ["accept", "pass"]
    assert table.refuses("1 trump C") == Refusal.NOT_NOW
    table.say("1 accept")
    assert (table.round.trump, table.round.maker) == ("H", 1)


def test_four_passes_bring_a_second_card_that_is_forced() -> None:
    """All pass on hearts, second card hearts: redraw; clubs: left of the dealer plays clubs, forced."""
    table = Table(options=TURNED).say("house turn H", "0 pass", "1 pass", "2 pass", "3 pass", "house turn H")
    assert table.round.trump is None
    table.say("house turn C")
    assert (table.round.trump, table.round.maker, table.round.forced) == ("C", 0, True)
    assert table.round.turned == ("H", "H", "C")
    table.say("1 kraken")
    assert table.round.level == 1


def test_a_second_card_of_the_same_suit_may_stand() -> None:
    table = Table(options=rules(trump_mode="random", second_card_same_suit="accept"))
    table.say("house turn H", "0 pass", "1 pass", "2 pass", "3 pass", "house turn H")
    assert (table.round.trump, table.round.maker) == ("H", 0)


def test_call_suit_names_one_of_the_other_three() -> None:
    table = Table(options=rules(trump_mode="random", random_fallback="call_suit"))
    table.say("house turn H", "0 pass", "1 pass", "2 pass", "3 pass")
    assert table.waiting == [0]
    assert [choice.data["suit"] for choice in table.choices(0)] == ["S", "D", "C"]
    assert table.refuses("0 trump H") == Refusal.SUIT_NOT_OFFERED
    assert table.refuses("0 pass") == KrakenRefusal.MUST_NAME_TRUMP
    table.say("0 trump D")
    assert table.round.trump == "D"


def test_first_round_clubs_nobody_chooses() -> None:
    options = rules(first_round_clubs=True, declarations="off", bonus_mode="automatic", rounds=2)
    table = Table(options=options)
    assert (table.round.trump, table.round.maker, table.round.phase) == ("C", 0, "challenge")
    table.say("1 pass", "3 pass").play_out()
    table.deal(dealer=0)
    assert table.round.phase == "trump"


def test_the_deal_passes_clockwise_and_holds_every_card_once() -> None:
    table = Table(options=rules(declarations="off", bonus_mode="automatic")).quiet().play_out()
    with pytest.raises(Exception, match="wrong_dealer"):
        table.deal(dealer=3)
    with pytest.raises(Exception, match="wrong_deal"):
        table.deal(hands="S7 S8;S9;;")
    table.deal(dealer=0)
    assert table.waiting == [1]


@pytest.mark.parametrize(
    ("packets", "hand"),
    [("3-2-3", "S7 S8 S9 HJ HQ DJ DQ DK"), ("4-4", "S7 S8 S9 ST D7 D8 D9 DT")],
)
def test_a_deck_is_dealt_in_packets_from_the_dealers_left(packets: str, hand: str) -> None:

    state = KRAKEN.start(rules(deal_packets=packets), 4)
    deal = KRAKEN.parse({"do": "deal", "dealer": "3", "deck": " ".join(PACK_OF_32)})
    dealt = KRAKEN.apply(state, "house", deal).round
    assert dealt is not None
    assert " ".join(dealt.dealt[0]) == hand


@pytest.mark.parametrize("deck", ["", "S7 S8", " ".join(["S7"] * 32)])
def test_a_deck_that_is_no_pack_is_refused(deck: str) -> None:
    state = KRAKEN.start(rules(), 4)
    with pytest.raises(Exception, match="wrong_deal"):
        KRAKEN.apply(state, "house", KRAKEN.parse({"do": "deal", "dealer": "3", "deck": deck}))
