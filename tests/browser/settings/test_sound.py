"""The sound of a turn: made when somebody's turn comes, not where it is unwished, and the speaker sleeps in between."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Served
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, sit_down

HEARD = """
window.contexts = [];
window.tones = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts.push(this); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; start.apply(this, at); };
"""
STATES = "() => window.contexts.map((context) => context.state)"


def listening(phone: Callable[..., Phone]) -> Phone:
    """A phone that counts the tones of its pages and keeps the contexts in which they sound."""
    mine = phone()
    mine.page.context.add_init_script(HEARD)
    return mine


def test_a_turn_is_heard_and_the_speaker_sleeps_in_between(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = listening(phone)
    sit_down(mine, served)
    assert mine.page.evaluate(STATES) == []
    mine.play_on(ends=("card",))
    mine.tap("#hand .card:not([aria-disabled=true])")
    assert mine.wait_for("() => window.tones >= 2"), mine.shown()
    assert mine.wait_for("() => window.contexts.every((context) => context.state === 'suspended')")
    assert mine.page.evaluate(STATES) == ["suspended"]


def test_who_wishes_no_sound_hears_none(phone: Callable[..., Phone], served: Served) -> None:
    mine = listening(phone)
    enter_as_guest(mine, "Silent Sien")
    mine.visit("/me/")
    mine.page.locator("[name=sound]").uncheck()
    with mine.page.expect_navigation():
        mine.page.locator("form:has([name=sound]) button").last.tap()
    sit_down(mine, served)
    mine.play_on(ends=("lead", "over"))
    mine.tap("#hand .card:not([aria-disabled=true])")
    mine.play_on()
    assert mine.page.evaluate("() => [window.tones, window.contexts.length]") == [0, 0]
