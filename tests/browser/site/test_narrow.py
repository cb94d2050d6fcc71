"""The narrowest phone: 320 px wide, and nothing sticks out at the side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.judging import STICKS_OUT, judge, sticking_out
from tests.browser.phone import Phone

TEXT_SIZES: Final = ("normal", "large", "largest")
FINGER: Final = 44


def test_every_page_fits_the_narrowest_phone(phone: Callable[..., Phone]):
    mine = phone(viewport={"width": 320, "height": 640})
    found = [
        one for path in ("/", "/t/new/", "/rules/kraken/", "/t/join/") for one in sticking_out(mine, path)
    ]
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    table = mine.page.url
    found += sticking_out(mine, table)
    mine.press("Fill with bots and start")
    mine.at_table()
    found += sticking_out(mine, table)
    mine.play_on()
    for path in ("round/1/?card=0", "round/1/?card=32", "rules/", ""):
        found += sticking_out(mine, table + path)
    found += sticking_out(mine, "/")
    assert not found, "\n".join(found)


def test_ones_own_data_fits_and_is_accessible(phone: Callable[..., Phone]):
    mine = phone(viewport={"width": 320, "height": 640})
    mine.visit("/t/new/")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    found = []
    for path in ("/me/", "/me/delete/"):
        found += sticking_out(mine, path) + judge(mine, path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_the_header_fits_signed_out_and_in(phone: Callable[..., Phone], locale: str):
    mine = phone(locale=locale)
    mine.visit("/")
    found = too_wide(mine, "signed out")
    mine.visit("/guest/")
    mine.page.locator("input[name=nickname]").fill(f"Wilhelmina 320 {locale[:2]}")
    mine.page.locator("main form button").last.tap()
    expect(mine.page.locator(".site-you")).to_be_visible()
    found += too_wide(mine, "signed in")
    assert found == []


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_ones_own_name_is_whole(phone: Callable[..., Phone], locale: str):
    """Over two lines where one is too short for it."""
    mine = phone(locale=locale)
    mine.visit("/guest/")
    mine.page.locator("input[name=nickname]").fill(f"Vlugge Ekster {locale[:1]}")
    mine.page.locator("main form button").last.tap()
    name = mine.page.locator(".site-you > span").first
    expect(name).to_be_visible()
    for width in (320, 360, 390, 1280):
        mine.page.set_viewport_size({"width": width, "height": 740})
        cut = name.evaluate("one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]")
        assert max(cut) <= 1, (width, cut)


def too_wide(mine: Phone, reader: str) -> list[str]:
    """Return the elements of the current page that are wider than a small phone, in each size of text. The header is
    not higher than two fingers in ordinary letters."""
    found = []
    for width in (320, 360, 375):
        mine.page.set_viewport_size({"width": width, "height": 740})
        for size in TEXT_SIZES:
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", size)
            where = f"{reader}, {width}, {size}"
            found += [f"{where}: {one}" for one in mine.page.evaluate(STICKS_OUT)]
            if mine.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{where}: the page scrolls sideways")
            header = mine.page.locator(".site-header").bounding_box()
            if size == "normal" and reader == "signed out" and header["height"] >= 2 * FINGER:
                found.append(f"{where}: the links stand below the name")
    return found
