"""A record that cannot be right is refused at its place, with a code and a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import registry
from games.engine.record import FORMAT, check_text
from tests.engine.kraken.table import HANDS
from tests.engine.record.records import WORDS, Record, check, record, refusal_of, sealed_match
from tests.engine.refusals import EVERY_REFUSAL


@pytest.mark.parametrize(
    "written", [None, [], "text", 7, True, {}, {"format": "card-club-record/2"}, {"format": 1}]
)
def test_what_is_no_record_is_malformed(written: object) -> None:
    assert refusal_of(written) == (None, "malformed")


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"not json",
        b"{",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": ' * 100_000,
        b"1" * 5_000,
        "{“format”: 1}".encode(),
    ],
)
def test_what_is_no_json_is_malformed(written: bytes) -> None:
    answer = check_text(written, registry.game)
    assert (answer["ok"], answer["at"], answer["code"]) == (False, None, "malformed")


def test_a_record_in_bytes_may_begin_with_a_mark() -> None:
    written = json.dumps(record(players=["Zoë", "Bert", "Cora", "Dirk"]), ensure_ascii=False)
    for codec in ("utf-8", "utf-8-sig"):
        assert check_text(written.encode(codec), registry.game)["ok"] is True


def test_nesting_that_json_can_read_but_nobody_can_say_is_an_answer_too() -> None:
    for depth in (100, 500, 900, 960, 980, 990):
        deep = (
            b'{"format": "card-club-record/1", "game": "kraken", "players": ["a", "b", "c", "d"], "log": [], '
        )
        deep += b'"options": {"rounds": ' + b"[" * depth + b"]" * depth + b"}}"
        answer = check_text(deep, registry.game)
        assert answer["code"] in ("unknown_value", "malformed")


def test_nesting_that_json_can_read_but_no_digest_can_write_is_an_answer_too() -> None:
    head = (
        b'{"format": "card-club-record/1", "game": "kraken", "log": [], "digest": {}, "proof": [{"round": 1, '
    )
    for depth in range(900, 1000):
        answer = check_text(head + b'"cuts": ' + b"[" * depth + b"]" * depth + b"}]}", registry.game)
        assert answer["code"] in ("wrong_digest", "malformed")


@pytest.mark.parametrize(
    ("changed", "code", "named"),
    [
        ({"colour": "red"}, "unknown_field", "colour"),
        ({"game": None}, "missing_field", "game"),
        ({"digest": []}, "wrong_digest", "digest"),
        ({"digest": {"scheme": "sha256-chain/1", "value": "00" * 32}}, "wrong_digest", "digest"),
        ({"game": "canasta"}, "unknown_game", "canasta"),
        ({"game": 7}, "malformed", "game"),
        ({"options": []}, "malformed", "options"),
        ({"options": {"colour": "red"}}, "unknown_option", "colour"),
        ({"options": {"play_rules": "utrecht"}}, "unknown_value", "utrecht"),
        ({"options": {"play_rules": True}}, "unknown_value", "play_rules"),
        ({"options": {"rounds": "16"}}, "unknown_value", "rounds"),
        ({"options": {"rounds": 16.0}}, "unknown_value", "rounds"),
        ({"options": {"rounds": 0}}, "unknown_value", "rounds"),
        ({"options": {"rounds": 65}}, "unknown_value", "65"),
        ({"options": {"rounds": True}}, "unknown_value", "rounds"),
        ({"options": {"pit_counts_for_target": "yes"}}, "unknown_value", "pit_counts_for_target"),
        ({"options": {"pit_counts_for_target": 1}}, "unknown_value", "pit_counts_for_target"),
        ({"options": {"declarations": None}}, "unknown_value", "declarations"),
        ({"options": {"declarations": ["on"]}}, "unknown_value", "declarations"),
        ({"options": {"revoke_bonus": 50}}, "unknown_value", "50"),
        ({"players": ["Anna", "Bert", "Cora"]}, "malformed", "players"),
        ({"players": ["Anna", "Bert", "Cora", "Dirk", "Eva"]}, "malformed", "players"),
        ({"players": ["Anna", "Bert", "Cora", 4]}, "malformed", "name"),
        ({"players": "Anna"}, "malformed", "players"),
        ({"log": {}}, "malformed", "log"),
        ({"version": 2}, "unknown_version", "2"),
        ({"version": True}, "malformed", "version"),
        ({"proof": {}}, "malformed", "proof"),
        ({"proof": ["none"]}, "malformed", "proof"),
        ({"proof": [{"round": "1"}]}, "malformed", "round"),
        ({"proof": [{"round": True}]}, "malformed", "round"),
    ],
)
def test_a_wrong_head_is_refused_by_name(changed: Record, code: str, named: str) -> None:
    written = record(**changed)
    assert refusal_of(written) == (None, code)
    assert named in check(written)["message"]


def test_a_missing_log_is_named() -> None:
    written = record()
    del written["log"]
    assert refusal_of(written) == (None, "missing_field")


@pytest.mark.parametrize(
    ("at", "line", "code"),
    [
        (0, "deal", "malformed"),
        (0, None, "malformed"),
        (0, {}, "missing_field"),
        (0, {"by": "house"}, "missing_field"),
        (0, {"by": 0, "do": "pass"}, "malformed"),
        (0, {"by": "house", "do": 7}, "malformed"),
        (0, {"by": "house", "do": "deal", "dealer": 3, "hands": HANDS}, "malformed"),
        (0, {"by": "4", "do": "pass"}, "unknown_seat"),
        (0, {"by": "-1", "do": "pass"}, "unknown_seat"),
        (0, {"by": "00", "do": "pass"}, "unknown_seat"),
        (0, {"by": "٣", "do": "pass"}, "unknown_seat"),
        (0, {"by": "", "do": "pass"}, "unknown_seat"),
        (0, {"by": "house", "do": "shuffle"}, "unknown_word"),
        (0, {"by": "house", "do": "deal", "dealer": "4", "hands": HANDS}, "unknown_seat"),
        (0, {"by": "house", "do": "deal", "dealer": "3"}, "missing_field"),
        (0, {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS[:-3]}, "wrong_deal"),
        (0, {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS.replace("DA", "DK")}, "wrong_deal"),
        (0, {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS.replace("DA", "D1")}, "unknown_card"),
        (0, {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS + ";"}, "wrong_deal"),
        (0, {"by": "3", "do": "deal", "dealer": "3", "hands": HANDS}, "house_only"),
        (1, {"by": "house", "do": "deal", "dealer": "0", "hands": HANDS}, "not_now"),
        (1, {"by": "house", "do": "trump", "suit": "H"}, "not_now"),
        (1, {"by": "0", "do": "trump"}, "missing_field"),
        (1, {"by": "0", "do": "trump", "suit": "X"}, "unknown_suit"),
        (1, {"by": "0", "do": "trump", "suit": "H", "colour": "red"}, "unknown_field"),
        (1, {"by": "0", "do": "trump", "suit": ["H"]}, "malformed"),
        (1, {"by": "0", "do": "pass"}, "must_name_trump"),
        (1, {"by": "1", "do": "trump", "suit": "H"}, "not_your_turn"),
        (1, {"by": "0", "do": "play", "card": "SJ"}, "not_now"),
        (2, {"by": "3", "do": "kraken"}, "not_your_turn"),
        (2, {"by": "1", "do": "re"}, "wrong_level"),
        (8, {"by": "0", "do": "declare", "combinations": "SJ SQ"}, "not_a_combination"),
        (8, {"by": "0", "do": "declare", "combinations": "SX"}, "unknown_card"),
        (9, {"by": "0", "do": "declare", "combinations": ""}, "already_spoken"),
        (13, {"by": "1", "do": "play", "card": "SA"}, "card_not_held"),
        (13, {"by": "1", "do": "play", "card": "H9"}, "must_follow_suit"),
        (13, {"by": "2", "do": "play", "card": "ST"}, "not_your_turn"),
        (15, {"by": "3", "do": "play", "card": "CA"}, "must_ruff"),
        (16, {"by": "0", "do": "bonus"}, "not_your_claim"),
        (17, {"by": "1", "do": "bonus"}, "already_claimed"),
        (17, {"by": "0", "do": "stuk"}, "stuk_not_held"),
        (17, {"by": "house", "do": "close"}, "not_now"),
        (17, {"by": "house", "do": "turn", "suit": "H"}, "not_now"),
    ],
)
def test_a_wrong_line_is_refused_at_its_place(at: int, line: object, code: str) -> None:
    assert refusal_of(record(log=[*WORDS[:at], line])) == (at, code)
    assert refusal_of(record(log=[*WORDS[:at], line, "never reached"])) == (at, code)


def test_markup_and_lone_surrogates_in_a_record_are_only_text() -> None:
    for odd in ("<script>", "\ud800", "{format}", "{0}", "%s", "\x00", "x" * 10_000):
        for written in (record(**{odd: 1}), record(options={odd: 1}), record(game=odd)):
            answer = check(written)
            assert answer["ok"] is False
            assert len(answer["message"]) < 200
            json.dumps(answer).encode()
        log = [{"by": odd, "do": odd, odd: odd}]
        assert refusal_of(record(log=log))[0] == 0


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["house", "0", "3", "play", "deal", "bonus", "SA", "S7 S8 S9", ";", HANDS, FORMAT]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in inside for found in ((*path, key), *places(item, (*path, key)))]


@given(data=st.data(), junk=JUNK)
@settings(max_examples=300)
def test_whatever_stands_anywhere_is_answered(data: st.DataObject, junk: Any) -> None:
    written: Any = sealed_match() if data.draw(st.booleans()) else record()
    *path, key = data.draw(st.sampled_from(places(written)))
    holder = written
    for step in path:
        holder = holder[step]
    holder[key] = junk
    answer = check(written, with_choices=True)
    assert answer["ok"] is True or refusal_of(written)[1] in set(EVERY_REFUSAL)
    json.dumps(answer)
