"""Tables with something of their own: posters, a dial, rows, camps with heaps, melds and piles.

They move where things move, stand there where nothing does, are told once, and take no tap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from playwright.sync_api import expect

from games.engine.game import changed
from games.engine.rosbiratschka.state import CONTRACTS, Contract
from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.kan.tables import gone_on, kan_table
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.browser.table.test_moments import ENDS, FINISHED, MOVING, SHIFTED, STOPPED, UNDER_A_THUMB, told
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import KALOOKI, said
from tests.engine.kan.positions import playing
from tests.engine.rosbiratschka.positions import dealt, midway, moved
from tests.table.kalooki import tables as kalooki
from tests.table.play import imagined_table

COVERED = """() => {
  const box = document.querySelector("#trick .poster").getBoundingClientRect();
  return [...document.querySelectorAll(".seat .face, .seat .name, .talk-panel summary")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const other = one.getBoundingClientRect();
      return other.right > box.left + 1 && other.left < box.right - 1
        && other.bottom > box.top + 1 && other.top < box.bottom - 1;
    }).map((one) => one.textContent || one.className);
}"""
"""Faces and names that the poster lies over."""
SPILLS = """() => [...document.querySelectorAll("#trick .poster > p")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().bottom
    > one.parentElement.getBoundingClientRect().bottom).map((one) => one.textContent)"""


def avoiding(state: Any) -> Any:
    """A table of Rosbiratschka in this state, without a database."""
    table = imagined_table(("person",) * 4, lambda _table: True, key="rosbiratschka")
    return replace(table, options=state.options, state=changed(table.state, game_state=state))


def moving(mine: Phone, table: Any, seat: int = 0) -> None:
    """Show this table to a seat on a page on which things move."""
    mine.page.emulate_media(reduced_motion="no-preference")
    show(mine, table, seat)
    mine.page.evaluate(MOVING)
    mine.page.evaluate(SHIFTED)


def push(mine: Phone, table: Any, seat: int = 0) -> None:
    """Push every zone of this table, and let what moves stand where it begins; it ends within a second and takes no
    tap."""
    zones = rendering.zones_of(table, seat=seat, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []


def at_rest(mine: Phone) -> None:
    """Let everything end that moves."""
    mine.page.evaluate(FINISHED)
    assert mine.page.evaluate("window.shifts") <= 0.02


def test_each_contract_opens_with_a_poster_that_covers_nobody(screen: Callable[..., Phone]) -> None:
    for language in ("en", "nl"):
        for size in (SMALLEST, {"width": 360, "height": 740}):
            mine = screen(size)
            for contract in CONTRACTS:
                show(mine, avoiding(dealt(contract)), language=language)
                expect(mine.page.locator("#trick .poster")).to_have_count(1)
                expect(mine.page.locator("#trick .poster-line")).not_to_have_text("")
                assert mine.page.evaluate(COVERED) == []
                assert mine.page.evaluate(SPILLS) == [], (contract, size)


def test_the_poster_is_told_once_and_goes_with_the_first_card(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = dealt(Contract.NO_JACKS)
    moving(mine, avoiding(moved(dealt(Contract.NO_HEARTS), "S7")))
    push(mine, avoiding(state))
    turned = "() => document.querySelector('#trick .poster').getAnimations().length"
    assert mine.page.evaluate(turned) == 1
    at_rest(mine)
    push(mine, avoiding(state))
    assert told(mine, "Take no jacks: each costs 2") == 1
    assert mine.page.evaluate(turned) == 0
    push(mine, avoiding(moved(state, "S7")))
    expect(mine.page.locator("#trick .poster")).to_have_count(0)


def test_a_running_total_is_counted_up_on_a_dial(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = moved(dealt(Contract.HUNDRED, "SA", "HA", "DA", "CA"), "SA HA")
    moving(mine, avoiding(state))
    expect(mine.page.locator(".dial-line.is-crossed")).to_have_count(0)
    push(mine, avoiding(moved(state, "DA")))
    expect(mine.page.locator(".dial-line.is-crossed")).to_have_count(1)
    expect(mine.page.locator(".running-total b")).to_have_text("33")
    expect(mine.page.locator(".line.crossed .whose")).to_have_text("P2")
    at_rest(mine)


def test_a_row_grows_from_its_jack_outwards(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = midway("HQ S7", "SQ", "CQ", "DQ", laid="HJ HT")
    moving(mine, avoiding(state))
    push(mine, avoiding(moved(state, "HQ")))
    lit = """() => [...document.querySelectorAll(".row-of > .card:not(.fits)")].filter((card) =>
      document.getAnimations().some((one) => one.effect.target === card && one.effect.pseudoElement === "::before"))
      .map((card) => card.className.match(/H[JQTKA]/)[0])"""
    assert mine.page.evaluate(lit) == ["HJ", "HQ"]
    at_rest(mine)
    expect(mine.page.locator(".row-of > .latest.HQ")).to_be_visible()


def test_cards_that_count_fly_to_the_heap_of_their_camp(screen: Callable[..., Phone]) -> None:
    mine = screen()
    start = playing("SA S9", "SK S8", "S7", "SQ", "SJ", trump="C")
    before, state = gone_on(start, 4), gone_on(start, 5)
    moving(mine, kan_table(before))
    push(mine, kan_table(state))
    flying = """() => [...document.querySelectorAll("#trick .captured .card")]
      .filter((card) => card.getAnimations().length).length"""
    assert mine.page.evaluate(flying) == sum(state.deal.points) > sum(before.deal.points)
    at_rest(mine)
    for seat, side in enumerate(state.deal.sides):
        expect(mine.page.locator(f"#seat-{seat}.camp-{side}")).to_have_count(1)


def test_nobody_is_in_a_camp_before_the_cards_are_dealt(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, imagined_table(("person",) * 5, lambda _table: True, key="kan"))
    expect(mine.page.locator(".seat")).to_have_count(5)
    expect(mine.page.locator("[class*=camp-]")).to_have_count(0)


def test_a_contract_in_the_own_hand_glows_and_its_melds_snap_together(screen: Callable[..., Phone]) -> None:
    mine = screen()
    holds = kalooki.HOLDS_THE_CONTRACT
    show(mine, kalooki.table_of(holds), 1)
    expect(mine.page.locator("#hand .found")).to_have_count(0)
    moving(mine, kalooki.table_of(holds))
    expect(mine.page.locator("#hand .found")).to_have_count(9)
    lay = next(one for one in KALOOKI.choices(holds, 0) if one.data["do"] == "lay")
    push(mine, kalooki.table_of(said(holds, f"0 lay {lay.data['melds']}")))
    together = """() => [...document.querySelectorAll("#trick .meld .card")]
      .filter((card) => card.getAnimations().length).length"""
    assert mine.page.evaluate(together) == 9
    expect(mine.page.locator("#hand .found")).to_have_count(0)
    at_rest(mine)
