"""A duel outside the clubs on two phones: the link, the other side, and the result for both."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served
from tests.browser.judging import judge, sticking_out
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, sit_down

pytestmark = pytest.mark.slow
WIDTHS = (360, 1280)
FRIENDS = ("Dieuwke", "Evert")


def faults_of(mine: Phone, path: str) -> list[str]:
    """The elements wider than each screen, and the faults axe finds there in both themes."""
    found = []
    for width in WIDTHS:
        mine.page.set_viewport_size({"width": width, "height": 740})
        found += [f"{width}: {one}" for one in sticking_out(mine, path) + judge(mine, path)]
    mine.page.set_viewport_size({"width": 360, "height": 740})
    return found


def test_a_friend_plays_the_other_side_of_a_match(phone: Callable[..., Phone], served: Served) -> None:
    """Evert sees no card and no point of the deal before he has played it; afterwards both see the same verdict."""
    mine, friend = phone(), phone(locale="nl-NL")
    enter_as_guest(mine, FRIENDS[0])
    sit_down(mine, served)
    mine.play_on()
    mine.page.locator("#duel a").tap()
    mine.page.wait_for_url("**/duel/")
    faults = faults_of(mine, mine.page.url.removeprefix(mine.address))
    mine.press("Make the link")
    link = mine.page.locator(".invite-link a").get_attribute("href")
    assert link is not None
    duel = f"/duel/{link.partition('/duel/')[2]}"
    expect(mine.page.locator("#compared")).to_have_count(0)
    faults += faults_of(mine, duel)

    friend.visit(link.removeprefix(friend.address))
    expect(friend.page.locator("header")).to_contain_text([FRIENDS[0]])
    expect(friend.page.locator("#compared, table.duel")).to_have_count(0)
    faults += faults_of(friend, duel)
    friend.page.locator("input[name=nickname]").fill(FRIENDS[1])
    friend.press("Speel deze spellen")
    friend.press("Vul aan met bots en start")
    friend.at_table()
    mine.visit(duel)
    expect(mine.page.locator("table.duel")).to_have_count(0)
    friend.play_on()
    expect(friend.page.locator("#duel a")).to_have_text("Bekijk wie het duel won")
    friend.page.locator("#duel a").tap()
    friend.page.wait_for_url(f"**{duel}")
    expect(friend.page.locator("#verdict")).to_contain_text(re.compile("[Jj]ij"))
    expect(friend.page.locator("table.duel td b.nums")).to_have_count(2)
    made = friend.page.locator("table.duel td b.nums").all_inner_texts()
    mine.visit("/")
    mine.page.locator("#own-duel a").tap()
    mine.page.wait_for_url(f"**{duel}")
    expect(mine.page.locator("#verdict")).to_contain_text(re.compile("[Yy]ou"))
    expect(mine.page.locator("table.duel td b.nums")).to_have_text(made)
    faults += faults_of(mine, duel) + faults_of(friend, duel)
    assert faults == []
