"""The pages that tell people something fit the narrowest phone and read well: the first page on an evening, the club's
page with news and contact, and the secretary's pages to write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.clubs.cafe import cafe_served, sign_in
from tests.browser.clubs.steps import press_and_confirm
from tests.browser.conftest import Served, new_phone
from tests.browser.judging import SMALLEST, judge, sticking_out
from tests.browser.phone import Phone

FINGER: Final = 44
LONG: Final = "Hottentottententententoonstelling" * 3
LOW: Final = """least => [...document.querySelectorAll("main .button, main .list-end button, main .link-line")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least)
  .map((one) => `${one.textContent.trim()}: ${one.getBoundingClientRect().height}`)"""
"""Buttons and lines to tap that are lower than a finger."""


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A café club of its own on an evening whose first round is played."""
    with cafe_served(tmp_path_factory.mktemp("told"), "told") as club:
        yield club


@pytest.fixture
def rita(phones: dict[str, Phone]) -> Phone:
    """The phone of the secretary."""
    return phones["Rita"]


@pytest.fixture
def karel(phones: dict[str, Phone]) -> Phone:
    """The phone of a member who plays this evening."""
    return phones["Karel"]


@pytest.fixture(scope="module")
def kept_phones(plain_chromium: Browser, served: Served) -> Iterator[dict[str, Phone]]:
    """The phones behind `phones`."""
    phones = {
        name: new_phone(plain_chromium, served, pictures=False, viewport=SMALLEST)
        for name in ("Rita", "Karel")
    }
    for name, one in phones.items():
        sign_in(one, name)
    yield phones
    for one in phones.values():
        one.page.context.close()


@pytest.fixture
def phones(kept_phones: dict[str, Phone]) -> Iterator[dict[str, Phone]]:
    """The smallest phones of two people, by name, who stay signed in; they may not have complained."""
    for one in kept_phones.values():
        one.complaints.clear()
    yield kept_phones
    assert [complaint for one in kept_phones.values() for complaint in one.complaints] == []


def faults(phone: Phone, path: str) -> list[str]:
    """Everything wrong with the looks of that page."""
    return [*sticking_out(phone, path), *judge(phone, path), *phone.page.evaluate(LOW, FINGER)]


def test_the_first_page_tells_the_seat_and_leads_to_the_sheet_and_back(phone: Callable[..., Phone]) -> None:
    karel = sign_in(phone(viewport=SMALLEST, locale="nl-NL"), "Karel")
    assert faults(karel, "/") == []
    evenings = karel.page.locator("#lobby-evenings")
    expect(evenings).to_contain_text("Ronde 1: tafel")
    expect(evenings).to_contain_text("Ronde 2: tafel")
    expect(evenings).to_contain_text("tegen")
    evenings.get_by_role("link", name="Naar het blad").tap()
    expect(karel.page.locator("h1")).to_have_text("Blad")
    karel.page.locator("header a", has_text="avond").tap()
    expect(karel.page.locator("h1")).to_have_text("Avond 2")


def test_news_are_put_on_the_clubs_page_read_there_and_removed(rita: Phone, karel: Phone) -> None:
    rita.visit("/c/klaver/")
    rita.page.get_by_role("link", name="News and contact").tap()
    rita.page.get_by_label("News", exact=True).fill(f"Soup at six.\n{LONG}")
    rita.press("Put it on the page")
    expect(rita.page.locator("#id_text")).to_be_empty()
    rita.page.get_by_label("How to reach the club").fill(f"Ring Rita\n{LONG}")
    rita.press("Save")
    expect(rita.page.locator(".list .typed")).to_contain_text("Soup at six.")
    assert faults(rita, "/c/klaver/news/") == []
    assert faults(karel, "/c/klaver/") == []
    expect(karel.page.locator("#news")).to_contain_text("Soup at six.")
    expect(karel.page.locator("section", has_text="Ring Rita")).to_be_visible()
    press_and_confirm(rita, "Remove")
    expect(rita.page.locator(".list .typed")).to_have_count(0)
    karel.visit("/c/klaver/")
    expect(karel.page.locator("#news")).to_have_count(0)


def test_a_message_to_an_evening_is_written_from_its_cockpit_and_read_under_the_bell(
    rita: Phone, karel: Phone
) -> None:
    rita.visit("/e/2/cockpit/")
    rita.page.get_by_role("link", name="Message to those of this evening").tap()
    expect(rita.page.locator("#id_to option:checked")).to_contain_text("Klaverjassen, 2")
    assert faults(rita, rita.page.url.removeprefix(rita.address)) == []
    rita.page.get_by_label("Message", exact=True).fill(f"The door is at the back.\n{LONG}")
    rita.press("Send it")
    expect(rita.page.get_by_text("13 members have no login and must be told otherwise.")).to_be_visible()
    assert faults(karel, "/me/notices/") == []
    expect(karel.page.locator(".notice").first).to_contain_text("The door is at the back.")


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Jakarta"])
def test_a_reader_in_another_time_zone_is_told_the_time_where_they_are(
    phone: Callable[..., Phone], zone: str
) -> None:
    """Behind the club's clock and ahead of it."""
    rita = sign_in(phone(viewport=SMALLEST, timezone_id=zone), "Rita")
    assert faults(rita, "/e/2/") == []
    time = rita.page.locator("main .lead time")
    starts = datetime.fromisoformat(time.get_attribute("datetime") or "").astimezone(ZoneInfo(zone))
    expect(time.locator("span")).to_have_text(f"({starts:%A %H:%M} where you are)")


def test_a_reader_where_the_club_is_reads_one_time(karel: Phone) -> None:
    karel.visit("/e/2/")
    expect(karel.page.locator("main .lead time")).to_be_visible()
    expect(karel.page.locator("main .lead time span")).to_have_count(0)
