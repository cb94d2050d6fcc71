"""The steps of a turn of Kalooki by ear: roles, names and live regions of the page are enough."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games.engine.kalooki.state import State
from games.table.screen import rendering
from tests.browser.kalooki.turns import still
from tests.browser.listener import EARS, PUSH, Listener, keep, press_card
from tests.browser.phone import Phone
from tests.browser.table.standing import answered
from tests.table.kalooki.tables import DOWN, HOLDS_THE_CONTRACT, table_of


def at(mine: Phone, state: State) -> tuple[Listener, list[dict[str, list[str]]]]:
    """A listener at a table in this state that stands still, and the forms it sends."""
    listener = Listener(mine, "nl")
    mine.page.add_init_script(f"addEventListener('DOMContentLoaded', {EARS})")
    sent = still(mine, state, language="nl")
    keep(listener, lambda: None, until=lambda: bool(listener.question()))
    return listener, sent


def test_the_proposal_is_read_out_before_it_is_laid(phone: Callable[..., Phone]) -> None:
    listener, sent = at(phone(), HOLDS_THE_CONTRACT)
    listener.press(listener.asked_button(listener.word("Fill in what fits")))
    keep(listener, lambda: None, until=lambda: len(listener.listen()) >= 3)
    assert listener.listen() == [
        f"Set {number}: {', '.join(map(listener.card, cards.split()))}"
        for number, cards in enumerate(("D5 H5 S5", "C9 D9 H9", "H8 S8 XX"), 1)
    ]
    assert sent == []
    with answered(listener.phone):
        listener.press(listener.asked_button(listener.word("Lay it down")))
    assert [one["melds"] for one in sent] == [["D5 H5 S5;C9 D9 H9b;H8 S8 XX"]]


def test_a_place_is_named_with_what_the_meld_becomes(phone: Callable[..., Phone]) -> None:
    listener, sent = at(phone(), DOWN)
    press_card(listener, [listener.card("S7")])
    keep(listener, lambda: None, until=listener.is_held_back)
    becomes = ", ".join(listener.card(card) for card in ("S7", "D7", "C7", "S7"))
    button = listener.asked_button(f"{listener.card('S7')} {listener.word('becomes')} {becomes}")
    expect(button).to_be_visible()
    with answered(listener.phone):
        listener.press(button)
    assert [one["placed"] for one in sent] == [["tack S7 meld 1 -"]]


def test_a_lifted_card_stays_up_when_zones_are_pushed(phone: Callable[..., Phone]) -> None:
    listener, sent = at(phone(), DOWN)
    press_card(listener, [listener.card("S7")])
    keep(listener, lambda: None, until=listener.is_held_back)
    zones = rendering.zones_of(table_of(DOWN), seat=0, talk=(), language="nl")
    listener.phone.page.evaluate(PUSH, zones["agreements"] + zones["prompt"])
    expect(listener.phone.page.locator("#hand .card[data-up]")).to_have_count(1)
    assert sent == []
