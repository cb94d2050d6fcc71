"""The match record as an outside program writes it, and what the check answers."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.log import Entry
from games.engine.record import write_record
from tests.engine.kraken.table import HANDS
from tests.engine.playing import play_match
from tests.engine.record.records import (
    WORDS,
    Record,
    apply,
    check,
    record,
    refusal_of,
    sealed_match,
    without_digest,
)


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
    assert refusal_of(without) == (len(without["log"]) - 1, "match_over")
    del with_window["log"][-1]
    assert check(with_window)["next"]["house"] == ["close"]
    assert check(with_window)["rounds"][0]["score"] is None


def test_the_deal_passes_to_the_left() -> None:
    first = whole_round()
    first["options"]["rounds"] = 2
    for dealer in ("1", "2", "3"):
        deal = {"by": "house", "do": "deal", "dealer": dealer, "hands": HANDS}
        assert refusal_of({**first, "log": [*first["log"], deal]}) == (len(first["log"]), "wrong_dealer")
    deal = {"by": "house", "do": "deal", "dealer": "0", "hands": HANDS}
    assert check({**first, "log": [*first["log"], deal]})["next"] == {"1": ["trump"]}


def test_times_and_who_pressed_are_ignored_whatever_they_say() -> None:
    log = [{**line, "at": "2026-03-14T20:00:00Z", "automatic": True} for line in WORDS]
    assert check(record(log=log, match="ABC", started=None, finished=7, version=1)) == check(record())


def test_a_written_record_is_read_back() -> None:
    game = Kraken()
    options = Options(rounds=2, bonus_mode="automatic", double_spades="off")
    state, log = play_match(game, options, 5)
    entries: list[tuple[Entry, dict[str, object]]] = [(entry, {}) for entry in log]
    written = write_record(game, options, players=["a", "b", "c", "d"], entries=entries)
    assert written["options"] == {"rounds": 2, "bonus_mode": "automatic", "double_spades": "off"}
    assert written["version"] == game.version
    answer = check(json.loads(json.dumps(written)))
    assert answer["rounds"] == json.loads(json.dumps(game.reports(state)))


def test_the_names_may_be_left_out_where_the_game_fixes_their_number() -> None:
    nameless = record(players=None)
    assert "players" not in nameless
    assert check(nameless) == check(record())


def test_which_deals_were_proved_and_whether_there_is_a_digest_is_told() -> None:
    assert (check(record())["proof"], check(record())["digest"]) == (["absent"], "absent")
    sealed = sealed_match()
    assert (check(sealed)["proof"], check(sealed)["digest"]) == (["ok"], "ok")
    assert check(without_digest(sealed))["digest"] == "absent"
    assert check(without_digest({**sealed, "proof": []}))["proof"] == ["absent"]
