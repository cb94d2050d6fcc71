"""The toy game on five phones of 320 pixels: a sealed word, a void deal, melds laid and made longer, to the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, club_served
from tests.browser.judging import STICKS_OUT, judge
from tests.browser.phone import Phone
from tests.browser.steps import sit_together

SMALLEST = {"width": 320, "height": 640}
NAMES = ("Aafke", "Bouke", "Ceciel", "Douwe", "Emma")
NEXT = """() => {
  const there = (what) => document.querySelector(what) !== null;
  const table = document.getElementById("table");
  if (!table || table.hasAttribute("aria-busy")) return "";
  if (there("#rematch")) return "over";
  if (there("#answer-ready")) return "ready";
  if (there("#sheet.is-open")) return "";
  for (const word of ["keep", "draw"]) if (there(`#answer [value=${word}]`)) return word;
  if (there("#answer-none")) return "meld";
  if (there("#answer-place")) return "place";
  return there(".prompt.plays") ? "card" : "";
}"""
"""The kind of action the table asks of this phone."""
ANSWERS = {
    "ready": "#answer-ready button",
    "keep": "#answer [value=keep]",
    "throw": "#answer [value=throw]",
    "draw": "#answer [value=draw]",
    "meld": "#answer-none button",
    "place": "#answer-place button:not([hidden])",
    "card": "#hand .card",
}
PLACED = """() => {
  const place = document.querySelector("#answer-place button:not([hidden])");
  const card = document.querySelector("#answer-place .spot-card")?.dataset.card;
  return place ? "place" : `#hand .card[value='${card}']`;
}"""
KNOWN = f"""() => {{
  const now = ({NEXT})();
  if (now && now !== "over" && !MET.includes(now)) return "new";
  return now === "place" ? ({PLACED})() : now;
}}"""
"""The kind of action the table asks; "new" for one that is not among those met."""


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club that plays the toy game too."""
    folder = tmp_path_factory.mktemp("toy")
    with club_served(folder, "toy", DJANGO_SETTINGS_MODULE="tests.toy.settings") as club:
        yield club


def open_table(first: Phone) -> None:
    """A short match of the toy game."""
    first.visit("/t/new/?game=toy")
    first.page.get_by_text("Short", exact=True).tap()
    first.press("Open the table")


def tap(one: Phone, now: str) -> None:
    """Tap the answer to that kind of question. A card that goes to a place is tapped first."""
    if now == "place":
        card = one.page.locator("#answer-place .spot-card").first.get_attribute("data-card")
        one.page.locator(f"#hand .card[value='{card}']").tap(position={"x": 10, "y": 8})
    one.page.locator(ANSWERS[now]).first.tap(position={"x": 10, "y": 40} if now == "card" else None)


def test_five_phones_play_two_rounds(phone: Callable[..., Phone]) -> None:
    """Everybody throws the first deal; from then on each takes the first offered choice.

    Every kind of prompt is checked once for fit and by axe, and tapped; the next ones the pages answer by themselves.
    """
    seats = sit_together(phone, NAMES, open_table, viewport=SMALLEST)
    expect(seats[0].page.locator(".place--free")).to_have_count(0)
    seats[0].press("Start")
    for one in seats:
        one.at_table()
        expect(one.page.locator("#hand .card")).to_have_count(5)
    for one in seats[:4]:
        one.page.locator(ANSWERS["throw"]).tap()
        expect(one.page.locator(ANSWERS["throw"])).to_have_count(0)
    assert "Throw" not in seats[0].page.locator("#table").inner_text()
    seats[4].page.locator(ANSWERS["throw"]).tap()
    for one in seats:
        one.page.locator(ANSWERS["ready"]).tap()
    for one in seats:
        expect(one.page.locator(ANSWERS["keep"])).to_be_visible()

    met: set[str] = set()
    found: list[str] = []
    melds = 0

    def look() -> None:
        """See whether a phone has stopped at a new kind of action; judge it there, tap it, and go on with all."""
        nonlocal found, melds
        for one in seats:
            now = str(one.page.evaluate(NEXT))
            melds = max(melds, one.page.locator(".melds .meld").count())
            if now in ("", "over", *met):
                continue
            met.add(now)
            found += [f"{now}: {what}" for what in one.page.evaluate(STICKS_OUT)]
            found += judge(one, now)
            tap(one, now)
            known = KNOWN.replace("MET", json.dumps(sorted(met)))
            for each in seats:
                each.begin_to_play(moment=known, buttons=ANSWERS, ends=("new", "over"))

    seats[0].keep(look, until=lambda: str(seats[0].page.evaluate(NEXT)) == "over")
    found += [f"over: {what}" for what in seats[0].page.evaluate(STICKS_OUT)] + judge(seats[0], "over")
    assert set(ANSWERS) - {"throw"} == met
    assert found == []
    assert melds > 0
    for one in seats:
        expect(one.page.locator("#rematch")).to_be_visible()
