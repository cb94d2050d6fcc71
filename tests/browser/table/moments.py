"""Tables that are shown and pushed to a page on which things move, and the scripts that measure their motions."""

from __future__ import annotations

from typing import Any

from games.engine.kraken import Kraken
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Sitter, TableState
from games.table.screen import rendering
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kraken.table import Table as Round

NAMES = ("Aafke", "Vlugge Ekster", "Ceciel", "Bartholomeus")

MOVING = """() => {
  document.documentElement.dataset.motion = "full";
  window.longest = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.longest = Math.max(window.longest, (how.delay ?? 0) + (how.duration ?? how));
    return animate.call(this, frames, how);
  };
}"""
"""Let this page move, and keep the longest motion that its script begins, in ms."""

ENDS = """() => Math.max(window.longest, ...document.getAnimations().map((motion) => motion.effect.getComputedTiming())
  .filter((timing) => Number.isFinite(timing.endTime)).map((timing) => timing.endTime))"""
"""When the last of the motions of a moment ends, in ms."""

STOPPED = """() => document.getAnimations().forEach((motion) => {
  const holdsBackTaps = motion.animationName === "untouched" || motion.effect.target.id === "prompt";
  if (holdsBackTaps) motion.finish();
  else motion.pause();
})"""
"""Let what moves stand still, and the time be over in which taps are meant for the buttons before."""

FINISHED = """() => document.getAnimations().forEach((motion) => {
  if (motion.effect.getComputedTiming().endTime < Infinity) motion.finish();
})"""

UNDER_A_THUMB = """() => [...document.querySelectorAll(
  "#prompt button, #hand .card, .menu summary, .talk-panel summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { left, top, height } = one.getBoundingClientRect();
    const [x, y] = [left + 8, top + height / 2];
    return one.contains(document.elementFromPoint(x, y)) ? "" : one.textContent;
  }).filter(Boolean)"""
"""What a thumb would not meet where it aims at it."""

SHIFTED = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifts += entry.value)))
    .observe({ type: "layout-shift", buffered: false });
}"""


def table_of(round_: Round, seq: int = 5) -> Table:
    """A running table of Kraken with this round, three people and a bot."""
    state: Any = round_.state
    return Table(
        match_id=9,
        code="BCDFGH",
        game=Kraken(),
        options=state.options,
        status=Match.Status.RUNNING,
        phrases_on=True,
        chat_on=False,
        signals="",
        sitters=tuple(
            Sitter(seat, seat + 1, NAMES[seat], "bot" if seat == 2 else "person") for seat in range(4)
        ),
        state=TableState(seq=seq, game_state=state),
    )


def show_moving(mine: Phone, round_: Round, seat: int = 0) -> None:
    """Show this round to a seat on a page on which things move."""
    mine.page.emulate_media(reduced_motion="no-preference")
    show(mine, table_of(round_), seat)
    mine.page.evaluate(MOVING)


def push(mine: Phone, round_: Round, seat: int = 0) -> None:
    """Push every zone of this round to the page, and let what moves stand where it begins."""
    zones = rendering.zones_of(table_of(round_), seat=seat, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)


def times_told(mine: Phone, sentence: str) -> int:
    """How often the log of the page has this sentence."""
    return mine.page.locator("#live p").all_inner_texts().count(sentence)


def close_windows(round_: Round) -> Round:
    """The round with its last window closed."""
    while round_.round.phase == "claim":
        round_.say("house close")
    return round_


def legal_card(round_: Round) -> str:
    choices = round_.choices(round_.round.to_play)
    return next(choice.data["card"] for choice in choices if choice.data["do"] == "play")
