"""Cards of a Kalooki hand are dragged by mouse and by finger: within the hand, into a slot, onto a meld, onto the
discard pile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from tests.browser.dragging import Finger, Mouse, both, drag
from tests.browser.kalooki.turns import PHONE, SMALLEST, hand_of, still
from tests.browser.phone import Phone
from tests.table.kalooki.tables import BIG_HAND, DOWN, FULL_AND_DOWN, HOLDS_THE_CONTRACT

SEND_ANOTHER = """() => fetch(document.getElementById("screen").dataset.act,
  { method: "POST", body: new URLSearchParams({ do: "another" }) })"""
"""Send a form after every one that was sent before."""


def test_a_card_dragged_in_the_hand_stays_there_and_the_order_is_kept(phone: Callable[..., Phone]) -> None:
    """The order is sent once: the next form that is sent is another."""
    mine = phone()
    mine.wind_up()
    sent = still(mine, BIG_HAND)
    before = hand_of(mine)
    last = before[7]  # the end of the first row lies free
    with mine.page.expect_response("**/act/"):
        drag(mine, before[2], f"#hand .card[value={last}]")
    expect(mine.page.locator("#hand .card").nth(7)).to_have_attribute("value", before[2])
    after = [card for card in before if card != before[2]]
    after.insert(7, before[2])
    assert hand_of(mine) == after
    mine.page.wait_for_function("() => sessionStorage.getItem('handOrder') === 'own'")
    mine.let_pass(60)
    mine.page.evaluate(SEND_ANOTHER)
    assert sent[0] == {"do": ["order"], "deal": ["1"], "cards": [" ".join(after)]}
    assert sent[1:] == [{"do": ["another"]}]
    assert mine.page.locator("#hand [data-dragged]").count() == 0


@both
def test_cards_are_dragged_into_slots(screen: Callable[..., Phone], pointer: type[Mouse | Finger]) -> None:
    mine = screen(PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    mine.press("Make the contract")
    expect(mine.page.locator(".slot").first).to_be_visible()
    for number, card in ((0, "S5"), (1, "S8")):
        drag(mine, card, f".slot >> nth={number}", pointer)
        expect(mine.page.locator(".slot").nth(number).locator(f"[data-grouped={card}]")).to_be_visible()
    assert sent == []


@both
@pytest.mark.parametrize("state", [DOWN, FULL_AND_DOWN], ids=["four", "twenty-three"])
@pytest.mark.parametrize("size", [SMALLEST, PHONE], ids=["320", "360"])
def test_a_card_is_dragged_onto_a_meld_that_lights_up(
    screen: Callable[..., Phone], size: dict[str, int], state: State, pointer: type[Mouse | Finger]
) -> None:
    """S7 lies on the second meld as a fourth seven; H7 moves the joker of the first."""
    mine = screen(size)
    sent = still(mine, state)
    with mine.page.expect_response("**/act/"):
        drag(mine, "S7", ".meld[data-target='1']", pointer)
    assert [one["placed"] for one in sent] == [["tack S7 meld 1 -"]]
    sent = still(mine, state)
    with mine.page.expect_response("**/act/"):
        drag(mine, "H7", ".meld[data-target='0']", pointer)
    assert [one["placed"] for one in sent] == [["shift H7 meld 0 -"]]


@both
@pytest.mark.parametrize("state", [DOWN, FULL_AND_DOWN], ids=["four", "twenty-three"])
def test_a_card_is_dragged_onto_the_discard_pile(
    screen: Callable[..., Phone], state: State, pointer: type[Mouse | Finger]
) -> None:
    """S7, which could lie on a meld, too."""
    mine = screen(PHONE)
    for card in ("H5", "S7"):
        sent = still(mine, state)
        with mine.page.expect_response("**/act/"):
            drag(mine, card, ".discard", pointer)
        assert [(one["do"], one["card"]) for one in sent] == [(["discard"], [card])]


@both
def test_a_card_dropped_where_it_cannot_go_stays_in_the_hand(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    """Onto a meld it does not fit, onto the felt; a joker onto the pile is told why not."""
    mine = screen(PHONE)
    sent = still(mine, DOWN)
    before = hand_of(mine)
    for card, onto in (("H5", ".meld[data-target='1']"), ("S7", "#strip")):
        drag(mine, card, onto, pointer)
    drag(mine, "XX", ".discard", pointer)
    expect(mine.page.locator("#prompt .why.is-said")).to_contain_text("A joker is never discarded")
    assert sent == []
    assert hand_of(mine) == before
    assert mine.page.locator("#hand [data-dragged]").count() == 0


@both
def test_a_dragged_card_stays_over_the_question_and_lights_the_pile(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    mine = screen(PHONE)
    still(mine, DOWN)
    over = """() => Number(getComputedStyle(document.querySelector("#hand")).zIndex)
      > Number(getComputedStyle(document.querySelector("#prompt")).zIndex)"""
    lit = mine.page.locator("#trick .discard.is-target")
    card = mine.page.locator("#hand .card[value=S7]").bounding_box()
    assert card is not None
    assert not mine.page.evaluate(over)
    dragging = pointer(mine)
    dragging.down(card["x"] + 8, card["y"] + 20)
    dragging.move(card["x"] + 8, card["y"] - 40)
    expect(lit).to_have_count(1)
    assert mine.page.evaluate(over)
    dragging.up()
    expect(lit).to_have_count(0)
    assert not mine.page.evaluate(over)
