"""A whole deal of the day on a phone: begun from the first page, played, and looked at beside others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import make_account
from tests.browser.judging import judge, sticking_out
from tests.browser.phone import Phone

WIDTHS = (360, 1280)


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


def faults_of(mine: Phone, path: str) -> list[str]:
    """The elements wider than each screen, and the faults axe finds there in both themes."""
    found = []
    for width in WIDTHS:
        mine.page.set_viewport_size({"width": width, "height": 740})
        found += [f"{width}: {one}" for one in sticking_out(mine, path) + judge(mine, path)]
    mine.page.set_viewport_size({"width": 360, "height": 740})
    return found


def test_somebody_plays_the_deal_of_the_day(phone: Callable[..., Phone]):
    mine, dutch = phone(), phone(locale="nl-NL")
    make_account(mine, "Daagje")
    make_account(dutch, "Dagmar")
    mine.visit("/")
    mine.page.locator('a[href="/daily/"]').tap()
    mine.page.wait_for_url("**/daily/")
    faults = faults_of(mine, "/daily/") + faults_of(dutch, "/daily/")
    mine.page.locator("form[action='/daily/begin/'] button").tap()
    mine.at_table()
    table = mine.page.url

    mine.keep(lambda: None, until=mine.moment)  # the bots before this seat have spoken
    mine.visit("/")
    mine.page.locator(".list-row--turn").tap()
    mine.page.wait_for_url(table)
    mine.at_table()
    expect(mine.page.locator("#ask-advice")).to_have_count(0)
    mine.play_on()
    mine.page.locator("#way-back a").tap()
    expect(mine.page.locator("tr.is-you")).to_have_count(1)
    day = mine.page.url.removeprefix(mine.address)

    dutch.visit(day)
    expect(dutch.page.locator("[data-code=play_first]")).to_be_visible()
    faults += faults_of(mine, day) + faults_of(mine, f"{day}choices/")
    faults += faults_of(dutch, day.replace("/daily/", "/daily/week/"))
    assert faults == []
    dutch.complaints = [each for each in dutch.complaints if "403" not in each]
