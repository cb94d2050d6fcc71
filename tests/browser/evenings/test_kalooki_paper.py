"""A sheet of Kalooki with real cards, typed on a phone: the cards left in a hand are added up by tapping them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.kalooki_paper import PASSWORD
from tests.browser.conftest import Served, club_served
from tests.browser.judging import judge
from tests.browser.phone import Phone

SIZES = ((320, 640), (360, 740), (768, 1024), (1280, 800))


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of its own: its people have names that others sign up with."""
    with club_served(tmp_path_factory.mktemp("kalooki"), "kalooki") as club:
        yield club


@pytest.fixture(scope="module")
def sheet(served: Served) -> str:
    """The address of an empty sheet for six players, written beside the running server."""
    return served.run("tests.browser.clubs.kalooki_paper").strip().splitlines()[-1]


def at_the_sheet(mine: Phone, sheet: str) -> None:
    """Sign in as the secretary and go to the first deal of the sheet."""
    mine.visit("/accounts/login/")
    mine.page.locator("[name=login]").fill("roelie")
    mine.page.locator("[name=password]").fill(PASSWORD)
    mine.page.locator("main form button").last.click()
    expect(mine.page.get_by_role("link", name="Roelie", exact=True)).to_be_visible()
    mine.visit(f"{sheet}?line=1")


def test_cards_are_tapped_and_added_up_and_the_deal_is_written(
    phone: Callable[..., Phone], sheet: str
) -> None:
    mine = phone()
    at_the_sheet(mine, sheet)
    expect(mine.page.locator("h2").first).to_contain_text("three threes")
    hands = mine.page.locator("[data-hand-count]")
    expect(hands).to_have_count(6)
    for number in range(6):  # another test may have written on this sheet
        mine.page.locator(f"[name=left_{number}]").fill("")
    mine.page.locator("[name=out][value='0']").tap()
    for number in range(1, 6):
        hand = hands.nth(number)
        hand.locator("summary").tap()
        for points in ("50", "10", "9"):
            hand.locator(f"[data-points='{points}']").tap()
        expect(hand.locator("output")).to_have_text("= 69")
        hand.locator("[data-take-back]").tap()
        expect(hand.locator("output")).to_have_text("= 60")
        expect(hand.locator("input")).to_have_value("50+10")
        hand.locator("summary").tap()
    mine.press("Write it down")
    expect(mine.page.locator("#sheet-lines .is-total .num")).to_have_text(["0", *["60"] * 5])


def test_the_form_fits_and_can_be_read_by_everybody(phone: Callable[..., Phone], sheet: str) -> None:
    mine = phone()
    at_the_sheet(mine, sheet)
    mine.page.locator("[data-hand-count] summary").nth(1).tap()
    faults: list[str] = []
    for width, height in SIZES:
        mine.page.set_viewport_size({"width": width, "height": height})
        if mine.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{width}: the page scrolls sideways")
        faults += judge(mine, str(width))
    assert faults == []


def test_without_a_script_a_sum_is_typed(phone: Callable[..., Phone], sheet: str) -> None:
    mine = phone(java_script_enabled=False)
    at_the_sheet(mine, sheet)
    expect(mine.page.locator("[data-hand-count] details").first).to_be_hidden()
    mine.page.locator("[name=out][value='5']").tap()
    mine.page.locator("[name=left_5]").fill("")
    for number in range(5):
        mine.page.locator(f"[name=left_{number}]").fill("15 + 8")
    mine.page.get_by_role("button", name="Write it down").first.tap()
    written = mine.page.locator("#sheet-lines tbody tr").first.locator(".num")
    expect(written).to_have_text([*["23"] * 5, "0"])
