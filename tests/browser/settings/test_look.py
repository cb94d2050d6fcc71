"""Settings of the look on a phone: every size fits, the left hand finds its buttons, calm means still."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CALM, MOVING, Served
from tests.browser.judging import BUTTONS, CUT, OUTSIDE, SMALLEST, STICKS_OUT, at_rest, judge
from tests.browser.phone import Phone
from tests.browser.steps import choose, open_settings, sit_down

PHONE = {"width": 360, "height": 740}
FINGER = {"normal": 44, "large": 50, "largest": 56}
PAGES = ("/", "/look/", "/t/new/", "/t/join/", "/rules/kraken/", "/accounts/login/")
WIDTHS = """() => ({ card: document.querySelector("#hand .card").getBoundingClientRect().height,
  button: document.querySelector("#prompt .button").getBoundingClientRect().height,
  letters: parseFloat(getComputedStyle(document.querySelector(".ask-words")).fontSize) })"""
STILL = """() => { window.moved = [];
  const note = (what) => (event) => {
    const still = ["notice", "untouched"].includes(event.animationName);
    if (!still) window.moved.push(`${what} ${event.animationName || event.propertyName}`);
  };
  document.addEventListener("animationstart", note("animation"));
  document.addEventListener("transitionrun", note("transition"));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (how.duration !== 0) window.moved.push("flight");
    return animate.call(this, frames, how);
  }; }"""
"""Keeps what moves. An animation that ends a sentence does not, nor do those that say when a tap acts again, nor a look
that is held for a time."""


TOKENS = """() => {
  const root = getComputedStyle(document.documentElement);
  const names = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap(function inside(rule) {
    return [...(rule.cssRules ?? [])].flatMap(inside).concat([...(rule.style ?? [])]);
  });
  return Object.fromEntries(
    [...new Set(names)].filter((name) => name.startsWith("--")).map((name) => [name, root.getPropertyValue(name)])
  );
}"""
"""The values of all custom properties of the root."""
SUITS = """() => Object.fromEntries([...document.querySelectorAll("#answer-suit .suit")].map(
  (sign) => [sign.classList[1], getComputedStyle(sign).backgroundColor]))"""
"""The colour of the sign of each suit in the question for trumps."""
STRIPS = """() => [...document.querySelectorAll("main .card")].map(
  (card) => getComputedStyle(card, "::before").backgroundImage.match(/(black|red|blue|green)/)?.[1])"""
"""The colour in which each card of a page is drawn."""
COLOURS = """() => {
  return [getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor];
}"""
CONTRASTING = {
    "light": ["rgb(0, 0, 0)", "rgb(255, 255, 255)"],
    "dark": ["rgb(255, 255, 255)", "rgb(0, 0, 0)"],
}
"""Colour of the letters and of the page in high contrast."""


WISHES = {
    "large": {"text_size": "large"},
    "largest": {"text_size": "largest"},
    "everything": {"text_size": "largest", "high_contrast": "on", "left_handed": "on", "motion": "none"},
}
"""Settings, each of which keeps those before it."""
LOOK = """() => {
  const { text, hand, motion } = document.documentElement.dataset;
  return [{ text, hand, motion }, document.querySelector("link[href*=contrast]").media];
}"""
"""How the settings of the reader mark a page."""
TAKEN_ON = """([marks, contrast]) => {
  for (const name of ["text", "hand", "motion"])
    if (name in marks) document.documentElement.dataset[name] = marks[name];
    else delete document.documentElement.dataset[name];
  document.querySelector("link[href*=contrast]").media = contrast;
}"""
"""Marks this page as the page of another reader."""


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


def test_every_moment_of_a_round_fits_in_every_setting(phone: Callable[..., Phone], served: Served):
    """It is played with everything on, on the smallest phone; each moment is looked at in all settings and sizes."""
    mine = phone(viewport=SMALLEST)
    looks = {}
    for name, wishes in WISHES.items():
        choose(mine, **wishes)
        looks[name] = mine.page.evaluate(LOOK)
    assert len({str(look) for look in looks.values()}) == len(WISHES)
    faults: list[str] = []

    def look(where: str, judged: Callable[[dict[str, str]], list[str]]) -> None:
        """Note the faults of the current page in every setting and on both phones, and leave it as it was."""
        for name, wishes in WISHES.items():
            mine.page.evaluate(TAKEN_ON, looks[name])
            for viewport in (PHONE, SMALLEST):
                mine.page.set_viewport_size(viewport)
                found = judged(wishes)
                if mine.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                    found.append("scrolls sideways")
                faults.extend(f"{where}, {name}, {viewport['width']}: {one}" for one in found)

    for path in PAGES:
        mine.visit(path)
        assert mine.page.evaluate(LOOK) == looks["everything"]
        look(path, lambda _wishes: mine.page.evaluate(STICKS_OUT))
    sit_down(mine, served)
    assert mine.page.evaluate(LOOK) == looks["everything"]
    met: set[str] = set()

    def judged(wishes: dict[str, str]) -> list[str]:
        at_rest(mine)
        finger = FINGER[wishes["text_size"]]
        buttons = mine.page.evaluate(BUTTONS)
        low = [f"low: {one}" for one in buttons if one["bottom"] - one["top"] < finger]
        return [*mine.page.evaluate(OUTSIDE), *mine.page.evaluate(CUT), *low]

    def look_and_go_on() -> None:
        now = mine.moment()
        if now and now not in met:
            met.add(now)
            look(now, judged)
        mine.answer(now)

    mine.keep(look_and_go_on, until=lambda: "over" in met)
    assert {"answer-suit", "card", "over"} <= met
    assert not faults, "\n".join(faults)


def back_at(mine: Phone, table: str, **wishes: str) -> None:
    """Choose settings, and come back to the table."""
    choose(mine, **wishes)
    mine.visit(table)
    mine.at_table()


def test_hand_buttons_and_letters_grow_together(phone: Callable[..., Phone], served: Served):
    mine = phone(viewport=PHONE)
    sit_down(mine, served)
    table = mine.page.url
    sizes = []
    for size in FINGER:
        back_at(mine, table, text_size=size)
        expect(mine.page.locator("#answer-suit")).to_be_visible()
        sizes.append(mine.page.evaluate(WIDTHS))
    normal, large, largest = sizes
    for what in ("card", "button", "letters"):
        assert normal[what] < large[what] < largest[what], what


def test_the_table_in_high_contrast_is_without_fault(phone: Callable[..., Phone], served: Served):
    mine = phone(viewport=PHONE)
    choose(mine, high_contrast="on", text_size="large")
    faults = judge(mine, "lobby")
    sit_down(mine, served)
    met: set[str] = set()

    def look_and_go_on() -> None:
        nonlocal faults
        now = mine.moment()
        if now and now not in met:
            met.add(now)
            faults += judge(mine, now)
        mine.answer(now)

    mine.keep(look_and_go_on, until=lambda: "over" in met)
    open_settings(mine)
    faults += judge(mine, "settings")
    assert not faults, "\n".join(faults)


def test_a_device_that_asks_for_more_contrast_gets_it_without_the_switch(phone: Callable[..., Phone]) -> None:
    """The colours are those of the switch, in both themes, and on a page that knows no settings."""
    asking, switching = phone(contrast="more"), phone()
    asking.visit("/look/")
    choose(switching, high_contrast="on")
    for theme in ("light", "dark"):
        asking.page.emulate_media(color_scheme=theme)
        switching.page.emulate_media(color_scheme=theme)
        assert asking.page.evaluate(TOKENS) == switching.page.evaluate(TOKENS)
        assert asking.page.evaluate(COLOURS) == CONTRASTING[theme]
    asking.visit("/static/offline.html")
    assert asking.page.evaluate(COLOURS) == CONTRASTING["dark"]


def test_the_left_hand_finds_menu_talk_and_answer_on_the_left(phone: Callable[..., Phone], served: Served):
    mine = phone(viewport=PHONE)
    sit_down(mine, served)
    table = mine.page.url
    places = {}
    for hand, wishes in (("right", {}), ("left", {"left_handed": "on"})):
        mine.page.set_viewport_size(PHONE)
        back_at(mine, table, **wishes)
        middle = "one => { const box = one.getBoundingClientRect(); return (box.left + box.right) / 2; }"
        places[hand] = [
            mine.page.locator(one).evaluate(middle) for one in (".menu > summary", ".talk-panel > summary")
        ]
        mine.page.set_viewport_size({"width": 740, "height": 360})
        places[hand].append(mine.page.locator("#hand").evaluate(middle))
        places[hand].append(mine.page.locator("#prompt").evaluate(middle))
        assert mine.page.evaluate(STICKS_OUT) == []
    assert all(place < 180 for place in places["left"][:2])
    assert all(place > 180 for place in places["right"][:2])
    assert all(place < 370 for place in places["left"][2:])
    assert all(place > 370 for place in places["right"][2:])


@pytest.mark.parametrize("how", ["setting", "device"])
def test_calm_means_that_nothing_moves(phone: Callable[..., Phone], served: Served, how: str):
    mine = phone(viewport=PHONE, **(CALM if how == "device" else MOVING))
    if how == "setting":
        choose(mine, motion="none")
    sit_down(mine, served)
    mine.page.evaluate(STILL)
    met: set[str] = set()
    mine.keep(lambda: met.add(mine.go_on()), until=lambda: "over" in met)
    assert mine.page.evaluate("() => window.moved") == []


@pytest.mark.parametrize("contrast", ["", "on"], ids=["usual", "high contrast"])
def test_two_colours_are_two_on_every_page(
    phone: Callable[..., Phone], served: Served, contrast: str
) -> None:
    """The first page, the rules, the signs of trumps and the cards of a hand, light and dark."""
    mine = phone(viewport=PHONE)
    choose(mine, colours="two", **({"high_contrast": contrast} if contrast else {}))
    for path in ("/", "/rules/kan/", "/rules/kraken/deals/"):
        mine.visit(path)
        strips = mine.page.evaluate(STRIPS)
        assert {*strips} - {None} <= {"black", "red"}, path
        assert path != "/" or strips[:4] == ["black", "red", "black", "red"]
    sit_down(mine, served)
    for theme in ("light", "dark"):
        mine.page.emulate_media(color_scheme=theme)
        at_rest(mine)
        colour = mine.page.evaluate(SUITS)
        assert (colour["D"], colour["C"]) == (colour["H"], colour["S"])
        assert colour["H"] != colour["S"]
    assert {*mine.page.evaluate(STRIPS)} <= {"black", "red"}


def test_how_fast_cards_move_is_chosen_in_the_menu_of_the_table(phone: Callable[..., Phone]) -> None:
    """It holds at once, and at the next page too."""
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    mine.page.locator("#table .menu > summary").tap()
    faster = mine.page.get_by_role("button", name="Faster")
    expect(mine.page.get_by_role("button", name="Usual pace")).to_have_attribute("aria-pressed", "true")
    with mine.page.expect_response("**/look/movement/") as kept:
        faster.tap()
    assert kept.value.status == 204
    expect(faster).to_have_attribute("aria-pressed", "true")
    expect(mine.page.locator("html")).to_have_attribute("data-motion", "fast")
    mine.page.reload()
    expect(mine.page.locator("html")).to_have_attribute("data-motion", "fast")
