"""The café club of `paper_club`, served: an evening that is over, one in its first round, and one to come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.clubs.paper_club import PASSWORD
from tests.browser.conftest import Served, club_served
from tests.browser.phone import Phone


@contextmanager
def cafe_served(folder: Path, name: str) -> Iterator[Served]:
    """The club on a server and a database of that name."""
    with club_served(folder, name) as club:
        club.run("tests.browser.clubs.paper_club")
        yield club


def sign_in(phone: Phone, name: str) -> Phone:
    """The phone, on which a person of the club has signed in."""
    phone.visit("/accounts/login/")
    phone.page.locator("[name=login]").fill(name.lower())
    phone.page.locator("[name=password]").fill(PASSWORD)
    phone.page.locator("main form button").last.tap()
    expect(phone.page.get_by_role("link", name=name, exact=True)).to_be_visible()
    return phone
