"""The match around the contracts: their order, dealer, leader, places, refusals."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import registry
from games.engine.actions import Deal
from games.engine.errors import IllegalAction, MalformedAction, Refusal, RefusalCode
from games.engine.log import Entry, advance, advance_house
from games.engine.options import read_options
from games.engine.record import check_record, write_record
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal
from games.engine.rosbiratschka.game import hands_of
from games.engine.rosbiratschka.state import CONTRACTS, Contract, State
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from games.engine.words import text
from tests.engine.rosbiratschka.positions import (
    ROSBIRATSCHKA,
    after_moves,
    before,
    deal_contract,
    midway,
    offered_moves,
    to_act,
)


def whole_match(cycles: int) -> tuple[State, list[tuple[Contract, int, int]]]:
    """A random match, with contract, dealer and first to act of every deal."""
    rng = Random(cycles)
    state = ROSBIRATSCHKA.start(read_options(ROSBIRATSCHKA.Options, {"cycles": cycles}), 4)
    seen = []
    while not state.over:
        if to_act(state) == HOUSE:
            state = advance_house(ROSBIRATSCHKA, state, randomness=Randomness(rng.randbytes(32))).state
            seen.append((state.round.contract, state.round.dealer, state.round.to_play))
        else:
            state = after_moves(state, rng.choice(offered_moves(state)))
    return state, seen


@pytest.mark.parametrize("cycles", [1, 2, 4])
def test_the_contracts_come_in_order_and_the_deal_moves_left(cycles: int) -> None:
    state, seen = whole_match(cycles)
    assert [contract for contract, _, _ in seen] == list(CONTRACTS) * cycles
    first = seen[0][1]
    for number, (_, dealer, begins) in enumerate(seen):
        assert dealer == (first + number) % 4
        assert begins == (dealer + 1) % 4
    assert ROSBIRATSCHKA.pending(state) == {}
    with pytest.raises(IllegalAction) as refused:
        ROSBIRATSCHKA.apply(state, HOUSE, ROSBIRATSCHKA.house_action(state, Randomness(bytes(32))))
    assert refused.value.code is Refusal.MATCH_OVER


def test_the_cards_drawn_for_the_first_dealer_are_shown_until_the_first_card() -> None:
    """rules/rosbiratschka 1: the lowest card drawn deals. Each seed draws for the dealer it always gave."""
    dealers = set()
    for number in range(40):
        randomness = Randomness(bytes([number]) * 32)
        state = ROSBIRATSCHKA.start(read_options(ROSBIRATSCHKA.Options, {}), 4)
        deal = ROSBIRATSCHKA.parse(ROSBIRATSCHKA.house_action(state, randomness).data())
        assert isinstance(deal, Deal)
        assert deal.dealer == randomness.number("dealer", 4)
        ranks = ["789TJQKA".index(card[1]) for card in deal.drawn]
        assert len(set(ranks)) == 4
        assert ranks.index(min(ranks)) == deal.dealer
        dealers.add(deal.dealer)
        state = ROSBIRATSCHKA.apply(state, HOUSE, deal)

        def said(at: State) -> list[object]:
            words = [zone.word and dict(zone.word.facts) for zone in ROSBIRATSCHKA.view(at, None).seats]
            return [word and "SHDC"["♠♥♦♣".index(word["pip"])] + word["rank"] for word in words]

        assert said(state) == list(deal.drawn)
        state = after_moves(state, offered_moves(state)[0])
        assert said(state) == [None] * 4
    assert dealers == {0, 1, 2, 3}


def test_a_pass_is_seen_until_the_seat_is_asked_again_and_when_the_rows_are_closed() -> None:
    """Pages tell what a seat says anew: the same word twice is told twice, and the last one of a deal as well."""

    def passes(at: State) -> list[bool]:
        return [zone.word == text("said_pass") for zone in ROSBIRATSCHKA.view(at, None).seats]

    state = after_moves(midway("C7", "ST SQ", "D7", "HK", laid="SJ HJ"), "- ST - -")
    assert passes(state) == [False, False, True, True]
    state = after_moves(state, "-")
    assert passes(state) == [True, False, True, True]

    last = after_moves(midway("C7", "ST", "", "", laid="SJ"), "- ST")
    assert last.round is not None
    assert last.round.closed
    assert passes(last)[0]


def test_a_deal_that_says_other_cards_than_its_dealer_drew_is_refused() -> None:
    state = ROSBIRATSCHKA.start(read_options(ROSBIRATSCHKA.Options, {}), 4)
    data = dict(ROSBIRATSCHKA.house_action(state, Randomness(bytes(32))).data())
    dealer, drawn = int(data["dealer"]), data["drawn"].split()
    for wrong in (drawn[:3], [drawn[dealer]] * 4, [*drawn[1:], drawn[0]]):
        with pytest.raises((IllegalAction, MalformedAction)):
            ROSBIRATSCHKA.apply(state, HOUSE, ROSBIRATSCHKA.parse({**data, "drawn": " ".join(wrong)}))
    without = {name: value for name, value in data.items() if name != "drawn"}
    assert ROSBIRATSCHKA.apply(state, HOUSE, ROSBIRATSCHKA.parse(without)) == ROSBIRATSCHKA.apply(
        state, HOUSE, ROSBIRATSCHKA.parse(data)
    )


def test_a_record_leaves_out_the_cards_drawn_for_the_first_dealer() -> None:
    """Readers of records refuse keys they do not know."""
    options = read_options(ROSBIRATSCHKA.Options, {})
    data = dict(ROSBIRATSCHKA.house_action(ROSBIRATSCHKA.start(options, 4), Randomness(bytes(32))).data())
    entries = [(Entry(HOUSE, data), {})]
    record = write_record(ROSBIRATSCHKA, options, players=list("ABCD"), entries=entries)
    assert "drawn" in data
    assert set(record["log"][0]) == {"by", "do", "dealer", "deck"}
    assert check_record(record, registry.game)["digest"] == "ok"


def test_each_sits_for_himself_and_the_lowest_total_wins() -> None:
    state, _ = whole_match(2)
    progress = ROSBIRATSCHKA.progress(state)
    assert ROSBIRATSCHKA.better == "low"
    assert progress.sides == (0, 1, 2, 3)
    assert progress.rounds == progress.closed == 12
    winners = {seat for seat, place in enumerate(progress.places) if place == 1}
    assert winners == {seat for seat in range(4) if progress.totals[seat] == min(progress.totals)}
    assert set(ROSBIRATSCHKA.view(state, None).winners) == winners


def test_the_deck_is_given_out_card_by_card_from_the_dealers_left() -> None:
    deck = tuple(str(place) for place in range(32))
    hands = hands_of(Deal(1, deck=deck))
    assert [hands[seat][0] for seat in (2, 3, 0, 1)] == ["0", "1", "2", "3"]
    assert hands[2] == deck[0::4]


@pytest.mark.parametrize(
    ("state", "seat", "data", "code"),
    [
        (deal_contract(Contract.NO_TRICKS, "S7"), 1, {"do": "play", "card": "SA"}, Refusal.NOT_YOUR_TURN),
        (deal_contract(Contract.NO_TRICKS, "S7"), 0, {"do": "play", "card": "CA"}, Refusal.CARD_NOT_HELD),
        (deal_contract(Contract.NO_TRICKS, "S7"), 0, {"do": "place", "card": "S7"}, Refusal.NOT_NOW),
        (deal_contract(Contract.NO_TRICKS, "S7"), 0, {"do": "pass"}, Refusal.NOT_NOW),
        (deal_contract(Contract.HUNDRED, "S7"), 0, {"do": "play", "card": "CA"}, Refusal.CARD_NOT_HELD),
        (deal_contract(Contract.LAYOUT, "SJ"), 0, {"do": "play", "card": "SJ"}, Refusal.NOT_NOW),
        (deal_contract(Contract.LAYOUT, "SJ"), 0, {"do": "pass"}, RosbiratschkaRefusal.MUST_PLACE),
        (deal_contract(Contract.LAYOUT, "SJ"), 0, {"do": "place", "card": "CA"}, Refusal.CARD_NOT_HELD),
        (
            midway("S9", "HJ", "DJ", "CJ", laid="SJ"),
            0,
            {"do": "place", "card": "S9"},
            RosbiratschkaRefusal.CARD_DOES_NOT_FIT,
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(
    state: State, seat: int, data: dict[str, str], code: RefusalCode
) -> None:
    with pytest.raises(IllegalAction) as refused:
        advance(ROSBIRATSCHKA, state, actor=seat, data=data, randomness=None)
    assert refused.value.code is code


def test_a_deal_that_cannot_be_is_refused() -> None:
    waiting = before(Contract.NO_HEARTS, dealer=2)
    hands = ("S7 S8 S9 ST SJ SQ SK SA", "H7 H8 H9 HT HJ HQ HK HA", "D7 D8 D9 DT DJ DQ DK DA")
    last = "C7 C8 C9 CT CJ CQ CK CA"
    for dealer, fourth, code in (
        ("1", last, Refusal.WRONG_DEALER),
        ("2", last.replace("CA", "C7"), Refusal.WRONG_DEAL),
        ("2", "C7 C8", Refusal.WRONG_DEAL),
    ):
        deal = {"do": "deal", "dealer": dealer, "hands": ";".join((*hands, fourth))}
        with pytest.raises(IllegalAction) as refused:
            advance(ROSBIRATSCHKA, waiting, actor=HOUSE, data=deal, randomness=None)
        assert refused.value.code is code


def test_only_the_house_deals_and_only_four_play() -> None:
    deal = {"do": "deal", "dealer": "0", "deck": ""}
    with pytest.raises(IllegalAction) as refused:
        advance(ROSBIRATSCHKA, before(Contract.HUNDRED), actor=0, data=deal, randomness=None)
    assert refused.value.code is Refusal.HOUSE_ONLY
    with pytest.raises(ValueError, match="3 cannot play"):
        ROSBIRATSCHKA.start(ROSBIRATSCHKA.Options(), 3)


def test_a_suit_led_must_be_followed() -> None:
    state = after_moves(deal_contract(Contract.NO_HEARTS, "S7", "S8 HA"), "S7")
    with pytest.raises(IllegalAction) as refused:
        after_moves(state, "HA")
    assert refused.value.code is Refusal.MUST_FOLLOW_SUIT
    assert refused.value.facts == {"suit": "S"}


def test_a_forced_pass_is_the_players_to_say_and_looks_like_any_turn() -> None:
    state = midway("S8", "S9", "HJ", "DJ", laid="SJ ST")
    pending = ROSBIRATSCHKA.pending(state)[0]
    assert pending.must
    assert pending.kind == ROSBIRATSCHKA.pending(after_moves(state, "-"))[1].kind
    assert ROSBIRATSCHKA.view(state, 0).prompt.text.code == "prompt_pass"
    assert ROSBIRATSCHKA.view(state, 1).prompt.choices == ()


def test_the_sheet_names_every_reason() -> None:
    state = after_moves(deal_contract(Contract.LAYOUT, "SJ"), "SJ")
    assert state.results == ()
    hands = ("SA ST SK SQ", "HA HT HK", "DA DT DK", "CA CT CK")
    hundred = after_moves(deal_contract(Contract.HUNDRED, *hands), "SA HA DA CT ST HT DT CA SK HK DK CK SQ")
    (result,) = hundred.results
    assert [(line.text.code, dict(line.text.facts)["line"], line.points) for line in result.lines] == [
        ("line_exceed", 25, (0, 0, 1, 0)),
        ("line_exceed", 50, (2, 0, 0, 0)),
        ("line_exceed", 100, (5, 0, 0, 0)),
    ]
    assert result.label is not None
    assert result.label.code == "contract_hundred"


def test_the_zones_show_what_everybody_sees() -> None:
    layout = ROSBIRATSCHKA.view(midway("S9 HJ", "HQ", "DJ", "CJ", laid="SJ ST SQ"), None)
    spades, hearts = layout.rows[0], layout.rows[1]
    assert (spades.cards, spades.fits) == (("ST", "SJ", "SQ"), ("S9", "SK"))
    assert (hearts.cards, hearts.fits) == ((), ("HJ",))
    assert layout.hand_word == "place"
    running = ROSBIRATSCHKA.view(
        after_moves(deal_contract(Contract.HUNDRED, "SA", "ST", "SK SQ"), "SA ST SQ"), None
    ).running
    assert running is not None
    assert running.total == 24
    assert running.cards == ((0, "SA"), (1, "ST"), (2, "SQ"))
    assert [line.crossed_by for line in running.lines] == [None, None, None]
    assert layout.running is None


def test_the_card_placed_last_is_marked_after_the_deal_too() -> None:
    state, _seen = whole_match(1)
    assert state.round.contract is Contract.LAYOUT
    _seat, card = last = state.round.seen[-1]
    rows = ROSBIRATSCHKA.view(state, None).rows
    assert [row.latest for row in rows if row.latest is not None] == [last]
    assert next(row for row in rows if row.latest).suit == card[0]


def test_what_the_rules_settle_is_no_option_but_may_be_named() -> None:
    named = {"avoid_scope": "all", "order": "fixed", "slam": "off"}
    assert read_options(ROSBIRATSCHKA.Options, named) == read_options(ROSBIRATSCHKA.Options, {"slam": "off"})
    with pytest.raises(MalformedAction) as refused:
        read_options(ROSBIRATSCHKA.Options, {"order": "as_you_like"})
    assert (refused.value.code, refused.value.facts) == (Refusal.UNKNOWN_OPTION, {"option": "order"})
