"""Rank and suit of every card of the hand in sight: in all letters, on small phones, in hands of all sizes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.kalooki.turns import PHONE, SMALLEST
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.table.still import PACK, Held, still_table

COVERED = """() => [...document.querySelectorAll("#hand .card")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const rank = [0.12, 0.28, 0.44].flatMap((x) => [0.1, 0.22, 0.35].map((y) => [x, y]));
  const suit = [0.12, 0.24, 0.36].flatMap((x) => [0.46, 0.53, 0.6].map((y) => [x, y]));
  const there = (x, y) =>
    document.elementFromPoint(box.left + (x * box.height * 64) / 92 - 1, box.top + y * box.height);
  return [...rank, ...suit]
    .filter(([x, y]) => there(x, y) !== one)
    .map(([x, y]) => `${one.textContent} at ${x}, ${y}`);
})"""
"""The cards whose rank or suit in the corner lies under something else; the ten reaches 44 of 100 of the width."""


@pytest.mark.parametrize("count", [8, 9, 10, 13, 16, 23])
def test_the_index_of_every_card_is_in_sight(screen: Callable[..., Phone], count: int) -> None:
    mine = screen()
    show(mine, still_table(5 if count == 10 else 4, held=Held(PACK[3 : 3 + 2 * count : 2])))
    found = {}
    for size in (PHONE, SMALLEST):
        mine.page.set_viewport_size(size)
        for letters in ("normal", "large", "largest"):
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            found[size["width"], letters] = mine.page.evaluate(COVERED)
    assert {where: cards for where, cards in found.items() if cards} == {}
