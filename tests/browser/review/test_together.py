"""Looking back together: a step of one page is seen on the other, and the other takes over."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.judging import faults_in_all_widths, judge
from tests.browser.phone import Phone
from tests.browser.steps import sit_down

LINES = """
const { WebSocket } = window;
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("open", () => { document.documentElement.dataset.line = "open"; });
  }
};
"""
"""Marks a page whose socket has opened: a step before that is nobody else's."""


def stands_at(page: Page, card: int) -> None:
    """The position after so many cards is the one shown."""
    expect(page.locator(f"#card-{card}")).to_be_visible()
    expect(page.locator(".position:visible")).to_have_count(1)


def test_one_steers_the_other_follows_and_takes_over(phone: Callable[..., Phone], served: Served) -> None:
    mine = phone()
    mine.page.context.add_init_script(LINES)
    sit_down(mine, served)
    address = mine.page.url
    mine.play_on()
    mine.visit(f"{address}round/1/")
    other = mine.page.context.new_page()
    other.goto(f"{address}round/1/")
    for page in (mine.page, other):
        page.get_by_role("button", name="Look back together").tap()
        expect(page.locator("html[data-line=open]")).to_have_count(1)
    assert judge(mine, "look back") == []

    mine.page.get_by_role("link", name="Card on").tap()
    for page in (mine.page, other):
        stands_at(page, 1)
    expect(mine.page.locator("#together-word")).to_have_text("You steer.")
    expect(other.locator("#together-word")).to_contain_text("steers.")
    assert faults_in_all_widths(mine, "looking back together") == []

    other.keyboard.press("End")
    for page in (mine.page, other):
        stands_at(page, 32)
    together = mine.page.get_by_role("button", name="Look back together")
    together.tap()
    expect(together).to_have_attribute("aria-pressed", "false")
    other.keyboard.press("Home")
    stands_at(other, 0)
    stands_at(mine.page, 32)
