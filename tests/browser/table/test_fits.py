"""The smallest phone: every element is visible, large enough for a thumb, and stays in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from playwright.sync_api import expect

from games.engine.view import SpokenWord
from games.table.log.loading import Table
from tests.browser.judging import BUTTONS, CUT, OUTSIDE, SMALLEST, at_rest
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.table.play import imagined_table
from tests.table.positions import positions

PAGES = (
    "/",
    "/t/new/",
    "/t/join/",
    "/rules/kraken/",
    "/rules/rosbiratschka/",
    "/rules/kraken/deals/",
    "/rules/rosbiratschka/deals/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
)
FINGER = 44
APART = 8


@pytest.mark.parametrize(
    ("locale", "play_now"),
    [
        ("en-GB", "Play Kraken now against three bots"),
        ("nl-NL", "Nu Kraken spelen tegen drie computerspelers"),
    ],
)
def test_every_moment_of_a_round_fits_the_smallest_phone(
    phone: Callable[..., Phone], locale: str, play_now: str
):
    mine = phone(viewport=SMALLEST, locale=locale)
    mine.visit("/")
    mine.press(play_now)
    mine.at_table()
    met: set[str] = set()

    def look_and_go_on() -> None:
        now = mine.moment()
        if now and now not in met:
            met.add(now)
            at_rest(mine)
            assert mine.page.evaluate(OUTSIDE) == [], now
            assert mine.page.evaluate("() => document.documentElement.scrollWidth") <= SMALLEST["width"], now
            assert mine.page.evaluate(CUT) == [], now
            buttons = mine.page.evaluate(BUTTONS)
            assert all(button["bottom"] - button["top"] >= FINGER for button in buttons), now
            assert all(button["right"] - button["left"] >= FINGER for button in buttons), now
            assert _too_close(buttons) == [], now
        mine.go_on()

    mine.keep(look_and_go_on, until=lambda: "ready" in met)
    assert {"card", "ready"} <= met


def test_two_claims_stand_side_by_side(screen: Callable[..., Phone]) -> None:
    mine = screen()
    table, seat = with_two_claims()
    show(mine, table, seat, language="nl")
    apart = {}
    for width, height in ((320, 640), (360, 740), (740, 360), (1280, 800)):
        mine.page.set_viewport_size({"width": width, "height": height})
        for letters in ("normal", "large", "largest"):
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            boxes = mine.page.evaluate(BUTTONS)
            assert len(boxes) == 2
            apart[width, letters] = len({box["top"] for box in boxes}) == 2 or _too_close(boxes) != []
    assert [where for where, wrong in apart.items() if wrong] == []


def with_two_claims() -> tuple[Table, int]:
    """A table at which a seat that is to lead may claim roem and stuk, and that seat."""
    return next(
        (table, seat)
        for table in positions(39)
        for seat in range(4)
        if (ask := table.game.view(table.state.game_state, seat).prompt).must
        and [choice.tone for choice in ask.choices].count("gold") == 2
    )


def _too_close(boxes: list[dict[str, float]]) -> list[tuple[int, int]]:
    """Pairs of buttons with less than 8 px between them."""
    return [
        (one, other)
        for one, a in enumerate(boxes)
        for other, b in enumerate(boxes)
        if one < other
        and max(a["left"], b["left"]) - min(a["right"], b["right"]) < APART
        and max(a["top"], b["top"]) - min(a["bottom"], b["bottom"]) < APART
    ]


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_no_page_scrolls_sideways_on_the_smallest_phone(phone: Callable[..., Phone], locale: str):
    mine = phone(viewport=SMALLEST, locale=locale)
    for path in PAGES:
        mine.visit(path)
        assert mine.page.evaluate("() => document.documentElement.lang") == locale[:2]
        assert mine.page.evaluate("() => document.documentElement.scrollWidth") <= SMALLEST["width"], path


def test_the_hand_stays_where_it_is_while_the_others_play(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now against three bots")
    mine.at_table()
    mine.keep(mine.go_on, until=lambda: len(mine.cards()) == 7)
    mine.page.evaluate(
        """() => { window.first = document.querySelector("#hand .card");
                   window.place = () => JSON.stringify(window.first.getBoundingClientRect().left); }"""
    )
    place = mine.page.evaluate("() => window.place()")

    mine.page.wait_for_selector("#prompt.plays")

    assert mine.page.evaluate("() => window.first.isConnected"), "the hand was swapped under the thumb"
    assert mine.page.evaluate("() => window.place()") == place


OVERLAPPING = """() => {
  const words = [...document.querySelectorAll(".felt .seat > .word")].filter((one) => one.checkVisibility());
  const boxes = words.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.flatMap(([said, box], number) => boxes.slice(number + 1)
    .filter(([, other]) => box.left < other.right && other.left < box.right
      && box.top < other.bottom && other.top < box.bottom)
    .map(([other]) => `${said} / ${other}`));
}"""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_three_say_at_once_lies_side_by_side(screen: Callable[..., Phone], language: str) -> None:
    """Two runs are named at the seats opposite and to the right, a word to the left."""
    table = imagined_table(
        ("person", "bot", "bot", "bot"),
        lambda table: sum(word.text.code == "said_best_run" for word in _spoken(table)) == 2,
        rng=Random(5),
    )
    mine = screen()
    for width in (320, 360, 390):
        mine.page.set_viewport_size({"width": width, "height": 640})
        show(mine, table, language=language)
        expect(mine.page.locator(".felt .seat > .word")).to_have_count(4)
        assert mine.page.evaluate(OVERLAPPING) == [], width


def _spoken(table: Table) -> Sequence[SpokenWord]:
    return table.game.view(table.state.game_state, 0).words
