"""A push of the table lets the browser style and lay out the page once, tells the style sheets what lies there now, and
leaves an open sheet where it was scrolled to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.kan.tables import kan_table, mix_hands, phases, play_on
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.engine.kan.positions import second_deal
from tests.table.kalooki.tables import FULL_SHEET, table_of

PUSHED = """html => {
  document.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage", { cancelable: true, detail: { message: html } }));
}"""
ASKED = """html => {
  const asked = [];
  let exchanged = false;
  const after = (owner, name) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const noting = (work) => function (...given) {
      if (exchanged) asked.push(name);
      return work.apply(this, given);
    };
    const wrapped = own.value ? { value: noting(own.value) } : { get: noting(own.get), set: noting(own.set) };
    Object.defineProperty(owner, name, { configurable: true, ...wrapped });
    return () => Object.defineProperty(owner, name, own);
  };
  const replace = Element.prototype.replaceWith;
  Element.prototype.replaceWith = function (...nodes) {
    exchanged = true;
    replace.apply(this, nodes);
  };
  const undo = [after(window, "getComputedStyle"), after(Element.prototype, "scrollTop"),
    after(Element.prototype, "getBoundingClientRect")];
  (PUSHED)(html);
  undo.forEach((each) => each());
  Element.prototype.replaceWith = replace;
  return exchanged ? asked : ["nothing was exchanged"];
}""".replace("PUSHED", PUSHED)
"""Push these zones; gives what was asked of the browser after the first of them was exchanged that makes it style and
lay out the page there and then."""


def zones(table: Any, seat: int) -> str:
    """The zones of a table as a push brings them."""
    return "".join(rendering.zones_of(table, seat=seat, talk=(), language="en").values())


def test_a_card_that_is_pushed_to_a_calm_phone_makes_the_page_be_laid_out_once(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    before, then = (kan_table(play_on(second_deal(*mix_hands()), cards)) for cards in (27, 28))
    show(mine, before, 0)
    lying = mine.page.locator("#trick .trick > li").count()
    assert mine.page.evaluate(ASKED, zones(then, 0)) == []
    expect(mine.page.locator("#trick .trick > li")).to_have_count(lying + 1)


def test_after_a_push_the_table_has_the_parts_it_would_be_drawn_with(screen: Callable[..., Phone]) -> None:
    mine = screen()
    with_call, with_trick = (phases()[name][0] for name in ("call", "trick"))
    found = []
    for shown, pushed in ((with_call, with_trick), (with_trick, with_call)):
        show(mine, kan_table(pushed), 0)
        drawn = parts(mine)
        show(mine, kan_table(shown), 0)
        assert parts(mine) != drawn
        mine.page.evaluate(PUSHED, zones(kan_table(pushed), 0))
        assert parts(mine) == drawn
        found += drawn
    assert {"with-lying-card", "with-answers"} <= {*found}


def parts(mine: Phone) -> list[str]:
    classes = str(mine.page.locator("#table").get_attribute("class")).split()
    return sorted(name for name in classes if name.startswith("with-"))


def test_an_open_sheet_that_is_pushed_again_stays_where_it_was_scrolled_to(
    screen: Callable[..., Phone],
) -> None:
    mine = screen(SMALLEST)
    table = table_of(FULL_SHEET)
    show(mine, table, 0)
    sheet = mine.page.locator("#sheet.is-open")
    sheet.evaluate("sheet => { sheet.scrollTop = 60; }")
    mine.page.evaluate(PUSHED, zones(table, 0))
    assert sheet.evaluate("sheet => sheet.scrollTop") == 60
