"""Promises of the options and presets of every registered game."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import registry
from games.engine.errors import MalformedAction, Refusal
from games.engine.game import Game
from games.engine.options import changed_options, matters, options_of, read_options
from tests.engine.playing import SHORT, every_game, play_match, short_options


@every_game
def test_every_option_has_a_label_and_a_help(game: Game[Any]) -> None:
    for described in options_of(game.Options):
        assert described.label
        assert described.help
        assert described.group
        assert len(described.values) > 1 or described.lowest is not None
        assert all(described.values.values())


@pytest.mark.slow
@every_game
def test_a_match_can_be_played_with_every_value_of_every_option(game: Game[Any]) -> None:
    presets = [dict(preset.values) for preset in game.presets]
    for described in options_of(game.Options):
        bounds = [described.lowest, described.highest] if described.name not in SHORT else []
        values = [*described.values, *(bound for bound in bounds if bound is not None)]
        presets += [{described.name: [value] if described.several else value} for value in values]
    for seed, values in enumerate(presets):
        options = read_options(game.Options, {**short_options(game), **values})
        assert game.progress(play_match(game, options, seed)[0]).over


@every_game
def test_an_option_that_does_not_matter_changes_nothing(game: Game[Any]) -> None:
    """An option the rule card leaves out: the same match is played and recorded with each of its values."""
    short = short_options(game)
    for described in options_of(game.Options):
        needed = dict(described.when)
        assert needed.keys() <= {other.name for other in options_of(game.Options)}
        for name, values in needed.items():
            other = next(one for one in options_of(game.Options) if one.name == name)
            idle = next(value for value in other.values if value not in values)
            offered = [*described.values] or [described.lowest, described.highest]
            results = []
            for value in offered:
                options = read_options(game.Options, {**short, name: idle, described.name: value})
                assert not matters(described, options)
                state, log = play_match(game, options, 11)
                results.append((game.results(state), log))
            assert results == [results[0]] * len(offered), (described.name, name)


@every_game
def test_every_preset_is_made_of_options(game: Game[Any]) -> None:
    assert len({preset.key for preset in game.presets}) == len(game.presets) > 0
    for preset in game.presets:
        assert preset.label
        assert preset.help
        assert changed_options(read_options(game.Options, preset.values)) == preset.values


@every_game
def test_a_value_no_option_has_is_refused_by_name(game: Game[Any]) -> None:
    with pytest.raises(MalformedAction) as refusal:
        read_options(game.Options, {"sunshine": True})
    assert (refusal.value.code, refusal.value.facts) == (Refusal.UNKNOWN_OPTION, {"option": "sunshine"})
    for described in options_of(game.Options):
        wrong: list[object] = [None, [], {}, 1.0, "no such value"]
        if isinstance(described.default, bool):
            wrong += ["yes", "True", int(described.default)]
        elif set(described.values) != {"on", "off"}:
            wrong += [True, False]
        if described.lowest is not None and described.highest is not None:
            wrong += [described.lowest - 1, described.highest + 1]
        for value in wrong:
            with pytest.raises(MalformedAction) as refusal:
                read_options(game.Options, {described.name: value})
            assert refusal.value.code == Refusal.UNKNOWN_VALUE
            assert refusal.value.facts["option"] == described.name


def test_on_and_off_may_be_written_as_yes_and_no() -> None:
    kraken = registry.game("kraken")
    for written, meant in ((True, "on"), (False, "off"), ("on", "on"), ("off", "off")):
        assert read_options(kraken.Options, {"declarations": written}).declarations == meant
