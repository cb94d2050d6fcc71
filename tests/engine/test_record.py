"""The match record as an outside program writes it, and what the check answers (record.md)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import registry
from games.engine.errors import SENTENCES, Refusal
from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.log import Entry, advance_house
from games.engine.record import FORMAT, check_record, check_text, write_record
from games.engine.shuffle import VERSION, Fate, commitment
from tests.engine.kraken.table import HANDS
from tests.engine.playing import played

Record = dict[str, Any]

WORDS = [
    {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS},
    {"by": "0", "do": "trump", "suit": "H"},
    {"by": "1", "do": "pass"},
    {"by": "3", "do": "kraken"},
    {"by": "0", "do": "pass"},
    {"by": "2", "do": "re"},
    {"by": "1", "do": "pass"},
    {"by": "3", "do": "pass"},
    {"by": "0", "do": "declare", "combinations": "SJ SQ SK"},
    {"by": "1", "do": "declare", "combinations": ""},
    {"by": "2", "do": "declare", "combinations": ""},
    {"by": "3", "do": "declare", "combinations": ""},
    {"by": "0", "do": "play", "card": "SJ"},
    {"by": "1", "do": "play", "card": "S9"},
    {"by": "2", "do": "play", "card": "ST"},
    {"by": "3", "do": "play", "card": "HA"},
    {"by": "3", "do": "bonus"},
]


def record(*, log: list[Any] | None = None, **changed: Any) -> Record:
    """The example of record.md with a deal written out; keys set to None are left out."""
    written: Record = {
        "format": FORMAT,
        "game": "kraken",
        "options": {"play_rules": "rotterdam", "rounds": 1},
        "players": ["Anna", "Bert", "Cora", "Dirk"],
        "log": copy.deepcopy(WORDS) if log is None else log,
        **changed,
    }
    return {key: value for key, value in written.items() if value is not None}


def check(written: object, *, with_choices: bool = False) -> Record:
    return check_record(written, registry.game, with_choices=with_choices)


def refused(written: object) -> tuple[int | None, str]:
    """Where and why a record is refused; the answer is one sentence, and JSON."""
    answer = check(written)
    assert set(answer) == {"ok", "at", "code", "message"}
    assert answer["ok"] is False
    assert answer["code"] in set(Refusal)
    assert answer["message"]
    json.dumps(answer).encode()
    return answer["at"], answer["code"]


def test_the_example_is_played_as_it_stands() -> None:
    answer = check(record(), with_choices=True)
    assert answer["ok"] is True
    assert answer["rounds"] == [
        {
            "trump": "H",
            "declarers": 0,
            "level": 2,
            "tricks": [[3, 23, 20]],
            "cards": [0, 23],
            "bonus": [0, 20],
            "declared": [20, 0],
            "stuk": [0, 0],
            "pit": [0, 0],
            "score": None,
            "lines": [],
        }
    ]
    assert answer["totals"] == [0, 0]
    assert answer["next"] == {"3": ["play"]}
    assert answer["choices"] == [
        None,
        ["trump"],
        ["kraken", "pass"],
        ["kraken", "pass"],
        ["pass", "re"],
        ["pass", "re"],
        ["pass", "superkraken"],
        ["pass", "superkraken"],
        None,
        None,
        None,
        None,
        ["D9", "DT", "H7", "HK", "HQ", "SJ", "SK", "SQ"],
        ["S7", "S8", "S9"],
        ["SA", "ST"],
        ["HA"],
        ["bonus", "play"],
    ]


@pytest.mark.parametrize(
    ("length", "following"),
    [
        (0, {"house": ["deal"]}),
        (1, {"0": ["trump"]}),
        (2, {"1": ["kraken", "pass"]}),
        (4, {"0": ["pass", "re"]}),
        (8, {"0": ["declare"], "1": ["declare"], "2": ["declare"], "3": ["declare"]}),
        (10, {"2": ["declare"], "3": ["declare"]}),
        (13, {"1": ["play"]}),
        (16, {"1": ["bonus"], "3": ["bonus", "play"]}),
    ],
)
def test_next_names_who_may_or_must_act_and_how(length: int, following: Record) -> None:
    answer = check(record(log=WORDS[:length]))
    assert answer["next"] == following
    assert len(answer["rounds"]) == min(length, 1)


def whole_round(**options: Any) -> Record:
    """A round played to its end by the first card that is allowed."""
    game, written = Kraken(), record(options={"rounds": 1, **options}, log=copy.deepcopy(WORDS[:8]))
    if options.get("declarations") != "off":
        written["log"] += copy.deepcopy(WORDS[8:12])
    state = game.start(registry_options(written), 4)
    for line in written["log"]:
        state = apply(game, state, line)
    while state.round.phase == "play":
        seat = state.round.to_play
        card = next(choice.data for choice in game.choices(state, seat) if choice.data["do"] == "play")
        written["log"].append({"by": str(seat), **card})
        state = apply(game, state, written["log"][-1])
    if state.round.phase == "claim":
        written["log"].append({"by": "house", "do": "close"})
    return written


def registry_options(written: Record) -> Options:
    return Options(**written["options"])


def apply(game: Kraken, state: Any, line: dict[str, str]) -> Any:
    actor = "house" if line["by"] == "house" else int(line["by"])
    return game.apply(state, actor, game.parse({key: text for key, text in line.items() if key != "by"}))


def test_a_closed_round_has_its_score_and_the_match_its_totals() -> None:
    answer = check(whole_round())
    (closed,) = answer["rounds"]
    assert answer["totals"] == closed["score"]
    assert answer["next"] == {}
    assert len(closed["tricks"]) == 8
    assert sum(points for _, points, _ in closed["tricks"]) == 162
    assert sum(line["points"][0] for line in closed["lines"]) == closed["score"][0]
    assert all(set(line) == {"code", "facts", "points"} for line in closed["lines"])
    json.dumps(answer)


def test_the_close_belongs_to_the_record_only_where_there_is_a_window() -> None:
    with_window = whole_round()
    assert with_window["log"][-1] == {"by": "house", "do": "close"}
    without = whole_round(bonus_mode="automatic", declarations="off")
    assert check(without)["next"] == {}
    without["log"].append({"by": "house", "do": "close"})
    assert refused(without) == (len(without["log"]) - 1, "match_over")
    del with_window["log"][-1]
    assert check(with_window)["next"]["house"] == ["close"]
    assert check(with_window)["rounds"][0]["score"] is None


@pytest.mark.parametrize(
    "written", [None, [], "text", 7, True, {}, {"format": "card-club-record/2"}, {"format": 1}]
)
def test_what_is_no_record_is_malformed(written: object) -> None:
    assert refused(written) == (None, "malformed")


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


@pytest.mark.parametrize(
    ("changed", "code", "named"),
    [
        ({"colour": "red"}, "unknown_field", "colour"),
        ({"game": None}, "missing_field", "game"),
        ({"players": None}, "missing_field", "players"),
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
        ({"version": 2}, "malformed", "version"),
        ({"version": True}, "malformed", "version"),
        ({"proof": {}}, "malformed", "proof"),
        ({"proof": ["none"]}, "malformed", "proof"),
        ({"proof": [{"round": "1"}]}, "malformed", "round"),
        ({"proof": [{"round": True}]}, "malformed", "round"),
    ],
)
def test_a_wrong_head_is_refused_by_name(changed: Record, code: str, named: str) -> None:
    written = record(**changed)
    assert refused(written) == (None, code)
    assert named in check(written)["message"]


def test_a_missing_log_is_named() -> None:
    written = record()
    del written["log"]
    assert refused(written) == (None, "missing_field")


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
    assert refused(record(log=[*WORDS[:at], line])) == (at, code)
    assert refused(record(log=[*WORDS[:at], line, "never reached"])) == (at, code)


def test_the_deal_passes_to_the_left() -> None:
    first = whole_round()
    first["options"]["rounds"] = 2
    for dealer in ("1", "2", "3"):
        deal = {"by": "house", "do": "deal", "dealer": dealer, "hands": HANDS}
        assert refused({**first, "log": [*first["log"], deal]}) == (len(first["log"]), "wrong_dealer")
    deal = {"by": "house", "do": "deal", "dealer": "0", "hands": HANDS}
    assert check({**first, "log": [*first["log"], deal]})["next"] == {"1": ["trump"]}


def test_times_and_who_pressed_are_ignored_whatever_they_say() -> None:
    log = [{**line, "at": "2026-03-14T20:00:00Z", "automatic": True} for line in WORDS]
    assert check(record(log=log, match="ABC", started=None, finished=7, version=1)) == check(record())


def test_markup_and_lone_surrogates_in_a_record_are_only_text() -> None:
    for odd in ("<script>", "\ud800", "{format}", "{0}", "%s", "\x00", "x" * 10_000):
        for written in (record(**{odd: 1}), record(options={odd: 1}), record(game=odd)):
            answer = check(written)
            assert answer["ok"] is False
            assert len(answer["message"]) < 200
            json.dumps(answer).encode()
        log = [{"by": odd, "do": odd, odd: odd}]
        assert refused(record(log=log))[0] == 0


SEED = bytes(range(32))


def sealed_match(**changed: Any) -> Record:
    """The first deal of a match as the site would write it, proof and all."""
    game = Kraken()
    options = Options(trump_mode="random", rounds=1)
    dealt = advance_house(game, game.start(options, 4), fate=Fate(SEED))
    proof = {
        "round": 1,
        "seed": SEED.hex(),
        "context": "match 7, round 1",
        "shuffle": VERSION,
        "commitment": commitment(seed=SEED, context="match 7, round 1"),
        **changed,
    }
    written = write_record(
        game,
        options,
        players=["Anna", "Bert", "Cora", "Dirk"],
        entries=[(entry, {"at": "2026-03-14T20:00:00Z"}) for entry in dealt.entries],
        proofs=[proof],
        about={"match": "ABC", "started": "2026-03-14T20:00:00Z"},
    )
    return json.loads(json.dumps(written))


def test_a_true_proof_is_accepted() -> None:
    written = sealed_match()
    assert [line["do"] for line in written["log"]] == ["deal", "turn"]
    assert check(written)["ok"] is True
    assert check({**written, "log": []})["ok"] is True


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": "00" * 32},
        {"seed": "00" * 31},
        {"seed": "no hex"},
        {"seed": None},
        {"seed": 7},
        {"context": "match 8, round 1"},
        {"context": "\ud800"},
        {"context": None},
        {"shuffle": "another/1"},
        {"commitment": "00" * 32},
        {"commitment": None},
    ],
)
def test_a_proof_that_contradicts_itself_is_an_error_at_the_deal(changed: Record) -> None:
    written = sealed_match(**changed)
    assert refused(written) == (0, "wrong_proof")
    assert "1" in check(written)["message"]


def test_a_proof_of_another_deal_is_an_error_at_the_deal_or_the_turn() -> None:
    other = bytes(reversed(SEED))
    context = "match 7, round 1"
    another_deal = sealed_match(seed=other.hex(), commitment=commitment(seed=other, context=context))
    assert refused(another_deal) == (0, "wrong_proof")
    turned = sealed_match()
    turned["log"][1]["suit"] = next(suit for suit in "SHDC" if suit != turned["log"][1]["suit"])
    assert refused(turned) == (1, "wrong_proof")
    dealer = sealed_match()
    dealer["log"][0]["dealer"] = str((int(dealer["log"][0]["dealer"]) + 1) % 4)
    assert refused(dealer) == (0, "wrong_proof")
    twice = sealed_match()
    twice["proof"].insert(0, {**twice["proof"][0], "seed": "00" * 32})
    assert refused(twice) == (0, "wrong_proof")


def test_a_deal_by_hands_may_be_proved_too() -> None:
    written = sealed_match()
    game = Kraken()
    deal = written["log"][0]
    state = apply(game, game.start(Options(**written["options"]), 4), {**deal_without_notes(deal)})
    hands = ";".join(" ".join(hand) for hand in state.round.dealt)
    written["log"][0] = {"by": "house", "do": "deal", "dealer": deal["dealer"], "hands": hands}
    assert check(written)["ok"] is True


def deal_without_notes(line: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in line.items() if name != "at"}


def test_a_written_record_is_read_back() -> None:
    game = Kraken()
    options = Options(rounds=2, bonus_mode="automatic", double_spades="off")
    state, log = played(game, options, 5)
    entries: list[tuple[Entry, dict[str, object]]] = [(entry, {}) for entry in log]
    written = write_record(game, options, players=["a", "b", "c", "d"], entries=entries)
    assert written["options"] == {"rounds": 2, "bonus_mode": "automatic", "double_spades": "off"}
    assert written["version"] == game.version
    answer = check(json.loads(json.dumps(written)))
    assert answer["rounds"] == json.loads(json.dumps(game.reports(state)))


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
    assert answer["ok"] is True or refused(written)[1] in set(Refusal)
    json.dumps(answer)


def test_every_refusal_a_record_can_meet_has_its_sentence() -> None:
    assert all(SENTENCES[refusal] for refusal in Refusal)
