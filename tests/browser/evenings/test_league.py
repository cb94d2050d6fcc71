"""A club evening on phones: founded, invited, signed up, drawn, played, closed, read on the way home."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import (
    axe_faults,
    close_early,
    create_club,
    enter_ticked,
    press_and_confirm,
    sign_up,
    unfold,
)
from tests.browser.phone import Phone


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


@pytest.fixture
def four(phone: Callable[..., Phone]) -> list[Phone]:
    """Secretary Saar and three members, each with an account and a phone."""
    phones = [phone() for _name in range(4)]
    for one, name in zip(phones, ("Saar", "Teun", "Ulla", "Vera"), strict=True):
        sign_up(one, name)
    return phones


def test_an_evening_from_sign_up_to_report(four: list[Phone]) -> None:
    saar, *others = four
    create_club(saar, name="De Kaartavond", slug="kaartavond", season="Winter", others=others)

    saar.visit("/c/kaartavond/")
    saar.page.get_by_role("link", name="New competition").tap()
    saar.page.locator("[name=name]").fill("Thursday")
    unfold(saar, "Rounds and tables")
    saar.page.locator("[name=cards]").fill("1")
    saar.page.locator("[name=rounds]").fill("1")
    unfold(saar, "Absence and substitutes")
    saar.page.locator("[name=rule-bots]").select_option("full")
    saar.press("Make it")
    boxes = saar.page.locator("[name=enter-players]")
    expect(boxes).to_have_count(4)
    for box in boxes.all():
        box.check()
    enter_ticked(saar, 4)

    for one in others:
        one.visit("/c/kaartavond/")
        one.page.get_by_role("link", name="Thursday, 1").tap()
        one.press("I am coming")
        expect(one.page.get_by_text("You are coming.")).to_be_visible()
    others[2].press("I cannot come")
    expect(others[2].page.get_by_text("You are not coming.")).to_be_visible()
    others[2].press("I am coming")
    expect(others[2].page.get_by_text("You are coming.")).to_be_visible()
    evening = others[0].page.url
    saar.visit(evening)
    saar.press("I am coming")
    expect(saar.page.get_by_text("You are coming.")).to_be_visible()
    saar.page.get_by_role("link", name="Run this evening").tap()
    expect(saar.page.get_by_role("heading", name="Cockpit")).to_be_visible()
    assert axe_faults(saar) == []
    saar.press("Draw the seats")
    expect(saar.page.get_by_role("heading", name="Round 1, drawn")).to_be_visible()
    for away in ("Teun", "Ulla", "Vera"):
        unfold(saar, "Substitute")
        saar.page.locator("#absent").select_option(label=away)
        saar.page.locator("#instead").select_option("bot")
        saar.press("Sit down instead")
        expect(saar.page.get_by_text(f"(for {away})").first).to_be_visible()
    press_and_confirm(saar, "Open the tables of round 1")
    expect(saar.page.locator("#cockpit-tables .chip")).to_have_text("waiting to start")
    press_and_confirm(saar, "Start all tables")
    expect(saar.page.locator("#cockpit-tables .chip")).to_have_text("playing")
    cockpit = saar.page.url

    watching = others[0]
    director = saar.page.context.new_page()
    director.goto(cockpit)
    expect(director.locator("#cockpit-tables")).to_contain_text("0 of 1 round")
    saar.page.locator("#cockpit-tables a.tap-link").first.tap()
    saar.at_table()
    saar.play_on()
    expect(director.locator("#cockpit-tables")).to_contain_text("1 of 1 round")  # by its socket
    director.close()
    saar.visit(cockpit)
    expect(saar.page.locator("#cockpit-tables")).to_contain_text("1 of 1 round")
    close_early(saar)
    expect(saar.page.get_by_role("link", name="Report and list for paper")).to_be_visible()

    for one, back in ((saar, "Cockpit"), (watching, "Evening 1")):
        one.visit(evening)
        one.page.get_by_role("link", name="Report and evening list").tap()
        expect(one.page.get_by_role("heading", name="To paste")).to_be_visible()
        assert "Winner: " in one.page.locator("textarea.report").input_value()
        assert axe_faults(one) == []
        one.page.get_by_role("link", name="Thursday, evening 1").tap()
        expect(one.page.get_by_role("heading", name=back, exact=True)).to_be_visible()
        one.visit(evening)
        one.page.get_by_role("link", name="Thursday", exact=True).tap()
        expect(one.page.locator(".standings tr.is-you")).to_have_count(1)
        assert one.page.locator(".standings tbody tr").count() == 4
        assert axe_faults(one) == []
        one.page.get_by_role("link", name="My season").tap()
        expect(one.page.locator("#outlook")).to_contain_text("of 4")
        assert axe_faults(one) == []
        assert one.page.evaluate("() => document.documentElement.scrollWidth") <= 360
