"""Games are found by name and version; a version that was played once can be asked for ever after."""

from __future__ import annotations

import pytest

from games.engine import registry
from games.engine.errors import MalformedAction, Refusal
from games.engine.kraken import Kraken
from games.engine.options import read_options
from tests.engine.record.records import check, record


class Later(Kraken):
    """Kraken as it might be one day."""

    version = 2


def test_an_added_version_is_the_newest_and_the_one_before_is_still_found() -> None:
    kraken, later = registry.game("kraken"), Later()
    registry.add(later)
    try:
        assert registry.game("kraken") is registry.game("kraken", 2) is later
        assert registry.game("kraken", 1) is kraken
        with pytest.raises(ValueError, match="version 2 of kraken"):
            registry.add(Later())
        assert check(record())["ok"] is True
        assert check(record(version=1))["ok"] is True
        assert check(record(version=2))["ok"] is True
    finally:
        registry.remove(later)
    assert registry.game("kraken") is kraken
    assert check(record(version=2))["code"] == Refusal.UNKNOWN_VERSION


def test_an_earlier_version_can_be_added_beside_the_newest() -> None:
    class Earlier(Kraken):
        version = 0

    kraken, earlier = registry.game("kraken"), Earlier()
    registry.add(earlier)
    try:
        assert registry.game("kraken") is kraken
        assert registry.game("kraken", 0) is earlier
    finally:
        registry.remove(earlier)
    with pytest.raises(MalformedAction) as refusal:
        registry.game("kraken", 0)
    assert refusal.value.code == Refusal.UNKNOWN_VERSION


def test_a_new_game_comes_and_goes() -> None:
    class Other(Kraken):
        key = "other"

    registry.add(other := Other())
    try:
        assert registry.GAMES[-1] is registry.game("other") is other
    finally:
        registry.remove(other)
    with pytest.raises(MalformedAction):
        registry.game("other")


def test_the_deal_of_the_day_is_four_rounds() -> None:
    options = read_options(registry.game(registry.DAILY.game).Options, registry.DAILY.options)
    assert (options.match_length, options.rounds) == ("rounds", 4)
