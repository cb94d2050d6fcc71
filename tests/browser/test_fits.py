"""What a thumb needs on the smallest phone: everything in sight, nothing too small, nothing that moves away."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.judging import SMALLEST
from tests.browser.phone import Phone

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

OUTSIDE = """() => [...document.querySelectorAll("#hand .card, #prompt .button, .strip > *, .seat .face, .trick .card")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""
CUT = """() => [...document.querySelectorAll("#prompt .button, #prompt p")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
BUTTONS = """() => [...document.querySelectorAll("#prompt .button")].map((button) => {
  const box = button.getBoundingClientRect();
  return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
})"""


@pytest.mark.parametrize(
    ("locale", "play_now"), [("en-GB", "Play now against three bots"), ("nl-NL", "Nu spelen tegen drie bots")]
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
            mine.page.wait_for_timeout(400)
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
    mine.press("Play now against three bots")
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
