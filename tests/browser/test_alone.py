"""One phone and three bots: from the first page to the end of a match."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.phone import Phone


def play_to_the_end(phone: Phone) -> set[str]:
    """Go on until the match is over; gives the moments met on the way."""
    met: set[str] = set()
    phone.keep(lambda: met.add(phone.go_on()), until=lambda: "over" in met)
    return met


def test_one_tap_brings_cards_on_the_screen(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")

    mine.press("Play now against three bots")
    mine.page.wait_for_selector("#hand .card")

    assert len(mine.cards()) == 8
    expect(mine.page.locator("#prompt")).to_be_visible()


def test_a_whole_match_against_three_bots(phone: Callable[..., Phone], served: Served):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("2")
    mine.press("Open the table")
    served.deal_next(SPADES_FROM_THE_TOP)
    mine.press("Fill with bots and start")
    mine.at_table()

    met = play_to_the_end(mine)

    assert {"ready", "card", "lead"} <= met
    rows = mine.page.locator("#sheet .round-list tbody tr")
    assert rows.count() == 2
    totals = [int(text) for text in mine.page.locator(".strip-score b").all_inner_texts()]
    sums = [int(text) for text in rows.last.locator(".sum").all_inner_texts()]
    assert totals == sums
    written = mine.page.locator("#sheet .score-lines")
    for side in (0, 1):
        column = written.locator(f"tbody .side-{side}").all_inner_texts()
        *lines, total = [int(text.replace("·", "0").replace("−", "-")) for text in column]
        assert sum(lines) == total

    mine.press("Rematch")
    mine.page.wait_for_selector("#hand .card")
    assert len(mine.cards()) == 8


def test_the_round_is_looked_at_again_and_its_deal_checked_on_the_phone(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.press("Fill with bots and start")
    mine.at_table()
    play_to_the_end(mine)

    mine.page.get_by_role("link", name="Look back card by card").tap()
    mine.press("Check this deal")
    expect(mine.page.locator("#check-deal [role=status].is-right")).to_be_visible()
    mine.page.locator("#moments [data-step=on]").tap()
    expect(mine.page.locator(".tick--now")).to_have_count(1)
    mine.page.keyboard.press("ArrowRight")
    expect(mine.page.locator(".moment:not([hidden]) .review-trick .card")).to_have_count(2)

    with mine.page.expect_download() as record:
        mine.page.get_by_role("link", name="Download the record").tap()
    assert record.value.suggested_filename.endswith(".json")
