"""A deal flies from the dealer and ends with a tap; what is asked about it is seen when it lies."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games.table.screen import rendering
from tests.browser.phone import Phone
from tests.browser.table.moments import (
    ENDS,
    FINISHED,
    SHIFTED,
    STOPPED,
    UNDER_A_THUMB,
    close_windows,
    push,
    show_moving,
    table_of,
)
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kraken.table import Table as Round

STILL_TO_COME = """() => document.querySelectorAll(".packet").length
  + document.getAnimations().filter((motion) => motion.effect.pseudoElement === "::before"
    && motion.effect.target.closest("#hand") && !(motion instanceof CSSTransition)).length"""
"""How many packets and pictures of the own hand are still on their way."""


def test_a_deal_flies_from_the_dealer_and_a_tap_ends_it(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    show_moving(mine, close_windows(round_))
    mine.page.evaluate(SHIFTED)
    zones = rendering.zones_of(table_of(round_.deal(dealer=0)), seat=0, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    packets = mine.page.locator(".packet")
    mine.page.evaluate(STOPPED)
    assert mine.page.evaluate(STILL_TO_COME) > 0
    assert mine.page.evaluate(ENDS) < 1100
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    held = mine.cards()
    mine.page.evaluate("() => document.getAnimations().forEach((motion) => motion.play())")
    assert mine.tap("#hand .card", where={"x": 12, "y": 40})
    expect(packets).to_have_count(0)
    assert mine.page.evaluate(STILL_TO_COME) == 0
    assert mine.cards() == held
    expect(mine.page.locator("#hand .card[data-up]")).to_have_count(0)
    expect(mine.page.locator("#notice")).to_have_text("")
    assert mine.page.evaluate("window.shifts") <= 0.02


def test_what_is_asked_about_a_deal_is_seen_when_it_lies_and_a_tap_shows_it(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    show_moving(mine, close_windows(round_), 1)
    round_.deal(dealer=0)
    zones = rendering.zones_of(table_of(round_), seat=1, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED_DEAL)
    asked = mine.page.locator("#prompt .ask > :not(.is-event), #prompt .button")
    opacity = "all => [...new Set(all.map((one) => getComputedStyle(one).opacity))]"
    assert asked.evaluate_all(opacity) == ["0"]
    expect(mine.page.locator("#prompt .ask > .is-event")).to_have_text("Aafke deals")
    mine.page.evaluate("() => document.getAnimations().forEach((motion) => motion.play())")
    mine.page.locator("#answer-suit button").first.dispatch_event("pointerdown")
    assert mine.page.locator("#prompt .ask > *").evaluate_all(opacity) == ["1"]
    buttons = mine.page.locator("#prompt .button").evaluate_all(opacity)
    assert buttons in (["0.4"], ["1"]), "not lit as long as a tap may be meant for those before"


STOPPED_DEAL = "() => document.getAnimations().forEach((motion) => motion.pause())"


def test_a_deal_is_not_mixed_with_the_last_trick_of_the_round_before(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = close_windows(Round().quiet().play_out(8))
    show_moving(mine, round_)
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(4)
    push(mine, round_.deal(dealer=0))
    expect(mine.page.locator("#hand .card")).to_have_count(8)
    expect(mine.page.locator(".trick.leaving")).to_have_count(0)


def test_who_deals_and_who_makes_trumps_is_seen_at_the_seat(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, table_of(Round().say("0 trump H")))
    expect(mine.page.locator("#seat-3 .dealer")).to_be_visible()
    expect(mine.page.locator("#seat-0 .makes .suit.H")).to_be_visible()
    expect(mine.page.locator(".makes")).to_have_count(1)


DIAMONDS_LAST = (
    "SJ SQ SK H7 HQ HK D9 DT;S7 S8 S9 H9 C7 DJ CT D8;HT H8 CA CQ CJ C9 DA DK;HA HJ ST SA D7 CK C8 DQ"
)
"""Until trumps are named the diamonds of seat 2 lie last."""


def test_trumps_lie_first_in_the_hand_as_soon_as_they_are_named(screen: Callable[..., Phone]) -> None:
    """The hand would turn round under the thumb otherwise, with the first card that is played."""
    mine = screen()
    round_ = Round(hands=DIAMONDS_LAST)
    show_moving(mine, round_, 2)
    assert mine.cards() == ["HT", "H8", "CA", "CQ", "CJ", "C9", "DA", "DK"]
    mine.page.locator("#hand [value=HT]").focus()
    push(mine, round_.say("0 trump D"), 2)
    lying = ["DA", "DK", "CA", "CQ", "CJ", "C9", "HT", "H8"]
    assert mine.cards() == lying
    assert mine.page.evaluate("() => document.activeElement.value") == "HT"
    mine.page.evaluate(FINISHED)
    round_.say("1 pass", "3 pass", *(f"{seat} declare" for seat in range(4)))
    for card in ("D9", "DJ"):
        push(mine, round_.play(card), 2)
    assert mine.cards() == lying
    push(mine, round_.play("DA"), 2)
    assert mine.cards() == ["DK", "CA", "CQ", "CJ", "C9", "HT", "H8"]
