"""What a thumb aims at stays where it is while a round is played, however much the question takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Final

import pytest

from games.table.log.loading import Table
from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.listener import DRAWN
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.browser.table.test_moments import SHIFTED
from tests.browser.table.test_pushed import PUSHED
from tests.table.play import imagined_table, one_further

AIMED_AT: Final = """() => [".felt .seat.at-0 > .face", ".talk-panel > summary", "#hand"].map((what) => {
  const { left, top } = document.querySelector(what).getBoundingClientRect();
  return `${what} ${Math.round(left)} ${Math.round(top)}`;
})"""
HEIGHT: Final = "() => document.getElementById('prompt').offsetHeight"


def steps_of_a_round() -> Iterator[Table]:
    """The table before each move of a round of Kraken that is krakened, up to the last card."""
    rng, now = Random(5), datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
    table = imagined_table(
        ("person", "bot", "bot", "bot"),
        lambda one: bool(one.game.view(one.state.game_state, 0).hand),
        rng=rng,
    )
    while not table.game.view(table.state.game_state, 0).results:
        yield table
        table = replace(table, state=one_further(table, rng, now))


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, SMALLEST])
def test_nothing_a_thumb_aims_at_moves_in_a_round(screen: Callable[..., Phone], size: dict[str, int]) -> None:
    mine = screen(size)
    steps = steps_of_a_round()
    show(mine, next(steps))
    mine.page.evaluate(SHIFTED)
    places, heights = set(), set()
    for step in steps:
        zones = rendering.zones_of(step, seat=0, talk=(), language="en")
        mine.page.evaluate(PUSHED, "".join(zones.values()))
        mine.page.evaluate(DRAWN)
        places |= {*mine.page.evaluate(AIMED_AT)}
        heights.add(mine.page.evaluate(HEIGHT))
    assert len(heights) > 2, "questions of several heights were asked"
    assert len(places) == 3
    assert mine.page.evaluate("window.shifts") <= 0.005
