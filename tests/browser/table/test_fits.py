"""The smallest phone: every element is visible, large enough for a thumb, and stays in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random

import pytest
from playwright.sync_api import expect

from games.engine.view import SpokenWord
from games.table.log.loading import Table
from tests.browser.judging import BUTTONS, CUT, OUTSIDE, SMALLEST, at_rest
from tests.browser.phone import Phone
from tests.browser.table.moments import table_of
from tests.browser.table.standing import resize, show
from tests.engine.kraken.table import Table as Round
from tests.table.play import imagine_table
from tests.table.positions import positions
from tests.table.still import PACK, Held, laid_cards, still_table, trick_of

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
        ("en-GB", "Play Kraken now with 3 bots"),
        ("nl-NL", "Nu Kraken spelen met 3 computerspelers"),
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
    mine.press("Play Kraken now with 3 bots")
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
    table = imagine_table(
        ("person", "bot", "bot", "bot"),
        lambda table: sum(word.text.code == "said_best_run" for word in _words_spoken(table)) == 2,
        rng=Random(5),
    )
    mine = screen()
    show(mine, table, language=language)
    for width in (320, 360, 390):
        resize(mine, {"width": width, "height": 640})
        expect(mine.page.locator(".felt .seat > .word")).to_have_count(4)
        assert mine.page.evaluate(OVERLAPPING) == [], width


WORDS_OVER = """() => {
  const seen = (where) => [...document.querySelectorAll(where)].filter((one) => one.checkVisibility())
    .filter((one) => one.offsetWidth > 1)
    .map((one) => [one.textContent.trim() || one.className, one.getBoundingClientRect()]);
  const meet = (one, other) => one.right > other.left + 1 && other.right > one.left + 1
    && one.bottom > other.top + 1 && other.bottom > one.top + 1;
  const words = seen(".seat > .word:not(.loud)");
  const others = seen("#trick .trick .card, #trick .poster, .seat > .face, .seat > .name");
  return words.flatMap(([said, box], at) => [...words.slice(at + 1), ...others]
    .filter(([, other]) => meet(box, other)).map(([other]) => `${said} / ${other}`));
}"""
"""What words at seats lie over: one another, cards of the trick, faces and names."""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_on_its_side_a_phone_has_no_word_over_a_card(screen: Callable[..., Phone], language: str) -> None:
    """Runs of Kraken are named while the first trick lies there; in Rosbiratschka all draw for the first contract."""

    def trick_lies(table: Table) -> bool:
        trick = table.game.view(table.state.game_state, 0).trick
        return trick is not None and len(trick.cards) == 3

    def all_have_drawn(table: Table) -> bool:
        seats = table.game.view(table.state.game_state, 0).seats
        return all(seat.word is not None for seat in seats)

    kinds = ("person", "bot", "bot", "bot")
    tables = [
        *(imagine_table(kinds, trick_lies, rng=Random(seed)) for seed in (7, 32)),
        imagine_table(kinds, all_have_drawn, key="rosbiratschka"),
    ]
    mine = screen()
    for table in tables:
        show(mine, table, language=language)
        for width, height in ((640, 360), (740, 360)):
            resize(mine, {"width": width, "height": height})
            assert mine.page.locator(".felt .seat > .word").count() >= 3
            assert mine.page.evaluate(WORDS_OVER) == [], (width, table.game.key)


def _words_spoken(table: Table) -> Sequence[SpokenWord]:
    return table.game.view(table.state.game_state, 0).words


PHONES: Sequence[tuple[int, int]] = ((360, 640), (360, 740), (390, 844))
STANDS = """() => [".you-0 .seat.at-0 .face", ".talk-panel > summary", "#hand"].map((what) => {
  const { left, top } = document.querySelector(what).getBoundingClientRect();
  return [what, Math.round(left), Math.round(top)];
})"""
"""Where the own face, the button for talk and the hand are."""
CLAIMED = "SK HQ HT C9 DA DT CT H9;SQ HA HJ CJ DK D9 CA S9;SA H8 H7 C7 DQ D8 CK ST;SJ S7 S8 HK DJ D7 CQ C8"


def test_the_own_seat_and_the_button_for_talk_stand_still_through_a_round(
    screen: Callable[..., Phone],
) -> None:
    """Trumps, a kraken, a word about roem, a card, a claim: the question has the room of all of them, and nothing
    moves."""
    mine = screen()
    round_ = Round(hands=CLAIMED)
    asked = [deepcopy(round_.state)]
    round_.say("0 trump H")
    asked.append(deepcopy(round_.state))
    round_.say("1 pass", "3 pass")
    asked.append(deepcopy(round_.state))
    if round_.round.phase == "declare":
        round_.say(*(f"{seat} declare" for seat in range(4)))
    asked.append(deepcopy(round_.state))
    for card in ("SK", "SQ", "SA", "SJ"):
        round_.play(card)
        asked.append(deepcopy(round_.state))
    places: dict[tuple[int, int], list[object]] = {size: [] for size in PHONES}
    heights: dict[tuple[int, int], set[int]] = {size: set() for size in PHONES}
    for state in asked:
        round_.state = state
        show(mine, table_of(round_))
        for width, height in PHONES:
            resize(mine, {"width": width, "height": height})
            places[width, height].append(mine.page.evaluate(STANDS))
            heights[width, height].add(
                mine.page.evaluate("() => document.querySelector('#prompt').offsetHeight")
            )
    for size in PHONES:
        assert len(heights[size]) == 1, (size, "a question is as high as the one before")
        assert all(place == places[size][0] for place in places[size]), (size, places[size])


NAMES_COVERED = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const boxOf = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect();
  };
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const cards = seen(
    "#trick .trick .card, #trick .laid .card, #trick .poster, .won-line, .seats .sealed, .strip-label");
  return seen(".seats .name, .seats .own-name").flatMap((name) => cards
    .filter((card) => cross(boxOf(name), card.getBoundingClientRect()))
    .map((card) => `${name.textContent} under ${card.className}`));
}"""
"""The names that a card, or what else lies on the cloth, covers or touches."""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nothing_on_the_cloth_covers_a_name(screen: Callable[..., Phone], seats: int) -> None:
    tables = {
        "trick": still_table(seats, trick=trick_of(seats), last_trick=trick_of(seats)),
        "melds": still_table(seats, held=Held(PACK[3:49:2]), **laid_cards(seats)),
    }
    for kind, table in tables.items():
        mine = screen()
        show(mine, table)
        for width, height in PHONES:
            mine.page.set_viewport_size({"width": width, "height": height})
            assert mine.page.evaluate(NAMES_COVERED) == [], (kind, width)
