"""Combinations in the hand: what may be declared, which side wins, what is shown of it (rules/kraken 1.4)."""

from __future__ import annotations

import random

import pytest

from games.engine.errors import Refusal
from games.engine.kraken.declarations import combinations, compare, everything
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.words import Text
from tests.engine.kraken.table import KRAKEN, Table, cards, every_deal, hands_with, rules


def before_declaring(**options: object) -> Table:
    return Table(options=rules(**options)).say("0 trump H", "1 pass", "3 pass")


def words_at(table: Table, viewer: int | None = None) -> list[Text | None]:
    return [seat.word for seat in KRAKEN.view(table.state, viewer).seats]


def text(code: str, **facts: object) -> Text:
    return Text(code, tuple(facts.items()))


def test_the_words_at_the_seats_are_those_of_one_phase() -> None:
    table = Table().say("0 trump H")
    assert words_at(table) == [text("said_trump", suit="H"), None, None, None]
    table.say("1 kraken")
    assert words_at(table) == [None, text("kraken"), None, None], "trumps stand until they are answered"
    table.say("0 pass", "2 pass")
    assert table.round.phase == "declare"
    assert words_at(table) == [None] * 4
    table.say("2 declare")
    assert words_at(table) == [None, None, text("said_nothing"), None]


def test_sealed_all_four_answer_in_any_order() -> None:
    table = before_declaring()
    assert table.waiting == [0, 1, 2, 3]
    table.say("2 declare", "0 declare SJ SQ SK", "3 declare")
    assert table.waiting == [1]
    assert table.refuses("0 declare") == Refusal.ALREADY_SPOKEN
    table.say("1 declare")
    assert table.round.phase == "play"
    assert table.report["declared"] == [20, 0]


def test_a_card_before_the_own_declaration_is_told_what_is_asked() -> None:
    table = before_declaring()
    card = table.round.hands[0][0]
    assert table.refuses(f"0 {card}") == KrakenRefusal.DECLARE_FIRST
    assert [KRAKEN.view(table.state, seat).prompt.first for seat in (0, None)] == [
        text("declare_first"),
        None,
    ]
    table.say("0 declare")
    assert table.refuses(f"0 {card}") == Refusal.NOT_NOW
    assert KRAKEN.view(table.state, 0).prompt.first is None


def test_open_they_speak_in_turn_and_name_value_and_top_card() -> None:
    table = before_declaring(declare_reveal="open")
    assert table.waiting == [0]
    assert table.refuses("1 declare") == Refusal.NOT_YOUR_TURN
    table.say("0 declare SJ SQ SK")
    assert words_at(table)[0] == text("said_best_run", points=20, rank="K")
    table.say("1 declare")
    assert words_at(table)[1] == text("said_nothing")
    table.say("2 declare", "3 declare CT CJ CQ CK CA")
    assert words_at(table)[3] == text("said_best_run", points=100, rank="A")
    assert table.report["declared"] == [0, 100]


def test_while_four_speak_only_declared_or_nothing_is_heard() -> None:
    table = before_declaring().say("0 declare SJ SQ SK", "1 declare")
    assert words_at(table)[:2] == [text("said_declared"), text("said_nothing")]
    assert KRAKEN.view(table.state, None).shown == ()
    assert KRAKEN.view(table.state, 1).prompt.text.code == "wait_declare"


def test_then_best_combinations_are_told_and_the_winners_shown() -> None:
    table = before_declaring().say(
        "0 declare SJ SQ SK", "1 declare S7 S8 S9", "2 declare", "3 declare CT CJ CQ CK CA"
    )
    assert words_at(table) == [
        text("said_lost_run", points=20, rank="K"),
        text("said_best_run", points=20, rank="9"),
        text("said_nothing"),
        text("said_best_run", points=100, rank="A"),
    ]
    shown = {(group.seat, " ".join(group.cards)) for group in KRAKEN.view(table.state, 2).shown}
    assert shown == {(1, "S7 S8 S9"), (3, "CT CJ CQ CK CA")}
    assert table.report["declared"] == [0, 120]
    table.play("SJ S9 ST HA")
    assert KRAKEN.view(table.state, 2).shown == ()
    assert words_at(table) == [None] * 4


@pytest.mark.parametrize(
    ("tie", "code", "shown"),
    [
        ("suit_order", "said_best_run_suit", {0}),
        ("trump_first", "said_best_run_suit", {1}),
        ("first_speaker", "said_best_run", {0}),
        ("both", "said_best_run", {0, 1}),
        ("none", "said_best_run", set()),
    ],
)
def test_the_suit_is_told_only_where_suits_decided(tie: str, code: str, shown: set[int]) -> None:
    """20 to the ace on both sides; seat 2 has a run of its own that was never in question."""
    hands = "SQ SK SA S8 HT D7 C7 C8;HQ HK HA S7 DQ C9 CT CA;D8 D9 DT S9 ST H7 H8 CJ;SJ H9 HJ DJ DK DA CQ CK"
    table = Table(hands=hands, options=rules(declarations_tie=tie)).say("0 trump H", "1 pass", "3 pass")
    table.say("3 declare", "2 declare D8 D9 DT", "0 declare SQ SK SA", "1 declare HQ HK HA")
    codes = [word.code for word in words_at(table)[:3] if word]
    lost = {"said_best_run": "said_lost_run", "said_best_run_suit": "said_lost_run_suit"}
    each = enumerate((code, code, "said_best_run"))
    assert codes == [best if seat % 2 in shown else lost[best] for seat, best in each]
    heard = {word.text.code for word in KRAKEN.view(table.state, None).words}
    assert not heard & set(lost.values()), "bots read what was said, not what came of it"
    sides = {group.seat % 2 for group in KRAKEN.view(table.state, None).shown}
    assert sides == shown


def test_a_declaration_is_a_whole_combination_of_the_hand() -> None:
    table = before_declaring()
    for groups in ("S7 S8 S9", "CT CJ CQ", "CT CJ CQ CK CA;CT CJ CQ CK CA", "CT CT CJ CQ CK CA", "CA;", ";"):
        assert table.refuses(f"3 declare {groups}") == KrakenRefusal.NOT_A_COMBINATION
    table.say("3 declare CA CK CQ CJ CT")
    assert table.round.declared[3] is not None


def test_declaring_nothing_though_one_holds_something_is_allowed() -> None:
    table = before_declaring().say("3 declare", "0 declare", "1 declare S7 S8 S9", "2 declare")
    assert table.report["declared"] == [0, 20]


def test_a_card_serves_once_where_the_table_says_so() -> None:
    hands = hands_with(seat0="SA HA DA CA SK SQ")
    both = "SA HA DA CA;SQ SK SA"
    table = Table(hands=hands).say("0 trump D", "1 pass", "3 pass").say(f"0 declare {both}")
    assert sum(combination.points for combination in table.round.declared[0] or ()) == 120
    strict = Table(hands=hands, options=rules(declaration_card_reuse=False))
    strict.say("0 trump D", "1 pass", "3 pass")
    assert strict.refuses(f"0 declare {both}") == Refusal.CARD_USED_TWICE
    assert strict.choices(0)[-1].data["combinations"] == "SA HA DA CA"


def test_automatic_declares_everything_and_asks_nobody() -> None:
    table = before_declaring(declare_mode="automatic")
    assert table.round.phase == "play"
    assert table.report["declared"] == [0, 120]
    assert words_at(table)[2] == text("said_nothing")
    assert table.refuses("0 declare") == Refusal.NOT_NOW


def test_off_asks_nobody_and_shows_nothing() -> None:
    table = before_declaring(declarations="off")
    assert table.round.phase == "play"
    assert table.report["declared"] == [0, 0]
    assert words_at(table) == [text("said_trump", suit="H"), text("pass"), None, text("pass")]


def test_nobody_declares() -> None:
    table = before_declaring().say(*(f"{seat} declare" for seat in range(4)))
    assert table.report["declared"] == [0, 0]
    assert KRAKEN.view(table.state, None).shown == ()
    assert words_at(table) == [text("said_nothing")] * 4


def test_four_of_a_kind_is_told_by_rank() -> None:
    table = Table(hands=hands_with(seat0="SJ HJ DJ CJ")).say("0 trump D", "1 pass", "3 pass")
    choice = table.choices(0)[-1]
    assert [group.label.code for group in choice.groups][-1:] == ["group_four"]
    table.say("1 declare", "2 declare", "3 declare", "0 declare SJ HJ DJ CJ")
    assert words_at(table)[0] == text("said_best_four", points=200, rank="J")


@pytest.mark.parametrize(
    ("quads", "worth"),
    [
        ("classic", {"J": 200, "A": 100, "K": 100, "Q": 100, "T": 100}),
        ("nines_150", {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}),
        ("all_100", dict.fromkeys("789TJQKA", 100)),
        ("all_100_jacks_200", {**dict.fromkeys("789TQKA", 100), "J": 200}),
    ],
)
def test_fours(quads: str, worth: dict[str, int]) -> None:
    found = {}
    for rank in "789TJQKA":
        hand = tuple(suit + rank for suit in "SHDC")
        for combination in combinations(hand, rules(quads=quads)):
            found[rank] = combination.points
    assert found == worth


def test_a_four_and_a_run_of_one_hand_that_tie_are_one_teams() -> None:
    """Four aces and a run of five to the ace are equal: the comparison is still between teams."""
    hands = [cards("SA HA DA CA SK SQ SJ ST"), cards("H7 H8 H9"), (), ()]
    declared = [combinations(hand, Options()) for hand in hands]
    comparison = compare(declared, trump="D", first=0, options=Options())
    assert (comparison.winner, comparison.points) == (0, (200, 0))


def test_player_total_counts_one_players_combinations_together() -> None:
    hands = [cards("SJ SQ SK SA"), cards("C7 C8 C9 D7 D8 D9"), (), cards("H7 H8 H9")]
    options = rules(declarations_compare="player_total")
    declared = [combinations(hand, options) for hand in hands]
    assert compare(declared, trump="H", first=0, options=options).points == (50, 0)
    richer = [cards("SJ SQ SK"), *hands[1:]]
    declared = [combinations(hand, options) for hand in richer]
    assert compare(declared, trump="H", first=0, options=options).points == (0, 60)


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (("H7 H8 H9 HJ HQ HK", "SJ SQ SK", "", "D7 D8 D9 DJ DQ DK"), (40, 0)),
        (("H7 H8 H9 HJ HQ HK", "D7 D8 D9 DJ DQ DK", "SJ SQ SK", ""), (60, 0)),
        (("D7 D8 D9 DJ DQ DK", "H7 H8 H9 HJ HQ HK", "SJ SQ SK", ""), (0, 40)),
        (("H7 H8 H9 HJ HQ HK", "D7 D8 D9 DJ DQ DK", "", "SQ SK SA"), (40, 0)),
    ],
    ids=["worked_example", "own_partner", "partner_does_not_help", "higher_single_of_a_partner"],
)
def test_a_tie_between_players_is_broken_within_what_they_hold_themselves(
    hands: tuple[str, ...], points: tuple[int, int]
) -> None:
    """Trump spades, two players with 40 each: the spades of a third, who has 20, decide nothing between them."""
    options = rules(declarations_compare="player_total")
    declared = [combinations(cards(hand), options) for hand in hands]
    assert compare(declared, trump="S", first=0, options=options).points == points


def test_everything_without_reuse_never_uses_a_card_twice() -> None:
    strict = rules(declaration_card_reuse=False)
    for hands in every_deal(seed=3, count=300):
        for hand in hands:
            taken = [card for combination in everything(hand, strict) for card in combination.cards]
            assert len(taken) == len(set(taken))


def test_who_speaks_first_never_matters_but_to_first_speaker() -> None:
    rng = random.Random(11)
    for hands in every_deal(seed=4, count=300):
        trump, options = rng.choice("SHDC"), rules(declarations_tie=rng.choice(("suit_order", "trump_first")))
        declared = [combinations(hand, options) for hand in hands]
        answers = {compare(declared, trump=trump, first=first, options=options) for first in range(4)}
        assert len(answers) == 1
