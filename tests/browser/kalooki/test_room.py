"""The room of the table in Kalooki: large piles, slots beside which everything stays in its place and in sight, and
cards of the hand that wait in theirs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from tests.browser.kalooki.turns import PHONE, SMALLEST, TOP, still
from tests.browser.phone import Phone
from tests.browser.table.moments import SHIFTED
from tests.browser.table.standing import LETTERS, answered, letter, resize
from tests.engine.kalooki.table import after_lines, after_the_draw
from tests.table.kalooki.tables import BEFORE_THE_DRAW, DOWN, FULL_AMONG_MELDS, HOLDS_THE_CONTRACT

DESK = {"width": 1280, "height": 800}
ON_ITS_SIDE = {"width": 740, "height": 360}
FILLED = ("S5", "H5", "D5", "S8", "H8", "XX", "C9", "D9", "H9b")
OPEN = "#answer-arrange [data-tool=open]"
SPREAD = after_the_draw(
    "SA S2 S3 S4 H5 H6 H7 H8 D9 DT DJ DQ CK C2 C3 C4 CA",
    contract_number=9,
    melds=("H6 XXb H8b H9b", "S7b D7b C7b", "S4b H4b D4b", "C9b D9b S9b"),
    down=False,
)
"""Fours in the hand, and four melds of others on the table."""
ON_THE_TABLE = """() => [...document.querySelectorAll(
    ".seat, .seat > :is(.face, .name, .own-name, .role, .holds), .stock, .discard, .meld, .talk-panel, #hand .card")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [one.id || one.className, [left, top, width, height].map(Math.round)];
  })"""
COVERED = """() => [...document.querySelectorAll(".seat > .face, .stock .card, .discard .card, .meld .card:last-child")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return [".prompt", ".advice"].some((other) => [...document.querySelectorAll(other)].some((over) => {
      const room = over.getBoundingClientRect();
      return room.left < box.right && box.left < room.right && room.top < box.bottom - 1 && box.top < room.bottom - 1;
    }));
  })
  .map((one) => one.className)"""
"""Faces, piles and melds that the question lies over."""
IN_THE_HAND = """() => Object.fromEntries([...document.querySelectorAll("#hand .card")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [one.value, [left, top].map(Math.round)];
}))"""
NAMES_CUT = """() => [...document.querySelectorAll(".slot-name")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [box, room] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  words.selectNode(one.firstChild);
  const tops = [...words.getClientRects()].map((line) => line.top);
  return Math.max(...tops) - Math.min(...tops) > 5 || box.right > room.right || box.left < room.left
    || box.bottom > room.bottom;
}).map((one) => one.textContent)"""
HIDDEN_INDICES = """() => [...document.querySelectorAll(".slot-cards")].flatMap((slot) => {
  const room = slot.closest(".slot").getBoundingClientRect();
  const cards = [...slot.children].map((card) => card.getBoundingClientRect());
  return cards.map((box, at) => {
    const end = at + 1 < cards.length ? Math.min(cards[at + 1].left, box.right) : Math.min(box.right, room.right);
    return [slot.children[at].textContent, (end - box.left) / box.width, end - box.left, room.bottom - box.top];
  });
}).filter(([, share, wide, high]) => share < 0.4 || wide < 11 || high < 17).map(([name]) => name)"""
"""Cards in slots of which less than the index is seen."""


def test_stock_and_discard_are_larger_than_the_large_cards_of_the_hand(screen: Callable[..., Phone]) -> None:
    """Widths of a card and height of the question, before the draw and after it."""
    mine = screen()
    for state in (BEFORE_THE_DRAW, HOLDS_THE_CONTRACT):
        still(mine, state, language="nl")
        for size, least, most in ((PHONE, 62, 168), (SMALLEST, 54, 160)):
            resize(mine, size)
            held = mine.page.locator("#hand .card").last.bounding_box()
            assert held is not None
            assert held["width"] >= least, size["width"]
            for pile in (".stock .card", ".discard .card"):
                box = mine.page.locator(pile).last.bounding_box()
                assert box is not None
                assert box["width"] >= 1.2 * held["width"], (size["width"], pile)
            asked = mine.page.locator("#prompt").bounding_box()
            assert asked is not None
            assert asked["height"] <= most, size["width"]


@pytest.mark.parametrize("size", [PHONE, SMALLEST, DESK], ids=["360", "320", "1280"])
@pytest.mark.parametrize(
    ("state", "cards"),
    [
        (HOLDS_THE_CONTRACT, FILLED),
        (SPREAD, ("SA", "S2", "S3", "S4", "H5", "H6")),
        (DOWN, ("S7", "H7", "H5")),
    ],
    ids=["alone", "among-melds", "down"],
)
def test_nothing_moves_or_is_covered_while_slots_open_fill_and_close(
    screen: Callable[..., Phone], state: State, cards: tuple[str, ...], size: dict[str, int]
) -> None:
    mine = screen(size)
    still(mine, state, language="nl")
    before = mine.page.evaluate(ON_THE_TABLE)
    mine.page.evaluate(SHIFTED)
    mine.page.locator(OPEN).tap()
    expect(mine.page.locator(".slots")).to_be_visible()
    assert mine.page.evaluate(ON_THE_TABLE) == before
    for card in cards:
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    assert mine.page.evaluate(ON_THE_TABLE) == before
    assert mine.page.evaluate(COVERED) == []
    mine.page.locator("#answer-arrange [data-tool=fold]").tap()
    expect(mine.page.locator(".slots")).to_be_hidden()
    assert mine.page.evaluate(ON_THE_TABLE) == before
    assert mine.page.evaluate("window.shifts") <= 0.02


@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["360", "320"])
def test_cards_of_the_hand_keep_their_places_while_slots_fill(
    screen: Callable[..., Phone], size: dict[str, int]
) -> None:
    """A second tap on the place of a card that was taken takes no other."""
    mine = screen(size)
    still(mine, HOLDS_THE_CONTRACT)
    mine.page.locator(OPEN).tap()
    before = mine.page.evaluate(IN_THE_HAND)
    left, top = before["S5"]
    for _ in range(2):
        mine.page.touchscreen.tap(left + TOP["x"], top + TOP["y"])
    expect(mine.page.locator(".slot-cards .card")).to_have_count(1)
    for card in FILLED[1:]:
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
        assert mine.page.evaluate(IN_THE_HAND) == before
    expect(mine.page.locator(".slot-cards .card")).to_have_count(len(FILLED))
    mine.page.locator(".slot-cards .card").first.tap(position={"x": 4, "y": 6})
    mine.page.locator("[data-tool=out]").tap()
    expect(mine.page.locator("#hand .card[value=S5]")).to_be_visible()
    assert mine.page.evaluate(IN_THE_HAND) == before


@pytest.mark.parametrize("language", ["en", "nl"])
def test_names_of_slots_stand_in_one_line(screen: Callable[..., Phone], language: str) -> None:
    mine = screen()
    cut = {}
    for name, state in (("alone", HOLDS_THE_CONTRACT), ("among melds", SPREAD), ("down", DOWN)):
        mine.page.set_viewport_size(PHONE)
        still(mine, state, language=language)
        mine.page.locator(OPEN).tap()
        expect(mine.page.locator(".slots")).to_be_visible()
        for size in (PHONE, SMALLEST, ON_ITS_SIDE):
            resize(mine, size)
            for letters in LETTERS:
                letter(mine, letters)
                cut[name, size["width"], letters] = mine.page.evaluate(NAMES_CUT)
    assert {where: names for where, names in cut.items() if names} == {}


CARDS_CUT = """() => [...document.querySelectorAll(".slot:not([data-least='0']) .card")].filter((card) => {
  const [box, room] = [card.getBoundingClientRect(), card.closest(".slot").getBoundingClientRect()];
  return box.bottom > room.bottom || box.right > room.right || box.left < room.left;
}).map((card) => card.textContent)"""


@pytest.mark.parametrize("size", [PHONE, SMALLEST, DESK], ids=["360", "320", "1280"])
def test_the_cards_of_a_contract_of_three_are_seen_whole_in_their_slots(
    screen: Callable[..., Phone], size: dict[str, int]
) -> None:
    """What a slot beside the contract holds is counted once a card lies in it."""
    mine = screen(size)
    still(mine, HOLDS_THE_CONTRACT)
    mine.press("Fill in what fits")
    expect(mine.page.locator(".slot-cards .card")).to_have_count(9)
    assert mine.page.evaluate(CARDS_CUT) == []
    expect(mine.page.locator(".slot-count")).to_have_text(["3/3", "3/3", "3/3", "", ""])


@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["360", "320"])
def test_the_index_of_every_card_in_a_slot_is_seen(
    screen: Callable[..., Phone], size: dict[str, int]
) -> None:
    """Four cards in each of three slots, then six in one."""
    mine = screen(size)
    still(mine, SPREAD)
    mine.page.locator(OPEN).tap()
    for card in ("SA", "S2", "S3", "S4", "H5", "H6", "H7", "H8", "D9", "DT", "DJ", "DQ"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    assert mine.page.evaluate(HIDDEN_INDICES) == []
    mine.page.locator(".slot-name").first.tap(position={"x": 8, "y": 8})
    for card in ("C2", "C3"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(mine.page.locator(".slot-cards").first.locator(".card")).to_have_count(6)
    assert mine.page.evaluate(HIDDEN_INDICES) == []


def test_buttons_of_a_turn_stand_in_one_row_each_in_its_column(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    places: dict[str, dict[str, float] | None] = {}
    for state, seat, buttons in (
        (BEFORE_THE_DRAW, 0, ("[value=take]", "[value=stock]")),
        (BEFORE_THE_DRAW, 1, ("[value=call]", "[value=pass]")),
        (HOLDS_THE_CONTRACT, 0, ("#answer-proposal button", OPEN)),
    ):
        still(mine, state, seat)
        for button in buttons:
            places[button] = mine.page.locator(f"#prompt {button}").bounding_box()
    mine.page.locator(OPEN).tap()
    for button in ("[data-tool=fold]", ".arrange-send"):
        places[button] = mine.page.locator(f"#prompt {button}").bounding_box()
    left, right = (list(places.values())[column::2] for column in (0, 1))
    assert left == [left[0]] * 4
    assert right == [right[0]] * 4


def test_a_tap_on_a_pile_draws_from_it(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    for pile, word in ((".stock", "stock"), (".discard", "take")):
        sent = still(mine, BEFORE_THE_DRAW)
        expect(mine.page.locator(".pile-of.is-offered")).to_have_count(2)
        with answered(mine):
            mine.page.locator(pile).tap()
        assert sent[-1]["do"] == [word]
    sent = still(mine, after_lines(BEFORE_THE_DRAW, "2 call"))
    expect(mine.page.locator(".pile-of.is-offered")).to_have_count(0)
    mine.page.locator(".stock").tap()
    assert sent == []


def test_a_tap_on_the_discard_pile_throws_the_raised_card(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    mine.page.locator(".discard").tap()
    mine.page.locator("#hand .card[value=S2]").tap(position=TOP)
    assert sent == []
    with answered(mine):
        mine.page.locator(".discard").tap()
    assert [(one["do"], one["card"]) for one in sent] == [(["discard"], ["S2"])]


def test_many_melds_lie_over_no_pile_and_not_under_the_question(screen: Callable[..., Phone]) -> None:
    mine = screen()
    for state in (SPREAD, FULL_AMONG_MELDS):
        still(mine, state, language="nl")
        for size in (SMALLEST, PHONE):
            resize(mine, size)
            assert mine.page.evaluate(COVERED) == []
            assert mine.page.evaluate(OVER_PILES) == [], size["width"]


OVER_PILES = """() => {
  const piles = [...document.querySelectorAll(".pile-of > .card, .pile-of li")]
    .map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".meld .card, .seat > :is(.face, .name, .own-name, .role, .taken), .talk-panel")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return piles.some((pile) => box.left < pile.right - 1 && pile.left < box.right - 1
        && box.top < pile.bottom - 1 && pile.top < box.bottom - 1);
    })
    .map((one) => one.textContent || one.className);
}"""
"""Melds and parts of seats that touch a pile."""
