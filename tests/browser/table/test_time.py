"""Never stuck: time runs out, somebody goes away, a pause, another day, a card taken back, and what is done for one.

The game is Rosbiratschka, because it begins with a card. Time passes at once, for the club and for every phone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Served, club_served
from tests.browser.phone import Phone
from tests.browser.steps import enter_as_guest

FIRST_TO_PLAY = hashlib.sha256(b"seat 0 begins 18").digest()
"""Seat 3 deals; seat 1 plays after seat 0."""
NAMES = ("Aafke", "Bouke", "Ceciel")
TABLES = count(1)
"""A number for each table: the club knows everybody who sat down before."""
LATE = 9
"""Seconds before the end at which the ring warns."""
AWAY = 61
"""Seconds after which the others may choose."""
UNDER_THE_NOTICE = """() => {
  const notice = document.getElementById("agreements").getBoundingClientRect();
  const kept = ".seat .face, .seat .name, .seat .own-name, .talk-panel > summary";
  return [...document.querySelectorAll(kept)].filter((one) => {
    const box = one.getBoundingClientRect();
    const below = box.top < notice.bottom && notice.top < box.bottom;
    return one.checkVisibility() && below && box.left < notice.right && notice.left < box.right;
  }).map((one) => one.className);
}"""
"""What the notice about a pause, or about somebody who is away, lies over."""


@dataclass
class Company:
    """People at one table, each with a phone, and the club they play in."""

    served: Served
    phones: list[Phone]
    table: str
    names: Sequence[str]

    def let_pass(self, seconds: float) -> None:
        """Advance the clock of the club and of every phone."""
        self.served.let_pass(seconds)
        for one in self.phones:
            if not one.page.is_closed():
                one.let_pass(seconds)

    def everywhere(self, selector: str, *, but: Sequence[Phone] = ()) -> list[Locator]:
        """The elements for `selector` on each open screen, apart from those of `but`."""
        return [one.page.locator(selector) for one in self.phones if one not in but]

    def to_play(self) -> int:
        """The number of the player whose turn it is, once there is one."""
        asked: list[int] = []

        def look() -> None:
            asked.extend(
                number for number, one in enumerate(self.phones) if one.page.locator("#prompt.plays").count()
            )

        self.phones[0].keep(look, until=lambda: asked)
        return asked[0]


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of this module's own, since its clock is moved."""
    with club_served(tmp_path_factory.mktemp("clock"), "clock") as club:
        yield club


@pytest.fixture
def company(phone: Callable[..., Phone], served: Served) -> Callable[..., Company]:
    """Return a function that seats so many people at a table with bots and starts it."""

    def gather(people: int, *, pace: str = "none", undo: bool = False) -> Company:
        number = next(TABLES)
        names = [f"{name} {number}" for name in NAMES[:people]]
        phones = [phone() for _name in names]
        for one in phones:
            one.wind_up()
        first = phones[0]
        enter_as_guest(first, names[0])
        first.visit("/t/new/?game=rosbiratschka")
        first.page.locator(f"[name=pace][value={pace}]").check()
        first.page.locator("[name=undo_allowed]").set_checked(undo)
        first.press("Open the table")
        link = str(first.page.locator(".invite-link a").get_attribute("href"))
        for newcomer, name in zip(phones[1:], names[1:], strict=True):
            newcomer.visit(link)
            newcomer.page.get_by_label("Your name at the table").fill(name)
            newcomer.press("Sit down")
            expect(newcomer.page.locator(".place--you")).to_contain_text(name)
        served.deal_next(FIRST_TO_PLAY)
        first.visit(link)
        first.press("Fill with bots and start")
        for one in phones:
            one.at_table()
        for one in phones:
            expect(one.page.locator(".seat.away")).to_have_count(0)
            expect(one.page.locator("#agreements")).to_be_hidden()
        return Company(served, phones, link, names)

    return gather


def menu(one: Phone, word: str) -> None:
    one.page.locator(".menu summary").tap()
    one.page.locator(f".menu [value={word}]").tap()


def seconds_left(ring: Locator) -> float:
    return float(ring.evaluate("seat => (Number(seat.dataset.due) - Date.now()) / 1000"))


def test_the_ring_runs_down_and_then_the_clock_plays_and_says_so(company: Callable[..., Company]):
    two = company(2, pace="relaxed")  # a slow machine must not use up the bank while the test looks
    thinking = two.to_play()
    held = len(two.phones[thinking].cards())
    ring = two.phones[1 - thinking].page.locator(f"#seat-{thinking}[data-due]")
    expect(ring).to_be_visible()
    two.let_pass(60)
    expect(ring).to_have_attribute("style", re.compile(r"--left: ?0\.[1-8]"))
    left = seconds_left(ring)
    # Only the phones: the club would play the card while the test looks for the warning.
    for one in two.phones:
        one.let_pass(left - LATE)
    expect(ring).to_have_class(re.compile("is-late"))
    two.served.let_pass(left + 1)
    for one in two.phones:
        one.let_pass(LATE + 1)

    for mark in two.everywhere(f"#seat-{thinking} .mark"):
        expect(mark).to_have_text("time was up")
    expect(two.phones[thinking].page.locator("#hand .card")).to_have_count(held - 1)


def test_who_is_gone_is_replaced_by_the_others_and_comes_back_with_one_tap(company: Callable[..., Company]):
    three = company(3)
    aafke, bouke, ceciel = three.phones
    # From the start everybody is away until a look finds them here: Ceciel's return shows that it has found them all.
    ceciel.page.goto("about:blank")
    expect(aafke.page.locator("#agreements")).to_contain_text(f"{three.names[2]} is away.")
    ceciel.visit(three.table)
    ceciel.at_table()
    expect(aafke.page.locator("#agreements")).to_be_hidden()

    bouke.page.goto("about:blank")
    here = [aafke, ceciel]
    for one in here:
        expect(one.page.locator("#agreements")).to_contain_text(f"{three.names[1]} is away.")
        expect(one.page.locator("#agreements .agreements-clock")).to_have_text(re.compile(r"0:[1-5]\d|1:00"))
        expect(one.page.get_by_text("The others decide in")).to_be_visible()
        expect(one.page.locator(".agreements-choices")).to_be_hidden()
        expect(one.page.locator(".seat.away")).to_have_count(1)
    three.let_pass(AWAY)
    for one in here:
        expect(one.page.locator(".agreements-choices")).to_be_visible()
        expect(one.page.get_by_text("The others decide in")).to_be_hidden()
    aafke.page.locator("#agreements [value='1:bot']").tap()
    expect(ceciel.page.locator("#agreements")).to_contain_text(f"{three.names[0]}: a bot")
    expect(ceciel.page.locator("#seat-1 .mark")).to_have_count(0)

    ceciel.page.locator("#agreements [value='1:bot']").tap()
    for one in here:
        expect(one.page.locator("#seat-1 .mark")).to_contain_text("bot plays")

    bouke.visit(three.table)
    bouke.at_table()
    expect(bouke.page.locator("#agreements")).to_contain_text("A bot plays for you.")
    bouke.press("Take your seat back")
    expect(bouke.page.locator("#agreements")).to_be_hidden()
    for one in here:
        expect(one.page.locator("#seat-1 .mark")).to_have_count(0)


def test_a_pause_is_agreed_and_has_an_end(company: Callable[..., Company]):
    two = company(2)
    aafke, bouke = two.phones
    menu(aafke, "pause")
    expect(bouke.page.locator("#agreements")).to_contain_text(f"{two.names[0]} would like a pause.")
    bouke.press("Agree")
    for clock in two.everywhere("#agreements .agreements-clock"):
        expect(clock).to_have_text(re.compile(r"9:\d\d|10:00"))
    for width, height in ((320, 568), (360, 740), (740, 360), (568, 320), (1280, 800)):
        aafke.page.set_viewport_size({"width": width, "height": height})
        assert aafke.page.evaluate(UNDER_THE_NOTICE) == [], width
    two.let_pass(601)
    for notice in two.everywhere("#agreements"):
        expect(notice).to_be_hidden()

    menu(bouke, "pause")
    aafke.press("No")
    for notice in two.everywhere("#agreements"):
        expect(notice).to_be_hidden()


def test_a_match_is_stopped_and_finished_another_day(company: Callable[..., Company]):
    two = company(2)
    aafke, bouke = two.phones
    hand = bouke.cards()
    bouke.page.goto("about:blank")
    expect(aafke.page.locator("#agreements")).to_contain_text(f"{two.names[1]} is away.")
    two.let_pass(AWAY)
    aafke.press("Stop here")
    expect(aafke.page.locator("#agreements")).to_contain_text("This match was stopped here.")

    two.served.let_pass(86_400)
    bouke.visit("/")
    mine = bouke.page.locator(".list-row", has_text=two.names[0])
    expect(mine).to_contain_text("stopped")
    mine.tap()
    bouke.at_table()
    bouke.press("Go on with it")
    expect(bouke.page.locator("#agreements")).to_be_hidden()
    assert bouke.cards() == hand
    two.phones[two.to_play()].go_on()


def test_a_card_comes_back_when_everybody_agrees(company: Callable[..., Company]):
    two = company(2, undo=True)
    player = two.to_play()
    mine, other = two.phones[player], two.phones[1 - player]
    hand = mine.cards()
    card = mine.page.locator("#hand .card:not([aria-disabled=true])").first
    card.tap(position={"x": 12, "y": 40})
    expect(mine.page.locator("#hand .card")).to_have_count(len(hand) - 1)
    menu(mine, "undo")
    expect(other.page.locator("#agreements")).to_contain_text("would like to take the last card back")
    other.press("Agree")
    expect(mine.page.locator("#hand .card")).to_have_count(len(hand))
    assert mine.cards() == hand


def test_a_card_a_day_waits_in_a_list_of_its_own_and_then_a_bot_plays(company: Callable[..., Company]):
    two = company(2, pace="days")
    at = two.to_play()
    mine, other = two.phones[at], two.phones[1 - at]
    expect(other.page.locator("#prompt .aside")).to_contain_text(f"{two.names[at]}: until ")
    other.visit("/")
    expect(other.page.locator("#by-the-day")).to_have_count(0)

    mine.visit("/")
    expect(mine.page.locator("#by-the-day")).to_contain_text("until ")
    mine.page.locator("#by-the-day a").tap()
    mine.at_table()
    mine.page.goto("about:blank")
    two.let_pass(2 * 24 * 3600)
    other.visit(two.table)
    other.at_table()
    expect(other.page.locator("#agreements")).to_be_hidden()
    expect(other.page.locator(".seat.away")).to_have_count(0)

    two.let_pass(24 * 3600 + 60)
    expect(other.page.locator(f"#seat-{at} .mark")).to_contain_text("bot plays")
    mine.visit(two.table)
    mine.at_table()
    mine.press("Take your seat back")
    expect(other.page.locator(f"#seat-{at} .mark")).to_have_count(0)
