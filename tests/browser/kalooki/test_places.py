"""A turn of Kalooki under a thumb: nothing that is aimed at moves, cards fly from where they were to where they go, and
what ends a deal is seen before its sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from games.engine.kalooki.state import State
from games.engine.kalooki.words import WORDS
from games.table.screen import rendering
from tests.browser.judging import COVERED_FACES, SMALLEST
from tests.browser.kalooki.turns import PHONE, still
from tests.browser.phone import Phone
from tests.browser.table.moments import ENDS, FINISHED, MOVING, SHIFTED, STOPPED, UNDER_A_THUMB
from tests.browser.table.standing import LETTERS, letter, resize, show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import after_lines, after_the_draw, with_deal_fields
from tests.table.kalooki.tables import (
    BEFORE_THE_DRAW,
    BIG_HAND,
    CALLED,
    DOWN,
    FULL_AMONG_MELDS,
    FULL_BEFORE_THE_DRAW,
    FULL_CALLED,
    FULL_SHEET,
    FULL_TURN,
    HOLDS_THE_CONTRACT,
    ONLY_JOKERS,
    table_of,
)

DESK = {"width": 1280, "height": 800}
SIDEWAYS = {"width": 640, "height": 360}
WIDER_SIDEWAYS = {"width": 844, "height": 390}
SIZES = [SMALLEST, PHONE, SIDEWAYS, WIDER_SIDEWAYS, DESK]
AIMED_AT = """() => Object.fromEntries([...document.querySelectorAll(
    "#prompt button, .hand-orders button, .talk-panel > summary, #hand, #prompt")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const name = one.value || one.dataset.tool || one.dataset.sort || one.dataset.move || one.id;
    return [name || one.form?.id || one.tagName, [left, top, width, height].map(Math.round)];
  }))"""
"""Where each thing is that a thumb aims at, by what it does."""
STEPS: tuple[tuple[State, int, int], ...] = (
    (BEFORE_THE_DRAW, 0, 0),
    (after_lines(BEFORE_THE_DRAW, "0 stock"), 0, 0),
    (BEFORE_THE_DRAW, 1, 0),
    (BEFORE_THE_DRAW, 1, 1),
    (CALLED, 0, 0),
    (CALLED, 1, 0),
    (HOLDS_THE_CONTRACT, 0, 0),
    (HOLDS_THE_CONTRACT, 1, 0),
    (DOWN, 0, 0),
    (ONLY_JOKERS, 0, 0),
    (BIG_HAND, 0, 0),
)
"""State, seat, and the deal in which the seat wants no calls: each step of a turn, and of the turns of others."""
FULL_STEPS: tuple[tuple[State, int, int], ...] = (
    (FULL_BEFORE_THE_DRAW, 0, 0),
    (FULL_CALLED, 0, 0),
    (FULL_TURN, 0, 0),
    (FULL_AMONG_MELDS, 0, 0),
    (FULL_AMONG_MELDS, 3, 0),
)
"""The same with hands as full as they can be."""


CUT = """() => {
  const prompt = document.querySelector("#prompt");
  return [...prompt.querySelectorAll(".button")].filter((one) => one.checkVisibility()
    && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)).map((one) => one.textContent)
    .concat(prompt.scrollHeight > prompt.clientHeight + 1 ? ["the question scrolls"] : []);
}"""
"""Buttons whose words have no room, and whether the question has none."""
LOOKED_AT = {"nl": SIZES, "en": [SMALLEST, PHONE, SIDEWAYS]}
"""Dutch has the longer words; English is looked at where room is least, and where the places of buttons count."""


@dataclass(frozen=True)
class Look:
    """A step of a turn as a page shows it: where that is which a thumb aims at, and by the size of letters what is cut
    off on a phone on its side."""

    step: int
    language: str
    width: int
    aimed_at: dict[str, list[int]]
    cut: dict[str, list[str]]


@pytest.fixture(scope="module")
def looks(shared_screen: Phone) -> list[Look]:
    """Every step of a turn, first those of `STEPS`, in both languages: each page is opened once."""
    found = []
    for language, sizes in LOOKED_AT.items():
        for step, (state, seat, unasked) in enumerate((*STEPS, *FULL_STEPS)):
            shared_screen.page.set_viewport_size(sizes[0])
            still(shared_screen, state, seat, unasked=unasked, language=language)
            for size in sizes:
                resize(shared_screen, size)
                aimed_at = shared_screen.page.evaluate(AIMED_AT)
                cut = {}
                for letters in reversed(LETTERS) if size in (SIDEWAYS, WIDER_SIDEWAYS) else ():
                    letter(shared_screen, letters)
                    cut[letters] = shared_screen.page.evaluate(CUT)
                found.append(Look(step, language, size["width"], aimed_at, cut))
    assert shared_screen.complaints == []
    shared_screen.forget()
    return found


def test_no_step_of_a_turn_moves_what_a_thumb_aims_at(looks: list[Look]) -> None:
    """Among the usual steps, and among those with full hands."""
    places: dict[tuple[str, int, bool, str], set[tuple[int, ...]]] = {}
    for look in looks:
        for what, where in look.aimed_at.items():
            shown = (look.language, look.width, look.step >= len(STEPS), what)
            places.setdefault(shown, set()).add(tuple(where))
    assert {shown: where for shown, where in places.items() if len(where) > 1} == {}
    everywhere = product({shown[:3] for shown in places}, ("hand", "prompt", "stock", "allow", "open"))
    assert {(*shown, what) for shown, what in everywhere} <= places.keys()


def test_the_words_of_every_button_have_room_on_a_phone_on_its_side(looks: list[Look]) -> None:
    cut = {
        (look.step, look.language, look.width, letters): words
        for look in looks
        for letters, words in look.cut.items()
    }
    assert len(cut) == 3 * len(LETTERS) * len((*STEPS, *FULL_STEPS))
    assert {where: words for where, words in cut.items() if words} == {}


def test_the_discard_is_had_on_the_left_in_all_three_questions(looks: list[Look]) -> None:
    places = {}
    for look in looks:
        if look.step < len(STEPS) and (look.language, look.width) == ("en", PHONE["width"]):
            places |= look.aimed_at
    assert places["take"] == places["call"] == places["refuse"]
    assert places["stock"] == places["pass"] == places["allow"]
    assert places["stock"][0] > places["take"][0]
    assert places["open"] == places["stock"]  # it lays nothing, but opens the slots


CROSSED = """() => {
  const time = document.querySelector(".agreements-clock");
  if (time) time.textContent = "0:06";
  const less = document.querySelector("#ask-less button").getBoundingClientRect();
  return [...document.querySelectorAll(".ask > *")].filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one.querySelector(".visually-hidden + b") || one);
    return [...words.getClientRects()].some((box) => box.right > less.left && box.left < less.right
      && box.bottom > less.top && box.top < less.bottom);
  }).map((one) => one.textContent);
}"""
"""Lines of the question that the button beside it lies over."""


def test_the_button_beside_the_question_lies_over_none_of_its_words(screen: Callable[..., Phone]) -> None:
    mine = screen()
    crossed = {}
    for language in ("en", "nl"):
        mine.page.set_viewport_size(SMALLEST)
        still(mine, BEFORE_THE_DRAW, 1, language=language)
        for size in SIZES:
            resize(mine, size)
            for letters in LETTERS:
                letter(mine, letters)
                crossed[language, size["width"], letters] = mine.page.evaluate(CROSSED)
    assert {where: words for where, words in crossed.items() if words} == {}


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, WIDER_SIDEWAYS], ids=["360", "640", "844"])
def test_the_places_of_a_raised_card_move_nothing(screen: Callable[..., Phone], size: dict[str, int]) -> None:
    mine = screen(size)
    still(mine, DOWN)
    before = mine.page.evaluate(AIMED_AT)
    melds = mine.page.locator(".melds").bounding_box()
    mine.page.locator("#hand .card[value=S7]").tap(position={"x": 6, "y": 8})
    expect(mine.page.locator(".spot-card:visible")).to_have_count(1)
    expect(mine.page.locator(".spot-card:visible")).to_be_in_viewport(ratio=1)
    after = mine.page.evaluate(AIMED_AT)
    assert {what: after[what] for what in before} == before
    assert mine.page.locator(".melds").bounding_box() == melds


def test_to_open_the_groups_moves_no_card_of_a_hand_on_its_side(screen: Callable[..., Phone]) -> None:
    mine = screen(SIDEWAYS)
    still(mine, HOLDS_THE_CONTRACT)
    before = mine.page.evaluate(AIMED_AT)
    mine.page.locator("#answer-arrange [data-tool=open]").tap()
    expect(mine.page.locator(".slots")).to_be_visible()
    after = mine.page.evaluate(AIMED_AT)
    assert {what: after[what] for what in before if what in after} == {
        what: before[what] for what in before if what in after
    }
    assert {"hand", "prompt", "suit"} <= after.keys()


def test_many_places_of_a_raised_card_move_nothing_and_the_card_is_as_bright_as_the_others(
    screen: Callable[..., Phone],
) -> None:
    """A joker fits every three; it may not be discarded."""
    mine = screen(PHONE)
    state = after_the_draw("XX D5 H2", melds=("CA DA SA", "DQ HQ SQ", "H6 S6 XXb"))
    still(mine, state)
    before = mine.page.evaluate(AIMED_AT)
    joker = mine.page.locator("#hand .card[value=XX]")
    shade = "one => getComputedStyle(one, '::before').filter"
    assert joker.evaluate(shade) == "none"
    joker.tap(position={"x": 6, "y": 8})
    expect(mine.page.locator(".spot-card:visible")).to_have_count(3)
    after = mine.page.evaluate(AIMED_AT)
    assert {what: after[what] for what in before} == before
    assert joker.evaluate(shade) == "none"


SAID_OVER = """(words) => {
  const seat = document.querySelector("#seat-0");
  const word = seat.querySelector(".word") ?? seat.appendChild(document.createElement("q"));
  word.className = "word";
  word.textContent = words;
  const box = word.getBoundingClientRect();
  return [...document.querySelectorAll(".pile-of .card, .meld, .talk-panel > summary, #prompt")].filter((one) => {
    const other = one.getBoundingClientRect();
    return box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom && other.top < box.bottom;
  }).map((one) => one.className)
    .concat(box.width > 1 && (box.left < 0 || word.scrollWidth > word.clientWidth + 1) ? ["cut off"] : []);
}"""
"""What the own word lies over that is tapped."""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_the_own_seat_says_lies_over_nothing_that_is_tapped(
    screen: Callable[..., Phone], language: str
) -> None:
    mine = screen()
    with override(language):
        words = [gettext(WORDS[f"said_{what}"]) for what in ("stock", "take", "call", "pass", "out")]
    found = {}
    for name, state in (("contract", HOLDS_THE_CONTRACT), ("down", DOWN)):
        mine.page.set_viewport_size(SMALLEST)
        still(mine, with_deal_fields(state, calls=(3, 1, 1)), language=language)
        for size in (SMALLEST, PHONE, SIDEWAYS, DESK):
            resize(mine, size)
            for said in words:
                found[name, size["width"], said] = mine.page.evaluate(SAID_OVER, said)
    assert {where: what for where, what in found.items() if what} == {}


def test_a_wide_screen_has_melds_beside_piles_that_hardly_shrink(screen: Callable[..., Phone]) -> None:
    mine = screen(DESK)
    still(mine, HOLDS_THE_CONTRACT)
    alone = mine.page.locator(".stock .card").bounding_box()
    still(mine, DOWN)
    beside = mine.page.locator(".stock .card").bounding_box()
    meld = mine.page.locator(".meld .card:last-child").first.bounding_box()
    assert alone is not None
    assert beside is not None
    assert meld is not None
    assert beside["width"] >= 0.6 * alone["width"]
    assert meld["width"] >= 40


def test_of_a_turn_in_which_others_may_call_one_seat_is_marked(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    still(mine, BEFORE_THE_DRAW, 1)
    marked = "() => document.getElementById('table').className.match(/with-turn-\\d/g)"
    assert mine.page.evaluate(marked) == ["with-turn-0"]


def test_the_buttons_that_order_the_hand_are_seen_whole_below_the_question(
    screen: Callable[..., Phone],
) -> None:
    mine = screen(PHONE)
    still(mine, BEFORE_THE_DRAW)
    top = """one => one.getBoundingClientRect().top + parseFloat(getComputedStyle(one, '::before').top)"""
    asked = mine.page.locator("#prompt").bounding_box()
    assert asked is not None
    assert mine.page.locator("[data-sort=suit]").evaluate(top) >= asked["y"] + asked["height"] + 2


# Cards that are drawn, called and thrown.

FLYING = """() => [...document.querySelectorAll(".drawn-card")]
  .map((one) => one.className.match(/\\b(back|[SHDCX][2-9TJQKAX])\\b/)[0])"""


def show_moving(mine: Phone, state: State, seat: int) -> None:
    """Show this state to a seat on a page on which things move."""
    mine.page.emulate_media(reduced_motion="no-preference")
    show(mine, table_of(state), seat)
    mine.page.evaluate(MOVING)
    mine.page.evaluate(SHIFTED)


def push(mine: Phone, state: State, seat: int) -> list[str]:
    """Push every zone of this state, and let what moves stand where it begins; gives the cards on their way."""
    zones = rendering.zones_of(table_of(state), seat=seat, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    flying: list[str] = mine.page.evaluate(FLYING)
    mine.page.evaluate(FINISHED)
    expect(mine.page.locator(".drawn-card")).to_have_count(0)
    return flying


TOP = BEFORE_THE_DRAW.deal.pile[-1].card
PASSED = after_lines(BEFORE_THE_DRAW, *(f"{seat} pass" for seat in (1, 2, 3)))
DRAWN = after_lines(PASSED, "0 stock")
THROWN = after_lines(DRAWN, f"0 discard {DRAWN.deal.hands[0][0]}")


def test_a_card_flies_from_its_pile_to_who_took_it(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    new = DRAWN.deal.hands[0][-1]
    called = after_lines(CALLED, "0 allow")
    for before, after, seat, cards in (
        (PASSED, DRAWN, 0, [new[:2]]),
        (PASSED, DRAWN, 1, ["back"]),
        (BEFORE_THE_DRAW, after_lines(BEFORE_THE_DRAW, "0 take"), 0, [TOP]),
        (BEFORE_THE_DRAW, after_lines(BEFORE_THE_DRAW, "0 take"), 2, [TOP]),
        (CALLED, called, 2, [TOP, called.deal.hands[2][-1][:2], "back"]),
        (CALLED, called, 1, [TOP, "back", "back"]),
        (DRAWN, THROWN, 0, [THROWN.deal.pile[-1].card[:2]]),
        (DRAWN, THROWN, 3, [THROWN.deal.pile[-1].card[:2]]),
        (PASSED, THROWN, 3, ["back", THROWN.deal.pile[-1].card[:2]]),
    ):
        show_moving(mine, before, seat)
        assert push(mine, after, seat) == cards, (seat, cards)
        assert push(mine, after, seat) == []
        assert mine.page.evaluate("window.shifts") <= 0.02


def test_where_nothing_moves_no_card_is_on_its_way_and_the_seat_says_what_it_did(
    screen: Callable[..., Phone],
) -> None:
    mine = screen(PHONE)
    show(mine, table_of(PASSED), 1)
    zones = rendering.zones_of(table_of(DRAWN), seat=1, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    assert mine.page.evaluate(FLYING) == []
    expect(mine.page.locator("#seat-0 .word")).to_have_text("from the stock")


# The end of a deal.

LAST = after_the_draw("C9", melds=("S5 H5 D5",))
OUT = after_lines(LAST, "0 discard C9")


@pytest.mark.parametrize("moves", [True, False], ids=["moving", "still"])
def test_what_ends_a_deal_is_seen_before_its_sheet(phone: Callable[..., Phone], moves: bool) -> None:
    mine = phone(viewport=PHONE)  # of its own, because its clock stands still
    mine.page.clock.install(time="2026-03-14T20:00:00Z")
    mine.page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
    show(mine, table_of(LAST), 1, moves=moves)
    zones = "".join(rendering.zones_of(table_of(OUT), seat=1, talk=(), language="en").values())
    mine.page.clock.pause_at("2026-03-14T21:00:00Z")
    mine.page.evaluate(PUSHED, zones)
    sheet = mine.page.locator("#sheet")
    expect(sheet).to_be_hidden()
    expect(mine.page.locator("#trick .discard .C9")).to_be_visible()
    expect(mine.page.locator("#seat-0 .word")).to_have_text("out")
    mine.page.clock.run_for(3000)
    mine.page.evaluate(PUSHED, zones)
    expect(sheet).to_be_hidden()
    mine.page.clock.run_for(600)
    expect(sheet).to_be_visible()
    mine.page.evaluate(PUSHED, zones)
    expect(sheet).to_be_visible()


def test_a_tap_goes_on_to_the_sheet(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    show(mine, table_of(LAST), 1)
    mine.page.evaluate(
        PUSHED, "".join(rendering.zones_of(table_of(OUT), seat=1, talk=(), language="en").values())
    )
    expect(mine.page.locator("#sheet")).to_be_hidden()
    assert mine.tap("#trick .stock")
    expect(mine.page.locator("#sheet")).to_be_visible(timeout=500)


def test_who_wins_a_match_of_six_wears_a_crown(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    show(mine, table_of(FULL_SHEET))
    won = mine.page.locator(".placed.won .end-faces")
    expect(won).to_have_count(1)
    assert "svg" in won.evaluate("one => getComputedStyle(one, '::before').backgroundImage")


# Faces.


@pytest.mark.parametrize("kind", ["person", "bot"])
def test_faces_of_people_and_bots_are_seen_whole(screen: Callable[..., Phone], kind: str) -> None:
    mine = screen()
    covered = {}
    states = (FULL_BEFORE_THE_DRAW, FULL_CALLED, FULL_TURN, FULL_AMONG_MELDS, CALLED, DOWN)
    for number, state in enumerate(states):
        table = table_of(state)
        show(mine, replace(table, sitters=tuple(replace(one, kind=kind) for one in table.sitters)))
        for size in (SMALLEST, PHONE):
            resize(mine, size)
            covered[number, size["width"]] = mine.page.evaluate(COVERED_FACES)
    assert {where: faces for where, faces in covered.items() if faces} == {}
