"""Kalooki on a low phone on its side, and what who waits sees: questions whole above their answers, cards of a contract
whole in their slots, felt where nothing is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.kalooki.test_places import FULL_STEPS, STEPS
from tests.browser.kalooki.test_room import SPREAD
from tests.browser.kalooki.turns import PHONE, SMALLEST, still
from tests.browser.phone import Phone
from tests.engine.kalooki.table import after_the_draw
from tests.table.kalooki.tables import BEFORE_THE_DRAW, FULL_CONTRACT, FULL_TURN, HOLDS_THE_CONTRACT

LOW = {"width": 568, "height": 320}
SIDEWAYS = {"width": 640, "height": 360}
CUT_OR_COVERED = """() => {
  const prompt = document.querySelector("#prompt");
  const time = prompt.querySelector(".agreements-clock");
  if (time) time.textContent = "0:06";
  const room = prompt.getBoundingClientRect();
  const buttons = [...prompt.querySelectorAll(".button")].filter((one) => one.checkVisibility());
  const cut = buttons.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  const words = [...prompt.querySelectorAll(".ask > *")].filter((one) => one.checkVisibility()).filter((one) => {
    const said = document.createRange();
    said.selectNodeContents(one.querySelector(".visually-hidden + b") || one);
    return [...said.getClientRects()].some((box) => box.top < room.top || box.bottom > room.bottom + 1
      || buttons.map((other) => other.getBoundingClientRect()).some((other) => box.right > other.left + 1
        && box.left < other.right - 1 && box.bottom > other.top + 1 && box.top < other.bottom - 1));
  });
  return [...cut, ...words].map((one) => one.textContent);
}"""
"""Buttons whose words have no room, and words of the question beyond its edge or below a button."""
CARDS_CUT = """() => [...document.querySelectorAll(".slots .card")].filter((card) => {
  const [box, room] = [card.getBoundingClientRect(), card.closest(".slot").getBoundingClientRect()];
  const { width, height } = getComputedStyle(card, "::before");
  return box.top < room.top || box.top + parseFloat(height) > room.bottom + 1 || box.left < room.left
    || (!card.nextElementSibling && box.left + parseFloat(width) > room.right);
}).map((card) => card.textContent)"""
"""Cards in slots that are not seen down to their lower edge."""
NAMES_COVERED = """() => [...document.querySelectorAll(".slots > .slot")].filter((slot) => {
  const words = document.createRange();
  words.selectNodeContents(slot.querySelector(".slot-name").firstChild);
  const name = words.getBoundingClientRect();
  return [...slot.querySelectorAll(".card")].map((card) => card.getBoundingClientRect())
    .some((box) => box.left < name.right - 5 && box.top < name.bottom - 3);
}).map((slot) => slot.textContent)"""
"""Slots whose cards lie over their name."""


@pytest.mark.parametrize("language", ["nl", "en"])
def test_question_and_answers_are_read_whole_on_a_low_phone(
    screen: Callable[..., Phone], language: str
) -> None:
    mine = screen(LOW)
    for state, seat, unasked in (*STEPS, *FULL_STEPS):
        still(mine, state, seat, unasked=unasked, language=language)
        assert mine.page.evaluate(CUT_OR_COVERED) == []


@pytest.mark.parametrize(
    "size",
    [PHONE, SMALLEST, SIDEWAYS, LOW, {"width": 1280, "height": 800}],
    ids=["360", "320", "640", "568", "1280"],
)
def test_every_card_of_a_contract_of_four_is_seen_whole_in_its_slot(
    screen: Callable[..., Phone], size: dict[str, int]
) -> None:
    mine = screen(size)
    for state, language in ((SPREAD, "en"), (FULL_CONTRACT, "nl"), (HOLDS_THE_CONTRACT, "en")):
        still(mine, state, language=language)
        mine.page.locator("#answer-proposal button").tap()
        expect(mine.page.locator(".slot-cards .card").first).to_be_visible()
        assert mine.page.evaluate(CARDS_CUT) == []
        assert mine.page.evaluate(NAMES_COVERED) == []
        expect(mine.page.locator(".slots")).to_be_in_viewport(ratio=1)
        room = "one => one.scrollHeight - one.clientHeight"
        assert mine.page.locator(".slots").evaluate(room) <= 1


def test_who_waits_sees_felt_and_no_empty_panel(screen: Callable[..., Phone]) -> None:
    mine = screen(SIDEWAYS)
    drawn = "one => getComputedStyle(one).backgroundColor"
    still(mine, FULL_TURN, 1)
    assert mine.page.locator("#prompt").evaluate(drawn) == "rgba(0, 0, 0, 0)"
    still(mine, BEFORE_THE_DRAW, 1)
    assert mine.page.locator("#prompt").evaluate(drawn) != "rgba(0, 0, 0, 0)"


def test_a_joker_of_the_contract_that_lies_in_the_hand_is_as_bright_as_its_cards(
    screen: Callable[..., Phone],
) -> None:
    """It may not be discarded; where it is laid with nothing it is dim."""
    mine = screen(PHONE)
    shade = "one => getComputedStyle(one, '::before').filter"
    joker = mine.page.locator("#hand .card[value=XX]")
    still(mine, HOLDS_THE_CONTRACT)
    assert joker.evaluate(shade) == "none"
    still(mine, after_the_draw("XX D5 H2 S9 C9 C2 S3 HK DJ C7", down=False))
    assert joker.evaluate(shade) != "none"
