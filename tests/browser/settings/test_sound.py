"""What a table is heard and felt by: made when something happens, not where it is unwished; between sounds the speaker
sleeps."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Served
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, open_settings, sit_down

HEARD = """
window.contexts = [];
window.tones = 0;
window.pitches = new Set();
window.loudest = 0;
window.shaken = 0;
navigator.vibrate = () => { window.shaken += 1; return true; };
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts.push(this); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) {
  window.tones += 1;
  window.pitches.add(this.frequency.value);
  start.apply(this, at);
};
const ramp = AudioParam.prototype.linearRampToValueAtTime;
AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
  window.loudest = Math.max(window.loudest, value);
  return ramp.call(this, value, at);
};
"""
TURN = 660
"""Hz of the first tone by which a player hears that it is their turn."""
ONE_ASLEEP = "() => window.contexts.length === 1 && window.contexts[0].state === 'suspended'"
STATES = "() => window.contexts.map((context) => context.state)"


def listen(phone: Callable[..., Phone]) -> Phone:
    """A phone that counts the tones of its pages and keeps the contexts in which they sound."""
    mine = phone()
    mine.page.context.add_init_script(HEARD)
    return mine


def test_a_turn_is_heard_and_the_speaker_sleeps_in_between(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = listen(phone)
    sit_down(mine, served)
    assert mine.page.evaluate(STATES) == []
    mine.play_on(ends=("card",))
    mine.tap("#hand .card:not([aria-disabled=true])")
    assert mine.wait_for("() => window.tones >= 2"), mine.shown()
    assert mine.wait_for(ONE_ASLEEP), mine.page.evaluate(STATES)


def test_who_wishes_no_sound_hears_none_and_feels_the_turn(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = listen(phone)
    enter_as_guest(mine, "Silent Sien")
    open_settings(mine)
    mine.page.locator("[name=sound]").uncheck()
    with mine.page.expect_navigation():
        mine.page.locator("form:has([name=sound]) button").last.tap()
    sit_down(mine, served)
    mine.play_on(ends=("lead", "over"))
    mine.tap("#hand .card:not([aria-disabled=true])")
    mine.play_on()
    assert mine.page.evaluate("() => [window.tones, window.contexts.length]") == [0, 0]
    assert mine.wait_for("() => window.shaken > 0"), mine.shown()


def test_each_sound_and_the_shaking_can_be_left_out_and_all_sounds_be_soft(
    phone: Callable[..., Phone], served: Served
) -> None:
    loudest = {}
    for volume in ("loud", "soft"):
        mine = listen(phone)
        enter_as_guest(mine, f"Swan {volume}")
        open_settings(mine)
        mine.page.locator("[name=sounds][value=turn]").set_checked(volume == "loud")
        mine.page.locator("[name=volume]").select_option(volume)
        mine.page.locator("[name=vibration]").set_checked(volume == "loud")
        with mine.page.expect_navigation():
            mine.page.locator("form:has([name=sound]) button").last.tap()
        sit_down(mine, served)
        mine.play_on(ends=("lead", "over"))
        mine.tap("#hand .card:not([aria-disabled=true])")
        mine.play_on()
        assert (TURN in mine.page.evaluate("() => [...window.pitches]")) is (volume == "loud")
        assert (mine.page.evaluate("() => window.shaken") > 0) is (volume == "loud")
        loudest[volume] = mine.page.evaluate("() => window.loudest")
    assert 0 < loudest["soft"] < loudest["loud"]
