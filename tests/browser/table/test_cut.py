"""The deck is cut on a phone: the seal first, then a word, then the cards; and the check of the closed round."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.steps import tap_to_the_end


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
    box.locator("[name=word]").fill("oma's kaas")
    box.get_by_role("button", name="Cut", exact=True).tap()
    mine.at_table()
    code = mine.page.url.rstrip("/").rsplit("/", 1)[-1]
    tap_to_the_end(mine)
    mine.visit(f"/t/{code}/round/1/")
    expect(mine.page.locator(".proof")).to_contain_text("oma's kaas")
    mine.page.get_by_role("button", name="Check this deal").tap()
    expect(mine.page.locator(".check-deal [role=status]")).to_contain_text("Checked on this device")
