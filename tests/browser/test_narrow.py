"""The narrowest phone: 320 px wide, and nothing sticks out at the side."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.judging import judge, sticking_out
from tests.browser.phone import Phone
from tests.browser.steps import play_to_the_end


def test_every_page_fits_the_narrowest_phone(phone: Callable[..., Phone]):
    mine = phone(viewport={"width": 320, "height": 640})
    found = [
        one for path in ("/", "/t/new/", "/rules/kraken/", "/t/join/") for one in sticking_out(mine, path)
    ]
    mine.visit("/t/new/")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    table = mine.page.url
    found += sticking_out(mine, table)
    mine.press("Fill with bots and start")
    mine.at_table()
    found += sticking_out(mine, table)
    play_to_the_end(mine)
    for path in ("round/1/?card=0", "round/1/?card=32", "rules/", ""):
        found += sticking_out(mine, table + path)
    found += sticking_out(mine, "/")
    assert not found, "\n".join(found)


def test_ones_own_data_fits_and_is_accessible(phone: Callable[..., Phone]):
    mine = phone(viewport={"width": 320, "height": 640})
    mine.visit("/t/new/")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    found = []
    for path in ("/me/", "/me/delete/"):
        found += sticking_out(mine, path) + judge(mine, path)
    assert not found, "\n".join(found)
