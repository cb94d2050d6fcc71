"""Kraken, re, superkraken (rules/kraken 1.3 and the process examples of section 3)."""

from __future__ import annotations

from games.engine.errors import Refusal
from games.engine.kraken.errors import KrakenRefusal
from tests.engine.kraken.table import KRAKEN, Table, rules


def table_with_maker(seat: int, **options: object) -> Table:
    return Table(dealer=(seat + 3) % 4, options=rules(**options)).say(f"{seat} trump H")


def test_the_opponent_who_was_never_asked_may_say_superkraken() -> None:
    """Trump seat 2. Seat 3 says kraken, seat 1 is not asked; seat 0 says re; seat 1 says superkraken."""
    table = table_with_maker(2)
    assert table.waiting == [3]
    table.say("3 kraken")
    assert table.waiting == [2]
    table.say("2 pass", "0 re", "3 pass", "1 superkraken")
    assert table.round.level == 3
    assert table.round.phase == "declare"


def test_a_pass_binds_only_for_its_level() -> None:
    table = table_with_maker(2).say("3 pass", "1 kraken", "2 re")
    assert table.waiting == [3]
    table.say("3 superkraken")
    assert table.round.level == 3


def test_both_pass_and_the_ladder_ends() -> None:
    table = table_with_maker(2).say("3 pass", "1 kraken", "2 pass", "0 pass")
    assert (table.round.level, table.round.phase) == (1, "declare")
    table = table_with_maker(2).say("3 pass", "1 pass")
    assert (table.round.level, table.round.phase) == (0, "declare")
    assert table.refuses("2 re") == Refusal.NOT_NOW


def test_no_level_is_skipped_and_nobody_else_may_speak() -> None:
    table = table_with_maker(0)
    assert table.refuses("1 re") == KrakenRefusal.WRONG_LEVEL
    assert table.refuses("1 superkraken") == KrakenRefusal.WRONG_LEVEL
    assert table.refuses("3 kraken") == Refusal.NOT_YOUR_TURN
    assert table.refuses("0 kraken") == Refusal.NOT_YOUR_TURN
    assert table.refuses("0 SJ") == Refusal.NOT_NOW


def test_either_partner_first_come() -> None:
    table = table_with_maker(2, challenge_order="team_first_click")
    assert table.waiting == [3, 1]
    assert KRAKEN.view(table.state, 0).prompt.text.code == "wait_answer_side"
    table.say("1 pass")
    assert table.waiting == [3]
    assert table.refuses("1 kraken") == Refusal.NOT_YOUR_TURN
    table.say("3 kraken")
    assert table.waiting == [2, 0]
    table.say("0 re", "1 superkraken")
    assert table.round.level == 3


def test_a_table_may_have_its_own_word_for_re() -> None:
    table = table_with_maker(0, re_name="herkraken").say("1 kraken")
    assert [choice.label.code for choice in table.choices(0)] == ["choose_pass", "choose_herkraken"]
    assert [choice.data["do"] for choice in table.choices(0)] == ["pass", "re"]
    table.say("0 re")
    contract = KRAKEN.view(table.state, None).contract
    assert contract is not None
    assert [(seat, text.code) for seat, text in contract.challenges] == [(1, "kraken"), (0, "herkraken")]
    assert KRAKEN.view(table.state, None).seats[0].word.code == "herkraken"


def test_a_window_changes_with_the_decision_not_with_the_speaker() -> None:
    table = table_with_maker(0)
    first = KRAKEN.pending(table.state)[1]
    table.say("1 pass")
    second = KRAKEN.pending(table.state)[3]
    assert first.window == second.window
    table.say("3 kraken")
    assert KRAKEN.pending(table.state)[0].window != first.window
    assert KRAKEN.pending(table.state)[0].default == {"do": "pass"}
