"""Pages that are read now and then, in four widths and both themes: nothing sticks out, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import create_club, make_account
from tests.browser.conftest import Served
from tests.browser.judging import faults_in_all_widths, judge_in_all_widths
from tests.browser.phone import Phone
from tests.browser.steps import sit_down

LONG = "Scoreboard-of-the-clubhouse"


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_the_notices_before_and_after_the_first(phone: Callable[..., Phone], locale: str) -> None:
    mine, other = phone(locale=locale), phone()
    make_account(mine, f"Ewout-Jan-{locale[:2]}")
    make_account(other, f"Dieuwertje-{locale[:2]}")
    faults = judge_in_all_widths(mine, "/me/notices/")
    expect(mine.page.locator(".list-row")).to_have_count(0)
    other.visit("/friends/")
    other.page.locator("#ask input[name=nickname]").fill(f"Ewout-Jan-{locale[:2]}")
    with other.page.expect_navigation():
        other.page.locator("#ask button").last.tap()
    mine.visit("/me/notices/")
    expect(mine.page.locator(".list-row .chip")).to_have_count(1)
    mine.page.locator("details.fold summary").last.tap()
    faults += faults_in_all_widths(mine, "a notice, and what comes by mail")
    assert faults == []


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_what_somebody_can_count_on(phone: Callable[..., Phone], locale: str) -> None:
    assert judge_in_all_widths(phone(locale=locale), "/about/") == []


def test_what_a_club_offers_other_programs_and_home_screens(phone: Callable[..., Phone]) -> None:
    mine = phone()
    make_account(mine, "Fokje")
    create_club(mine, name="De Brede Waaier", slug="brede-waaier", season="Winter", others=[])
    faults = judge_in_all_widths(mine, "/c/brede-waaier/keys/")
    mine.press("Make a key")
    expect(mine.page.get_by_role("alert")).to_be_visible()
    faults += faults_in_all_widths(mine, "a key without a name")
    mine.complaints.clear()  # of the answer 422
    mine.page.locator("main [name=name]").fill(LONG)
    mine.press("Make a key")
    expect(mine.page.locator(".proof-value")).to_be_visible()
    expect(mine.page.locator(".list-row")).to_contain_text(LONG)
    faults += faults_in_all_widths(mine, "the new key")
    faults += judge_in_all_widths(mine, "/api/")
    faults += judge_in_all_widths(mine, "/c/brede-waaier/app/")
    mine.page.locator("[name=icon_letters]").fill("BW")
    with mine.page.expect_navigation():
        mine.press("Save")
    mine.visit("/c/brede-waaier/app/")
    expect(mine.page.locator("img.club-icon")).to_be_visible()
    faults += faults_in_all_widths(mine, "the icon of the club")
    assert faults == []


def test_the_code_of_a_tablet_in_the_middle(phone: Callable[..., Phone], served: Served) -> None:
    mine = phone()
    sit_down(mine, served)
    faults = judge_in_all_widths(mine, f"{mine.page.url}screen/")
    mine.press("Give me a code")
    expect(mine.page.locator(".invite-code")).to_be_visible()
    faults += faults_in_all_widths(mine, "the code")
    mine.press("Withdraw the code")
    expect(mine.page.get_by_text("The code is withdrawn")).to_be_visible()
    faults += faults_in_all_widths(mine, "the code is withdrawn")
    assert faults == []
