"""A deal of Kalooki is played by keyboard alone: Tab finds the answers, the arrows go along the hand, Enter says it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.kalooki.turns import ANSWERS, NEXT
from tests.browser.phone import Phone

STOPS = 60
"""Most stops of Tab for a round through the whole page, a hand of twenty cards being one of them."""
AT = """wanted => {
  const there = document.activeElement;
  if (there.matches(wanted)) return "there";
  return wanted.startsWith("#hand") && there.matches("#hand .card") ? "beside" : "";
}"""
CARD = "#hand .card:not([aria-disabled=true])"
SEND = ".arrange-send:not([hidden])"


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


def enter(mine: Phone, wanted: str, moment: str) -> None:
    """Go to an element by Tab, and by the arrows along the hand, and press Enter there; nothing where the table has
    moved on to another moment."""
    for _ in range(STOPS):
        if mine.page.evaluate(NEXT) != moment:
            return
        now = mine.page.evaluate(AT, wanted)
        if now == "there":
            mine.page.keyboard.press("Enter")
            return
        mine.page.keyboard.press("ArrowRight" if now == "beside" else "Tab")
    raise AssertionError(f"{wanted} cannot be reached: {mine.shown()}")


def go_on(mine: Phone, met: set[str]) -> None:
    """Do what is asked: draw from the stock, let others call, lay what fits, discard the first card."""
    now = str(mine.page.evaluate(NEXT))
    if now in ("", "over"):
        return
    met.add(now)
    if now == "lay":
        enter(mine, "#answer-proposal button", now)
        enter(mine, SEND, now)
    elif now == "discard":
        enter(mine, CARD, now)
    else:
        enter(mine, ANSWERS[now], now)


def test_a_deal_is_played_by_keyboard(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.visit("/")
    for _ in range(STOPS):
        mine.page.keyboard.press("Tab")
        if mine.page.evaluate("() => document.activeElement.matches('button[value=kalooki]')"):
            break
    mine.page.keyboard.press("Enter")
    mine.at_table()
    expect(mine.page.locator("#hand .card")).to_have_count(9)
    met: set[str] = set()
    mine.keep(lambda: go_on(mine, met), until=lambda: mine.page.evaluate(NEXT) == "over")
    assert met & {"take", "stock"}
    assert met & {"discard", "lay"}
    points = mine.page.locator("#sheet .score-lines .is-total td").all_inner_texts()
    assert "0" in points, "who goes out pays nothing"
