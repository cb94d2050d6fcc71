"""A card chosen ahead goes once when the turn comes; not where it was taken back, may not go, or in another trick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from games.table.log.loading import Table
from games.table.screen import rendering
from tests.browser.phone import ON_A_CARD, Phone
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.table.play import imagine_table

KINDS = ("person", "bot", "bot", "bot")
LATER = 900
"""Milliseconds after which a card that was chosen ahead would have gone."""


def before_and_at_the_turn(seed: int, lying: int = 1) -> tuple[Table, Table]:
    """A table of Kraken in which so many cards lie and another plays, and the same trick when seat 0 is asked and may
    not play every card."""
    seen: list[Table] = []

    def asked(table: Table) -> bool:
        seen.append(table)
        view = table.game.view(table.state.game_state, 0)
        trick = view.trick
        if trick is None or trick.complete or len(trick.cards) != lying + 1 or not view.prompt.must:
            return False
        playable = [held.playable for held in view.hand]
        return any(playable) and not all(playable)

    at_turn = imagine_table(KINDS, asked, rng=Random(seed))
    return seen[-2], at_turn


def cards(table: Table, *, playable: bool) -> list[str]:
    view = table.game.view(table.state.game_state, 0)
    return [held.card for held in view.hand if held.playable == playable]


def push(mine: Phone, table: Table) -> None:
    zones = rendering.zones_of(table, seat=0, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate("document.dispatchEvent(new Event('table:shown'))")


@pytest.fixture
def sent(screen: Callable[..., Phone]) -> Iterator[tuple[Phone, list[str]]]:
    """A phone, and the forms that it sends to the table."""
    mine, forms = screen(), []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/act/"):
            forms.append(request.post_data or "")

    mine.page.on("request", note)
    mine.page.route("**/act/", lambda route: route.fulfill(status=204, body=""))
    yield mine, forms
    mine.page.remove_listener("request", note)
    mine.page.unroute("**/act/")


def choose(mine: Phone, card: str) -> Any:
    assert mine.tap(f"#hand .card[value={card}]", where=ON_A_CARD)
    return mine.page.locator(f"#hand .card[value={card}]")


def test_a_card_chosen_ahead_goes_once_when_the_turn_comes(sent: tuple[Phone, list[str]]) -> None:
    mine, forms = sent
    before, at_turn = before_and_at_the_turn(1)
    card = cards(at_turn, playable=True)[0]
    show(mine, before, 0)
    expect(choose(mine, card)).to_have_attribute("data-ahead", "")
    expect(mine.page.locator("#notice")).to_contain_text("Goes when it is your turn")
    mine.page.wait_for_timeout(LATER)
    assert forms == [], "while another plays"
    push(mine, at_turn)
    push(mine, at_turn)
    mine.page.wait_for_timeout(LATER)
    assert len(forms) == 1
    assert f"card={card}" in forms[0]
    push(mine, at_turn)
    mine.page.wait_for_timeout(LATER)
    assert len(forms) == 1


def test_a_second_tap_takes_it_back_and_another_card_takes_its_place(sent: tuple[Phone, list[str]]) -> None:
    mine, forms = sent
    before, at_turn = before_and_at_the_turn(1)
    one, *_rest = cards(at_turn, playable=True)
    other = cards(at_turn, playable=False)[0]
    show(mine, before, 0)
    choose(mine, other)
    choose(mine, one)
    expect(mine.page.locator("#hand [data-ahead]")).to_have_count(1)
    choose(mine, one)
    expect(mine.page.locator("#hand [data-ahead]")).to_have_count(0)
    push(mine, at_turn)
    mine.page.wait_for_timeout(LATER)
    assert forms == []


@pytest.mark.parametrize("why", ["illegal", "another trick"])
def test_it_goes_neither_where_it_may_not_nor_in_another_trick(
    sent: tuple[Phone, list[str]], why: str
) -> None:
    mine, forms = sent
    before, at_turn = before_and_at_the_turn(1)
    elsewhere, in_another = before_and_at_the_turn(2)
    then = at_turn if why == "illegal" else in_another
    both = [card for card in cards(then, playable=True) if card in {*cards(before, playable=False)}]
    card = (
        cards(at_turn, playable=False)[0]
        if why == "illegal"
        else both[0]
        if both
        else cards(before, playable=False)[0]
    )
    assert elsewhere is not before
    show(mine, before, 0)
    choose(mine, card)
    push(mine, then)
    mine.page.wait_for_timeout(LATER)
    assert forms == []
    expect(mine.page.locator("#hand [data-ahead]")).to_have_count(0)


def test_nothing_is_chosen_ahead_before_a_card_was_led(sent: tuple[Phone, list[str]]) -> None:
    mine, forms = sent
    waiting = imagine_table(
        KINDS,
        lambda table: (
            table.game.view(table.state.game_state, None).phase == "play"
            and table.game.view(table.state.game_state, None).trick is None
            and not table.game.view(table.state.game_state, 0).prompt.must
        ),
    )
    show(mine, waiting, 0)
    choose(mine, cards(waiting, playable=False)[0])
    expect(mine.page.locator("#hand [data-ahead]")).to_have_count(0)
    expect(mine.page.locator("#notice")).to_contain_text("It is not your turn.")
    assert forms == []
