"""Claims of roem and stuk: which seats may claim, and in which window (rules/kraken 1.6, 1.4.6)."""

from __future__ import annotations

import pytest

from games.engine.errors import Refusal
from games.engine.kraken.declarations import bonus_cards
from games.engine.kraken.errors import KrakenRefusal
from tests.engine.kraken.table import KRAKEN, Table, rules

RUN = "SJ S9 ST HA"
"""Seat 3 ruffs; nine, ten and jack of spades lie in the trick: 20 for team 1."""


def after_the_run(**options: object) -> Table:
    return Table(options=rules(**options)).quiet().play(RUN)


@pytest.mark.parametrize("seat", [1, 3])
def test_either_partner_of_the_winner_claims_until_the_next_lead(seat: int) -> None:
    table = after_the_run()
    assert table.report["tricks"] == [[3, 23, 20]]
    assert table.report["bonus"] == [0, 0]
    assert table.words(seat) == ["bonus"]
    table.say(f"{seat} bonus")
    assert table.report["bonus"] == [0, 20]
    assert table.words(1) == table.words(3) == []
    assert table.refuses("3 bonus") == KrakenRefusal.ALREADY_CLAIMED


def test_the_other_side_cannot_claim() -> None:
    table = after_the_run()
    assert table.words(0) == []
    assert table.refuses("0 bonus") == KrakenRefusal.NOT_YOUR_CLAIM


def test_who_leads_at_once_loses_the_claim_of_the_partner_too() -> None:
    table = after_the_run().say("3 CA")
    assert table.refuses("1 bonus") == KrakenRefusal.CLAIM_TOO_LATE
    assert table.refuses("3 bonus") == KrakenRefusal.CLAIM_TOO_LATE


def test_no_claim_before_the_fourth_card() -> None:
    table = Table().quiet()
    assert table.refuses("0 bonus") == Refusal.NOT_NOW
    table.play("SJ S9 ST")
    assert table.refuses("3 bonus") == Refusal.NOT_NOW


def test_the_button_looks_the_same_with_and_without_roem() -> None:
    with_roem, without = after_the_run(), Table().quiet().play("SJ S7 ST HA")
    for seat in range(4):
        assert with_roem.choices(seat)[:1] == without.choices(seat)[:1]
        assert KRAKEN.view(with_roem.state, seat).prompt == KRAKEN.view(without.state, seat).prompt


def test_a_press_without_roem_does_nothing() -> None:
    table = Table().quiet().play("SJ S7 ST HA").say("3 bonus")
    assert table.report["bonus"] == [0, 0]
    assert KRAKEN.view(table.state, None).seats[3].word.code == "said_no_roem"


@pytest.mark.parametrize(("rule", "told"), [("none", "no_roem"), ("twenty_to_opponents", "no_roem_costs")])
def test_a_claim_without_roem_is_answered_to_the_claimer_until_the_next_lead(rule: str, told: str) -> None:
    table = Table(options=rules(false_claim=rule)).quiet().play("SJ S7 ST HA").say("1 bonus")
    answers = [KRAKEN.view(table.state, seat).prompt.aside for seat in range(4)]
    assert [answer and answer.code for answer in answers] == [None, told, None, None]
    assert KRAKEN.view(table.state, None).prompt.aside is None
    table.play("CA")
    assert KRAKEN.view(table.state, 1).prompt.aside is None


@pytest.mark.parametrize(
    ("rule", "cards", "claimer", "told", "right"),
    [
        ("none", RUN, "1", "answer_roem", True),
        ("none", "SJ S7 ST HA", "1", "answer_no_roem", False),
        ("twenty_to_opponents", "SJ S7 ST HA", "1", "answer_no_roem_costs", False),
    ],
)
def test_what_came_of_a_claim_lies_on_the_table_for_all_until_the_next_lead(
    rule: str, cards: str, claimer: str, told: str, right: bool
) -> None:
    table = Table(options=rules(false_claim=rule)).quiet().play(cards)
    assert KRAKEN.view(table.state, None).claim_answer is None
    table.say(f"{claimer} bonus")
    for viewer in (None, *range(4)):
        answer = KRAKEN.view(table.state, viewer).claim_answer
        assert answer is not None
        assert (answer.seat, answer.text.code, answer.right) == (int(claimer), told, right)
    table.play("CA")
    assert KRAKEN.view(table.state, None).claim_answer is None


def test_a_claim_of_roem_that_lies_needs_no_answer() -> None:
    table = after_the_run()
    seat = next(seat for seat in range(4) if table.words(seat) == ["bonus"])
    table.say(f"{seat} bonus")
    assert KRAKEN.view(table.state, seat).prompt.aside is None


@pytest.mark.parametrize(("seat", "expected"), [(1, [20, 0]), (0, [0, 20])])
def test_a_press_without_roem_may_cost_twenty(seat: int, expected: list[int]) -> None:
    table = Table(options=rules(false_claim="twenty_to_opponents", bonus_claim_by="anyone"))
    table.quiet().play("SJ S7 ST HA").say(f"{seat} bonus").play_out()
    table.say("house close")
    assert table.report["bonus"] == expected
    assert "false_claim" in [line["code"] for line in table.report["lines"]]


def test_anyone_may_claim_for_the_winners() -> None:
    table = after_the_run(bonus_claim_by="anyone").say("0 bonus")
    assert table.report["bonus"] == [0, 20]
    assert table.refuses("1 bonus") == KrakenRefusal.ALREADY_CLAIMED


def test_assisted_the_button_lights_up_only_with_roem() -> None:
    lit = after_the_run(bonus_mode="assisted").choices(1)[0].lit
    dark = Table(options=rules(bonus_mode="assisted")).quiet().play("SJ S7 ST HA").choices(1)[0].lit
    assert (lit, dark) == (True, False)


def test_assisted_the_question_says_what_lies_there_and_only_then() -> None:
    """By hand it is the same with roem and without: nobody is told (rules/kraken 1.6)."""
    found = KRAKEN.view(after_the_run(bonus_mode="assisted").state, 1).prompt.text
    facts = dict(found.facts)
    assert (found.code, facts["kind"], facts["points"]) == ("wait_play_found", "run3", 20)
    assert KRAKEN.view(after_the_run().state, 1).prompt.text.code == "wait_play_bonus"


def test_assisted_nobody_is_asked_about_a_trick_without_roem() -> None:
    table = Table(options=rules(bonus_mode="assisted")).quiet().play("SJ S7 ST HA")
    winner, partner = table.round.to_play, (table.round.to_play + 2) % 4
    for seat in (winner, partner):
        prompt = KRAKEN.view(table.state, seat).prompt
        assert not prompt.choices
        assert not prompt.text.code.endswith("bonus")
    assert KRAKEN.pending(table.state)[partner].empty
    assert not KRAKEN.pending(after_the_run(bonus_mode="assisted").state)[1].empty
    assert not KRAKEN.pending(after_the_run().state)[1].empty


def test_automatic_counts_without_a_claim() -> None:
    table = after_the_run(bonus_mode="automatic")
    assert table.report["bonus"] == [0, 20]
    assert table.words(1) == []
    assert table.refuses("1 bonus") == KrakenRefusal.CLAIMED_BY_ITSELF


def test_stuk_is_said_from_the_second_card_until_the_next_lead() -> None:
    """Seat 0 holds king and queen of hearts, which are trumps."""
    table = Table().quiet()
    assert table.refuses("0 stuk") == KrakenRefusal.STUK_NOT_HELD
    table.play("HK")
    assert table.words(0) == []
    table.play("H9 HJ HA")
    assert table.refuses("0 stuk") == KrakenRefusal.STUK_NOT_HELD
    table.play("H8 CT HQ")
    assert table.words(0) == ["stuk"]
    assert KRAKEN.pending(table.state)[0].must is False
    assert table.refuses("2 stuk") == KrakenRefusal.STUK_NOT_HELD
    assert KRAKEN.view(table.state, 2).prompt.choices == ()
    assert KRAKEN.view(table.state, 0).prompt.text.code == "wait_play_stuk"
    assert KRAKEN.view(table.state, 2).prompt.text.code == "wait_play"


def test_the_seat_that_may_call_roem_while_another_leads_is_told_so() -> None:
    """Seat 3 won the trick and leads; seat 1 is its partner."""
    table = Table().quiet().play("SJ S7 ST HA")
    said = [KRAKEN.view(table.state, seat).prompt.text for seat in range(4)]
    assert [each.code for each in said] == [
        "wait_next_lead",
        "wait_play_bonus",
        "wait_next_lead",
        "prompt_lead_bonus",
    ]
    assert said[1].facts == said[0].facts


def test_stuk_may_be_said_in_the_same_trick_or_after_it_but_not_later() -> None:
    inside = Table().quiet().play("HK H9 HJ HA H8 CT HQ").say("0 stuk")
    assert inside.report["stuk"] == [20, 0]
    assert KRAKEN.view(inside.state, None).seats[0].word.code == "said_stuk"
    assert inside.refuses("0 stuk") == KrakenRefusal.ALREADY_CLAIMED
    after = Table().quiet().play("HK H9 HJ HA H8 CT HQ HT")
    assert after.words(0) == ["stuk"]
    after.say("0 stuk")
    assert after.report["stuk"] == [20, 0]
    assert KRAKEN.view(after.play("D7").state, None).seats[0].word is None
    late = Table().quiet().play("HK H9 HJ HA H8 CT HQ HT D7")
    assert late.words(0) == []
    assert late.refuses("0 stuk") == KrakenRefusal.CLAIM_TOO_LATE


def test_automatic_stuk_is_counted_by_the_house() -> None:
    table = Table(options=rules(stuk_mode="automatic")).quiet()
    assert table.refuses("0 stuk") == KrakenRefusal.CLAIMED_BY_ITSELF
    table.play("HK H9 HJ HA H8 CT")
    assert table.report["stuk"] == [0, 0]
    assert table.play("HQ").report["stuk"] == [20, 0]


def test_the_app_style_counts_stuk_by_itself_like_the_rest_of_its_roem() -> None:
    (style,) = (preset for preset in KRAKEN.presets if preset.key == "g4a")
    assert (style.values["bonus_mode"], style.values["stuk_mode"]) == ("automatic", "automatic")
    table = Table(options=rules(**style.values)).quiet()
    assert table.refuses("0 stuk") == KrakenRefusal.CLAIMED_BY_ITSELF
    assert table.play("HK H9 HJ HA H8 CT HQ").report["stuk"] == [20, 0]


def test_each_style_plays_what_its_source_says() -> None:
    """The presets (rules/kraken 2): what differs from the Kraken text."""
    assert {preset.key: dict(preset.values) for preset in KRAKEN.presets} == {
        "kraken_text": {},
        "alone": {"bonus_mode": "assisted"},
        "g4a": {
            "bonus_mode": "automatic",
            "stuk_mode": "automatic",
            "declarations_compare": "player_total",
            "declare_reveal": "open",
            "challenge_order": "team_first_click",
            "double_spades": "off",
        },
        "klaverjas_nl": {
            "multiplier_scope": "cards_only",
            "declarations_compare": "team_total",
            "declarations_tie": "both",
            "quads": "nines_150",
            "double_spades": "off",
        },
        "score_app": {"must_beat": "declarers", "challenged_settlement": "both_score"},
    }


def test_no_stuk_where_declarations_are_off() -> None:
    table = Table(options=rules(declarations="off")).quiet().play("HK H9 HJ HA H8 CT HQ")
    assert table.words(0) == []
    assert table.refuses("0 stuk") == Refusal.NOT_NOW
    assert table.report["stuk"] == [0, 0]


@pytest.mark.parametrize(
    ("options", "window"),
    [
        ({}, True),
        ({"bonus_mode": "assisted", "declarations": "off"}, True),
        ({"bonus_mode": "automatic"}, True),
        ({"bonus_mode": "automatic", "stuk_mode": "automatic"}, False),
        ({"bonus_mode": "automatic", "declarations": "off"}, False),
    ],
)
def test_the_house_closes_the_last_window_where_somebody_could_claim(
    options: dict[str, object], window: bool
) -> None:
    table = Table(options=rules(**options)).quiet().play_out()
    assert (table.report["score"] is None) is window
    if window:
        assert table.waiting == ["house"]
        assert KRAKEN.pending(table.state)["house"].seconds == 20
        assert table.refuses("1 kraken") == Refusal.NOT_NOW
        assert table.refuses("0 SJ") == Refusal.NOT_NOW
        table.say("house close")
    assert table.report["score"] is not None
    assert table.refuses("house close") == Refusal.NOT_NOW
    assert table.refuses("0 bonus") == Refusal.NOT_NOW


def test_the_last_trick_may_be_claimed_until_the_house_closes() -> None:
    table = Table().quiet().play_out()
    winner = table.round.tricks[-1].winner
    assert table.words(winner)[0] == "bonus"
    assert KRAKEN.view(table.state, winner).prompt.text.code == "prompt_claim_bonus"
    assert KRAKEN.view(table.state, (winner + 1) % 4).prompt.text.code == "wait_claim"
    table.say(f"{winner} bonus", "house close")
    assert table.waiting == ["house"]
    assert KRAKEN.view(table.state, None).prompt.text.code == "prompt_closed"


@pytest.mark.parametrize(
    ("trick", "lies_in"),
    [
        ("H7 H8 H9 SA", "H7 H8 H9"),
        ("HQ SK HK HJ", "HQ HK HJ"),
        ("SQ H7 SK D9", "SQ SK"),
        ("SJ SQ SK H7", "SJ SQ SK"),
        ("HK SK DK CK", "HK SK DK CK"),
        ("H8 S8 D8 C8", ""),
        ("H7 H9 HJ HK", ""),
    ],
)
def test_the_cards_in_which_roem_lies(trick: str, lies_in: str) -> None:
    """Spades are trumps; rules/kraken 1.5.5."""
    assert bonus_cards(trick.split(), "S", "classic") == tuple(lies_in.split())
