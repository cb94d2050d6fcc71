"""The look back on a phone: closed until it is opened, tapped through, a round played on, and switched off for good."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.disputed import PASSWORD
from tests.browser.clubs.looked_back import SEATED
from tests.browser.conftest import Served
from tests.browser.judging import SMALLEST, faults_in_all_widths, judge, sticking_out
from tests.browser.phone import MOMENT, Phone
from tests.browser.steps import open_settings, sit_down

ROUND_OVER = (
    f"""() => document.querySelector("#table:has(#sheet.is-open) #answer-ready") ? "sheet" : ({MOMENT})()"""
)
"""The moment of the table; "sheet" where the round is written down. A player also says "ready" who claims nothing."""


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture(scope="module")
def review(served: Served) -> str:
    """The path of the review of a round with a look back."""
    written = json.loads(served.run("tests.browser.clubs.looked_back").splitlines()[-1])
    return f"/t/{written['code']}/round/1/"


def sign_in(phone: Phone, name: str) -> None:
    """Sign in as one of the four."""
    phone.visit("/accounts/login/")
    phone.page.locator("[name=login]").fill(name.lower())
    phone.page.locator("[name=password]").fill(PASSWORD)
    phone.page.locator("main form button").last.tap()
    expect(phone.page.get_by_role("link", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_the_look_back_fits_every_screen(phone: Callable[..., Phone], review: str, locale: str) -> None:
    mine = phone(locale=locale)
    sign_in(mine, SEATED[1])
    mine.visit(review)
    fold = mine.page.locator("#look-back")
    fold.locator("summary").tap()
    expect(fold.locator("svg")).to_be_visible()
    faults = faults_in_all_widths(mine, "look back")
    fold.locator("a.button").first.tap()
    expect(mine.page.locator(".played-on .is-changed")).to_have_count(1)
    faults += faults_in_all_widths(mine, "played on")
    assert faults == []


def test_words_said_stand_without_quotation_marks_at_every_seat(
    phone: Callable[..., Phone], review: str
) -> None:
    """As they stand on the table."""
    mine = phone(locale="nl-NL")
    sign_in(mine, SEATED[1])
    mine.visit(review)
    words = mine.page.locator(".review-name q")
    assert words.count() > 0
    marks = words.evaluate_all("words => words.map((word) => getComputedStyle(word).quotes)")
    assert set(marks) == {"none"}


def test_somebody_looks_back_plays_on_and_switches_it_off(phone: Callable[..., Phone], review: str) -> None:
    mine = phone(viewport=SMALLEST)
    page = mine.page
    sign_in(mine, SEATED[0])

    assert sticking_out(mine, review) == []
    fold = page.locator("#look-back")
    expect(fold.locator("svg")).not_to_be_visible()
    fold.locator("summary").tap()
    expect(fold.locator("svg")).to_be_visible()
    assert judge(mine, "look back") == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    card = fold.locator("a[data-card]").first
    number = card.get_attribute("data-card")
    card.tap()
    expect(page.locator(f"#card-{number}")).to_be_visible()
    expect(page.locator("#card-0")).not_to_be_visible()

    fold.locator("a.button").first.tap()
    expect(page.locator(".played-on .is-changed")).to_have_count(1)
    assert judge(mine, "played on") == []
    page.get_by_role("link", name="Back to the round").tap()
    expect(page.locator(f"#card-{number}")).to_be_visible()

    open_settings(mine)
    page.locator("[name=look_back]").uncheck()
    with page.expect_navigation():
        page.locator("form:has([name=look_back]) button").last.tap()
    mine.visit(review)
    expect(page.locator("#moments")).to_be_visible()
    expect(fold).to_have_count(0)


def test_the_way_to_the_table_stays_in_sight_and_says_when_it_is_ones_turn(
    phone: Callable[..., Phone], served: Served
) -> None:
    """The next round begins on another page of the same player: the look back stays, and one tap leads to the table."""
    mine = phone()
    sit_down(mine, served, rounds=2)
    mine.play_on(moment=ROUND_OVER, ends=("sheet",))
    look_back = mine.page.url.split("?")[0] + "round/1/"
    table = Phone(mine.page.context.new_page(), mine.address)
    table.visit(mine.page.url)
    mine.visit(look_back)
    back = mine.page.locator("#to-table a")
    expect(back).to_contain_text("To the table")
    table.keep(lambda: table.answer("ready"), until=lambda: table.page.locator(".prompt.yours").count())
    mine.page.locator("#file-case").scroll_into_view_if_needed()
    expect(back).to_contain_text("your turn")
    expect(back).to_be_in_viewport(ratio=1)
    assert mine.page.url.startswith(look_back)
    back.tap()
    expect(mine.page.locator(".prompt.yours")).to_be_visible()
