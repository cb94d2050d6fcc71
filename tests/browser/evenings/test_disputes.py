"""Roem that was not counted, as its people meet it: asked about at the table, answered, looked at, ruled on, appealed.

The round has been played without a claim by `tests.browser.clubs.disputed`; from there on everything is done on phones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.disputed import PASSWORD
from tests.browser.clubs.steps import axe_faults, sign_in, unfold
from tests.browser.conftest import Served
from tests.browser.judging import faults_in_all_widths, judge_in_all_widths
from tests.browser.phone import Phone

NARROW = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def evening(served: Served) -> dict[str, Any]:
    """The evening in which forty lay there, written beside the running server."""
    return dict(json.loads(served.run("tests.browser.clubs.disputed").splitlines()[-1]))


@pytest.fixture
def of(phone: Callable[..., Phone], evening: dict[str, Any]) -> Callable[..., Phone]:
    """Return a function that returns a player's own phone, signed in."""
    phones: dict[str, Phone] = {}

    def handed(name: str, **options: object) -> Phone:
        if name not in phones:
            made = phone(**options)
            sign_in(made, name, PASSWORD)
            phones[name] = made
        return phones[name]

    return handed


def fits_and_reads(phone: Phone) -> None:
    """Assert that the page passes axe and does not scroll sideways, also on a narrow phone."""
    assert axe_faults(phone) == []
    size = phone.page.viewport_size
    phone.page.set_viewport_size(NARROW)
    wide = phone.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    phone.page.set_viewport_size(size)
    assert wide <= 0, phone.page.url


def sheet_totals(phone: Phone, code: str) -> list[str]:
    """The totals of both sides on the table's sheet."""
    phone.visit(f"/t/{code}/")
    expect(phone.page.locator("#sheet.is-open")).to_be_visible()
    return phone.page.locator("#sheet .sheet-totals b").all_inner_texts()


def league_points(phone: Phone, number: int) -> dict[str, str]:
    """The league table as a reader sees it: name and points."""
    phone.visit(f"/l/{number}/")
    rows = phone.page.locator(".standings tbody tr")
    return {
        row.locator("th[scope=row]").inner_text().split("\n")[0].strip(): row.locator(".points").inner_text()
        for row in rows.all()
    }


def preview_ruling(phone: Phone, kind: str, *, reason: str, rule: str | None = None) -> None:
    """Choose a ruling and a rule of the book (None: the one that stands there), and look at what it does."""
    phone.page.locator(".kind", has_text=kind).first.tap()
    phone.page.locator("#ruling [name=reason]").fill(reason)
    if rule is not None:
        phone.page.locator("#ruling [name=rule_chosen]").select_option(label=rule)
    fits_and_reads(phone)
    phone.press("See what it does")
    expect(phone.page.get_by_role("heading", name="The sheet")).to_be_visible()


def test_forty_that_nobody_claimed_from_the_table_to_the_final_word(
    evening: dict[str, Any], of: Callable[..., Phone]
) -> None:
    declarer, filer, seated_arbiter, partner = evening["names"]
    first_arbiter, second_arbiter = evening["arbiters"]
    code, league = evening["code"], evening["league"]

    asking = of(filer)
    assert sheet_totals(asking, code) == ["244", "80"]
    before = league_points(asking, league)
    assert len(before) == 4

    asking.visit(f"/t/{code}/")
    asking.page.get_by_role("link", name="Something wrong?").tap()
    asking.page.get_by_text("Roem was not counted").tap()
    asking.page.get_by_label("What happened?").fill("The forty in the second trick is not on the sheet.")
    fits_and_reads(asking)
    asking.press("Ask an arbiter")
    expect(asking.page.get_by_text("waits for an arbiter")).to_be_visible()
    fits_and_reads(asking)
    case = asking.page.url
    asking.visit(f"/t/{code}/")
    expect(asking.page.get_by_text("Under review: these points are provisional")).to_be_visible()

    rosa = of(first_arbiter)
    rosa.visit("/desk/")
    fits_and_reads(rosa)
    rosa.page.get_by_role("link", name="Roem was not counted").tap()
    rosa.press("Take this case")
    expect(rosa.page.locator("#ruling")).to_be_visible()
    size = rosa.page.viewport_size
    rosa.page.set_viewport_size({"width": 360, "height": 740})
    assert rosa.page.evaluate("() => document.documentElement.scrollHeight") < 2700
    rosa.page.set_viewport_size(size)
    assert rosa.page.locator(".kind:visible").count() == 11  # each ruling by its name, and the forty
    unfold(rosa, "Ask the players")
    expect(rosa.page.get_by_role("button", name="Ask the players what they saw")).to_be_visible()
    fits_and_reads(rosa)
    rosa.press("Ask the players what they saw")
    expect(rosa.page.get_by_text("The players are asked what they saw.")).to_be_visible()

    other = of(declarer)
    other.visit("/cases/")
    other.page.get_by_role("link", name="Roem was not counted").tap()
    other.page.get_by_label("What did you see yourself?").fill("They never said a word.")
    other.press("Answer")
    expect(other.page.get_by_text("They never said a word.")).to_be_visible()
    expect(other.page.get_by_text("The forty in the second trick")).to_have_count(0)

    sat_there = of(seated_arbiter)
    sat_there.visit("/desk/")
    expect(sat_there.page.get_by_text("you played there").first).to_be_visible()
    sat_there.page.get_by_role("link", name="Roem was not counted").tap()
    expect(sat_there.page.get_by_text("so somebody else decides")).to_be_visible()
    expect(sat_there.page.get_by_role("button", name="Take this case")).to_have_count(0)

    rosa.visit(case.replace("/cases/", "/desk/"))
    expect(rosa.page.get_by_text("They never said a word.")).to_be_visible()
    asked_of_the_server: list[str] = []
    rosa.page.on("request", lambda request: asked_of_the_server.append(request.url))
    expect(rosa.page.locator("#card-8")).to_be_visible()  # where the forty lay
    expect(rosa.page.locator("#moments .you-none")).to_have_count(33)
    expect(rosa.page.locator("#facts-8")).to_contain_text("40 roem lay in trick 2")
    assert rosa.page.locator(".position:visible").count() == 1
    rosa.page.keyboard.press("ArrowLeft")
    expect(rosa.page.locator("#card-7")).to_be_visible()
    rosa.page.locator("[data-step=on]").tap()
    expect(rosa.page.locator("#card-8")).to_be_visible()
    rosa.page.locator("#moments").get_by_role("link", name="End").tap()
    expect(rosa.page.locator("#card-32")).to_be_visible()
    assert [url for url in asked_of_the_server if "/static/" not in url] == []

    preview_ruling(rosa, "Grant 40", reason="It lay there, and the screen did not take the claim.")
    fits_and_reads(rosa)
    expect(rosa.page.locator(".effect").first).to_contain_text("+40")
    sheets = rosa.page.locator(".before-after").first.locator("tr.is-total")
    assert [row.locator("td").all_inner_texts() for row in sheets.all()] == [["244", "80"], ["244", "120"]]
    expect(rosa.page.locator(".before-after").nth(1).locator("tr.is-now")).not_to_have_count(0)
    rosa.press("Confirm the ruling")
    expect(rosa.page.get_by_text("ruled, appeal possible").first).to_be_visible()
    expect(rosa.page.get_by_role("link", name="Kraken 4.2 In a trick")).to_be_visible()

    assert sheet_totals(asking, code) == ["244", "120"]
    expect(asking.page.locator("#sheet")).to_contain_text("Ruling")
    asking.visit(f"/t/{code}/round/1/")
    expect(asking.page.locator("#score")).to_contain_text("Counts now")
    after = league_points(asking, league)
    moved = {name for name in before if before[name] != after[name]}
    assert moved == {filer, partner}

    other.visit(case)
    expect(other.page.get_by_text("It lay there, and the screen did not take the claim.")).to_be_visible()
    other.page.locator("summary", has_text="ask another arbiter").tap()
    other.page.get_by_label("Why is the ruling wrong?").fill("Roem is claimed before the next lead, or lost.")
    other.press("Appeal")
    expect(other.page.get_by_text("appealed, waits for another arbiter").first).to_be_visible()
    rosa.visit(case.replace("/cases/", "/desk/"))
    expect(rosa.page.get_by_text("Whoever ruled first does not decide the appeal.")).to_be_visible()

    sam = of(second_arbiter)
    sam.visit("/desk/")
    sam.page.get_by_role("link", name="Roem was not counted").tap()
    sam.press("Take this case")
    preview_ruling(
        sam,
        "The result before the first ruling is restored",
        reason="Nobody claimed it in time.",
        rule="4.2 In a trick",
    )
    sheets = sam.page.locator(".before-after").first.locator("tr.is-total")
    assert [row.locator("td").all_inner_texts() for row in sheets.all()] == [["244", "120"], ["244", "80"]]
    sam.press("Confirm the ruling")
    expect(sam.page.locator(".standing")).to_contain_text("final")

    assert sheet_totals(other, code) == ["244", "80"]
    assert league_points(other, league) == before
    asking.visit(case)
    expect(
        asking.page.get_by_role(
            "heading", name="The result before the first ruling is restored decided on appeal"
        )
    ).to_be_visible()
    expect(asking.page.get_by_text("ask another arbiter")).to_have_count(0)
    sam.visit("/trail/")
    fits_and_reads(sam)
    expect(sam.page.locator(".trail")).to_contain_text("Ruled on the appeal")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_paper_desk_the_deadlines_and_a_review_with_all_its_folds_open_fit_and_read(
    evening: dict[str, Any], of: Callable[..., Phone], scheme: str
) -> None:
    sam = of(evening["arbiters"][1], color_scheme=scheme)
    sam.visit(f"/desk/{evening['paper']}/")
    take = sam.page.get_by_role("button", name="Take this case")
    if take.count():  # the other theme has it already
        take.tap()
    sam.page.locator(".kind", has_text="The cards are counted again").tap()
    expect(sam.page.locator("#ruling [name=points_0]")).to_be_visible()
    assert sam.page.locator(".kind", has_text="Played again").count() == 0
    open_folds(sam)
    fits_and_reads(sam)
    for field, said in {
        "points_0": "90",
        "points_1": "72",
        "reason": "So it was.",
        "rule": "Article 4",
    }.items():
        sam.page.locator(f"#ruling [name={field}]").fill(said)
    sam.press("See what it does")
    expect(sam.page.get_by_role("button", name="Confirm the ruling")).to_be_visible()
    fits_and_reads(sam)
    sam.visit("/desk/")
    unfold(sam, "Search the cases")
    sam.page.locator(".filters [name=age]").select_option(index=1)
    sam.press("Show")
    expect(sam.page).to_have_url(re.compile("age="))
    fits_and_reads(sam)

    office = of(evening["secretary"], color_scheme=scheme)
    office.visit("/c/stille-roem/disputes/")
    fits_and_reads(office)

    reader = of(evening["names"][0], color_scheme=scheme)
    reader.visit(f"/t/{evening['code']}/round/1/")
    open_folds(reader)
    fits_and_reads(reader)


@pytest.mark.parametrize(("seat", "locale"), [(0, "en-GB"), (1, "nl-NL")])
def test_a_card_for_conduct_is_given_read_and_taken_back(
    evening: dict[str, Any], of: Callable[..., Phone], seat: int, locale: str
) -> None:
    """By an arbiter, and by the player, who finds it from the first page; the grid is there for everybody."""
    name, desk, why = evening["names"][seat], "/c/stille-roem/conduct/", "Said at the bar that Yara cheats."
    rosa, player = of(evening["arbiters"][0], locale=locale), of(name, locale=locale)
    faults = judge_in_all_widths(rosa, desk)
    give = rosa.page.locator("#give form")
    give.locator("[name=player]").select_option(label=name)
    give.locator("[name=offence]").first.check()
    give.locator("[name=colour]").first.check()
    give.locator("[name=reason]").fill(why)
    give.locator("button").tap()
    on_record = rosa.page.locator("#counting .list-row", has_text=name)
    expect(on_record).to_contain_text(why)
    open_folds(rosa)
    faults += faults_in_all_widths(rosa, "a card on record")

    player.visit("/")
    player.page.locator("a[href='/conduct/mine/']").first.tap()
    expect(player.page.locator("main .list-row")).to_contain_text(why)
    faults += faults_in_all_widths(player, "a card of one's own")
    faults += judge_in_all_widths(player, "/conduct/")

    on_record.locator("textarea").fill("It was somebody else.")
    on_record.locator("button").tap()
    expect(on_record).to_have_count(0)
    assert faults == []


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_who_sits_in_one_place_is_read_by_arbiter_and_secretary(
    evening: dict[str, Any], of: Callable[..., Phone], locale: str
) -> None:
    faults = []
    for name in (evening["arbiters"][0], evening["secretary"]):
        faults += judge_in_all_widths(of(name, locale=locale), "/c/stille-roem/same-place/")
    assert faults == []


@pytest.mark.parametrize("theme", ["auto", "dark"])
def test_paper_is_never_dark(of: Callable[..., Phone], evening: dict[str, Any], theme: str) -> None:
    office = of(evening["secretary"], color_scheme="dark")
    office.visit(f"/l/{evening['league']}/print/")
    office.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    ink = "() => getComputedStyle(document.querySelector('.season-list td')).color"
    on_screen = office.page.evaluate(ink)
    office.page.emulate_media(media="print")
    assert (on_screen, office.page.evaluate(ink)) == ("rgb(233, 236, 238)", "rgb(28, 33, 38)")


def open_folds(phone: Phone) -> None:
    """Open every fold of the page."""
    phone.page.evaluate("() => document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    assert phone.page.locator("details").count() > 0
