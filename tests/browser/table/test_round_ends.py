"""The end of a round and of a match: counted when the last trick lies, and told once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from games.table.log.models import Match
from games.table.screen import rendering
from tests.browser.phone import Phone
from tests.browser.table.moments import (
    ENDS,
    FINISHED,
    MOVING,
    STOPPED,
    UNDER_A_THUMB,
    close_windows,
    legal_card,
    push,
    show_moving,
    table_of,
)
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kraken.table import KRAKEN, rules
from tests.engine.kraken.table import Table as Round
from tests.table.play import imagine_table

COME = "all => all.map((one) => one.getAnimations().map((motion) => motion.animationName))"
"""The motions with which each of these elements comes."""


def test_the_end_of_a_round_comes_in_and_says_to_each_side_how_it_ended(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    for seat, words in ((0, "The kraken of Vlugge Ekster and Bartholomeus "), (1, "Your kraken ")):
        round_ = play_kraken()
        show_moving(mine, round_, seat)
        push(mine, close_windows(round_), seat)
        end = mine.page.locator("#sheet.is-open .round-end.is-fresh")
        expect(end).to_have_count(1)
        mine.page.evaluate(STOPPED)
        assert mine.page.evaluate(ENDS) < 1000
        assert mine.page.evaluate(UNDER_A_THUMB) == []
        sums = mine.page.locator("#strip .strip-score[data-was] > b, #sheet > .sheet-paper")
        assert sums.evaluate_all(COME) == [["end-words"]] * 2, "they would tell the end before it is counted"
        mine.page.evaluate(FINISHED)
        for told in sums.all():
            expect(told).to_have_css("opacity", "1")
        result = close_windows(round_).state.results[-1]
        own, other = seat % 2, 1 - seat % 2
        expect(end.locator(f".heap.for-{own} .heap-points")).to_have_text(str(result.ending.cards[own]))
        expect(end.locator(f".heap.for-{other} .heap-points")).to_have_text(str(result.ending.cards[other]))
        expect(end.locator(".round-end-times")).to_have_text("×2")
        said = end.locator(".round-end-words").inner_text()
        assert said.startswith(words)
        assert f"+{max(result.score)}" in said
        push(mine, close_windows(round_), seat)
        expect(mine.page.locator("#sheet.is-open .is-fresh")).to_have_count(0)


def test_points_that_are_bad_news_have_a_colour_of_their_own(screen: Callable[..., Phone]) -> None:
    """Where the lowest total wins every point gained is one, elsewhere a point lost."""
    mine = screen()
    gains: dict[str, set[tuple[bool, str]]] = {}
    for game in ("kan", "kalooki"):
        show(mine, last_cards(game)[1], 0)
        gains[game] = {
            (one.inner_text().startswith("+"), one.evaluate("one => getComputedStyle(one).backgroundColor"))
            for one in mine.page.locator("#strip .gain").all()
        }
    colours = dict(gains["kan"])
    assert colours[True] != colours[False]
    assert gains["kalooki"] == {(True, colours[False])}


@pytest.mark.parametrize("game", ["rosbiratschka", "kan"])
@pytest.mark.parametrize("moves", [True, False])
def test_the_last_trick_lies_and_is_drawn_in_before_the_sheet_opens(
    screen: Callable[..., Phone], game: str, moves: bool
) -> None:
    mine = screen()
    before, then = last_cards(game)
    show(mine, before, 0)
    if moves:
        mine.page.emulate_media(reduced_motion="no-preference")
        mine.page.evaluate(MOVING)
    mine.page.evaluate(WATCH_DRAWING_IN)
    zones = rendering.zones_of(then, seat=0, talk=(), language="en")
    began = mine.page.evaluate("performance.now()")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(
        4 if game == "rosbiratschka" else 5
    )
    assert mine.page.locator("#sheet.is-open").count() == 0
    line = mine.page.locator("#prompt .ask-before")
    expect(line).to_have_text(re.compile("takes? the trick$"))
    expect(line).to_have_css("opacity", "1")
    if moves:
        seen_while_drawn_in(mine)
    mine.page.wait_for_selector("#table.with-open-sheet #sheet.is-open")
    assert mine.page.evaluate("performance.now()") - began > 1000
    expect(line).to_have_count(0)
    expect(mine.page.locator("#sheet .round-end.is-fresh")).to_have_count(1 if moves else 0)


@pytest.mark.parametrize(("moves", "first"), [(True, True), (False, True), (True, False)])
def test_a_trick_of_ones_own_is_drawn_in_before_one_leads(
    screen: Callable[..., Phone], moves: bool, first: bool
) -> None:
    """It is the previous trick then, the first one of a round too."""
    mine = screen()
    seen: list[Any] = []

    def leads_after_own_trick(table: Any) -> bool:
        seen.append(table)
        trick = table.game.view(table.state.game_state, None).trick
        own = trick is not None and trick.complete and trick.winning == 0
        return own and (trick.number == 1) == first

    then = imagine_table(("person", "bot", "bot", "bot"), leads_after_own_trick, key="rosbiratschka")
    show(mine, seen[-2], 0)
    if moves:
        mine.page.emulate_media(reduced_motion="no-preference")
        mine.page.evaluate(MOVING)
    mine.page.evaluate(PUSHED, "".join(rendering.zones_of(then, seat=0, talk=(), language="en").values()))
    lies = mine.page.locator("#trick .trick.complete:not(.leaving) .card")
    cards = lies.all_text_contents()
    previous = mine.page.locator("#strip .last-trick")
    expect(lies.first).to_be_visible()
    expect(previous).to_be_visible(visible=not first)
    expect(lies.first).to_be_hidden()
    expect(previous).to_be_visible()
    assert previous.locator(".card").all_text_contents() == cards


def test_a_trick_with_a_claim_lies_until_one_leads(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.wind_up()
    round_ = Round().quiet().play_out(1)
    winner = round_.round.to_play
    show(mine, table_of(round_), winner)
    push(mine, round_, winner)
    expect(mine.page.locator("#prompt.yours.plays.prompt--claims")).to_have_count(1)
    mine.let_pass(10)
    expect(mine.page.locator("#trick .trick.complete .card").first).to_be_visible()


def test_the_last_trick_is_drawn_to_a_heap_too(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    show_moving(mine, round_)
    assert mine.page.locator(".seats .tricks > i").count() == 7
    mine.page.evaluate(WATCH_DRAWING_IN)
    push(mine, close_windows(round_))
    assert seen_while_drawn_in(mine)["tricks"] == 8


def test_on_a_desk_the_side_keeps_what_stood_there_until_the_heaps_are_counted(
    screen: Callable[..., Phone],
) -> None:
    mine = screen({"width": 1280, "height": 800})
    round_ = Round().quiet().play_out(8)
    show_moving(mine, round_)
    stood = mine.page.locator("#sheet").inner_text()
    mine.page.evaluate(WATCH_DRAWING_IN)
    push(mine, close_windows(round_))
    kept = mine.page.locator("#sheet > .sheet-before")
    assert seen_while_drawn_in(mine)["side"] == stood
    expect(mine.page.locator("#sheet.is-ending .round-end-words")).to_have_css("opacity", "1")
    expect(kept).to_be_hidden()


WATCH_DRAWING_IN = """() => {
  window.drawnIn = null;
  const look = () => {
    const leaves = document.querySelector("#trick .trick.leaving");
    if (window.drawnIn || !leaves || document.querySelector("#sheet.is-open")) return;
    const side = document.querySelector("#sheet > .sheet-before");
    window.drawnIn = { side: side && side.innerText, tricks: document.querySelectorAll(".seats .tricks > i").length };
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
"""Keeps what was seen when the last trick was drawn in and no sheet lay open, which may last less than a look."""


def seen_while_drawn_in(mine: Phone) -> dict[str, Any]:
    """What `WATCH_DRAWING_IN` has kept, once it has: the words of the side and the number of tricks in heaps."""
    seen: dict[str, Any] = mine.page.wait_for_function("() => window.drawnIn").json_value()
    return seen


TOTALS_SEEN = """[...document.querySelectorAll("#strip .strip-score[data-was] :is(b, .gain)")].some((one) =>
  one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))"""
"""Whether a total is seen that the end of the round has changed, or by how much."""

END_CUT = """() => {
  const bottom = document.querySelector("#prompt").getBoundingClientRect().top;
  return [".sheet-end h2", ".sheet-totals", ".round-end", ".round-end-words", "#rematch a", "#rematch button"]
    .map((what) => [what, document.querySelector(what)?.getBoundingClientRect()])
    .filter(([what, box]) => !box || box.top < 0 || box.bottom > (what.startsWith("#") ? innerHeight : bottom) + 1)
    .map(([what]) => what);
}"""
"""Parts of the end of a match that are not there, or not seen whole."""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_end_of_a_match_is_seen_whole_on_a_phone(screen: Callable[..., Phone], language: str) -> None:
    """Who won, the totals, the last round and the ways on, without scrolling."""
    mine = screen({"width": 360, "height": 740})
    over = imagine_table(
        ("person", "bot", "bot", "bot"),
        lambda table: table.game.view(table.state.game_state, None).over,
        options={"rounds": 4},
    )
    show(mine, replace(over, status=Match.Status.FINISHED), 0, language=language)
    expect(mine.page.locator(".sheet-end h2")).to_be_visible()
    assert mine.page.evaluate(END_CUT) == []


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan", "kalooki"])
def test_the_totals_do_not_tell_the_end_before_it_is_counted(screen: Callable[..., Phone], game: str) -> None:
    mine = screen()
    before, then = last_cards(game)
    show(mine, before, 0)
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.evaluate(MOVING)
    zones = rendering.zones_of(then, seat=0, talk=(), language="en")
    assert not mine.page.evaluate(
        f"html => {{ ({PUSHED})(html); return {TOTALS_SEEN}; }}", "".join(zones.values())
    )
    assert mine.page.locator("#sheet.is-open").count() == 0, "the last act is seen first"
    mine.page.wait_for_function(
        f"document.querySelector('#sheet.is-open .is-fresh') && !({TOTALS_SEEN})", polling="raf"
    )
    mine.page.evaluate(FINISHED)
    assert mine.page.evaluate(TOTALS_SEEN)


def test_a_second_push_goes_on_with_the_end_of_a_match(screen: Callable[..., Phone]) -> None:
    """The match is finished a moment after its last round is written down."""
    mine = screen()
    before, then = last_cards("kraken")
    show(mine, before, 0)
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.evaluate(MOVING)
    zones = "".join(rendering.zones_of(then, seat=0, talk=(), language="en").values())
    mine.page.evaluate(PUSHED, zones)
    assert not mine.page.evaluate(
        f"""async (html) => {{
          const fresh = () => document.querySelector("#sheet.is-open .is-fresh");
          while (!fresh()) await new Promise(requestAnimationFrame);
          ({PUSHED})(html);
          return !fresh() || {TOTALS_SEEN};
        }}""",
        zones,
    )
    mine.page.evaluate(FINISHED)
    assert mine.page.evaluate(TOTALS_SEEN)


STANDS = """() => [...document.querySelectorAll(".seats .face, #prompt, #hand")].map((one) => {
  const { left, top, height } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(top), one.id === "hand" ? 0 : Math.round(height)];
})"""


@pytest.mark.parametrize("game", ["rosbiratschka", "kan", "kalooki"])
def test_the_last_act_moves_no_face_and_the_button_to_go_on_comes_with_the_sheet(
    screen: Callable[..., Phone], game: str
) -> None:
    mine = screen()
    before, then = last_cards(game)
    show(mine, before, 0)
    stood = mine.page.evaluate(STANDS)
    zones = rendering.zones_of(then, seat=0, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    assert mine.page.locator("#sheet.is-held").count() == 1
    assert mine.page.evaluate(STANDS) == stood
    sentence = mine.page.locator("#prompt .ask-words")
    expect(sentence).to_have_css("opacity", "0")
    mine.page.keyboard.press("Shift")
    expect(sentence).to_have_css("opacity", "1")
    expect(mine.page.locator("#table.with-answers #answer-ready .button")).to_be_visible()


WAY = """face => {
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const cards = [...document.querySelectorAll(".drawn-card, #trick .trick:not(.leaving) > li")];
  const flights = document.getAnimations().filter((motion) => cards.includes(motion.effect.target)
    && motion.effect.getKeyframes().length > 2);
  const ways = flights.map((motion) => [motion.effect.target, motion.effect.getKeyframes()[0].translate]);
  document.getAnimations().forEach((motion) => motion.cancel());
  const lies = document.querySelector("#trick .discard li:last-child");
  return ways.map(([card, way]) => {
    const [x, y] = middle(card).map((at, axis) => at + parseFloat(way.split(" ")[axis]));
    const [end, begin] = [middle(card.matches(".drawn-card") ? lies : card), middle(face)];
    return [Math.hypot(x - begin[0], y - begin[1]), Math.hypot(...middle(card).map((at, axis) => at - end[axis]))];
  });
}"""
"""How far from this face each card that flies begins, and how far from its place it ends, in pixels."""


@pytest.mark.parametrize("game", ["rosbiratschka", "kan", "kalooki"])
def test_the_last_card_flies_from_who_played_it_to_its_place(screen: Callable[..., Phone], game: str) -> None:
    mine = screen()
    before, then = last_cards(game)
    show(mine, before, 0)
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.evaluate(MOVING)
    (seat,) = before.game.pending(before.state.game_state)
    zones = rendering.zones_of(then, seat=0, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)
    assert mine.page.locator("#sheet.is-held").count() == 1
    ways = mine.page.locator(f"#seat-{seat} .face").evaluate(WAY)
    assert len(ways) == 1
    assert max(*ways[0]) <= 2


def test_heaps_are_counted_to_their_end_whatever_is_pushed_meanwhile(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = play_kraken()
    show_moving(mine, round_)
    closed = close_windows(round_)
    zones = rendering.zones_of(table_of(closed), seat=0, talk=(), language="en")
    go_on = """window.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }))"""
    pushed = f"([end, talk]) => {{ ({PUSHED})(end); {go_on}; ({PUSHED})(talk); }}"
    mine.page.evaluate(pushed, ["".join(zones.values()), zones["talk"]])
    cards = closed.state.results[-1].ending.cards
    points = mine.page.locator("#sheet.is-open .round-end.is-fresh .heap-points")
    expect(points).to_have_text([str(cards[0]), str(cards[1])])


def last_cards(game: str) -> tuple[Any, Any]:
    """A table of that game before the last move of a round, and after it."""
    kinds = ("person", *["bot"] * (4 if game == "kan" else 3))
    key = {"key": game}

    def closed_now(table: Any) -> bool:
        return bool(table.game.results(table.state.game_state)) or table.game.view(
            table.state.game_state, None
        ).phase in ("closed", "over")

    seen: list[Any] = []

    def ends(table: Any) -> bool:
        seen.append(table)
        return closed_now(table)

    then = imagine_table(kinds, ends, **key)
    return seen[-2], then


def test_where_nothing_moves_the_end_of_a_round_stands_there(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    show(mine, table_of(round_))
    push(mine, close_windows(round_))
    end = mine.page.locator("#sheet.is-open .round-end")
    expect(end).to_have_count(1)
    assert mine.page.evaluate("() => document.querySelector('.is-fresh')") is None
    result = close_windows(round_).state.results[-1]
    shown = sorted(map(int, end.locator(".heap-points").all_inner_texts()))
    assert shown == sorted(result.ending.cards[:2])
    gains = [f"+{points}" for points in result.score[:2] if points]
    expect(mine.page.locator("#strip .strip-score .gain")).to_have_text(gains)


def play_kraken() -> Round:
    """A round with a kraken whose last trick is played."""
    round_ = Round().say("0 trump H", "1 kraken", "0 pass", "2 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play_out(7)
    while len(round_.round.tricks) < 8:
        round_.play(legal_card(round_))
    return round_


@pytest.mark.parametrize(("others", "talks"), [("bot", False), ("person", True)])
def test_beside_a_table_with_bots_alone_the_sheet_has_the_room_of_talk(
    screen: Callable[..., Phone], others: str, talks: bool
) -> None:
    mine = screen({"width": 1280, "height": 800})
    over = imagine_table(
        ("person", others, "bot", "bot"),
        lambda table: bool(table.game.results(table.state.game_state)),
    )
    show(mine, over, 0)
    expect(mine.page.locator(".talk-panel .phrases")).to_be_visible(visible=talks)


def test_on_a_desk_all_rounds_come_first_while_the_next_is_played(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 1280, "height": 800})
    sheet = mine.page.locator("#sheet")
    closed = close_windows(Round().quiet().play_out(8))
    show(mine, table_of(closed), 0)
    expect(sheet.locator(".round-end")).to_be_visible()
    show(mine, table_of(closed.deal(dealer=0)), 0)
    expect(sheet.locator(".round-end")).to_be_hidden()
    rounds, lines = (sheet.locator(of).bounding_box() for of in (".round-list", ".score-lines"))
    assert rounds["y"] < lines["y"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_who_has_won_sees_rays_and_nobody_else(screen: Callable[..., Phone], seat: int | None) -> None:
    mine = screen()
    over = close_windows(Round(options=rules(rounds=1)).quiet().play_out(8))
    won = seat in KRAKEN.view(over.state, None).winners
    show(mine, table_of(over), seat)
    for what in (".sheet-end", ".round-end"):
        drawn = mine.page.locator(what).evaluate("one => getComputedStyle(one, '::before').content")
        assert (drawn != "none") == won


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (0, "You lost with 8 of 9 points: −1"),
        (1, "You won: P0 and P3 took 8 of 9 points: +1"),
        (None, "P0 and P3 lost with 8 of 9 points: −1"),
    ],
)
def test_who_has_won_a_round_of_kan_reads_so(
    screen: Callable[..., Phone], seat: int | None, words: str
) -> None:
    mine = screen()
    _before, then = last_cards("kan")
    show(mine, then, seat)
    assert mine.page.locator("#sheet .round-end-words").inner_text() == words


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan"])
def test_on_a_desk_the_heaps_are_counted_on_the_cloth_over_nobody(
    screen: Callable[..., Phone], game: str
) -> None:
    mine = screen({"width": 1280, "height": 800})
    _before, after = last_cards(game)
    show(mine, after)
    end = mine.page.locator("#sheet > .round-end").bounding_box()
    side = mine.page.locator("#sheet").bounding_box()
    asked = mine.page.locator("#prompt").bounding_box()
    assert end is not None
    assert side is not None
    assert asked is not None
    assert end["x"] + end["width"] < side["x"]
    assert end["y"] + end["height"] <= asked["y"]
    for face in mine.page.locator(".seats > .seat > .face").all():
        box = face.bounding_box()
        assert box is not None
        beside = box["x"] + box["width"] <= end["x"] or box["x"] >= end["x"] + end["width"]
        assert beside or box["y"] + box["height"] <= end["y"] or box["y"] >= end["y"] + end["height"]
