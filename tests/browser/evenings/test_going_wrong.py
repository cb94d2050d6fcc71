"""An evening that goes wrong, on phones: begun late, a seat taken over, another date agreed, an evening cancelled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.awry import PASSWORD
from tests.browser.clubs.steps import axe_faults, press_and_confirm, sign_in, unfold
from tests.browser.conftest import SCREEN, SPADES_FROM_THE_TOP, Served
from tests.browser.judging import STICKS_OUT
from tests.browser.phone import Phone

SMALL_BUTTONS = """() => [...document.querySelectorAll("main .button, main summary, main .field > input, main select")]
  .filter((one) => one.checkVisibility() && one.type !== "checkbox" && one.getBoundingClientRect().height < 44)
  .map((one) => one.outerHTML.slice(0, 90))"""


def sound(one: Phone) -> None:
    """The screen reads well aloud, fits 320 px, and a thumb meets every button of the page."""
    assert axe_faults(one) == []
    one.page.set_viewport_size({"width": 320, "height": 640})
    assert one.page.evaluate(STICKS_OUT) == []
    assert one.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    one.page.set_viewport_size(SCREEN)
    assert one.page.evaluate(SMALL_BUTTONS) == []


def see_table(one: Phone) -> None:
    """The table reads well aloud and fits 320 px; its own tests measure the buttons."""
    assert axe_faults(one) == []
    one.page.set_viewport_size({"width": 320, "height": 640})
    assert one.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    one.page.set_viewport_size(SCREEN)


def beside(served: Served, *words: str) -> str:
    """Run `tests.browser.clubs.awry` on the club's database; what it prints."""
    return served.run("tests.browser.clubs.awry", *words)


@pytest.fixture(scope="module")
def evenings(served: Served) -> list[str]:
    """The addresses of three evenings, written beside the running server: one waits, one is drawn, one planned."""
    told = beside(served)
    return [f"/e/{number}/" for number in json.loads(told.splitlines()[-1])]


@pytest.fixture
def of(phone: Callable[..., Phone], evenings: list[str]) -> Callable[[str], Phone]:
    """Return a function that returns a player's own phone, signed in."""

    def handed(name: str) -> Phone:
        made = phone()
        sign_in(made, name, PASSWORD)
        return made

    return handed


def test_begun_late_a_seat_taken_over_another_date_and_an_evening_cancelled(
    of: Callable[[str], Phone], evenings: list[str], served: Served
) -> None:
    siem, toos, udo, wout = (of(name) for name in ("Siem", "Toos", "Udo", "Wout"))
    first, second, third = evenings

    # Vita has not come: the table waits out its time of grace, then a bot sits in for her.
    siem.visit(f"{first}cockpit/")
    expect(siem.page.locator("#cockpit-tables")).to_contain_text("waits since")
    unfold(siem, "A table is not complete")
    expect(siem.page.get_by_text("they are waited for.")).to_be_visible()
    sound(siem)
    beside(served, "later")
    siem.page.reload()
    unfold(siem, "A table is not complete")
    siem.page.get_by_label("Vita", exact=True).check()
    expect(siem.page.get_by_text("Bots sit in for them")).to_be_visible()
    sound(siem)
    served.deal_next(SPADES_FROM_THE_TOP)
    siem.press("Start with who is there")
    expect(siem.page.locator("#cockpit-tables .chip")).to_have_text("playing")
    expect(siem.page.get_by_text("(for Vita)").first).to_be_visible()

    # Toos must go home: Wout sees her cards on his phone, hers shows none any more, and a notice says why.
    table = str(siem.page.locator("#cockpit-tables a.tap-link").get_attribute("href"))
    toos.visit(table)
    toos.at_table()
    held = toos.cards()
    assert len(held) == 8
    wout.visit(table)
    expect(wout.page.locator("#table")).to_be_visible()
    assert wout.cards() == []
    unfold(siem, "Substitute")
    siem.page.locator("#absent").select_option(label="Toos")
    siem.page.locator("#instead").select_option(label="Wout")
    sound(siem)
    siem.press("Sit down instead")
    expect(siem.page.get_by_text("(for Toos)").first).to_be_visible()
    expect(wout.page.locator("#hand button[name=card]")).to_have_count(8)
    assert wout.cards() == held
    see_table(wout)
    expect(toos.page.locator("#table")).to_contain_text("Wout")
    expect(toos.page.locator("#hand button[name=card]")).to_have_count(0)
    expect(toos.page.locator("#lost-seat")).to_contain_text("Wout plays your seat from round 1 on.")
    see_table(toos)
    toos.page.reload()
    expect(toos.page.locator("#lost-seat")).to_contain_text("What Wout plays counts for you.")
    toos.page.get_by_role("link", name="To the evening").tap()
    expect(toos.page).to_have_url(re.compile(f"{first}$"))
    toos.visit("/me/notices/")
    expect(toos.page.get_by_text("Wout plays your seat: Pairs, evening 1")).to_be_visible()

    # One pair cannot come on the second evening: it proposes a date, the other agrees.
    toos.visit(second)
    toos.page.get_by_label("Propose a date to the other side").fill("2099-01-20T20:00")
    sound(toos)
    toos.press("Propose it")
    expect(toos.page.get_by_text("The other side has not answered yet.")).to_be_visible()
    sound(toos)
    udo.visit(second)
    expect(udo.page.get_by_text("Toos proposes")).to_be_visible()
    sound(udo)
    udo.press("Agreed")
    expect(udo.page.locator(".list-row", has_text="Table 1")).to_contain_text("20 Jan 2099")
    sound(udo)
    siem.visit(f"{second}cockpit/")
    press_and_confirm(siem, "Open the tables of round 1")
    expect(siem.page.locator("#cockpit-tables .chip")).to_have_text("another date")
    sound(siem)

    # The third evening is cancelled, with a reason.
    siem.visit(f"{third}cockpit/")
    unfold(siem, "Cancel the evening")
    siem.page.locator("#cancel-reason").fill("Snow")
    sound(siem)
    # He acts in another window first: what he typed here stays, and is not refused because of his own act.
    before = siem.page.locator("input[form=cancelling]").input_value()
    window = siem.page.context.new_page()
    window.goto(siem.page.url)
    window.locator("summary", has_text="Another date or place").tap()
    window.locator("[name=move-place]").fill("Upstairs")
    window.locator("#move-reason").fill("The hall is let")
    window.get_by_role("button", name="Move the evening").tap()
    expect(window.locator("input[form=cancelling]")).not_to_have_value(before)
    window.close()
    expect(siem.page.locator("input[form=cancelling]")).not_to_have_value(before)
    expect(siem.page.locator("#cancel-reason")).to_have_value("Snow")
    siem.press("Cancel it")
    expect(siem.page.get_by_role("button", name="Draw the seats")).to_have_count(0)
    udo.visit(third)
    expect(udo.page.get_by_text("This evening does not take place.")).to_be_visible()
    expect(udo.page.get_by_text("Snow")).to_be_visible()
    sound(udo)
