"""The pages of people fit every screen, and axe finds nothing in them, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.clubs.steps import make_account
from tests.browser.judging import judge_in_all_widths
from tests.browser.phone import Phone
from tests.browser.steps import choose


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_friends_matches_and_reports(phone: Callable[..., Phone], locale: str):
    mine, other = phone(locale=locale), phone()
    make_account(mine, f"Wilhelmina-{locale[:2]}")
    make_account(other, f"Bartholomeus-{locale[:2]}")
    faults = judge_in_all_widths(mine, "/friends/")
    mine.page.locator("#ask input[name=nickname]").fill(f"Bartholomeus-{locale[:2]}")
    with mine.page.expect_navigation():
        mine.page.locator("#ask button").last.tap()
    other.visit("/friends/")
    faults += judge_in_all_widths(other, "/friends/")
    with other.page.expect_navigation():
        other.page.locator("button[name=do][value=accept]").tap()
    own = mine.page.evaluate("() => document.documentElement.dataset.reader")
    theirs = other.page.evaluate("() => document.documentElement.dataset.reader")
    for path in (
        "/",
        "/friends/",
        f"/people/{own}/",
        f"/people/{theirs}/",
        f"/people/{own}/matches/?who=nobody",
        f"/people/{theirs}/report/",
        "/me/shown/",
        "/me/",
    ):
        faults += judge_in_all_widths(mine, path)
    assert faults == []


def test_leaving_practice_and_what_is_left_of_it(phone: Callable[..., Phone]):
    """In ordinary letters and in the largest."""
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    table = mine.page.url
    faults: list[str] = []

    def look(*paths: str) -> None:
        for text_size in ("normal", "largest"):
            choose(mine, text_size=text_size)
            for path in paths:
                faults.extend(f"{text_size}: {fault}" for fault in judge_in_all_widths(mine, path))
                assert mine.page.evaluate("() => document.documentElement.dataset.text") == text_size

    look(f"{table}leave-match/")
    mine.visit(f"{table}leave-match/")
    with mine.page.expect_navigation():
        mine.press("Leave this match")
    reader = mine.page.evaluate("() => document.documentElement.dataset.reader")
    look("/", f"/people/{reader}/matches/")
    assert faults == []

    mine.visit("/")
    with mine.page.expect_navigation():
        mine.page.get_by_role("link", name="Practice against bots").tap()
    assert mine.page.url == table
