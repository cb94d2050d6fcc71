"""One phone and three bots: from the first page to the end of a match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MOVING, SPADES_FROM_THE_TOP, Served
from tests.browser.phone import Phone
from tests.browser.steps import tap_to_the_end


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


def test_one_tap_brings_cards_on_the_screen(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")

    mine.press("Play Kraken now with 3 bots")
    expect(mine.page.locator("#hand .card")).to_have_count(8)
    expect(mine.page.locator("#prompt")).to_be_visible()


def test_what_happened_is_read_beside_the_table_on_a_desk(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    log, sheet = mine.page.get_by_role("log"), mine.page.locator("#sheet")
    expect(log).to_have_css("clip-path", "inset(50%)")

    mine.page.set_viewport_size({"width": 1280, "height": 800})
    card_to_play(mine)

    expect(log).to_have_css("clip-path", "none")
    seen, side = log.bounding_box(), sheet.bounding_box()
    assert seen is not None
    assert side is not None
    assert (seen["x"], seen["y"] + seen["height"]) == (side["x"], side["y"] + side["height"])
    told = log.get_by_role("paragraph").filter(visible=True)
    expect(told.first).to_be_visible()
    expect(told.filter(has_text="Your card")).to_have_count(0)


def test_a_whole_match_against_three_bots(phone: Callable[..., Phone], served: Served):
    """The cards fly, as they do on most phones."""
    mine = phone(**MOVING)
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("2")
    mine.press("Open the table")
    served.deal_next(SPADES_FROM_THE_TOP)
    mine.press("Fill with bots and start")
    mine.at_table()

    met = tap_to_the_end(mine)

    assert {"ready", "card", "lead"} <= met
    rows = mine.page.locator("#sheet .round-list tbody tr")
    assert rows.count() == 2
    totals = [int(text) for text in mine.page.locator(".strip-score b").all_inner_texts()]
    sums = [int(text) for text in rows.last.locator(".sum").all_inner_texts()]
    assert totals == sums
    written = mine.page.locator("#sheet .score-lines")
    for side in (0, 1):
        column = written.locator(f"tbody td.for-{side}").all_inner_texts()
        *lines, total = [int(text.replace("·", "0").replace("−", "-")) for text in column]
        assert sum(lines) == total

    mine.press("Rematch")
    expect(mine.page.locator("#hand .card")).to_have_count(8)


PLACES = """() => ["#prompt", "#hand", "#trick", ".strip"].map((what) =>
  JSON.stringify(document.querySelector(what).getBoundingClientRect()))"""

LISTEN = """() => {
  const live = document.querySelector("#live");
  window.readAloud = [];
  const read = () => window.readAloud.push(...Array.from(live.children, (line) => line.textContent));
  new MutationObserver(read).observe(live, { childList: true });
}"""


def card_to_play(phone: Phone) -> None:
    """Go on until it is one's turn to play a card, and nobody claims anything meanwhile."""
    phone.keep(
        lambda: phone.answer(now) if (now := phone.moment()) != "card" else None,
        until=lambda: phone.moment() == "card",
    )


@pytest.mark.parametrize("width", [320, 1280])
def test_a_tip_marks_a_card_moves_nothing_and_goes_with_the_card(phone: Callable[..., Phone], width: int):
    mine = phone(**MOVING)
    mine.page.set_viewport_size({"width": width, "height": 640})
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    card_to_play(mine)
    tip, advice = mine.page.locator("#ask-advice button"), mine.page.locator("#advice")
    expect(advice).to_be_hidden()
    mine.page.evaluate(LISTEN)
    places = mine.page.evaluate(PLACES)

    tip.focus()
    mine.page.keyboard.press("Enter")
    expect(advice).to_be_visible()

    assert mine.page.evaluate(PLACES) == places
    expect(tip).to_be_focused()
    assert advice.text_content() in mine.page.evaluate("() => window.readAloud")
    pointed_at = mine.page.locator("#hand .advised, #prompt .lit")
    marked = pointed_at.get_attribute("value")
    assert marked is not None
    if marked in mine.cards():
        mine.play(marked)
    else:
        mine.say(marked)
    expect(pointed_at.and_(mine.page.locator(f"[value={marked}]"))).to_have_count(0)


def test_a_first_game_begins_with_tips(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")
    mine.press("A first game of Kraken with tips in the first round")
    mine.at_table()
    card_to_play(mine)
    expect(mine.page.locator("#advice.is-given")).to_be_visible()
    expect(mine.page.locator("#hand .card.advised")).to_have_count(1)


def test_the_round_is_looked_at_again_and_its_deal_checked_on_the_phone(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.press("Fill with bots and start")
    mine.at_table()
    mine.play_on()

    mine.page.get_by_role("link", name="Look back card by card").tap()
    mine.press("Check this deal")
    expect(mine.page.locator(".check-deal [role=status].is-right")).to_be_visible()
    mine.page.locator("#moments [data-step=on]").tap()
    expect(mine.page.locator(".tick--now")).to_have_count(1)
    mine.page.keyboard.press("ArrowRight")
    expect(mine.page.locator(".position:not([hidden]) .review-middle .trick .card")).to_have_count(2)

    with mine.page.expect_download() as record:
        mine.page.get_by_role("link", name="Download the record").tap()
    assert record.value.suggested_filename.endswith(".json")
