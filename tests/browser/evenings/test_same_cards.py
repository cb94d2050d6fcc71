"""An evening with the same cards at three tables, on twelve phones: played, compared, and nothing told too soon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from games.engine.cards import PACK_OF_32
from games.engine_words import card_name
from tests.browser.clubs.same_cards_club import NAMES, PASSWORD
from tests.browser.clubs.steps import close_early, press_and_confirm, sign_in
from tests.browser.conftest import Served
from tests.browser.phone import MOMENT, Phone
from tests.card_marks import marks_of

pytestmark = pytest.mark.slow
CLUB = "tests.browser.clubs.same_cards_club"
OTHERWISE = """() => {
  const now = (MOMENT)();
  if (now !== "card" && now !== "lead") return now;
  const cards = [...document.querySelectorAll("#hand .card:not([aria-disabled=true])")];
  return `#hand button[value="${cards[Math.floor((cards.length - 1) * SHARE)].value}"]`;
}"""
"""As `MOMENT`, but of the cards that may be played the one at a part of the hand: the first for 0, the last for 1. With
the same cards every table is to be played otherwise."""
SHARES = (0, 0.5, 1)
CARD = marks_of(PACK_OF_32)
CODES = {card_name(card): card for card in PACK_OF_32}


def listen(one: Phone) -> list[str]:
    """The list to which every frame is added that this phone receives by a socket."""
    frames: list[str] = []
    one.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    return frames


def cards_in(frame: str) -> set[str]:
    """The cards that a frame names, by code or in words."""
    found = (mark.group() for mark in CARD.finditer(frame))
    return {CODES.get(mark, mark) for mark in found}


def expect_only_own(frames: list[str], table: dict[str, Any], seat: int, others: set[str]) -> None:
    """Check the frames of one phone in one round: nobody's hand but the own one, the cards of the others as they were
    declared and fell at this table, in that order, and no code of `others`."""
    declared = cards_in(" ".join(table["said"]))
    known = set(table["hands"][seat]) | declared
    fallen = [card for at, card in table["plays"] if at != seat and card not in declared]
    seen: set[str] = set()
    for frame in frames:
        assert not any(code in frame for code in others)
        new = cards_in(frame) - known - seen
        assert new == set(fallen[len(seen) : len(seen) + len(new)]), (seat, table["code"], new)
        seen |= new
    assert seen, "the cards of the others were seen as they fell"


def play_round(served: Served, evening: int, number: int) -> Iterator[dict[str, Any]]:
    """How each table of a round was played."""
    for table in json.loads(served.run(CLUB, "played", str(evening))):
        if table["round"] == number:
            yield table


def test_twelve_phones_play_the_same_deals_at_three_tables(
    phone: Callable[..., Phone], served: Served
) -> None:
    keys = json.loads(served.run(CLUB))
    evening = keys["evening"]
    phones = {name: phone() for name in NAMES}
    for name, one in phones.items():
        sign_in(one, name, PASSWORD)
    frames = {name: listen(one) for name, one in phones.items()}
    director, stays = phones[NAMES[0]], phones[NAMES[1]]
    director.visit(f"/e/{evening}/cockpit/")
    director.press("Draw the seats")
    expect(director.page.get_by_role("heading", name="Round 1, drawn")).to_be_visible()
    for number in (1, 2):
        director.visit(f"/e/{evening}/cockpit/")
        press_and_confirm(director, f"Open the tables of round {number}")
        expect(director.page.locator("#cockpit-tables .chip").first).to_have_text("waiting to start")
        press_and_confirm(director, "Start all tables")
        expect(director.page.locator("#cockpit-tables .chip").first).to_have_text("playing")
        if number == 2:
            # Told by the socket; asked by itself only every two minutes.
            expect(stays.page.locator("#next-table a")).to_be_visible()
        tables = list(play_round(served, evening, number))
        assert [len(table["names"]) for table in tables] == [4, 4, 4]
        begun = {name: len(frames[name]) for name in NAMES}
        for share, table in zip(SHARES, tables, strict=True):
            for name in table["names"]:
                phones[name].visit(f"/t/{table['code']}/")
                phones[name].at_table()
                moment = OTHERWISE.replace("MOMENT", MOMENT).replace("SHARE", str(share))
                phones[name].begin_to_play(moment=moment)
        for one in phones.values():
            one.play_to_the_end()
        tables = list(play_round(served, evening, number))
        assert len({json.dumps(table["hands"]) for table in tables}) == 1
        assert len({json.dumps(table["plays"]) for table in tables}) == 3
        for table in tables:
            others = {each["code"] for each in tables} - {table["code"]}
            for seat, name in enumerate(table["names"]):
                # The cockpit, which the director has left for the table, names all tables.
                apart = set() if phones[name] is director else others
                expect_only_own(frames[name][begun[name] :], table, seat, apart)
        for one in phones.values():
            see_own_line(one, evening, number)
        see_own_place(phones[tables[0]["names"][0]], tables[0]["code"], number)
        if number == 1:
            (over,) = (table["code"] for table in tables if NAMES[1] in table["names"])
            stays.visit(f"/t/{over}/")
            expect(stays.page.locator("#next-table")).to_contain_text("Round 2: table ")
            expect(stays.page.locator("#next-table a")).to_have_count(0)
    director.visit(f"/e/{evening}/cockpit/")
    close_early(director)
    for one in phones.values():
        one.visit(f"/l/{keys['competition']}/")
        expect(one.page.locator(".standings tr.is-you")).to_have_count(1)
        expect(one.page.locator(".standings tbody tr")).to_have_count(6)


def see_own_place(one: Phone, code: str, number: int) -> None:
    """Look at the table played once more: its end says the place, and nothing is asked again, since all are done."""
    one.visit(f"/t/{code}/")
    place = one.page.locator("#own-place")
    expect(place).to_contain_text("After 1 deal you are" if number == 1 else "After 2 deals you are")
    expect(place.get_by_role("link", name="Ranking of the evening")).to_be_visible()
    expect(place).not_to_have_attribute("hx-trigger", re.compile("."))


def see_own_line(one: Phone, evening: int, number: int) -> None:
    """Look at the deals of the evening until that one is open, and find the own line in its list."""
    deals = one.page.locator("details.card-panel:has(table.data)")
    one.keep(lambda: one.visit(f"/e/{evening}/deals/"), until=lambda: deals.count() == number)
    deal = deals.nth(number - 1)
    expect(deal.locator("summary")).to_contain_text("You: ")
    if deal.get_attribute("open") is None:
        deal.locator("summary").tap()
    expect(deal.locator("tr.is-you")).to_have_count(1)
    expect(deal.locator("tr.is-you .chip")).to_have_text("you")
    times = deal.locator("table.data tbody tr td:nth-child(2)").all_inner_texts()
    assert sum(map(int, times)) == 3
