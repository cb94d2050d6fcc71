"""Steps of browser tests with a club: sign up, found a club with members, plan an evening."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.judging import axe_violations
from tests.browser.phone import Phone
from tests.browser.steps import NAMES

PASSWORD = "tulip-harbour-9"


def sign_up(phone: Phone, name: str) -> None:
    """Fill in the form of a new account of that name and send it."""
    phone.visit("/accounts/signup/")
    for field, words in account(name).items():
        phone.page.locator(f"[name={field}]").fill(words)
    phone.page.locator("main form button").last.tap()
    expect(phone.page.get_by_role("link", name=name, exact=True)).to_be_visible()


def make_account(phone: Phone, name: str) -> None:
    """Make an account of that name and sign in, for tests in which the form is not the promise: no page is drawn."""
    post_form(phone, "/accounts/signup/", account(name))


def sign_in(phone: Phone, name: str, password: str) -> None:
    """Sign in to the account whose login is that name in small letters; no page is drawn."""
    post_form(phone, "/accounts/login/", {"login": name.lower(), "password": password})


def account(name: str) -> dict[str, str]:
    """The fields of a new account. The tests of one process share a club, so the name may not be that of its guests."""
    assert name not in NAMES
    return {"nickname": name, "username": name, "password1": PASSWORD, "password2": PASSWORD}


def post_form(phone: Phone, path: str, fields: dict[str, str]) -> None:
    """Send the form of a page in the language and with the cookies of this phone, which keeps those of the answer."""
    request, address = phone.page.context.request, phone.address + path
    headers = {"Accept-Language": str(phone.page.evaluate("() => navigator.languages.join()"))}
    token = re.search(
        r'name="csrfmiddlewaretoken" value="(\w+)"', request.get(address, headers=headers).text()
    )
    assert token is not None, path
    form = {**fields, "csrfmiddlewaretoken": token[1]}
    answer = request.post(address, headers=headers, form=form, max_redirects=0)
    assert answer.status == 302, answer.text()


def unfold(phone: Phone, name: str) -> None:
    """Open the fold of that name."""
    phone.page.locator("summary", has_text=name).first.tap()


def press_and_confirm(phone: Phone, name: str) -> None:
    """Tap what asks first, and then the button of the same name under its question."""
    unfold(phone, name)
    phone.press(name)


def close_early(phone: Phone) -> None:
    """Close the evening, whose day is still to come: the tick under the question says that it was played."""
    unfold(phone, "Close the evening")
    phone.page.get_by_label("It was played already").check()
    phone.press("Close the evening")


def axe_faults(phone: Phone) -> list[str]:
    """The accessibility faults axe finds on this page."""
    return [fault["id"] for fault in axe_violations(phone)]


def create_club(secretary: Phone, *, name: str, slug: str, season: str, others: list[Phone]) -> None:
    """A club with a season; the others follow its link and join, the first of them by a tap."""
    secretary.visit("/clubs/")
    unfold(secretary, "Found a club")
    secretary.page.get_by_label("Name", exact=True).fill(name)
    secretary.page.locator("[name=slug]").fill(slug)
    secretary.press("Found it")
    secretary.page.locator("[name=name]").fill(season)
    secretary.press("Begin it")
    expect(secretary.page.get_by_role("link", name="New competition")).to_be_visible()
    secretary.page.get_by_role("link", name="Invite members").tap()
    link = secretary.page.locator(".invite-link a").get_attribute("href")
    for one in others[:1]:
        one.visit(str(link))
        one.press("Join the club")
        expect(one.page.get_by_role("link", name="Open a table")).to_be_visible()
    for one in others[1:]:
        post_form(one, urlsplit(str(link)).path, {})


def enter_everybody(secretary: Phone) -> None:
    """Everybody of the club takes part in the competition whose tools are on the screen, and an evening is planned."""
    free = secretary.page.locator("[name=enter-players]")
    expect(free).not_to_have_count(0)
    number = free.count()
    secretary.page.get_by_label("All of them").check()
    enter_ticked(secretary, number)


def enter_ticked(secretary: Phone, number: int) -> None:
    """Those who are ticked take part, so many then, and an evening is planned."""
    secretary.press("Enter them")
    expect(secretary.page.get_by_role("heading", name=f"{number} take part")).to_be_visible()
    secretary.page.locator("[name=evening-starts_at]").fill("2099-01-10T20:00")
    secretary.page.locator("[name=evening-deadline]").fill("2099-01-10T19:00")
    secretary.press("Plan it")
    expect(secretary.page.locator("a[href$='/cockpit/']")).to_have_count(1)
