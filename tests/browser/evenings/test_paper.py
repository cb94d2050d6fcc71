"""A café evening with real cards, led by the secretary alone on one phone: eight tables, three rounds, totals only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.clubs.steps import axe_faults, create_club, enter_everybody, make_account, unfold
from tests.browser.phone import Phone

TABLES, ROUNDS, HANDS = 8, 3, 16
AT_LEAST = 162 * HANDS
NAMES = [f"Wilhelmina Gast {number:02}" for number in range(1, 31)]
"""Members without a login, with long names; with the secretary and one member who has a phone they are 32."""
MOST_TAPS_A_TABLE = 4

CUT_OFF = """() => {
  const frame = document.querySelector("#sheet-lines").parentElement.getBoundingClientRect();
  return [...document.querySelectorAll("#sheet-lines .num")].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    const box = words.getBoundingClientRect();
    return !box.width || box.left < frame.left - 0.5 || box.right > frame.right + 0.5;
  }).map((cell) => cell.textContent);
}"""
"""Names and points of a sheet that are not wholly inside its frame."""


@dataclass
class Finger:
    """The secretary's finger: counts what it taps."""

    phone: Phone
    taps: int = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def press(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.phone.page.get_by_role("button", name=name))

    def press_and_confirm(self, name: str) -> None:
        self.tap(self.phone.page.locator("summary", has_text=name))
        self.press(name)

    def type(self, field: Locator, number: int) -> None:
        """Tap the field and type on the keyboard, in place of what stands there."""
        self.tap(field)
        field.press("ControlOrMeta+a")
        self.phone.page.keyboard.type(str(number))


def points_of(round_number: int, table: int) -> tuple[int, int]:
    """The totals of a table's two sides."""
    ours = 1300 + 37 * table + 11 * round_number
    return ours, AT_LEAST + 20 * table - ours


def test_one_secretary_leads_eight_tables_on_paper_with_four_taps_a_table(
    phone: Callable[..., Phone],
) -> None:
    riet, karel = phone(), phone()
    make_account(riet, "Riet")
    make_account(karel, "Karel")
    create_club(riet, name="Café De Klaver", slug="klaver", season="Winter", others=[karel])
    prepare(riet)
    finger = Finger(riet)
    ledger: Counter[str] = Counter()

    finger.press("Draw the seats")
    expect(riet.page.get_by_role("heading", name="Round 1, drawn")).to_be_visible()
    cockpit = riet.page.url
    evening = cockpit.removesuffix("cockpit/")
    for number in range(1, ROUNDS + 1):
        finger.press_and_confirm(f"Open the tables of round {number}")
        before = finger.taps
        finger.tap(riet.page.get_by_role("link", name=f"Type the sheets of round {number}"))
        rows = riet.page.locator(".paper-row")
        expect(rows).to_have_count(TABLES)
        for table in range(1, TABLES + 1):
            fields = rows.nth(table - 1).locator("input:not([type=hidden])")
            for side, points in enumerate(points_of(number, table)):
                mistyped = number == 1 and table == 3 and side == 0
                finger.type(fields.nth(side), points + 1000 if mistyped else points)
                note(ledger, rows.nth(table - 1).locator("label").nth(side), points)
        finger.press("Write them down")
        expect(riet.page.get_by_role("button", name=f"Confirm {TABLES} sheets")).to_be_visible()
        if number == 1:  # one number has a digit too much
            finger.type(rows.nth(2).locator("input:not([type=hidden])").first, points_of(1, 3)[0])
            with riet.page.expect_navigation():
                finger.press("Write them down")
            expect(rows.nth(2).locator("input:not([type=hidden])").first).to_have_value(
                str(points_of(1, 3)[0])
            )
        assert finger.taps - before <= MOST_TAPS_A_TABLE * TABLES
        if number == 2:
            settle_a_dispute(riet, karel, evening)
            riet.visit(f"{evening}paper/{number}/")
        before = finger.taps
        finger.press(re.compile(r"^Confirm \d sheets?$"))
        expect(riet.page.locator(".paper-row .chip--go")).to_have_count(TABLES)
        assert finger.taps - before <= 1
        assert axe_faults(riet) == []
        assert riet.page.evaluate("() => document.documentElement.scrollWidth") <= 360
        finger.tap(riet.page.get_by_role("link", name="On with the evening"))
    finger.tap(riet.page.locator("summary", has_text="Close the evening"))
    finger.tap(riet.page.get_by_label("It was played already"))
    finger.press("Close the evening")
    finger.tap(riet.page.get_by_role("link", name="Report and list for paper"))

    expect(riet.page.get_by_role("heading", name="To paste")).to_be_visible()
    assert axe_faults(riet) == []
    pasted = riet.page.locator("textarea.report").input_value()
    best = max(ledger.values())
    assert f"with {best:,} points" in pasted
    assert all(f" {name} {points:,}\n" in pasted + "\n" for name, points in ledger.items())
    assert points_on_paper(riet) == dict(ledger)
    assert riet.page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF")
    riet.visit(evening)
    expect(riet.page.locator(".list-row").get_by_role("link", name="Sheet")).to_have_count(TABLES * ROUNDS)


def prepare(riet: Phone) -> None:
    """Members without a login from a list, a competition on paper to which everybody comes, and an evening."""
    riet.visit("/c/klaver/members/import/")
    riet.page.locator("textarea").fill("\n".join(NAMES))
    riet.page.locator("main form button").last.tap()
    riet.press("Take them in")
    expect(riet.page).to_have_url(re.compile(r"/members/$"))
    riet.visit("/c/klaver/")
    riet.page.get_by_role("link", name="New competition").tap()
    riet.page.locator("[name=name]").fill("Tuesdays")
    unfold(riet, "Absence and substitutes")
    riet.page.locator("[name=rule-coming]").select_option("unless")
    riet.page.locator("[name=rule-cards]").select_option("paper")
    riet.press("Make it")
    expect(riet.page.locator("[name=enter-players]")).to_have_count(len(NAMES) + 2)
    enter_everybody(riet)
    riet.page.locator("a[href$='/cockpit/']").tap()
    expect(riet.page.locator("#coming")).to_have_text("32 come")


def note(ledger: Counter[str], names: Locator, points: int) -> None:
    """Both partners have the points of their side."""
    for name in names.inner_text().split(" – "):
        ledger[name] += points


def settle_a_dispute(riet: Phone, karel: Phone, evening: str) -> None:
    """Karel says that his sheet is not right; the secretary reads that, looks at the paper and confirms it."""
    karel.visit(evening)
    own = karel.page.locator("[aria-labelledby=round-2] .list-row", has_text="Karel")
    own.get_by_role("link", name="Sheet").tap()
    karel.press("Not right")
    expect(karel.page.get_by_text("One side says that this sheet is not right.")).to_be_visible()
    riet.visit(f"{evening}cockpit/")
    expect(riet.page.locator("#cockpit-tables").get_by_text("sheet not agreed on")).to_have_count(1)
    riet.visit(f"{evening}paper/2/")
    expect(riet.page.get_by_role("button", name=f"Confirm {TABLES - 1} sheets")).to_be_visible()
    disputed = riet.page.locator(".paper-row", has_text="sheet not agreed on")
    disputed.get_by_role("link", name="Sheet").tap()
    expect(riet.page.get_by_role("button", name="This is right")).to_be_visible()
    both_totals_are_whole(riet)
    riet.press("This is right")
    expect(riet.page.get_by_text("Confirmed. It counts.")).to_be_visible()


def both_totals_are_whole(riet: Phone) -> None:
    """The sheet fits the narrowest phones with all sizes of letters: names wrap, and no number is cut off."""
    usual = riet.page.viewport_size
    assert usual is not None
    for width in (usual["width"], 320):
        riet.page.set_viewport_size({**usual, "width": width})
        for size in ("normal", "large", "largest"):
            riet.page.evaluate("(size) => { document.documentElement.dataset.text = size }", size)
            expect(riet.page.locator("#sheet-lines .is-total .num")).to_have_count(2)
            assert riet.page.evaluate(CUT_OFF) == [], f"{size} letters, {width} px"
            assert riet.page.evaluate("() => document.documentElement.scrollWidth") <= width
    riet.page.set_viewport_size(usual)
    riet.page.evaluate("() => { delete document.documentElement.dataset.text }")


def points_on_paper(riet: Phone) -> dict[str, int]:
    """The points of everybody on the list for paper."""
    riet.page.emulate_media(media="print")
    rows = riet.page.locator(".printed table.data tbody tr")
    shown = {
        row.locator("th").inner_text(): int(row.locator("td").last.inner_text().replace(",", ""))
        for row in rows.all()
    }
    riet.page.emulate_media(media="screen")
    return shown
