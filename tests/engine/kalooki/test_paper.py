"""A deal of Kalooki typed from paper: who went out, the cards left and the calls are typed, the arithmetic is done."""

from __future__ import annotations

import pytest

from games.engine.club import fields_asked
from games.engine.errors import MalformedAction, Refusal, RefusalCode
from games.engine.kalooki import scoring
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.scoring import VALUES
from games.engine.view import RoundResult
from tests.engine.kalooki.table import KALOOKI, options


def type_deal(
    *left: str, number: int = 1, rules: dict[str, object] | None = None, **fields: str
) -> RoundResult:
    hands = {f"left_{seat}": said for seat, said in enumerate(left)}
    asked = {"out": "0", "end": "out", **hands, **fields}
    return KALOOKI.on_paper(options(**(rules or {})), asked, number=number, players=len(left))


def refusal(*left: str, rules: dict[str, object] | None = None, **fields: str) -> RefusalCode:
    with pytest.raises(MalformedAction) as refused:
        type_deal(*left, rules=rules, **fields)
    assert "{" not in refused.value.sentence
    return refused.value.code


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_winner_pays_nothing_and_the_others_what_they_hold(players: int) -> None:
    others = [str(10 * seat) for seat in range(1, players)]
    one = type_deal("", *others)
    assert one.score == tuple(10 * seat for seat in range(players))
    assert one.sides == tuple(range(players))
    assert one.tallies["out"] == (1, *[0] * (players - 1))


def test_a_hand_is_typed_as_a_sum_of_its_cards() -> None:
    """C46: a joker, a black ace and a red ace count 66."""
    assert type_deal("", "50+15+1", "10 + 9", "7").score == (0, 66, 19, 7)


def test_a_bent_table_counts_double_unless_the_house_rules_say_no() -> None:
    """C47."""
    bent = type_deal("", "66", "19", "7", end="bent")
    assert bent.score == (0, 132, 38, 14)
    assert [line.text.code for line in bent.lines] == ["cards_left", "bent_double"]
    assert (bent.tallies["bent"], [mark.code for mark in bent.marks]) == ((1, 0, 0, 0), ["mark_bent"])
    assert type_deal("", "66", "19", "7", end="bent", rules={"bend_double": "off"}).score == (0, 66, 19, 7)


def test_a_deal_void_twice_brings_nobody_points() -> None:
    void = type_deal("", "12", "", end="void", out="")
    assert (void.score, void.verdict.code, void.tallies["out"]) == ((0, 0, 0), "verdict_void", (0, 0, 0))


def test_calls_are_counted_where_the_house_rules_have_them() -> None:
    assert type_deal("", "5", "5", called_1="3", called_2="").tallies["calls"] == (0, 3, 0)
    keys = [field.key for field in fields_asked(KALOOKI.sheet, options(), 3)]
    assert keys == ["out", "end", "left_0", "called_0", "left_1", "called_1", "left_2", "called_2"]
    without = [field.key for field in fields_asked(KALOOKI.sheet, options(call_limit=0), 3)]
    assert without == ["out", "end", "left_0", "left_1", "left_2"]


def test_a_deal_is_named_by_its_contract_also_in_a_short_match() -> None:
    assert type_deal("", "5", "5", number=2, rules={"deals": [1, 9]}).facts["contract"] == [0, 4]
    name = KALOOKI.label(options(deals=[1, 9]), number=2)
    assert name is not None
    assert name.code == "contract_0_4"


def test_the_values_to_tap_are_those_of_all_cards() -> None:
    cards = KALOOKI.pack(options(), 4)
    assert {int(points) for points in VALUES} == {scoring.value(card) for card in cards}


@pytest.mark.parametrize(
    ("left", "fields", "code"),
    [
        (("", "5", "5"), {"out": ""}, KalookiRefusal.UNKNOWN_WINNER),
        (("", "5", "5"), {"out": "3"}, KalookiRefusal.UNKNOWN_WINNER),
        (("", "5", "5"), {"end": "twice"}, Refusal.UNKNOWN_END),
        (("4", "5", "5"), {}, KalookiRefusal.WINNER_HOLDS_CARDS),
        (("", "", "5"), {}, KalookiRefusal.HAND_OUT_OF_RANGE),
        (("", "0", "5"), {}, KalookiRefusal.HAND_OUT_OF_RANGE),
        (("", "999", "5"), {}, KalookiRefusal.HAND_OUT_OF_RANGE),
        (("", "about 20", "5"), {}, Refusal.NOT_A_NUMBER),
        (("", "10++5", "5"), {}, Refusal.NOT_A_NUMBER),
        (("", "-5", "5"), {}, Refusal.NOT_A_NUMBER),
        (("", "٣", "5"), {}, Refusal.NOT_A_NUMBER),
        (("", "5", "5"), {"called_1": "4"}, KalookiRefusal.CALLS_OUT_OF_RANGE),
        (("", "5", "5"), {"called_1": "two"}, Refusal.NOT_A_NUMBER),
        (("", *["250"] * 5), {}, KalookiRefusal.HANDS_OUT_OF_RANGE),
    ],
)
def test_a_deal_that_cannot_have_been_is_refused(
    left: tuple[str, ...], fields: dict[str, str], code: RefusalCode
) -> None:
    assert refusal(*left, **fields) == code


def test_no_hand_counts_more_than_its_dearest_cards() -> None:
    """Nine cards and three calls make fifteen: four jokers, four black aces, seven tens."""
    most = 4 * 50 + 4 * 15 + 7 * 10
    assert type_deal("", str(most), "5").score[1] == most
    assert refusal("", str(most + 1), "5") == KalookiRefusal.HAND_OUT_OF_RANGE
    assert refusal("", str(most), "5", rules={"call_limit": 0}) == KalookiRefusal.HAND_OUT_OF_RANGE
