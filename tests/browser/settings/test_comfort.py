"""Comfort settings on a phone: automatic moves, tap to lift, speed of cards. No test depends on timing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from playwright.sync_api import expect

from tests.browser.conftest import MOVING, SPADES_FROM_THE_TOP, Served
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, open_settings

GUESTS = count(1)
AS_A_PERSON = 0.65
"""Least seconds before an automatic move: as long as a bot takes at normal speed."""
ASKED = """() => { window.asked = 0; window.took = [];
  new MutationObserver(() => {
    const prompt = document.getElementById("prompt"), hand = document.getElementById("hand");
    const last = hand.querySelectorAll(".card").length === 1 && prompt.classList.contains("plays");
    const declares = prompt.querySelector("#answer-groups, #answer-none");
    if ((last || declares) && !window.asked) window.asked = performance.now();
    if (!last && !declares && window.asked) { window.took.push(performance.now() - window.asked); window.asked = 0; }
  }).observe(document.getElementById("table"), {childList: true, subtree: true, attributes: true});
}"""


def with_settings(phone: Callable[..., Phone], **wishes: str) -> Phone:
    """Open a guest's phone with these settings: a choice by its value, "on" for a tick box."""
    mine = phone(**MOVING)
    enter_as_guest(mine, f"Fenna {next(GUESTS)}")
    wish(mine, **wishes)
    return mine


def wish(mine: Phone, **wishes: str) -> None:
    """Choose settings on one's own page: a choice by its value, "on" for a tick box."""
    open_settings(mine)
    for name, value in wishes.items():
        field = mine.page.locator(f"[name={name}]").first
        if value == "on":
            field.check()
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            mine.page.locator(f"[name={name}][value={value}]").check()
    with mine.page.expect_navigation():
        mine.page.locator("form:has([name=confirm_tap]) button").last.tap()


def sit_alone(mine: Phone, served: Served, game: str) -> None:
    """A match against bots; of Kraken one round, and this person makes trumps."""
    mine.visit(f"/t/new/?game={game}")
    if game == "kraken":
        mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    served.deal_next(SPADES_FROM_THE_TOP)
    mine.press("Fill with bots and start")
    mine.at_table()


def play_down_to(mine: Phone, cards: int) -> None:
    """Play until so many cards are left; what is done for one is waited for."""
    while len(mine.cards()) > cards:
        held = len(mine.cards())
        expect(mine.page.locator("#prompt.plays")).to_be_visible()
        mine.page.locator("#hand .card:not([aria-disabled=true])").first.tap(position={"x": 12, "y": 40})
        expect(mine.page.locator("#hand .card")).to_have_count(held - 1)


LIES_STILL = "() => document.getAnimations().every((motion) => motion.playState !== 'running')"


def test_the_last_card_is_played_for_me_as_late_as_by_hand(phone: Callable[..., Phone], served: Served):
    mine = with_settings(phone, auto_play_last="on", motion="none")
    sit_alone(mine, served, "rosbiratschka")
    mine.page.evaluate(ASKED)
    play_down_to(mine, 1)

    expect(mine.page.locator("#sheet.is-open")).to_be_visible()
    (took,) = mine.page.evaluate("() => window.took")
    assert took / 1000 >= AS_A_PERSON


def test_what_i_hold_is_declared_for_me_as_late_as_by_hand(phone: Callable[..., Phone], served: Served):
    mine = with_settings(phone, auto_declare="on")
    sit_alone(mine, served, "kraken")
    mine.page.evaluate(ASKED)
    mine.say("trump", suit="S")
    mine.keep(
        lambda: mine.moment() == "pass" and mine.answer("pass"),
        until=lambda: mine.page.evaluate("() => window.took.length"),
    )
    took = mine.page.evaluate("() => window.took[0]")
    assert took / 1000 >= AS_A_PERSON


def test_a_card_is_lifted_by_the_first_tap_and_played_by_the_second(
    phone: Callable[..., Phone], served: Served
):
    mine = with_settings(phone, confirm_tap="on", motion="fast")
    sit_alone(mine, served, "rosbiratschka")
    expect(mine.page.locator("#prompt.plays")).to_be_visible()
    assert mine.wait_for(LIES_STILL), "a tap during the deal ends the deal"
    hand = mine.cards()
    card = mine.page.locator("#hand .card:not([aria-disabled=true])").first
    card.tap(position={"x": 12, "y": 40})
    expect(mine.page.locator("#hand .card[data-up]")).to_have_count(1)
    assert mine.cards() == hand
    card.tap(position={"x": 12, "y": 40})
    expect(mine.page.locator("#hand .card")).to_have_count(len(hand) - 1)


def test_cards_fly_as_fast_as_wished_or_not_at_all(phone: Callable[..., Phone], served: Served):
    mine = with_settings(phone)
    sit_alone(mine, served, "rosbiratschka")
    table = mine.page.url
    longest = {}
    for motion, cards in (("none", 6), ("fast", 4), ("full", 2)):
        wish(mine, motion=motion)
        mine.visit(table)
        mine.at_table()
        mine.page.evaluate(
            """() => { window.flights = [0]; const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, how) {
                window.flights.push(how.duration); return animate.call(this, frames, how); }; }"""
        )
        play_down_to(mine, cards)
        longest[motion] = mine.page.evaluate("() => Math.max(...window.flights)")
    assert longest["none"] == 0 < longest["fast"] < longest["full"]
