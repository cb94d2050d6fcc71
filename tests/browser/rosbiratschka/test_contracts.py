"""The second game on a phone: its six contracts alone against bots, each fitting the smallest phone and read by axe."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.judging import at_rest, judge, sticking_out
from tests.browser.phone import MOMENT, Phone
from tests.browser.steps import tap_to_the_end

JUDGED = {"card", "pass", "over"}
"""The moments that look different from deal to deal; the others are judged where Kraken is."""
CONTRACTS = [
    "No tricks",
    "No hearts",
    "No jacks",
    "Beware the king of hearts",
    "Hundred",
    "Rosbiratschka",
]
PLACING = f"""() => {{
  const now = ({MOMENT})();
  return now === "card" && document.querySelector(".rows .row-of > .latest") ? "placing" : now;
}}"""
"""The moment of the table; "placing" where this person may place a card and somebody has done so before."""
CONTRACT = """document.querySelector(".strip-label").textContent.replace("Played now:", "").trim()"""
NEW_THERE = f"""(() => {{
  const met = MET;
  return () => {{
    const now = ({MOMENT})();
    const here = `${{{CONTRACT}}}, ${{now === "lead" ? "card" : now}}`;
    return now && !met.includes(here) ? "new" : now;
  }};
}})()"""
"""The moment of the table; "new" for one that is not among those met in this contract."""
OUTSIDE = """() => [...document.querySelectorAll(
    "#hand .card, #prompt .button, .strip > *, .seat .face, .trick .card, .row-of > .card, .pile .card, .line")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


def sit_alone(mine: Phone) -> str:
    """A table of the usual rules with three bots, started; gives its address."""
    mine.visit("/t/new/")
    game = mine.page.get_by_role("link", name="Rosbiratschka", exact=True)
    game.tap()
    expect(game).to_have_attribute("aria-current", "page")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    mine.press("Fill with bots and start")
    mine.at_table()
    return mine.page.url


def figures(texts: list[str]) -> list[int]:
    return [int(text.replace("·", "0").replace("−", "-")) for text in texts]


def tap_through_a_contract(mine: Phone) -> None:
    """Tap until the sheet of the first contract is closed.

    Nothing can be claimed in this game, so leading right after a trick takes one tap.
    """
    now = ""

    def go_on() -> None:
        nonlocal now
        now, held = mine.moment(), len(mine.cards())
        mine.answer(now)
        if now == "lead":
            expect(mine.page.locator("#hand .card")).to_have_count(held - 1)

    mine.keep(go_on, until=lambda: now == "ready")


def place_a_card(mine: Phone) -> None:
    """Place a card in a row; assert that its name is announced and that the newest card is marked."""
    card = mine.page.locator("#hand .card:not([aria-disabled=true])").first
    name = card.text_content()
    mine.page.evaluate(
        """() => { window.talk = [];
          new MutationObserver(() => window.talk.push(document.getElementById("live").textContent))
            .observe(document.getElementById("live"), {childList: true, characterData: true, subtree: true}); }"""
    )
    card.tap(position={"x": 12, "y": 40})
    mine.page.wait_for_function("name => window.talk.some((line) => line.includes(name))", arg=name)
    expect(mine.page.locator(".rows .row-of > .latest")).to_have_count(1)


def test_a_whole_match_against_three_bots(phone: Callable[..., Phone]):
    mine = phone()
    table = sit_alone(mine)
    tap_through_a_contract(mine)
    mine.play_on(moment=PLACING, ends=("placing",))
    place_a_card(mine)

    met = tap_to_the_end(mine)

    assert "over" in met
    rounds = mine.page.locator("#sheet .round-list tbody tr:not(.is-total)")
    assert [row.locator("th").inner_text()[2:] for row in rounds.all()] == CONTRACTS
    columns = [figures(row.locator("td").all_inner_texts()) for row in rounds.all()]
    totals = [sum(column) for column in zip(*columns, strict=True)]
    assert figures(mine.page.locator("#sheet .round-list .is-total td").all_inner_texts()) == totals
    assert figures(mine.page.locator(".strip-score b").all_inner_texts()) == totals
    told = mine.page.locator(".sheet-places .placed b").all_inner_texts()
    assert figures(told) == sorted(totals)
    best = mine.page.locator(".sheet-places .won b").all_inner_texts()
    assert figures(best) == [min(totals)] * totals.count(min(totals))

    mine.visit(f"{table}round/6/")
    mine.press("Check this deal")
    expect(mine.page.locator(".check-deal [role=status].is-right")).to_be_visible()
    mine.page.locator("#moments [data-step=on]").tap()
    expect(mine.page.locator(".review-middle .row-of > .card:not(.fits):visible")).to_have_count(1)
    with mine.page.expect_download() as record:
        mine.page.get_by_role("link", name="Download the record").tap()
    assert record.value.suggested_filename.endswith(".json")


def test_every_contract_fits_the_smallest_phone_and_can_be_read_by_everybody(phone: Callable[..., Phone]):
    mine = phone(viewport={"width": 320, "height": 640})
    table = sit_alone(mine)
    met: set[tuple[str, str]] = set()
    faults: list[str] = []
    while ("Rosbiratschka", "over") not in met:
        known = json.dumps([f"{contract}, {now}" for contract, now in met])
        mine.play_on(moment=NEW_THERE.replace("MET", known), ends=("new",))
        now = mine.moment()
        here = (str(mine.page.evaluate(f"() => {CONTRACT}")), "card" if now == "lead" else now)
        if not now or here in met:  # the table has moved on meanwhile
            continue
        met.add(here)
        at_rest(mine)
        assert mine.page.evaluate(OUTSIDE) == [], here
        assert mine.page.evaluate("() => document.documentElement.scrollWidth") <= 320, here
        if here[1] in JUDGED:
            faults += judge(mine, f"{here}")
        mine.answer(now)

    assert [one for one in CONTRACTS if (one, "card") in met] == CONTRACTS
    for path in ("round/1/?card=9", "round/5/?card=9", "round/6/?card=20", "rules/"):
        faults += sticking_out(mine, table + path)
        faults += judge(mine, path)
    for path in ("/rules/rosbiratschka/", "/t/new/?game=rosbiratschka"):
        faults += sticking_out(mine, path)
        faults += judge(mine, path)
    assert faults == []
