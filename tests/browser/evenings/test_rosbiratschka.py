"""An evening of Rosbiratschka by four people on their phones: everybody for himself, from the draw to the season, and
then on the page of a player: the strength of the league, and the evening's table found in the history."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import (
    axe_faults,
    close_early,
    create_club,
    enter_everybody,
    make_account,
    press_and_confirm,
    unfold,
)
from tests.browser.conftest import Served
from tests.browser.phone import MOMENT, Phone
from tests.browser.steps import play_on_together, sit_down

NAMES = ("Wiebe", "Xanthe", "Ytzen", "Zwaan")
ORDINALS = ("first", "second", "third", "fourth")
LAYOUT = f"""() => document.querySelector(".rows") ? "layout" : ({MOMENT})()"""
"""The moment of the table; "layout" once the rows of the sixth contract lie there."""


@pytest.fixture
def four(phone: Callable[..., Phone]) -> list[Phone]:
    """Wiebe, who runs the evening, and three members, each with an account and a phone."""
    phones = [phone() for _name in NAMES]
    for one, name in zip(phones, NAMES, strict=True):
        make_account(one, name)
    return phones


def play_together(phones: list[Phone]) -> None:
    """Play until all read that the match is over: the first contract and the first cards of the layout by taps of
    everybody on their own phone; the other cards the pages play by themselves."""
    tap_through_a_contract(phones)
    play_on_together(phones, moment=LAYOUT, ends=("layout",))
    tap_in_the_layout(phones)
    play_on_together(phones)


def tap_through_a_contract(phones: list[Phone]) -> None:
    """Everybody taps what is possible until all are asked whether they are ready for the next contract."""
    asked: set[int] = set()

    def all_go_on() -> None:
        for number, one in enumerate(phones):
            if number not in asked and (now := one.moment()):
                asked.add(number) if now == "ready" else one.answer(now)

    phones[0].keep(all_go_on, until=lambda: len(asked) == len(phones))


def tap_in_the_layout(phones: list[Phone]) -> None:
    """Everybody taps what is possible until each has placed a card or passed."""
    answered: set[int] = set()

    def all_go_on() -> None:
        answered.update(number for number, one in enumerate(phones) if one.go_on() in ("card", "pass"))

    phones[0].keep(all_go_on, until=lambda: len(answered) == len(phones))


def figures(text: str) -> int:
    return int(text.replace("−", "-"))


def standing(one: Phone) -> list[tuple[str, int]]:
    """Names and points of the season's table, from the top."""
    rows = one.page.locator(".standings tbody tr")
    expect(rows).to_have_count(len(NAMES))
    return [
        (row.locator("th a").inner_text(), figures(row.locator("td.points").inner_text()))
        for row in rows.all()
    ]


def strengths(one: Phone) -> list[str]:
    """The kinds of strength on this player's own page."""
    one.visit("/me/")
    one.page.get_by_role("link", name="My page").tap()
    expect(one.page.locator("#figures-rosbiratschka")).to_be_visible()
    return [
        label for label in one.page.locator(".facts dt").all_inner_texts() if label.startswith("Strength")
    ]


def search(one: Phone, found: list[str], *, who: str = "", **chosen: str) -> None:
    """Search one's matches by name or code, and by the choices of lists; so many rows show, each with its words."""
    one.page.get_by_label("With whom, or the code of a table").fill(who)
    for name, value in {"game": "", "club": "", **chosen}.items():
        one.page.locator(f"[name={name}]").select_option(value)
    with one.page.expect_navigation():
        one.press("Show")
    expect(one.page.locator(".list-row")).to_contain_text(found)


def test_four_play_an_evening_each_for_himself(four: list[Phone], served: Served) -> None:
    wiebe, *others = four
    create_club(wiebe, name="Zes contracten", slug="contracten", season="Winter", others=others)
    wiebe.visit("/c/contracten/")
    wiebe.page.get_by_role("link", name="New competition").tap()
    wiebe.page.locator("[name=name]").fill("Tuesday")
    wiebe.page.locator("[name=house_rules]").select_option("rosbiratschka:classic")
    unfold(wiebe, "Rounds and tables")
    wiebe.page.locator("[name=rounds]").fill("1")
    wiebe.press("Make it")
    enter_everybody(wiebe)
    for one in four:
        one.visit("/c/contracten/")
        one.page.get_by_role("link", name="Tuesday, 1").tap()
        one.press("I am coming")
        expect(one.page.get_by_text("You are coming.")).to_be_visible()
    evening = wiebe.page.url
    wiebe.page.get_by_role("link", name="Run this evening").tap()
    wiebe.press("Draw the seats")
    press_and_confirm(wiebe, "Open the tables of round 1")
    expect(wiebe.page.locator("#cockpit-tables .chip")).to_have_text("waiting to start")
    press_and_confirm(wiebe, "Start all tables")
    expect(wiebe.page.locator("#cockpit-tables .chip")).to_have_text("playing")
    cockpit = wiebe.page.url
    expect(wiebe.page.locator("#cockpit-tables")).to_contain_text("0 of 6 rounds")

    for one in four:
        one.visit(evening)
        one.page.get_by_role("link", name="To the table").tap()
        one.at_table()
    play_together(four)
    told = wiebe.page.locator(".sheet-places .placed b").all_inner_texts()

    wiebe.visit(cockpit)
    expect(wiebe.page.locator("#cockpit-tables")).to_contain_text("6 of 6 rounds")
    sitters = wiebe.page.locator("#cockpit-tables .couple")
    expect(sitters).to_have_count(4)
    points = {one.inner_text().split()[0]: figures(one.locator("b").inner_text()) for one in sitters.all()}
    assert sorted(points.values()) == sorted(map(figures, told))
    expect(wiebe.page.get_by_text("against", exact=True)).to_have_count(0)
    assert axe_faults(wiebe) == []
    close_early(wiebe)
    wiebe.page.get_by_role("link", name="Report and list for paper").tap()
    best = min(points.values())
    winners = [name for name in sorted(points) if points[name] == best]
    expect(wiebe.page.get_by_role("heading", name="To paste")).to_be_visible()
    report = wiebe.page.locator("textarea.report").input_value()
    assert f"Winner: {', '.join(winners)} with {best} points" in report
    rows = wiebe.page.locator("table.data tbody tr")
    listed = [
        (row.locator("th").inner_text(), figures(row.locator("td").last.inner_text())) for row in rows.all()
    ]
    assert listed == sorted(points.items(), key=lambda each: (each[1], each[0]))
    assert axe_faults(wiebe) == []

    in_order = sorted(points.values())
    for one, name in zip(four, NAMES, strict=True):
        one.visit(evening)
        one.page.get_by_role("link", name="Tuesday", exact=True).tap()
        assert dict(standing(one)) == points
        assert [worth for _name, worth in standing(one)] == in_order
        one.page.get_by_role("link", name="My season").tap()
        place = in_order.index(points[name]) + 1
        expect(one.page.locator("dl.facts").first).to_contain_text(f"1 × place {place}")
        assert axe_faults(one) == []
        assert one.page.evaluate("() => document.documentElement.scrollWidth") <= 360
        one.visit("/")
        last = one.page.locator("section[aria-labelledby=finished-title] .chip").first
        shared = in_order.count(points[name]) > 1
        expect(last).to_have_text(f"{'shared ' if shared else ''}{ORDINALS[place - 1]} of four")

    wiebe.keep(lambda: None, until=lambda: strengths(wiebe) == ["Strength, league"])
    sit_down(wiebe, served)
    practice = wiebe.page.url.rstrip("/").rpartition("/")[2]
    wiebe.play_on()
    assert strengths(wiebe) == ["Strength, league"]
    wiebe.page.get_by_role("link", name="All my matches").tap()
    expect(wiebe.page.locator(".list-row")).to_contain_text(["Kraken", "Zes contracten"])
    unfold(wiebe, "Search")
    search(wiebe, ["Xanthe"], who="xan")
    search(wiebe, ["Kraken"], game="kraken")
    search(wiebe, ["Kraken"], who=practice.lower())
    search(wiebe, ["Rosbiratschka"], club="Zes contracten")
    search(wiebe, [], who="xan", game="kraken")
    expect(wiebe.page.get_by_text("No match like that.")).to_be_visible()
    wiebe.page.get_by_role("link", name="All", exact=True).tap()
    expect(wiebe.page.locator(".list-row")).to_have_count(2)
    unfold(wiebe, "Round by round")
    wiebe.page.get_by_role("link", name="Round 1", exact=True).first.tap()
    wiebe.page.wait_for_url(f"**/t/{practice}/round/1/")
