"""axe finds nothing to complain of: lobby, the table in each phase, the sheet and the review page, in both themes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.judging import faults_in_all_widths, judge
from tests.browser.phone import Phone
from tests.browser.steps import open_settings

PHASES = {"answer-suit", "answer-none", "answer-groups", "card", "lead", "ready", "over"}
SOMETHING_TO_DECLARE = hashlib.sha256(b"something to declare 0").digest()
"""Seat 0 deals and holds a run."""


@pytest.mark.parametrize("path", ["/", "/t/new/", "/rules/kraken/", "/guest/", "/accounts/login/"])
def test_the_pages_of_a_visitor(screen: Callable[..., Phone], path: str):
    visitor = screen()
    visitor.visit(path)

    assert judge(visitor, path) == []


def test_the_pages_before_during_and_after_a_match(phone: Callable[..., Phone], served: Served):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("2")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    faults = judge(mine, "before the start")
    table = mine.page.url
    served.deal_next(SPADES_FROM_THE_TOP)
    mine.press("Fill with bots and start")
    mine.at_table()

    met: set[str] = set()

    def look_and_go_on() -> None:
        nonlocal faults
        now = mine.moment()
        if now and now not in met:
            met.add(now)
            faults += judge(mine, now)
            if now == "answer-none":
                served.deal_next(SOMETHING_TO_DECLARE)
            if now == "card":
                mine.page.locator(".talk-panel summary").tap()
                faults += judge(mine, "talk")
                mine.page.keyboard.press("Escape")
        mine.answer(now)

    mine.keep(look_and_go_on, until=lambda: "over" in met)
    assert met >= PHASES

    for path in ("round/1/?card=9", "rules/"):
        mine.visit(table + path)
        faults += judge(mine, path)
    mine.visit("/")
    faults += judge(mine, "lobby with a table")
    open_settings(mine)
    faults += judge(mine, "settings")
    assert faults == []


FAINT_IN_THE_DARK = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media (prefers-color-scheme: dark) { h1 { color: #1b2228 !important; } }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_a_heading_too_faint_in_the_dark_theme_alone_is_found(screen: Callable[..., Phone]):
    visitor = screen()
    visitor.visit("/rules/kraken/")
    visitor.page.evaluate(FAINT_IN_THE_DARK)

    [fault] = judge(visitor, "the rules")

    assert fault.startswith("the rules, dark: color-contrast")


FAINT_ON_A_TABLET = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media (700px <= width < 1000px) { h1 { color: #eceff1 !important; } }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_a_heading_too_faint_in_one_width_alone_is_found(screen: Callable[..., Phone]):
    """Widths that show nothing new are not judged again."""
    visitor = screen()
    visitor.visit("/rules/kraken/")
    visitor.page.evaluate(FAINT_ON_A_TABLET)

    [fault] = faults_in_all_widths(visitor, "the rules")

    assert fault.startswith("768: the rules, light: color-contrast")
