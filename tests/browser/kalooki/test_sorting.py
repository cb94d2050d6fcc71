"""A hand of Kalooki is put in another order, however few cards it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from games.engine.trick_taking import order_of_suits
from games.table.screen import rendering
from tests.browser.kalooki.turns import PHONE, SMALLEST, hand_of, still
from tests.browser.phone import Phone
from tests.browser.table.standing import resize
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import after_lines, deal_game
from tests.table.kalooki.tables import BEFORE_THE_DRAW, CALLED, DOWN, table_of

ON_ITS_SIDE = {"width": 740, "height": 360}
THUMB = 44
BADLY_PLACED = """(least) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const cards = boxes("#hand .card");
  return boxes("#hand .hand-orders .button:not([hidden])").filter((box) => box.width < least - 0.5
    || box.height < least - 0.5 || box.left < 0 || box.right > innerWidth
    || cards.some((card) => covers(card, box))).length;
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
    ranks, suits = "A23456789TJQKX", "SHCDX"
    alternating = order_of_suits(frozenset(card[0] for card in cards) - {"X"})
    expect(mine.page.get_by_role("button", name="By rank")).to_have_attribute("aria-pressed", "true")
    assert [ranks.index(card[1]) for card in cards] == sorted(ranks.index(card[1]) for card in cards)
    mine.press("By rank")
    by_rank = sorted(cards, key=lambda card: (ranks.index(card[1]), suits.index(card[0])))
    expect(first).to_have_attribute("value", by_rank[0])
    expect(last).to_have_attribute("value", by_rank[-1])
    assert hand_of(mine) == by_rank
    mine.press("By suit")
    by_suit = sorted(cards, key=lambda card: ((*alternating, "X").index(card[0]), ranks.index(card[1])))
    expect(mine.page.get_by_role("button", name="By suit")).to_have_attribute("aria-pressed", "true")
    assert hand_of(mine) == by_suit


def test_cards_that_come_later_lie_at_the_end_of_the_own_order_in_which_they_came(
    screen: Callable[..., Phone],
) -> None:
    mine = screen(PHONE)
    before = deal_game("SK SQ SJ HK HQ H4 DK D9 D3", upcard="C2", stock="D2 S3 S4 S5")
    still(mine, before)
    own = mine.page.locator("#hand [data-sort=own]")
    expect(own).to_be_hidden()
    mine.page.locator("#hand .card").nth(2).tap(position={"x": 6, "y": 8})
    mine.page.locator("#hand [data-move='-1']").tap()
    arranged = hand_of(mine)
    called = after_lines(before, "1 pass", "2 pass", "3 pass", "0 stock")
    thrown = after_lines(called, f"0 discard {arranged[0]}")
    later = after_lines(thrown, "2 pass", "3 pass", "1 stock")
    again = after_lines(later, f"1 discard {later.deal.hands[1][0]}", "0 call", "2 allow")
    for state in (called, thrown, later, again):
        zones = rendering.zones_of(table_of(state), seat=0, talk=(), language="en")
        mine.page.evaluate(PUSHED, "".join(zones.values()))
    drawn, *_rest = [card for card in called.deal.hands[0] if card not in arranged]
    came = [card for card in again.deal.hands[0] if card not in called.deal.hands[0]]
    assert hand_of(mine)[: len(arranged)] == [*arranged[1:], drawn]
    assert sorted(hand_of(mine)[len(arranged) :]) == sorted(came)
    assert {card.get_attribute("value") for card in mine.page.locator("#hand .is-new").all()} == set(came)
    mine.press("By suit")
    expect(own).to_be_visible()
    own.tap()
    assert hand_of(mine)[: len(arranged)] == [*arranged[1:], drawn]
    for size in (SMALLEST, PHONE, ON_ITS_SIDE):
        resize(mine, size)
        assert mine.page.evaluate(BADLY_PLACED, THUMB) == 0
