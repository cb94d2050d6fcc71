"""Caribbean Kalooki on phones: a deal against bots from the first page, every step of a turn by taps and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from games.engine.game import replace_fields
from games.table.screen import rendering
from tests.browser.judging import STICKS_OUT, judge, judge_once
from tests.browser.kalooki.turns import ANSWERS, NEXT, PHONE, SMALLEST, TOP, hand_of, still
from tests.browser.phone import Phone
from tests.browser.table.moments import MOVING
from tests.browser.table.standing import answered, show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import after_lines, after_the_draw
from tests.table.kalooki.tables import (
    BEFORE_THE_DRAW,
    BIG_HAND,
    CALLED,
    DOWN,
    FULL_AMONG_MELDS,
    FULL_BEFORE_THE_DRAW,
    FULL_CALLED,
    FULL_TURN,
    HOLDS_THE_CONTRACT,
    SIX_LAID,
    table_of,
)

TABLET = {"width": 768, "height": 1024}
DESK = {"width": 1280, "height": 800}
PANEL = """() => {
  const panel = document.querySelector("#prompt");
  return {
    colour: getComputedStyle(panel).backgroundColor,
    top: panel.getBoundingClientRect().top,
    left: panel.querySelector(".ask-words").getBoundingClientRect().left,
  };
}"""
HIDDEN_OR_OUTSIDE = """() => [...document.querySelectorAll(
    "#hand .card, #prompt .button, .seat .face, .seat .name, .stock, .discard")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.textContent, one.getBoundingClientRect()])
  .filter(([, , box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, words]) => `${name}: ${words}`)"""


def go_on(mine: Phone, met: set[str]) -> None:
    """Do what is asked: draw from the stock, let others call, lay what fits, discard the first card."""
    now = str(mine.page.evaluate(NEXT))
    if now in ("", "over"):
        return
    met.add(now)
    with suppress(TooLate):  # bots move on under the thumb
        if now == "lay":
            mine.page.locator("#answer-proposal button").tap(timeout=2_000)
            mine.page.locator(".arrange-send").tap(timeout=2_000)
        elif now == "discard":
            card = mine.page.locator("#hand .card:not([aria-disabled=true])").first
            card.tap(position=TOP, timeout=2_000)
            if card.get_attribute("data-up") is not None:
                card.tap(position=TOP, timeout=2_000)
        else:
            mine.page.locator(ANSWERS[now]).first.tap(timeout=2_000)


def test_a_deal_against_bots_from_the_first_page(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport=PHONE)
    mine.visit("/")
    mine.page.locator("button[name=first_game][value=kalooki]").tap()
    mine.at_table()
    expect(mine.page.locator("#hand .card")).to_have_count(9)
    expect(mine.page.locator(".strip-label")).to_contain_text("three threes")
    met: set[str] = set()
    mine.keep(lambda: go_on(mine, met), until=lambda: mine.page.evaluate(NEXT) == "over")
    assert met & {"take", "stock"}
    assert met & {"discard", "lay"}
    points = mine.page.locator("#sheet .score-lines .is-total td").all_inner_texts()
    assert len(points) == mine.page.locator(".seat").count()
    assert "0" in points, "who goes out pays nothing"


def test_what_fits_is_shown_in_its_slots_before_it_is_laid(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    expect(mine.page.locator(".slots")).to_be_hidden()
    mine.press("Fill in what fits")
    expect(mine.page.locator(".slot:has(.slot-cards > .card)")).to_have_count(3)
    assert sent == []
    with answered(mine):
        mine.press("Lay it down")
    assert [one["melds"] for one in sent] == [["D5 H5 S5;C9 D9 H9b;H8 S8 XX"]]


def test_slots_fill_by_taps_and_nothing_is_discarded_meanwhile(screen: Callable[..., Phone]) -> None:
    mine = screen(SMALLEST)
    sent = still(mine, HOLDS_THE_CONTRACT)
    mine.press("Make the contract")
    for card in ("S5", "H5", "D5", "S8", "H8", "XX", "C9", "D9", "H9b"):
        mine.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(mine.page.locator(".slot:has(.slot-cards > .card)")).to_have_count(3)
    assert sent == []
    with answered(mine):
        mine.page.locator(".arrange-send").tap()
    assert sent[0]["melds"] == ["S5 H5 D5;S8 H8 XX;C9 D9 H9b"]


def test_one_tap_on_a_card_discards_nothing(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    card = mine.page.locator("#hand .card[value=S5]")
    card.tap(position=TOP)
    expect(mine.page.locator("#prompt .ask-raised")).to_have_text("Tap the card again to discard it")
    expect(card).to_have_attribute("data-up", "")
    assert sent == []
    with answered(mine):
        card.tap(position=TOP)
    assert (sent[-1]["do"], sent[-1]["card"]) == (["discard"], ["S5"])


def test_a_card_goes_to_a_meld_that_lights_up(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, DOWN)
    expect(mine.page.locator("#answer-place")).to_be_hidden()
    mine.page.locator("#hand .card[value=S7]").tap(position=TOP)
    expect(mine.page.locator(".meld.is-fitting")).to_have_count(1)
    expect(mine.page.locator(".becomes:visible .card")).to_have_count(4)
    assert sent == []
    with answered(mine):
        mine.page.locator(".meld.is-fitting").tap()
    assert [one["placed"] for one in sent] == [["tack S7 meld 1 -"]]


def test_a_joker_is_moved_and_a_raised_card_discarded(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, DOWN)
    mine.page.locator("#hand .card[value=H7]").tap(position=TOP)
    spot = mine.page.get_by_role("group", name="Move the joker")
    expect(spot.locator(".becomes .card").last).to_have_class("card XX stands")
    with answered(mine):
        spot.get_by_role("button").tap()
    assert sent[-1]["placed"] == ["shift H7 meld 0 -"]
    with answered(mine):
        for _ in range(2):
            mine.page.locator("#hand .card[value=H5]").tap(position=TOP)
    assert (sent[-1]["do"], sent[-1]["card"]) == (["discard"], ["H5"])


def test_a_card_is_added_by_keys_alone(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    sent = still(mine, DOWN)
    mine.page.locator("#hand .card[value=S7]").focus()
    mine.page.keyboard.press("Enter")
    mine.page.locator(".spot-card:visible").first.focus()
    with answered(mine):
        mine.page.keyboard.press("Enter")
    assert sent[0]["placed"] == ["tack S7 meld 1 -"]


PHASES = {
    "draw": (BEFORE_THE_DRAW, 0, 0),
    "call": (BEFORE_THE_DRAW, 1, 0),
    "unasked": (BEFORE_THE_DRAW, 1, 1),
    "answer": (CALLED, 0, 0),
    "contract": (HOLDS_THE_CONTRACT, 0, 0),
    "down": (DOWN, 0, 0),
    "big": (BIG_HAND, 0, 0),
    "full draw": (FULL_BEFORE_THE_DRAW, 0, 0),
    "full call": (FULL_BEFORE_THE_DRAW, 1, 0),
    "full answer": (FULL_CALLED, 0, 0),
    "full turn": (FULL_TURN, 0, 0),
    "among melds": (FULL_AMONG_MELDS, 0, 0),
    "waiting among melds": (FULL_AMONG_MELDS, 3, 0),
}
"""State, seat, and the deal in which the seat wants no calls."""


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_fits_and_can_be_read_by_everybody(screen: Callable[..., Phone], name: str) -> None:
    state, seat, unasked = PHASES[name]
    mine = screen()
    still(mine, state, seat, unasked=unasked)
    faults: list[str] = []
    for size in (SMALLEST, DESK, PHONE, TABLET):
        mine.page.set_viewport_size(size)
        found = [*mine.page.evaluate(HIDDEN_OR_OUTSIDE), *mine.page.evaluate(STICKS_OUT)]
        found += judge_once(mine, name)
        faults += [f"{name}, {size['width']}: {what}" for what in found]
    assert faults == []


def test_without_a_script_the_contract_is_laid_and_a_card_added(phone: Callable[..., Phone]) -> None:
    mine = phone(java_script_enabled=False, viewport=PHONE)
    sent = still(mine, HOLDS_THE_CONTRACT)
    with answered(mine):
        mine.page.get_by_role("button", name="Lay what fits").tap()
    assert sent[0]["melds"] == ["D5 H5 S5;C9 D9 H9b;H8 S8 XX"]
    sent = still(mine, DOWN)
    with answered(mine):
        mine.page.locator(".spot-card[value='shift H7 meld 0 -']").tap()
    assert sent[-1]["placed"] == ["shift H7 meld 0 -"]


def test_an_order_kept_by_the_club_is_there_on_another_device_until_another_is_wished(
    phone: Callable[..., Phone],
) -> None:
    mine = phone(viewport=SMALLEST)
    still(mine, BIG_HAND)
    wished = list(reversed(hand_of(mine)))
    other = phone(viewport=PHONE)
    still(other, BIG_HAND, order=" ".join(wished))
    assert hand_of(other) == wished
    other.press("By rank")
    expect(other.page.locator("#hand [data-sort=rank]")).to_have_attribute("aria-pressed", "true")
    assert hand_of(other) != wished


def test_a_card_is_moved_by_buttons_and_by_keys(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    still(mine, BIG_HAND)
    before = hand_of(mine)
    assert mine.page.locator("#hand [data-move]:disabled").count() == 2
    mine.page.locator(f"#hand .card[value={before[3]}]").tap(position=TOP)
    mine.page.locator("#hand [data-move='1']").tap()
    expect(mine.page.locator("#hand .card").nth(4)).to_have_attribute("value", before[3])
    assert hand_of(mine)[3:5] == [before[4], before[3]]
    mine.page.locator(f"#hand .card[value={before[3]}]").focus()
    mine.page.keyboard.press("Shift+ArrowLeft")
    assert hand_of(mine) == before
    mine.page.keyboard.press("Shift+ArrowLeft")
    assert hand_of(mine)[2] == before[3]
    assert mine.page.evaluate("() => document.activeElement.value") == before[3]


def test_calls_may_be_declined_for_a_deal_and_asked_for_again(screen: Callable[..., Phone]) -> None:
    mine = screen(SMALLEST)
    sent = still(mine, BEFORE_THE_DRAW, 1)
    with answered(mine):
        mine.press("Stop asking")
    assert (sent[-1]["do"], sent[-1]["deal"]) == (["unasked"], ["1"])
    sent = still(mine, BEFORE_THE_DRAW, 1, unasked=1)
    expect(mine.page.locator("#answer")).to_have_count(0)
    with answered(mine):
        mine.press("Ask me again")
    assert sent[-1]["do"] == ["asked"]


HIDDEN_MELDS = """() => {
  const laid = document.querySelector(".laid").getBoundingClientRect();
  const under = [...document.querySelectorAll(".meld .card")].map((one) => one.getBoundingClientRect());
  return under.filter((box) => box.bottom > laid.bottom + 1 || box.left < 0 || box.right > innerWidth).length;
}"""

TOUCHED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const melds = [...document.querySelectorAll(".meld")].map(box);
  return [...document.querySelectorAll(".felt .seat > :is(.name, .role, .taken)")]
    .filter((one) => melds.some((meld) => cross(meld, box(one)))).map((one) => one.textContent);
}"""
"""The names, roles and counts of calls that a meld touches."""


def test_four_threes_of_each_of_six_players_lie_in_sight(screen: Callable[..., Phone]) -> None:
    mine = screen()
    still(mine, SIX_LAID)
    assert mine.page.locator(".meld").count() == 24
    for size in (PHONE, SMALLEST):
        mine.page.set_viewport_size(size)
        assert mine.page.evaluate(HIDDEN_MELDS) == 0, size["width"]
    assert judge(mine, "six") == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_melds_touch_no_name_and_no_word_of_a_seat(screen: Callable[..., Phone], language: str) -> None:
    mine = screen()
    names = ("among melds", "waiting among melds", "full answer")
    tables = {"six": (SIX_LAID, 0, 0), **{name: PHASES[name] for name in names}}
    for name, (state, seat, _unasked) in tables.items():
        still(mine, state, seat, language=language)
        assert mine.page.locator(".meld").count() >= 12
        for size in (SMALLEST, PHONE):
            mine.page.set_viewport_size(size)
            assert mine.page.evaluate(TOUCHED) == [], (name, size["width"])
            assert mine.page.evaluate(HIDDEN_MELDS) == 0, (name, size["width"])


OVERLAPPING = """() => {
  const figures = [...document.querySelectorAll("#strip .strip-score b")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  return figures.filter((box, at) => at && box.left < figures[at - 1].right).length;
}"""


def test_six_totals_of_four_digits_stand_apart(screen: Callable[..., Phone]) -> None:
    mine = screen()
    still(mine, replace_fields(SIX_LAID, totals=(2107, 1915, 1406, 1452, 1243, 1353)))
    expect(mine.page.locator("#strip .strip-score b").first).to_have_text("2,107")
    for size in (TABLET, PHONE, SMALLEST):
        mine.page.set_viewport_size(size)
        assert mine.page.evaluate(OVERLAPPING) == 0, size["width"]
    assert judge(mine, "six totals") == []


def test_the_line_of_the_question_says_who_laid_which_melds_and_who_added_a_card(
    screen: Callable[..., Phone],
) -> None:
    mine = screen(PHONE)
    laid = after_lines(HOLDS_THE_CONTRACT, "0 lay S5 H5 D5;S8 H8 XX;C9 D9 H9b")
    added = after_lines(DOWN, "0 tack S7 1")
    for before, then, words in (
        (HOLDS_THE_CONTRACT, laid, "P0 lays fives, eights, nines"),
        (DOWN, added, "P0 adds the seven of spades"),
    ):
        show(mine, table_of(before), 2)
        mine.page.emulate_media(reduced_motion="no-preference")
        mine.page.evaluate(MOVING)
        zones = rendering.zones_of(table_of(then), seat=2, talk=(), language="en")
        mine.page.evaluate(PUSHED, "".join(zones.values()))
        expect(mine.page.locator("#prompt .ask-before.is-event")).to_have_text(words)
        mine.page.emulate_media(reduced_motion="reduce")


def test_the_panel_and_its_line_stay_where_they_are_whoever_acts(screen: Callable[..., Phone]) -> None:
    mine = screen(PHONE)
    seen = []
    for state, seat in ((BEFORE_THE_DRAW, 0), (BEFORE_THE_DRAW, 2), (CALLED, 2), (FULL_TURN, 1)):
        still(mine, state, seat)
        seen.append(mine.page.evaluate(PANEL))
    assert len({(one["colour"], one["top"], one["left"]) for one in seen}) == 1


def test_who_taps_the_card_of_a_tip_twice_adds_it_and_throws_nothing_away(
    screen: Callable[..., Phone],
) -> None:
    """Elsewhere a second tap discards (the pile takes the card too)."""
    mine = screen(PHONE)
    table = table_of(after_the_draw("CK D5 H2", melds=("CA DA SA", "DK HK SK", "H6 S6 C6")))
    sitters = tuple(replace(one, kind="bot" if one.number else "person") for one in table.sitters)
    table = replace(table, sitters=sitters, casual=True)
    show(mine, table, 0, advised=table.game.pending(table.state.game_state)[0].window)
    notice = '<p id="notice" class="notice"></p>'
    mine.page.route("**/act/", lambda route: route.fulfill(body=notice, content_type="text/html"))
    king = mine.page.locator("#hand .card[value=CK]")
    expect(king).to_have_class(re.compile(r"\badvised\b"))
    king.tap(position={"x": 6, "y": 8})
    expect(mine.page.locator("#prompt")).to_contain_text("add it where the tip says")
    with mine.page.expect_request("**/act/") as request:
        king.tap(position={"x": 6, "y": 8})
    sent = parse_qs(request.value.post_data or "")
    assert sent["placed"][0].split()[:2] == ["tack", "CK"]
