"""The deck is cut on a phone: the seal first, then a word, then the cards; and the check of the closed round."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.steps import tap_to_the_end

DRAWN = re.compile(r"^\d{4}(-\d{4}){3}$")


def test_a_tap_cuts_with_the_number_that_the_device_drew(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.locator("[name=deck_cut]").check()
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    mine.press("Fill with bots and start")
    field = mine.page.locator("#answer-cut [name=word]")
    expect(field).to_have_value(DRAWN)
    drawn = field.input_value()
    mine.page.get_by_role("button", name="Cut", exact=True).tap()
    mine.at_table()
    expect(mine.page.locator("#hand .card").first).to_be_visible()
    code = mine.page.url.rstrip("/").rsplit("/", 1)[-1]
    mine.visit(f"/t/{code}/rules/")
    expect(mine.page.locator("main")).to_contain_text(drawn)


def test_a_word_is_added_and_the_phone_works_the_deal_out_again(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.page.locator("[name=deck_cut]").check()
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    mine.press("Fill with bots and start")
    box = mine.page.locator("#answer-cut")
    expect(box).to_be_visible()
    expect(mine.page.locator("#hand .card")).to_have_count(0)
    expect(box.locator("[name=word]")).to_have_value(DRAWN)
    box.locator("[name=word]").fill("kaas van oma")
    box.get_by_role("button", name="Cut", exact=True).tap()
    mine.at_table()
    code = mine.page.url.rstrip("/").rsplit("/", 1)[-1]
    tap_to_the_end(mine)
    mine.visit(f"/t/{code}/round/1/")
    expect(mine.page.locator(".proof")).to_contain_text("kaas van oma")
    mine.page.get_by_role("button", name="Check this deal").tap()
    expect(mine.page.locator(".check-deal [role=status]")).to_contain_text("Checked on this device")
