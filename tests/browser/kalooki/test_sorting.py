"""A hand of Kalooki is put in another order, however few cards it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from tests.browser.kalooki.turns import PHONE, SMALLEST, hand_of, still
from tests.browser.phone import Phone
from tests.table.kalooki.tables import BEFORE_THE_DRAW, CALLED, DOWN

ON_ITS_SIDE = {"width": 740, "height": 360}
THUMB = 44
BADLY_PLACED = """(least) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const cards = boxes("#hand .card");
  return boxes("#hand .hand-orders .button").filter((box) => box.width < least - 0.5 || box.height < least - 0.5
    || box.left < 0 || box.right > innerWidth || cards.some((card) => covers(card, box))).length;
}"""
"""How many buttons of the order are too small for a thumb, out of sight or over a card."""


@pytest.mark.parametrize("size", [SMALLEST, PHONE, ON_ITS_SIDE], ids=["320", "360", "on its side"])
@pytest.mark.parametrize("state", [BEFORE_THE_DRAW, CALLED, DOWN], ids=["draw", "answer", "down"])
def test_a_hand_of_one_row_has_the_buttons_of_its_order(
    screen: Callable[..., Phone], size: dict[str, int], state: State
) -> None:
    mine = screen(size)
    still(mine, state, language="nl")
    expect(mine.page.locator("#hand .hand-orders .button:visible")).to_have_count(4)
    assert mine.page.evaluate(BADLY_PLACED, THUMB) == 0


def test_nine_cards_are_sorted_by_rank_and_by_suit(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    still(mine, BEFORE_THE_DRAW)
    first, last = mine.page.locator("#hand .card").first, mine.page.locator("#hand .card").last
    cards = hand_of(mine)
    ranks, suits = "AKQJT98765432X", "SHCDX"
    dealt = "".join(dict.fromkeys(card[0] for card in cards))
    mine.press("By rank")
    by_rank = sorted(cards, key=lambda card: (ranks.index(card[1]), suits.index(card[0])))
    expect(first).to_have_attribute("value", by_rank[0])
    expect(last).to_have_attribute("value", by_rank[-1])
    assert hand_of(mine) == by_rank
    mine.press("By suit")
    by_suit = sorted(cards, key=lambda card: (dealt.index(card[0]), ranks.index(card[1])))
    expect(mine.page.get_by_role("button", name="By suit")).to_have_attribute("aria-pressed", "true")
    assert hand_of(mine) == by_suit
