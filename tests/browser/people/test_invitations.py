"""A club's code, read out by its secretary and typed on the smallest phone; what invites is for every eye and hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import make_account, unfold
from tests.browser.judging import SMALLEST, judge
from tests.browser.phone import Phone

LONG = "kees.van.der.heijden.from.the.thursday.evening@a-club-with-a-long-name.example.org"


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


def fits(phone: Phone) -> bool:
    return bool(phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def look_at(phone: Phone, where: str) -> None:
    """In both themes nothing to complain of, and nothing beside the screen."""
    assert judge(phone, where) == []
    assert fits(phone), where


@pytest.fixture
def secretary(phone: Callable[..., Phone]) -> Phone:
    """Gijsje's phone, at the page of her new club where members are invited."""
    gijsje = phone(viewport=SMALLEST)
    make_account(gijsje, "Gijsje")
    gijsje.visit("/clubs/")
    look_at(gijsje, "clubs, in none yet")
    unfold(gijsje, "Found a club")
    gijsje.page.get_by_label("Name", exact=True).fill("De Vrije Slag")
    gijsje.page.locator("[name=slug]").fill("vrije-slag")
    gijsje.press("Found it")
    gijsje.page.get_by_role("link", name="Invite members").tap()
    expect(gijsje.page.get_by_role("button", name="Make a code")).to_be_visible()
    return gijsje


def test_a_code_that_is_read_out_is_typed_on_a_phone_and_opens_the_club(
    secretary: Phone, phone: Callable[..., Phone]
) -> None:
    look_at(secretary, "no code yet")
    secretary.press("Make a code")
    code = secretary.page.locator(".invite-code").inner_text()
    secretary.page.get_by_label("Mail address").fill("kees")
    secretary.press("Send the invitation")
    expect(secretary.page.get_by_role("alert")).to_contain_text("That is not a mail address.")
    look_at(secretary, "a wrong address")
    secretary.page.get_by_label("Mail address").fill(LONG)
    secretary.page.get_by_label("Mail address").press("Enter")
    expect(secretary.page.get_by_text("The invitation is on its way.")).to_be_visible()
    look_at(secretary, "a code and a letter")
    unfold(secretary, f"Withdraw {LONG}")
    secretary.page.get_by_role("button", name=f"Withdraw {LONG}").tap()
    expect(secretary.page.get_by_text("Address forgotten")).to_be_visible()

    kees = phone(viewport=SMALLEST, java_script_enabled=False)
    kees.visit("/")
    kees.page.get_by_label("Join by code").fill(code.lower().replace("-", " "))
    kees.press("Join")
    expect(kees.page.get_by_label("Code of the club")).to_have_value(code.replace("-", ""))
    kees.page.get_by_label("Code of the club").fill("bcdf ghjk")
    kees.press("Join with this code")
    expect(kees.page.get_by_role("alert")).to_have_text(
        "That code does not work. Look at it once more, or ask who gave it to you."
    )
    kees.page.get_by_label("Code of the club").fill(f" {code.lower()} ")
    kees.page.get_by_label("Code of the club").press("Enter")
    expect(kees.page.get_by_role("heading", name="De Vrije Slag")).to_be_visible()
    kees.page.get_by_role("link", name="Come as a guest").tap()
    kees.page.get_by_label("Your name at the table").fill("Kees")
    kees.press("Go on")
    expect(kees.page.get_by_role("link", name="Become a member: make an account")).to_be_visible()
    kees.press("Come along as a guest")
    expect(kees.page.get_by_role("link", name="2 members")).to_be_visible()

    unfold(secretary, "Switch the code off")
    secretary.press("Switch it off")
    expect(secretary.page.get_by_role("button", name="Make a code")).to_be_visible()
    late = phone(viewport=SMALLEST)
    late.visit("/clubs/join/")
    late.page.get_by_label("Code of the club").fill(code)
    late.press("Join with this code")
    expect(late.page.get_by_role("alert")).to_be_visible()
    look_at(late, "a code that is off")
    late.complaints = [each for each in late.complaints if "422" not in each]
    secretary.complaints = [each for each in secretary.complaints if "422" not in each]
    kees.complaints = [each for each in kees.complaints if "422" not in each]
