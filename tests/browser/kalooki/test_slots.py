"""Slots of the contract on a phone: every button of theirs in sight, and a word where cards are lacking."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from tests.browser.kalooki.turns import PHONE, SMALLEST, TOP, still
from tests.browser.phone import Phone
from tests.engine.kalooki.table import with_deal_fields
from tests.table.kalooki.tables import FULL_CONTRACT, FULL_TURN, HOLDS_THE_CONTRACT

ON_ITS_SIDE = {"width": 740, "height": 360}
CUT_OFF = """() => [...document.querySelectorAll("#prompt .button:not(.slot-name)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const [box, room] = [one.getBoundingClientRect(), document.getElementById("prompt").getBoundingClientRect()];
    const cards = [...document.querySelectorAll("#hand .card")].map((card) => card.getBoundingClientRect().top);
    const bottom = one.closest(".arrange-tools") ? Math.max(room.bottom, Math.min(...cards)) : room.bottom;
    return box.left < 0 || box.right > innerWidth || box.top < room.top || box.bottom > Math.min(bottom, innerHeight)
      || one.scrollWidth > one.clientWidth;
  })
  .map((one) => one.textContent)"""
"""Buttons of the question that lie outside of it or of the screen, or whose words stick out; the tools of the slots may
lie between it and the cards."""
GROUPS_CUT_OFF = """() => {
  const room = document.querySelector(".slots").getBoundingClientRect();
  return [...document.querySelectorAll(".slot-name")]
    .filter((one) => one.getBoundingClientRect().bottom > room.bottom).map((one) => one.textContent);
}"""
SLOT_PLACES = """() => [...document.querySelectorAll(".slot, .slot-name")]
  .map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"""
"""Where each slot lies among the others."""
CARDS_BESIDE_THEIR_SLOT = """() => [...document.querySelectorAll(".slot-cards > .card")].filter((card) => {
    const slot = card.closest(".slot").getBoundingClientRect();
    const box = card.getBoundingClientRect();
    return box.left < slot.left || box.right > slot.right || box.top + 17 > slot.bottom;
  }).map((card) => card.textContent)"""
"""Cards whose index lies beside their slot; only the top of a card is shown in it."""
NAMES_COVERED = """() => {
  const sight = { checkVisibilityCSS: true };
  const names = [...document.querySelectorAll(".seat > .name")].filter((one) => one.checkVisibility(sight));
  const others = [...document.querySelectorAll(".seat > *, .prompt, .talk-panel")];
  return names.filter((name) => {
    const [a, seat] = [name.getBoundingClientRect(), name.parentElement];
    return others.filter((one) => !seat.contains(one) && one.checkVisibility(sight))
      .map((one) => one.getBoundingClientRect())
      .some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1);
  }).map((name) => name.textContent);
}"""
LETTERS = "size => { document.documentElement.dataset.text = size; }"
TOOLS = "[data-tool]:not([data-tool=open])"


@pytest.mark.parametrize("state", [HOLDS_THE_CONTRACT, FULL_CONTRACT], ids=["eleven", "twenty-three"])
def test_every_button_of_the_slots_lies_in_sight(screen: Callable[..., Phone], state: State) -> None:
    mine = screen()
    cut_off = {}
    for size in (SMALLEST, PHONE, ON_ITS_SIDE):
        mine.page.set_viewport_size(size)
        still(mine, state, language="nl")
        mine.page.evaluate(LETTERS, "largest")
        mine.page.locator("#answer-arrange [data-tool=open]").tap()
        mine.page.locator("#hand .card").first.press("Enter")
        expect(mine.page.locator(f"#answer-arrange {TOOLS}")).to_have_count(5)
        for letters in ("largest", "normal"):
            mine.page.evaluate(LETTERS, letters)
            for tool in mine.page.locator(f"#answer-arrange {TOOLS}").all():
                expect(tool).to_be_visible()
            expect(mine.page.locator(".arrange-send")).to_be_visible()
            cut_off[size["width"], letters] = mine.page.evaluate(CUT_OFF)
    assert {where: buttons for where, buttons in cut_off.items() if buttons} == {}


@pytest.mark.parametrize(("size", "cut_off"), [(SMALLEST, 1), (PHONE, 0)], ids=["320", "360"])
def test_the_largest_letters_leave_groups_and_names_in_sight(
    screen: Callable[..., Phone], size: dict[str, int], cut_off: int
) -> None:
    """On the smallest phone the last groups are cut off, which shows that the groups scroll."""
    mine = screen(size)
    still(mine, HOLDS_THE_CONTRACT, language="nl")
    mine.page.evaluate(LETTERS, "largest")
    mine.page.locator("#answer-arrange [data-tool=open]").tap()
    assert len(mine.page.evaluate(GROUPS_CUT_OFF)) <= cut_off
    mine.page.locator("#hand .card[value=S5]").tap(position=TOP)
    expect(mine.page.locator(".slot-cards .card")).to_have_count(1)
    assert len(mine.page.evaluate(GROUPS_CUT_OFF)) <= 2 * cut_off
    assert mine.page.evaluate(NAMES_COVERED) == []


def test_a_contract_that_lacks_cards_says_which_and_is_not_sent(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    mine.press("Make the contract")
    sends = mine.page.locator(".arrange-send")
    expect(sends).to_be_disabled()
    for card in ("S5", "H5", "D5", "S8"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    mine.page.locator(".slot-name").nth(2).tap()
    sends.tap(force=True)
    said = mine.page.get_by_role("alert").filter(has_text="Three 2: 2 more cards")
    expect(said).to_be_in_viewport()
    expect(mine.page.locator(".slot-name").nth(1)).to_have_attribute("aria-pressed", "true")
    mine.page.locator("#hand .card[value=H8]").tap(position=TOP)
    sends.focus()
    mine.page.keyboard.press("Enter")
    expect(mine.page.get_by_role("alert")).to_have_text("Three 2: one more card")
    for card in ("XX", "C9", "D9", "H9b"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(sends).to_be_enabled()
    assert sent == []


@pytest.mark.parametrize("size", [SMALLEST, PHONE, ON_ITS_SIDE], ids=["320", "360", "740"])
def test_a_slot_that_fills_moves_no_other(screen: Callable[..., Phone], size: dict[str, int]) -> None:
    mine = screen(size)
    still(mine, HOLDS_THE_CONTRACT, language="nl")
    mine.page.locator("#answer-arrange [data-tool=open]").tap()
    places = [mine.page.evaluate(SLOT_PLACES)]
    for card in ("S5", "H5", "D5", "S8", "H8", "XX"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
        places.append(mine.page.evaluate(SLOT_PLACES))
    mine.page.locator(".slot-name").last.tap()
    for card in ("C9", "D9", "H9b"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
        places.append(mine.page.evaluate(SLOT_PLACES))
    assert places == [places[0]] * len(places)
    assert mine.page.evaluate(CARDS_BESIDE_THEIR_SLOT) == []


def test_the_slot_that_a_tap_fills_lies_in_sight(screen: Callable[..., Phone]) -> None:
    mine = screen(ON_ITS_SIDE)
    still(mine, HOLDS_THE_CONTRACT)
    mine.press("Make the contract")
    for card in ("S5", "H5", "D5", "S8", "H8", "XX"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(mine.page.locator(".slot-name").nth(2)).to_be_in_viewport(ratio=1)


def test_the_stock_keeps_its_place_while_the_discard_pile_is_empty(screen: Callable[..., Phone]) -> None:
    mine = screen()

    def stock() -> list[object]:
        """Where the stock lies on each phone."""
        places = []
        for size in (SMALLEST, PHONE):
            mine.page.set_viewport_size(size)
            places.append(mine.page.locator(".stock").bounding_box())
        return places

    still(mine, HOLDS_THE_CONTRACT)
    expect(mine.page.locator(".discard .pile-count")).to_have_text("1")
    before = stock()
    still(mine, with_deal_fields(HOLDS_THE_CONTRACT, pile=()))
    expect(mine.page.locator(".discard .pile-count")).to_have_count(0)
    assert stock() == before


DEALER_TOUCHES = """() => {
  const [badge, face] = [".dealer", ".seat.deals > .face"].map((what) =>
    document.querySelector(what).getBoundingClientRect());
  const beside = badge.right > face.left && badge.left < face.right;
  return beside && badge.top < face.bottom && badge.bottom > face.top;
}"""


def test_the_badge_of_the_dealer_touches_the_face(screen: Callable[..., Phone]) -> None:
    """Among three and among six players."""
    mine = screen()
    for state in (HOLDS_THE_CONTRACT, FULL_TURN):
        still(mine, with_deal_fields(state, dealer=1))
        for size in (SMALLEST, PHONE):
            mine.page.set_viewport_size(size)
            assert mine.page.evaluate(DEALER_TOUCHES), (len(state.totals), size["width"])
