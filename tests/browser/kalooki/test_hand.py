"""The fullest hand of Kalooki on small phones: its buttons are large enough for a thumb and lie over nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from tests.browser.kalooki.turns import PHONE, SMALLEST, TOP, hand_of, still
from tests.browser.phone import Phone
from tests.table.kalooki.tables import (
    BIG_HAND,
    FULL_AMONG_MELDS,
    FULL_CALLED,
    FULL_TURN,
    HOLDS_THE_CONTRACT,
)

ON_ITS_SIDE = {"width": 640, "height": 320}
THUMB = 44
SMALL = """(least) => [...document.querySelectorAll("#hand .hand-orders .button, #prompt .button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)"""
OVERLAPS = """() => {
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    const room = (one.closest("#prompt, .felt") ?? document.body).getBoundingClientRect();
    const [top, bottom] = [Math.max(box.top, room.top), Math.min(box.bottom, room.bottom)];
    return { left: box.left, right: box.right, top, bottom };
  };
  const named = (one) => [one.textContent.trim() || one.className, shown(one)];
  const orders = seen("#hand .hand-orders .button").map(named);
  const cards = seen("#hand .card").map(named);
  const asked = [...seen("#prompt .button"), ...seen("#prompt p")].map(named);
  const felt = seen(".felt .seat > :is(.face, .name), .laid .card, .laid .pile-count").map(named);
  const pairs = [[orders, cards], [orders, asked], [orders, felt], [cards, asked], [cards, felt], [asked, felt]];
  const found = [];
  for (const [group, others] of [...pairs, [orders, orders]])
    for (const [one, a] of group)
      for (const [other, b] of others) if (one !== other && cross(a, b)) found.push(`${one} over ${other}`);
  return found;
}"""
"""Pairs of a button of the hand, a card of it, a part of the question and of the felt that lie over each other, as far
as they are shown: a question that is too long for its place scrolls in it."""
OUTSIDE = """() => [...document.querySelectorAll("#hand .card, #hand .hand-orders .button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([words]) => words)"""


def faults(mine: Phone) -> dict[int, list[str]]:
    """Everything too small, outside of the screen or over something else, by the width of the phones where it is."""
    found = {}
    for size in (PHONE, SMALLEST, ON_ITS_SIDE):
        mine.page.set_viewport_size(size)
        found[size["width"]] = [
            *mine.page.evaluate(SMALL, THUMB),
            *mine.page.evaluate(OUTSIDE),
            *mine.page.evaluate(OVERLAPS),
        ]
    return {width: these for width, these in found.items() if these}


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("state", [FULL_TURN, FULL_AMONG_MELDS], ids=["turn", "down"])
def test_twenty_three_cards_and_the_buttons_of_their_order(
    screen: Callable[..., Phone], state: State, language: str
) -> None:
    mine = screen()
    still(mine, state, language=language)
    assert len(hand_of(mine)) == 23
    assert faults(mine) == {}


@pytest.mark.parametrize("state", [BIG_HAND, FULL_CALLED], ids=["draw", "answer"])
def test_the_buttons_lie_over_nothing_while_the_hand_only_looks_on(
    screen: Callable[..., Phone], state: State
) -> None:
    mine = screen()
    still(mine, state)
    assert faults(mine) == {}


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["360", "320"])
def test_what_is_left_beside_the_slots_stays_in_sight(
    screen: Callable[..., Phone], size: dict[str, int], language: str
) -> None:
    """The nine cards of the contract empty a whole row of the hand; the other row stays where it was."""
    mine = screen(size)
    still(mine, HOLDS_THE_CONTRACT, language=language)
    mine.page.locator("#answer-arrange [data-tool=open]").tap()
    assert mine.page.evaluate(OUTSIDE) == []
    for card in ("S5", "H5", "D5", "S8", "H8", "XX", "C9", "D9", "H9b"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(mine.page.locator("#hand .card:visible")).to_have_count(2)
    assert mine.page.evaluate(OUTSIDE) == []
