"""The card that came into the hand last is marked until others come."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games.engine.kalooki.state import Deal, Phase, State, give_cards, without
from games.table.screen import rendering
from tests.browser.kalooki.turns import PHONE, still
from tests.browser.phone import ON_A_CARD, Phone
from tests.browser.table.standing import answered
from tests.engine.kalooki.table import with_deal_fields
from tests.table.kalooki.tables import BEFORE_THE_DRAW, table_of


def deal_in(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


DEAL = deal_in(BEFORE_THE_DRAW)
SEAT = DEAL.turn
FIRST, SECOND, *_REST = DEAL.stock
DRAWN = with_deal_fields(
    BEFORE_THE_DRAW, phase=Phase.ACT, drew="stock", hands=give_cards(DEAL, SEAT, FIRST), stock=DEAL.stock[1:]
)
ONE_LESS = with_deal_fields(DRAWN, hands=without(deal_in(DRAWN), SEAT, DEAL.hands[SEAT][0]))
DRAWN_AGAIN = with_deal_fields(ONE_LESS, hands=give_cards(deal_in(ONE_LESS), SEAT, SECOND))


def test_the_card_drawn_last_is_marked_and_told(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport=PHONE)
    still(mine, BEFORE_THE_DRAW, seat=SEAT)
    marks = mine.page.locator("#hand .is-new")
    discarded = mine.page.locator("#hand .card:not([aria-disabled=true], .is-new)").first
    expect(marks).to_have_count(0)

    answers_with(mine, DRAWN)
    with answered(mine):
        mine.press("From the stock")
    expect(marks).to_have_count(1)
    expect(marks).to_have_attribute("value", FIRST)
    expect(mine.page.locator("#live")).to_contain_text("New in your hand")

    answers_with(mine, ONE_LESS)
    discarded.tap(position=ON_A_CARD)
    with answered(mine):
        discarded.tap(position=ON_A_CARD)
    expect(mine.page.locator("#hand .card")).to_have_count(len(DEAL.hands[SEAT]))
    expect(marks).to_have_attribute("value", FIRST)

    answers_with(mine, DRAWN_AGAIN)
    discarded.tap(position=ON_A_CARD)
    with answered(mine):
        discarded.tap(position=ON_A_CARD)
    expect(mine.page.locator("#hand .card")).to_have_count(len(DEAL.hands[SEAT]) + 1)
    expect(marks).to_have_count(1)
    expect(marks).to_have_attribute("value", SECOND)


def answers_with(mine: Phone, state: State) -> None:
    """Let every form be answered with the table in this state."""
    html = rendering.whole_table(table_of(state), seat=SEAT, talk=(), language="en", unasked=0)
    mine.page.route("**/act/", lambda route: route.fulfill(body=html, content_type="text/html"))
