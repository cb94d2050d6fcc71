"""Shared steps of browser tests: names of the players, settings, sitting down, and playing until a match is over."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.phone import Phone

NAMES = ("Aafke", "Bouke", "Ceciel", "Douwe")
"""Four players. A club has each name once: of the modules that share `served`, `table/test_four.py` alone has these."""
NEXT_CARD = """(() => {
  const own = CARDS;
  const held = (card) => document.querySelector(`#hand button[value="${card}"]`);
  return () => {
    if (document.querySelector("#table[aria-busy]")) return "";
    const next = own.find(held);
    if (!next) return "played";
    return document.querySelector(".prompt.plays") ? `#hand button[value="${next}"]` : "";
  };
})()"""
"""The button of the first of its cards that a phone still holds, once it may play it; "played" after the last."""


def tap_to_the_end(phone: Phone) -> set[str]:
    """Tap what can be tapped until the match is over; gives the moments met on the way."""
    met: set[str] = set()
    phone.keep(lambda: met.add(phone.go_on()), until=lambda: "over" in met)
    return met


def play_on_together(phones: Sequence[Phone], **how: Any) -> set[str]:
    """Let all these pages play by themselves, each as `Phone.play_on` does; gives the moments met on any of them."""
    for one in phones:
        one.begin_to_play(**how)
    return set().union(*(one.play_to_the_end() for one in phones))


def play_in_order(seats: Sequence[Phone], cards: Sequence[tuple[int, str]]) -> None:
    """Let the pages play these cards of seats by themselves, each as soon as it is its turn."""
    for seat, one in enumerate(seats):
        own = [card for player, card in cards if player == seat]
        one.begin_to_play(moment=NEXT_CARD.replace("CARDS", json.dumps(own)), ends=("played",))
    for one in seats:
        one.play_to_the_end()


def next_deal(seats: list[Phone]) -> None:
    """Everybody goes on until new cards are dealt, ten to each."""
    for one in seats:
        expect(one.page.locator("#answer-ready")).to_have_count(1)
    for one in seats:
        one.keep(
            lambda one=one: one.answer("ready") if one.moment() == "ready" else None,
            until=lambda one=one: one.page.locator("#answer-ready").count() == 0,
        )
    for one in seats:
        expect(one.page.locator("#hand .card")).to_have_count(10)


def choose(mine: Phone, **wishes: str) -> None:
    """Choose settings as a visitor: a choice by its value, "on" for a tick box."""
    mine.visit("/look/")
    for name, value in wishes.items():
        field = mine.page.locator(f"[name={name}]")
        field.check() if value == "on" else field.select_option(value)
    with mine.page.expect_navigation():
        mine.page.locator("main form button").last.tap()


def sit_down(mine: Phone, served: Served, *, rounds: int = 1) -> None:
    """A Kraken match of so many rounds against bots, in the first of which this person makes trumps."""
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill(str(rounds))
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    served.deal_next(SPADES_FROM_THE_TOP)
    mine.press("Fill with bots and start")
    mine.at_table()


def enter_as_guest(phone: Phone, nickname: str) -> None:
    """Give a nickname, and be a guest of the club."""
    phone.visit("/guest/")
    phone.page.locator("input[name=nickname]").fill(nickname)
    phone.page.locator("main form button").last.tap()
    phone.page.wait_for_load_state()
    assert phone.complaints == [], f"{nickname} was refused: each module of a shared club needs its own names"
    expect(phone.page.locator(".site-nav")).to_contain_text(nickname)


def take_seat(newcomer: Phone, seat: int) -> None:
    """Tap that seat of an open table, unless it is the one that is offered."""
    if not newcomer.page.locator(f".place-{seat}.place--offered").count():
        newcomer.page.locator(f".place-{seat} button").tap()
    expect(newcomer.page.locator(f".place-{seat}.place--offered")).to_be_visible()


def sit_together(
    phone: Callable[..., Phone],
    names: Sequence[str],
    open_table: Callable[[Phone], object],
    **options: object,
) -> list[Phone]:
    """Return the phones of guests by seat: the first opens a table, the others follow its link, tap the next seat and
    give a name.

    `open_table` fills in the form of the table and presses its button; `options` are those of every phone.
    """
    first = phone(**options)
    enter_as_guest(first, names[0])
    open_table(first)
    link = first.page.locator(".invite-link a").get_attribute("href")
    assert link is not None
    others = []
    for seat, name in enumerate(names[1:], start=1):
        newcomer = phone(**options)
        newcomer.visit(link)
        take_seat(newcomer, seat)
        newcomer.page.get_by_label("Your name at the table").fill(name)
        newcomer.press("Sit down")
        expect(newcomer.page.locator(".place--you")).to_contain_text(name)
        others.append(newcomer)
    return [first, *others]


def open_settings(phone: Phone) -> None:
    """Go to one's settings, with every part unfolded."""
    phone.visit("/me/")
    phone.page.locator("form details").evaluate_all("folds => folds.forEach(fold => { fold.open = true; })")
