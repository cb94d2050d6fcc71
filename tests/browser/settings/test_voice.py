"""The voice of the device says what stands in the log of the table, only where the player wished for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.listener import Listener, open_with_bots, start
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, open_settings

GUESTS = count(1)
RECORDED = """
window.spoken = [];
window.told = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (words) => window.spoken.push([words.lang, words.text]),
  cancel: () => sessionStorage.setItem("silenced", location.pathname),
} });
document.addEventListener("DOMContentLoaded", () => {
  const live = document.getElementById("live");
  if (live) new MutationObserver((changes) => changes.forEach((change) =>
    change.addedNodes.forEach((line) => window.told.push(line.textContent)))).observe(live, { childList: true });
});
"""
"""A voice that keeps what it is to say, beside everything that is added to the log."""
SILENT = 'Object.defineProperty(window, "speechSynthesis", { value: undefined });'
NO_VOICE = "This browser has no voice."


def guest(phone: Callable[..., Phone], script: str, *, aloud: bool, locale: str = "en-GB") -> Phone:
    """A guest whose browser runs this script first, with the setting as `aloud` says."""
    mine = phone(locale=locale)
    mine.page.context.add_init_script(script)
    enter_as_guest(mine, f"Saar {next(GUESTS)}")
    open_settings(mine)
    expect(mine.page.locator("#id_say_aloud")).not_to_be_checked()
    mine.page.locator("#id_say_aloud").set_checked(aloud)
    with mine.page.expect_navigation():
        mine.page.locator("form:has(#id_say_aloud) button").last.tap()
    expect(mine.page.locator("#id_say_aloud")).to_be_checked(checked=aloud)
    return mine


def play(mine: Phone, served: Served, language: str = "en") -> None:
    """A match of one round against bots, to its end."""
    listener = Listener(mine, language)
    open_with_bots(listener)
    start(listener, served, SPADES_FROM_THE_TOP)
    mine.play_on()


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_everything_in_the_log_is_said_in_the_language_of_the_page_and_nothing_else(
    phone: Callable[..., Phone], served: Served, locale: str
) -> None:
    mine = guest(phone, RECORDED, aloud=True, locale=locale)
    play(mine, served, locale[:2])
    spoken, told = mine.page.evaluate("() => [window.spoken, window.told]")
    assert len(told) > 32  # each card of the round, and more
    assert [text for _language, text in spoken] == told
    assert {language for language, _text in spoken} == {locale[:2]}
    there = mine.page.evaluate("() => location.pathname")
    mine.visit("/")
    assert mine.page.evaluate("() => sessionStorage.getItem('silenced')") == there


def test_a_browser_with_a_voice_says_so_nowhere_and_is_silent_by_default(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = guest(phone, RECORDED, aloud=False)
    expect(mine.page.locator("#id_say_aloud_helptext")).not_to_contain_text(NO_VOICE)
    play(mine, served)
    spoken, told = mine.page.evaluate("() => [window.spoken, window.told]")
    assert told
    assert spoken == []


def test_a_browser_without_a_voice_says_so_at_the_switch_and_plays_on(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = guest(phone, SILENT, aloud=True)
    expect(mine.page.locator("#id_say_aloud_helptext")).to_contain_text(NO_VOICE)
    expect(mine.page.locator("#id_say_aloud")).to_have_accessible_description(re.compile(re.escape(NO_VOICE)))
    play(mine, served)
    expect(mine.page.locator("#live")).not_to_be_empty()
