"""What a table says: in a place of its own, when the cards lie that it is about, once, and no longer than it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from games.engine.game import replace_fields
from games.table.log.loading import Table
from games.table.screen import rendering
from games.table.screen.zones.seats import Closing
from games.table.services.talking import TalkEntry
from tests.browser.kan.tables import kan_table, mix_hands
from tests.browser.phone import Phone
from tests.browser.table.moments import FINISHED, MOVING, push, show_moving, table_of, times_told
from tests.browser.table.standing import show
from tests.browser.table.test_fits import CLAIMED
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kan.positions import second_deal
from tests.engine.kraken.table import Table as Round
from tests.engine.kraken.table import rules
from tests.table.kalooki.tables import HOLDS_THE_CONTRACT, SIX
from tests.table.kalooki.tables import table_of as kalooki_table
from tests.table.play import imagine_table

SIZES = ((320, 640), (360, 740), (390, 844), (740, 360), (768, 1024), (1280, 800))
LETTERS = ("normal", "largest")
SAY_SLOW = """() => {
  const band = document.querySelector("#strip .band");
  band.textContent = document.getElementById("table").dataset.saySlow;
  band.hidden = false;
}"""
SAY_NOW = """() => {
  const said = document.querySelector("#strip .said-now");
  const face = document.createElement("i");
  face.className = document.querySelector(".seats > .at-1 .face").className;
  const words = document.createElement("span");
  words.textContent = "That was fun, good night!";
  said.replaceChildren(face, words);
  said.hidden = false;
}"""
LIES_OVER = """place => {
  const said = document.querySelector(place);
  const box = said.getBoundingClientRect();
  const cut = said.scrollWidth > said.clientWidth + 1 || said.scrollHeight > said.clientHeight + 1;
  const over = [...document.querySelectorAll(
    "#screen .face:not(.said-now *), .seats .name, #trick *, .strip-trump, .menu > summary, .strip-label, #hand .card")]
    .filter((one) => one.checkVisibility() && one.getClientRects().length)
    .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
    .filter(([, other]) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
      && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
    .map(([name]) => name);
  const outside = box.left < 0 || box.right > innerWidth || box.top < 0;
  return [...(cut ? ["cut off"] : []), ...(outside ? ["outside"] : []), ...over];
}"""
"""What is wrong with the place of a sentence: it is cut off, or lies over something."""
PLACES = """() => [...document.querySelectorAll(
  "#hand .card, #prompt button, .menu > summary, .seats .face")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""


def opening(number: int) -> Table:
    """A table of Rosbiratschka with the poster of that round."""
    return imagine_table(
        ("person", "bot", "bot", "bot"),
        lambda table: (
            (view := table.game.view(table.state.game_state, 0)).round == number and view.poster is not None
        ),
        rng=Random(3),
        key="rosbiratschka",
    )


def tables() -> dict[str, Table]:
    """A table of each game."""
    return {
        "kraken": table_of(Round(hands=CLAIMED).say("0 trump H", "1 kraken")),
        "rosbiratschka": opening(1),
        "kan": kan_table(second_deal(*mix_hands())),
        "kalooki": kalooki_table(SIX),
    }


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan", "kalooki"])
def test_a_slow_line_and_what_somebody_says_have_a_place_of_their_own(
    screen: Callable[..., Phone], game: str
) -> None:
    mine = screen()
    table = tables()[game]
    wrong: dict[Any, Any] = {}
    for language in ("en", "nl"):
        show(mine, table, language=language)
        for width, height in SIZES:
            mine.page.set_viewport_size({"width": width, "height": height})
            for letters in LETTERS:
                mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
                stood = mine.page.evaluate(PLACES)
                for said, place in ((SAY_SLOW, ".band"), (SAY_NOW, ".said-now")):
                    mine.page.evaluate(said)
                    faults = mine.page.evaluate(LIES_OVER, f"#strip {place}")
                    faults += ["moved"] if mine.page.evaluate(PLACES) != stood else []
                    if faults:
                        wrong[language, width, letters, place] = faults
                    mine.page.evaluate(
                        "one => { document.querySelector(one).hidden = true; }", f"#strip {place}"
                    )
    assert wrong == {}


LOOKS = """() => [...document.querySelectorAll("#hand .card")].map((card) =>
  [card.value, getComputedStyle(card, "::before").filter !== "none", getComputedStyle(card).transform !== "none"])"""
"""Each card of the hand, whether it is darkened, and whether it is raised."""


def test_the_hand_follows_the_card_that_was_led_when_it_lies(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=CLAIMED).quiet()
    show_moving(mine, round_, 1)
    mine.page.evaluate(FINISHED)
    seen = mine.page.evaluate(LOOKS)
    push(mine, round_.play("SK"), 1)
    assert mine.page.locator("#prompt.plays").count() == 1
    assert mine.page.locator("#hand .barred").count() > 0
    assert mine.page.evaluate(LOOKS) == seen, "the card that asks for it is on its way"
    mine.page.evaluate(FINISHED)
    now = mine.page.evaluate(LOOKS)
    assert any(dark for _card, dark, _up in now)
    assert any(up for _card, _dark, up in now)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("mode", ["manual", "assisted"])
def test_the_question_about_roem_is_one_and_moves_nothing(
    screen: Callable[..., Phone], mode: str, language: str, letters: str
) -> None:
    """Beside it the seconds, and the panel is as high as before."""
    mine = screen()
    round_ = Round(hands=CLAIMED, options=rules(bonus_mode=mode)).quiet()
    for card in ("SK", "SQ", "SA"):
        round_.play(card)
    show(mine, table_of(round_), language=language)
    mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
    high = "prompt => prompt.offsetHeight"
    before = mine.page.locator("#prompt").evaluate(high)
    mine.page.evaluate(PUSHED, claim_with_time(table_of(round_.play("SJ")), language))
    words = mine.page.locator("#prompt .ask-words").inner_text()
    if mode == "assisted":
        assert "50" in words
    else:
        assert not any(letter.isdigit() for letter in words), "it is the same with roem and without"
    assert "Ceciel" in words, "until who leads"
    expect(mine.page.locator("#prompt .ask-time b")).to_be_visible()
    assert mine.page.locator("#prompt").evaluate(high) == before


def claim_with_time(table: Table, language: str) -> str:
    """The prompt of seat 0 at this table, with some seconds left."""
    public = rendering.public_part(table, language)
    view = table.game.view(table.state.game_state, 0, public.scene.view)
    question = rendering._question(public, view, 0, {}, None)
    closing = Closing(66_000, 6, next_trick=True)  # of a page that was drawn at 0
    return rendering.seq_mark(table.state.seq) + rendering.draw(question._replace(closing=closing))


def test_seconds_that_are_over_are_not_read(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=CLAIMED).quiet()
    for card in ("SK", "SQ", "SA", "SJ"):
        round_.play(card)
    show(mine, table_of(round_))
    html = claim_with_time(table_of(round_), "en")
    mine.page.evaluate(PUSHED, html)
    expect(mine.page.locator("#prompt .ask-time")).to_be_visible()
    mine.page.evaluate(PUSHED, html.replace('data-until="66000"', 'data-until="1"'))
    expect(mine.page.locator("#prompt .ask-time")).to_be_hidden()


def test_a_card_that_waits_for_another_tap_says_so_where_the_question_stands(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    show(mine, table_of(Round(hands=CLAIMED).quiet()))
    mine.page.evaluate("document.documentElement.dataset.confirmTap = ''")
    mine.page.locator("#hand .card").first.tap(position={"x": 12, "y": 40})
    expect(mine.page.locator("#prompt .ask-raised")).to_have_text("Tap again to play")
    expect(mine.page.locator("#prompt .ask-words")).to_be_hidden()
    assert times_told(mine, "Tap again to play") == 1


def test_a_question_that_was_answered_is_gone_with_the_tap(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=CLAIMED).quiet()
    show(mine, table_of(round_))
    held: list[Route] = []
    # No answer comes. Playwright takes no method of a list.
    mine.page.route("**/act/", lambda route: held.append(route))  # noqa: PLW0108
    expect(mine.page.locator("#prompt .ask-words")).to_be_visible()
    mine.page.locator("#hand .card").first.tap(position={"x": 12, "y": 40})
    expect(mine.page.locator("#prompt .ask-words")).to_be_hidden()
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.evaluate(MOVING)
    push(mine, round_.play("SK"))
    expect(mine.page.locator("#prompt .ask-before")).to_have_text("")
    mine.page.evaluate(FINISHED)
    expect(mine.page.locator("#prompt .ask-words")).to_have_text("Vlugge Ekster to play")
    for route in held:  # a browser does not close while one waits
        route.fulfill(status=204)


def test_a_kraken_is_told_once_and_stays_as_signs(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=CLAIMED).say("0 trump H")
    show_moving(mine, round_)
    push(mine, round_.say("1 kraken"))
    expect(mine.page.locator(".raise .raise-word")).to_have_text("kraken!")
    mine.page.evaluate(FINISHED)
    signs = """() => [...document.querySelectorAll("#strip .times, .seats .word, .contract-said, .ladder, .raise")]
      .filter((one) => one.checkVisibility() && one.offsetWidth > 1).map((one) => one.textContent)"""
    assert mine.page.evaluate(signs) == ["×2", "×1×2×4×8"]
    expect(mine.page.locator(".ladder .reached")).to_have_text("×2")
    assert times_told(mine, "Vlugge Ekster: kraken!") == 1


def test_only_what_others_say_leaves_a_mark_on_the_talk(screen: Callable[..., Phone]) -> None:
    mine = screen()
    table = table_of(Round())
    show(mine, table)
    panel = mine.page.locator(".talk-panel")
    said = [TalkEntry(player, "sorry", "", datetime(2026, 3, 14, tzinfo=UTC)) for player in (1, 2)]
    for lines, mark in ((said[:1], None), (said, "")):
        zones = rendering.zones_of(table, seat=0, talk=lines, language="en")
        mine.page.evaluate(PUSHED, "".join(zones.values()))
        expect(mine.page.locator("#talk > li")).to_have_count(len(lines))
        assert panel.get_attribute("data-new") == mark


ONLY = """() => document.querySelector("#prompt.prompt--one-answer :is(#answer, #answer-none) button").textContent"""


def test_the_only_answer_is_given_by_itself_after_a_pause(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=CLAIMED).say("0 trump H", "1 pass", "3 pass")
    assert round_.round.phase == "declare"
    # A failure could be told after the test.
    mine.page.route("**/act/", lambda route: route.fulfill(status=204))
    with mine.page.expect_request("**/act/") as sent:
        show(mine, table_of(round_))
        assert mine.page.evaluate(ONLY) == "Nothing to declare"
        mine.page.evaluate("document.getElementById('screen').setAttribute('ws-connect', '')")
        began = mine.page.evaluate("performance.now()")
    assert "do=declare" in str(sent.value.post_data)
    assert mine.page.evaluate("performance.now()") > max(1400, began)


def test_a_hand_with_something_to_say_is_asked(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, table_of(Round().say("0 trump H", "1 pass", "3 pass")))
    assert mine.page.locator("#prompt.prompt--one-answer").count() == 0
    assert mine.page.locator("#answer-groups").count() == 1


SMALL = """() => [...document.querySelectorAll(".running .line, .running .line > span, .pile > li > span")]
  .filter((one) => one.checkVisibility()).map((one) => parseFloat(getComputedStyle(one).fontSize))"""


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_letters_of_hundred_can_be_read(screen: Callable[..., Phone], width: int) -> None:
    mine = screen({"width": width, "height": 740})
    table = imagine_table(
        ("person", "bot", "bot", "bot"),
        lambda table: (
            (run := table.game.view(table.state.game_state, 0).running) is not None and len(run.cards) > 4
        ),
        rng=Random(3),
        key="rosbiratschka",
    )
    show(mine, table, language="nl")
    assert min(mine.page.evaluate(SMALL)) >= 12


POSTER_COVERED = """() => {
  const poster = document.querySelector("#trick .poster").getBoundingClientRect();
  return [...document.querySelectorAll(".seats .word")].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || Math.min(box.right, poster.right) - Math.max(box.left, poster.left) > 1
      && Math.min(box.bottom, poster.bottom) - Math.max(box.top, poster.top) > 1)
    .map(([words]) => words);
}"""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_nothing_that_is_said_lies_over_a_poster(screen: Callable[..., Phone], language: str) -> None:
    mine = screen()
    show(mine, opening(1), language=language)
    assert mine.page.locator(".seats .word").count() == 4
    covered = {}
    for width, height in SIZES:
        mine.page.set_viewport_size({"width": width, "height": height})
        for letters in LETTERS:
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            if words := mine.page.evaluate(POSTER_COVERED):
                covered[width, letters] = words
    assert covered == {}


INSIDE = """() => [...document.querySelectorAll("#hand .card, .seat .holds, .hand-orders .button, .strip-label")]
  .filter((one) => one.checkVisibility()).map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 1 || box.right > innerWidth - 1 || box.bottom > innerHeight)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.bottom}`)"""


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), (390, 844)])
def test_kalooki_with_six_lies_within_the_screen(
    screen: Callable[..., Phone], width: int, height: int
) -> None:
    mine = screen({"width": width, "height": height})
    for state in (SIX, HOLDS_THE_CONTRACT):
        show(mine, kalooki_table(state))
        for letters in LETTERS:
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            assert mine.page.evaluate(INSIDE) == []
        size = "one => parseFloat(getComputedStyle(one).fontSize)"
        assert mine.page.locator(".strip-label").evaluate(size) >= 15
        edge = "one => parseFloat(getComputedStyle(one, '::before').borderTopWidth)"
        assert mine.page.locator(".hand-orders [data-sort=suit]").evaluate(edge) > 0


def test_a_question_about_a_hand_is_seen_with_its_cards(screen: Callable[..., Phone]) -> None:
    mine = screen()
    now = datetime.now(UTC)
    table = table_of(Round())
    table = replace(table, state=replace_fields(table.state, moved_at=now))
    mine.page.add_init_script("""
      window.here = [];
      HTMLImageElement.prototype.decode = () => new Promise((seen) => window.here.push(seen));
    """)
    show(mine, table, now=now, moves=True)
    button = mine.page.locator("#answer-suit button").first
    expect(button).to_have_css("opacity", "0")
    mine.page.evaluate("window.here.forEach((seen) => seen())")
    expect(button).to_have_css("opacity", "1")
