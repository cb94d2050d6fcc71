"""The sheet of a whole match of Kalooki, nine deals of six players, on the smallest phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.table.screen import rendering
from tests.browser.judging import SMALLEST, STICKS_OUT, judge
from tests.browser.kalooki.turns import PHONE, still
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import after_lines, after_the_draw
from tests.table.kalooki.tables import FULL_HANDS_LEFT, FULL_SHEET, table_of

CUT = """() => [...document.querySelectorAll("#sheet .whose, #sheet td, #sheet th, #sheet li > *")]
  .filter((one) => one.checkVisibility() && !one.querySelector(".visually-hidden, .mine"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => `${one.className}: ${one.textContent.trim()}`)"""
"""Names and figures that are not shown whole."""
TOUCHING = """() => [...document.querySelectorAll("#sheet tbody tr")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("td, th")].filter((one) => one.checkVisibility()).map((one) => {
    const said = document.createRange();
    said.selectNodeContents(one);
    return said.getBoundingClientRect();
  }).filter((box) => box.width > 1 && box.height > 1);
  return boxes.slice(1).filter((box, place) => box.left < boxes[place].right
    && box.top < boxes[place].bottom && boxes[place].top < box.bottom).map(() => row.textContent);
})"""
"""Rows in which two figures run into each other."""

THOUSANDS = {"en": ",", "nl": "."}
LOW_WINS = {"en": "The lowest total wins.", "nl": "Het laagste totaal wint."}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_nine_deals_of_six_players_stand_whole_on_the_sheet(
    screen: Callable[..., Phone], language: str
) -> None:
    mine = screen(SMALLEST)
    still(mine, FULL_SHEET, language=language)
    sheet = mine.page.locator("#sheet.is-open")
    expect(sheet.locator(".round-list tbody tr:not(.is-total)")).to_have_count(9)
    expect(sheet.locator(".sheet-places li")).to_have_count(6)
    expect(sheet.locator(".round-list .is-total td")).to_have_text(
        [f"{total:,}".replace(",", THOUSANDS[language]) for total in FULL_SHEET.totals]
    )
    expect(sheet.locator(".sheet-end")).to_contain_text(LOW_WINS[language])
    expect(sheet.locator(".score-lines thead th").nth(1)).to_contain_text("P0")
    assert mine.page.evaluate(STICKS_OUT) == []
    assert mine.page.evaluate("() => document.getElementById('sheet').scrollWidth") <= SMALLEST["width"]
    assert mine.page.evaluate(CUT) == []
    assert mine.page.evaluate(TOUCHING) == []
    assert judge(mine, f"nine deals, {language}") == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_cards_left_in_five_full_hands_are_read_and_added_up(
    screen: Callable[..., Phone], language: str
) -> None:
    mine = screen(SMALLEST)
    still(mine, FULL_HANDS_LEFT, language=language)
    hands = mine.page.locator("#sheet.is-open .sheet-left > div")
    expect(hands).to_have_count(5)
    expect(hands.first.locator("li")).to_have_count(22)
    points = hands.first.locator("li > span").all_inner_texts()
    (line,) = mine.page.locator(".score-lines tbody tr:not(.is-total)").all()
    assert sum(map(int, points)) == int(line.locator("td").nth(1).inner_text())
    assert mine.page.evaluate(STICKS_OUT) == []
    assert mine.page.evaluate("() => document.getElementById('sheet').scrollWidth") <= SMALLEST["width"]
    assert judge(mine, f"the cards left, {language}") == []


@pytest.mark.parametrize("bent", [False, True])
def test_the_table_says_why_the_deal_has_ended_before_the_sheet_opens_and_what_each_hand_costs(
    screen: Callable[..., Phone], bent: bool
) -> None:
    mine = screen(PHONE)
    before = after_the_draw("C9", melds=("S5 H5 D5",), laid_now=bent, others="SA HK XX C4 D3")
    then = after_lines(before, "0 discard C9")
    show(mine, table_of(before), 1)
    zones = rendering.zones_of(table_of(then), seat=1, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    why = mine.page.locator("#prompt > .ended-why")
    expect(why).to_be_in_viewport(ratio=1)
    expect(why).to_contain_text("P0 bent the table" if bent else "P0 went out")
    expect(why).to_contain_text("counts double" if bent else "write down what they still hold")
    mine.page.keyboard.press("Shift")
    expect(mine.page.locator("#sheet.is-open")).to_be_visible()
    expect(why).to_have_count(0)
    sums = mine.page.locator("#sheet .round-end--hands dt")
    said = [" ".join(one.split()) for one in sums.all_inner_texts()]
    assert said == (["you 82 ×2 = 164", "P2 9 ×2 = 18"] if bent else ["you 82", "P2 9"])
    own = mine.page.locator("#sheet .round-end--hands .for-1 li").first
    expect(own).to_be_in_viewport(ratio=1)
