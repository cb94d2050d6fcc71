"""A card of a trick is dragged onto the felt and played from there, by mouse and by finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Route, expect

from tests.browser.dragging import Finger, Mouse, both, drag
from tests.browser.kan.tables import kan_table, play_on
from tests.browser.phone import Phone
from tests.browser.table.moments import table_of
from tests.browser.table.standing import show
from tests.engine.kan.positions import second_deal
from tests.engine.kraken.table import Table as Round
from tests.engine.kraken.table import hands_with

HANDS = hands_with(seat0="H9 S9 C9", seat1="H7 S7", seat2="H8 S8", seat3="HT C7")
PHONE = {"width": 360, "height": 740}


def kraken(cards: str) -> Any:
    """Kraken with hearts trumps after these cards, led by seat 0."""
    return table_of(Round(hands=HANDS).quiet().play(cards))


def shown(mine: Phone, table: Any, seat: int) -> list[dict[str, list[str]]]:
    """Show this table to a seat; gives the forms that are sent from now on."""
    sent: list[dict[str, list[str]]] = []

    def taken(route: Route) -> None:
        sent.append(parse_qs(route.request.post_data or ""))
        route.fulfill(body='<p id="notice" class="notice"></p>', content_type="text/html")

    show(mine, table, seat)
    mine.page.route("**/act/", taken)
    return sent


@both
def test_a_card_dropped_on_the_felt_is_played(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    mine = screen(PHONE)
    sent = shown(mine, kraken("H9 H7 H8"), 3)
    with mine.page.expect_response("**/act/"):
        drag(mine, "HT", "#trick .middle", pointer)
    assert [(one["do"], one["card"]) for one in sent] == [(["play"], ["HT"])]


@both
def test_a_card_may_be_led_after_a_trick_by_a_drag(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    """Nobody drags a card by accident, so no second tap is asked for."""
    mine = screen(PHONE)
    sent = shown(mine, kraken("H9 H7 H8 HT"), 0)
    with mine.page.expect_response("**/act/"):
        drag(mine, "S9", "#trick .middle", pointer)
    assert [one["card"] for one in sent] == [["S9"]]


@both
def test_a_card_that_may_not_be_played_goes_back_and_says_why(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    mine = screen(PHONE)
    sent = shown(mine, kraken("H9 H7 H8"), 3)
    drag(mine, "C7", "#trick .middle", pointer)
    expect(mine.page.locator("#prompt .why.is-said")).to_contain_text("follow")
    where = mine.page.locator("#hand .card[value=C7]").evaluate("one => one.style.translate")
    assert (sent, where) == ([], "")


@both
def test_a_card_dropped_in_the_hand_stays_where_it_was(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    mine = screen(PHONE)
    sent = shown(mine, kraken("H9 H7 H8"), 3)
    order = "all => all.map(one => one.value)"
    before = mine.page.eval_on_selector_all("#hand .card", order)
    drag(mine, "HT", "#hand .card:last-child", pointer)
    drag(mine, "HT", "#prompt", pointer)
    assert sent == []
    assert mine.page.eval_on_selector_all("#hand .card", order) == before


@both
def test_nothing_is_dragged_before_ones_turn(
    screen: Callable[..., Phone], pointer: type[Mouse | Finger]
) -> None:
    mine = screen(PHONE)
    sent = shown(mine, kraken("H9 H7"), 3)
    drag(mine, "HT", "#trick .middle", pointer)
    assert (sent, mine.page.locator("#hand [data-dragged]").count()) == ([], 0)


def test_a_card_of_kan_is_dragged_too(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    table = kan_table(play_on(second_deal("XX"), 4))
    (seat,) = (one for one in table.game.pending(table.state.game_state) if isinstance(one, int))
    sent = shown(mine, table, seat)
    card = mine.page.locator("#hand .card:not(.barred)").first.get_attribute("value")
    assert card is not None
    with mine.page.expect_response("**/act/"):
        drag(mine, card, "#trick .middle", Finger)
    assert [one["card"] for one in sent] == [[card]]
