"""A choice somebody has made stays while the part of the page around it is exchanged."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.table.standing import show_page, static

PART = (
    '<div id="part"><fieldset id="asked" hx-preserve>'
    '<input type="radio" form="sent" name="worth" value="waited" checked>'
    '<input type="radio" form="sent" name="worth" value="nothing"></fieldset></div>'
)
"""As in the cockpit: the buttons belong to a form outside the part that is exchanged every twenty seconds."""

EXCHANGE = "() => htmx.ajax('GET', '/still/', { target: '#part', select: '#part', swap: 'outerHTML' })"


def test_a_radio_button_in_a_part_that_is_kept_stays_chosen(screen: Callable[..., Phone]) -> None:
    mine = screen()
    scripts = "".join(
        f'<script src="{static(mine, name)}"{kind}></script>'
        for name, kind in (("django_htmx/htmx-2.min.js", ""), ("js/site.js", ' type="module"'))
    )
    page = f'<title>asked</title>{scripts}<body><form id="sent"></form>{PART}'
    for chosen in ("nothing", "waited"):
        show_page(mine, f'<!doctype html><html lang="en">{page}</html>')
        mine.page.locator(f"[value={chosen}]").check()
        for _exchange in range(2):
            mine.page.evaluate(EXCHANGE)
            expect(mine.page.locator("#asked")).to_have_count(1)
            expect(mine.page.locator(f"[value={chosen}]")).to_be_checked()


def test_a_form_that_comes_back_shows_its_first_field_that_is_not_right(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 360, "height": 740})
    mine.page.goto(f"{mine.address}/t/new/?game=kraken")
    seconds = mine.page.locator("input[name=option-last_claim_seconds]")
    seconds.evaluate("(field) => { field.form.noValidate = true; field.value = '1'; }")
    mine.page.get_by_role("button", name="Open the table").click()
    expect(mine.page.get_by_role("alert")).to_have_count(1)
    expect(seconds).to_be_focused()
    expect(seconds).to_be_in_viewport(ratio=1)
    mine.complaints.clear()  # the browser writes down the 422
