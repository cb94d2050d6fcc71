"""Promises of the log and the record of every registered game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import registry
from games.engine.errors import MalformedAction, Refusal
from games.engine.game import Game
from games.engine.log import Entry, replay
from games.engine.options import changed_options
from games.engine.record import FORMAT, after_count, check_record
from tests.engine.playing import every_game, options_for, play_match, seeds
from tests.long_counts import repetitions

pytestmark = pytest.mark.usefixtures("toy")


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(25, one_in=3))
def test_form_log_and_record_say_the_same_and_replay_to_the_same(
    game: Game[Any], data: st.DataObject
) -> None:
    options = data.draw(options_for(game))
    state, log = play_match(game, options, data.draw(seeds))
    for entry in log:
        assert game.parse(entry.data).data() == entry.data
        assert all(isinstance(value, str) for value in entry.data.values())
    assert replay(game, game.start(options, game.seats[0]), log) == state
    record = {
        "format": FORMAT,
        "game": game.key,
        "options": changed_options(options),
        "players": [f"player {seat}" for seat in range(game.seats[0])],
        "log": [{"by": str(entry.by), **entry.data} for entry in log],
    }
    report = check_record(json.loads(json.dumps(record)), registry.game, with_choices=True)
    assert report["ok"] is True, report
    assert report["totals"] == list(game.progress(state).column_totals)
    assert report["next"] == {}
    for entry, choices in zip(log, report["choices"], strict=True):
        if choices is not None:
            assert entry.data.get("card", entry.data["do"]) in choices
            assert choices == sorted(choices)


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(40, one_in=3))
def test_a_record_may_end_anywhere(game: Game[Any], data: st.DataObject) -> None:
    options = data.draw(options_for(game))
    log = play_match(game, options, data.draw(seeds))[1]
    length = data.draw(st.integers(0, len(log)))
    record = {
        "format": FORMAT,
        "game": game.key,
        "options": changed_options(options),
        "players": ["player"] * game.seats[0],
        "log": [{"by": str(entry.by), **entry.data} for entry in log[:length]],
    }
    report = check_record(record, registry.game)
    state = replay(game, game.start(options, game.seats[0]), log[:length])
    assert report["ok"] is True
    assert set(report["next"]) == {str(actor) for actor in game.pending(state)}
    assert report["rounds"] == game.reports(after_count(game, state))


@every_game
def test_a_log_entry_names_exactly_its_fields(game: Game[Any]) -> None:
    word = game.view(game.start(game.Options(), game.seats[0]), None).hand_word
    for data, code in (
        ({}, Refusal.MISSING_FIELD),
        ({"do": "dance"}, Refusal.UNKNOWN_WORD),
        ({"do": word}, Refusal.MISSING_FIELD),
        ({"do": word, "card": "ZZ"}, Refusal.UNKNOWN_CARD),
        ({"do": word, "card": "S7e"}, Refusal.UNKNOWN_CARD),
        ({"do": word, "card": "SA", "to": "me"}, Refusal.UNKNOWN_FIELD),
        ({"do": "deal", "dealer": "0"}, Refusal.MISSING_FIELD),
        ({"do": "deal", "dealer": "9", "hands": ""}, Refusal.UNKNOWN_SEAT),
        ({"do": "deal", "dealer": "house", "hands": ""}, Refusal.UNKNOWN_SEAT),
        ({"do": "deal", "dealer": "0", "hands": "", "deck": ""}, Refusal.UNKNOWN_FIELD),
    ):
        with pytest.raises(MalformedAction) as refusal:
            game.parse(data)
        assert refusal.value.code == code, data


def test_entries_are_compared_by_what_they_say() -> None:
    assert Entry(0, {"do": "pass"}) == Entry(0, {"do": "pass"})
    assert Entry(0, {"do": "pass"}) != Entry(1, {"do": "pass"})
