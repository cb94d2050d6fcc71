"""A phone without a line for two tricks: when it is back, one line says what went by. A line that stalls is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, club_served
from tests.browser.line import Line
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest, sit_down

AWAY = 61
"""Seconds after which the others may choose."""
LOST_LINE = ("WebSocket connection to", "[object Event]", "Failed to load resource: net::ERR_")
"""Errors a browser may report while its line is cut."""
ASKED = ("card", "lead")
WORDS = {0: "none", 1: "one", 2: "two"}


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of this module's own, since its clock is moved."""
    with club_served(tmp_path_factory.mktemp("asleep"), "asleep") as club:
        yield club


@pytest.fixture
def line(served: Served) -> Iterator[Line]:
    """The line of one phone, which can be cut. Asked for before the phone: it ends after it, or the phone complains."""
    port = urlsplit(served.address).port
    assert port is not None
    made = Line(port)
    yield made
    made.close()


@pytest.fixture
def two(line: Line, phone: Callable[..., Phone], served: Served) -> tuple[Phone, Phone]:
    """Aafke and Bouke with two bots at a match of Rosbiratschka; Bouke's phone is at the end of the line."""
    aafke, bouke = phone(), phone()
    aafke.wind_up()
    bouke.address = f"http://localhost:{line.port}"
    enter_as_guest(aafke, "Aafke")
    aafke.visit("/t/new/?game=rosbiratschka")
    aafke.page.locator("[name=pace][value=none]").check()
    aafke.press("Open the table")
    link = str(aafke.page.locator(".invite-link a").get_attribute("href"))
    bouke.visit(urlsplit(link).path)
    bouke.page.get_by_label("Your name at the table").fill("Bouke")
    bouke.press("Sit down")
    expect(bouke.page.locator(".place--you")).to_contain_text("Bouke")
    aafke.visit(link)
    aafke.press("Fill with bots and start")
    for one in (aafke, bouke):
        one.at_table()
        expect(one.page.locator(".seat.away")).to_have_count(0)
    return aafke, bouke


def play_a_card(mine: Phone) -> None:
    """Wait for the turn, play the first card that may be played, and see it leave the hand."""
    mine.keep(lambda: None, until=lambda: mine.moment() in ASKED)
    card = mine.page.locator("#hand .card:not([aria-disabled=true])").first.get_attribute("value")
    mine.play(str(card))


def is_won_by(mine: Phone, seat: int) -> bool:
    """Whether this seat took the last finished trick, read at the moment when this player is asked for a card."""
    mine.keep(lambda: None, until=lambda: mine.moment() in ASKED)
    where = "#trick .trick.complete" if mine.moment() == "lead" else "#strip .last-trick .trick"
    took = mine.page.locator(where).locator("li.wins").first
    return f"at-{seat}" in str(took.get_attribute("class")).split()


def break_the_line(mine: Phone, line: Line) -> None:
    """Cut the line for a moment, and wait for the table that comes with the next connection."""
    table = mine.page.locator("#table").evaluate_handle("table => table")
    line.cut()
    line.mend()
    mine.page.wait_for_function("table => !table.isConnected", arg=table)


def test_two_tricks_that_went_by_are_told_in_one_line(
    two: tuple[Phone, Phone], served: Served, line: Line
) -> None:
    aafke, bouke = two
    held = len(aafke.cards())
    while bouke.moment() not in ASKED:
        aafke.keep(
            lambda: None,
            until=lambda: bouke.moment() in ASKED or (aafke.moment() in ASKED and len(aafke.cards()) == held),
        )
        if aafke.moment() in ASKED:
            play_a_card(aafke)
    assert len(bouke.cards()) == held, "no trick is finished yet"

    asleep = bouke.page.context.new_cdp_session(bouke.page)
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.cut()
    expect(aafke.page.locator("#agreements")).to_contain_text("Bouke is away.")
    served.let_pass(AWAY)
    aafke.let_pass(AWAY)
    aafke.page.locator("#agreements [value='1:bot']").tap()
    expect(aafke.page.locator("#seat-1 .mark")).to_contain_text("bot plays")
    own = 0
    for tricks in (1, 2):
        if len(aafke.cards()) == held - tricks + 1:
            play_a_card(aafke)
        own += is_won_by(aafke, seat=1)
    assert len(aafke.cards()) == held - 2

    line.mend()
    asleep.send("Page.setWebLifecycleState", {"state": "active"})
    told = f"Two tricks went by: {WORDS[own]} for you, {WORDS[2 - own]} for them."
    expect(bouke.page.locator("#missed")).to_have_text(told)
    expect(bouke.page.locator("#live")).to_contain_text(told)
    bouke.page.locator("#missed").evaluate("line => line.getAnimations().forEach((each) => each.pause())")
    break_the_line(bouke, line)
    expect(bouke.page.locator("#missed")).to_have_text(told)
    bouke.page.locator("#missed").evaluate("line => line.getAnimations().forEach((each) => each.finish())")
    break_the_line(bouke, line)
    expect(bouke.page.locator("#missed"), "what has faded out does not come back").to_have_text("")
    expect(bouke.page.locator("#agreements")).to_contain_text("A bot plays for you.")
    bouke.press("Take your seat back")
    expect(bouke.page.locator("#agreements")).to_be_hidden()
    assert len(bouke.cards()) <= held - 2
    bouke.complaints[:] = [one for one in bouke.complaints if not one.startswith(LOST_LINE)]


@pytest.mark.parametrize("tapped", [True, False], ids=["tapped", "waited"])
def test_a_stalled_line_is_said_and_the_only_screen_plays_on_when_it_flows(
    line: Line, phone: Callable[..., Phone], served: Served, tapped: bool
) -> None:
    mine = phone()
    mine.address = f"http://localhost:{line.port}"
    enter_as_guest(mine, "Stalled Stien" if tapped else "Waiting Wout")
    sit_down(mine, served)
    trumps = mine.page.locator("#prompt button[name=suit][value=S]")
    band = mine.page.locator("#table .band")
    expect(band).to_be_hidden()

    line.stall()
    if tapped:
        trumps.tap()
    expect(band).to_be_visible()
    expect(band).to_have_text(str(mine.page.locator("#table").get_attribute("data-say-slow")))

    line.flow()
    if not tapped:
        expect(band).to_be_hidden()
        trumps.tap()
    expect(trumps).to_have_count(0)
    expect(band).to_be_hidden()
    expect(mine.page.locator("#gone")).to_be_hidden()
