"""Every page for paper: its button prints it, and the printed page holds what it must and no button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from tests.browser.clubs.cafe import cafe_served, sign_in
from tests.browser.clubs.paper_club import LEADERS, WITHOUT_LOGIN
from tests.browser.conftest import Served, new_phone
from tests.browser.evenings.printed import pages_of, squeeze
from tests.browser.phone import Phone

NAMES = (*LEADERS, "Karel", *WITHOUT_LOGIN)
ROUNDS, TABLES = 2, 4
TOTALS = [
    1290 + 83 * table + 40 * number for number in range(1, ROUNDS + 1) for table in range(1, TABLES + 1)
]
"""The points of one side of each table on the evening that is over; both sides have 2900."""
SHARED = "navigator.share = async (what) => { window.shared = what; };"
COUNTED = "window.printed = 0; window.print = () => { window.printed += 1; };"
TWICE = "lists => lists.forEach((list) => list.append(...[...list.rows].map((row) => row.cloneNode(true))))"
ROWS = "rows => rows.map((row) => Array.from(row.cells, (cell) => cell.innerText).join(' '))"
NOT_ON_PAPER = ("Clubs", "To the page itself", "To paste", "Places with a prize")
"""Words of the frame, and of what is there for the screen only."""


@dataclass(frozen=True)
class Paper:
    """A page for paper: its address, how often it names everybody, and what else it must hold."""

    path: str
    named: int
    holds: tuple[str, ...]


PAPERS = {
    "cards": Paper("/e/1/print/cards/", ROUNDS, ("Table 1", "Table 4", "Round 2", "Café De Klaver")),
    "seats": Paper("/e/1/print/seats/", 1, ("Seating list", "Round 1", "Round 2", "Table 4")),
    "empty": Paper("/e/1/print/empty/", ROUNDS, ("Round 2, table 4", "Signed by both sides:", "16")),
    "filled": Paper(
        "/e/1/print/filled/",
        ROUNDS,
        ("Round 1, table 1", *(f"{one:,} {2900 - one:,}" for one in TOTALS)),
    ),
    "prizes": Paper("/e/1/print/prizes/?places=1-16", 1, ("Prize list", "Klaverjassen")),
    "report": Paper("/e/1/report/", 1, ("Café De Klaver · Evening 1", "Points")),
    "season": Paper("/l/1/print/", 1, ("Café De Klaver · 2026 · Klaverjassen", "Average")),
}


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A café club of its own with an evening that is over."""
    with cafe_served(tmp_path_factory.mktemp("printing"), "printing") as club:
        yield club


@pytest.fixture(scope="module")
def shared_desk(chromium: Browser, served: Served) -> Iterator[Phone]:
    """The phone behind `desk`."""
    rita = new_phone(chromium, served)
    rita.page.add_init_script(COUNTED)
    rita.page.add_init_script(SHARED)
    yield sign_in(rita, "Rita")
    rita.page.context.close()


@pytest.fixture
def desk(shared_desk: Phone) -> Iterator[Phone]:
    """The phone of the secretary who reads English; its print dialogue counts instead of opening, and what it shares is
    kept. Its pages are only read, so one is enough for all tests."""
    shared_desk.complaints.clear()
    yield shared_desk
    assert shared_desk.complaints == []


@pytest.mark.parametrize("kind", PAPERS)
def test_the_button_prints_the_page_and_the_paper_holds_what_it_must(desk: Phone, kind: str) -> None:
    paper = PAPERS[kind]
    desk.visit(paper.path)
    assert desk.page.evaluate("() => window.printed") == 0
    desk.page.get_by_role("button", name="Print this page").tap()
    assert desk.page.evaluate("() => window.printed") == 1
    rows = desk.page.locator(".printed table tr").evaluate_all(ROWS)
    buttons = desk.page.locator("button, .button").all_inner_texts()
    assert "Print this page" in buttons

    pages = pages_of(desk.page.pdf(prefer_css_page_size=True))
    text = " ".join(pages)
    on_paper = squeeze(text)
    for name in NAMES:
        assert len(re.findall(rf"\b{name}\b", text)) == paper.named, name
    for words in (*paper.holds, *rows):
        assert squeeze(words) in on_paper, words
    for words in (*filter(None, buttons), *NOT_ON_PAPER):
        assert squeeze(words) not in on_paper, words


@pytest.mark.parametrize("kind", ["seats", "report", "season"])
def test_a_list_of_32_people_is_one_page(desk: Phone, kind: str) -> None:
    desk.visit(PAPERS[kind].path)
    people = desk.page.locator(".printed .data tbody tr")
    desk.page.locator(".printed .data tbody").evaluate_all(TWICE)
    assert people.count() == 2 * len(NAMES) == 32
    assert len(pages_of(desk.page.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("kind", ["empty", "filled"])
def test_sheets_with_two_whole_names_a_side_fit_a_phone(desk: Phone, kind: str) -> None:
    desk.visit(PAPERS[kind].path)
    heads = desk.page.locator(".paper-tally th.num").filter(has_text="–")
    heads.evaluate_all(
        "(all) => all.forEach((one) => { one.textContent = 'Tinus van den Berg – Willem Mulder'; })"
    )
    assert desk.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_no_page_for_paper_is_left_out(desk: Phone) -> None:
    """The links to pages for paper on the pages of an evening and a season lead to those tested here."""
    found: set[str] = set()
    for page in ("/e/1/", "/l/1/", "/e/1/cockpit/"):
        desk.visit(page)
        links = desk.page.locator("a[href*='/print/'], a[href*='/report/']")
        found |= {str(link.get_attribute("href")) for link in links.all()}
    assert found == {paper.path.partition("?")[0] for paper in PAPERS.values()}


def test_the_report_is_handed_on_with_one_tap(desk: Phone) -> None:
    desk.visit("/e/1/report/")
    desk.press("Share or copy")
    handed_on = desk.page.evaluate("() => window.shared")
    assert handed_on["text"] == desk.page.locator("textarea.report").input_value()
    assert handed_on["text"].startswith("Café De Klaver")
