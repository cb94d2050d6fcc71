"""Moments of a table: a word that raises the round, a trick that is drawn in, roem, the end of a round and the deal.

They are seen where things move, stand still where they do not, are told once, and take no tap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games.engine.kraken import Kraken
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Sitter, TableState
from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.phone import Phone
from tests.browser.table.standing import show, static
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kraken.table import Table as Round
from tests.table.play import imagined_table

NAMES = ("Aafke", "Vlugge Ekster", "Ceciel", "Bartholomeus")
MOVING = """() => {
  document.documentElement.dataset.motion = "full";
  window.longest = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.longest = Math.max(window.longest, how.duration ?? how);
    return animate.call(this, frames, how);
  };
}"""
"""Let this page move, and keep the longest motion that its script begins, in ms."""
ENDS = """() => Math.max(window.longest, ...document.getAnimations().map((motion) => motion.effect.getComputedTiming())
  .filter((timing) => Number.isFinite(timing.endTime)).map((timing) => timing.endTime))"""
"""When the last of the motions of a moment ends, in ms."""
STOPPED = """() => document.getAnimations().forEach((motion) => {
  const holdsBackTaps = motion.animationName === "untouched" || motion.effect.target.id === "prompt";
  if (holdsBackTaps) motion.finish();
  else motion.pause();
})"""
"""Let what moves stand still, and the time be over in which taps are meant for the buttons before."""
FINISHED = """() => document.getAnimations().forEach((motion) => {
  if (motion.effect.getComputedTiming().endTime < Infinity) motion.finish();
})"""
COME = "all => all.map((one) => one.getAnimations().map((motion) => motion.animationName))"
"""The motions with which each of these elements comes."""
STILL_TO_COME = """() => document.querySelectorAll(".packet").length
  + document.getAnimations().filter((motion) => motion.effect.pseudoElement === "::before"
    && motion.effect.target.closest("#hand") && !(motion instanceof CSSTransition)).length"""
"""How many packets and pictures of the own hand are still on their way."""
UNDER_A_THUMB = """() => [...document.querySelectorAll(
  "#prompt button, #hand .card, .menu summary, .talk-panel summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { left, top, height } = one.getBoundingClientRect();
    const [x, y] = [left + 8, top + height / 2];
    return one.contains(document.elementFromPoint(x, y)) ? "" : one.textContent;
  }).filter(Boolean)"""
"""What a thumb would not meet where it aims at it."""
SHIFTED = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifts += entry.value)))
    .observe({ type: "layout-shift", buffered: false });
}"""


def table_of(round_: Round, seq: int = 5) -> Table:
    """A running table of Kraken with this round, three people and a bot."""
    state: Any = round_.state
    return Table(
        match_id=9,
        code="BCDFGH",
        game=Kraken(),
        options=state.options,
        status=Match.Status.RUNNING,
        phrases_on=True,
        chat_on=False,
        signals="",
        sitters=tuple(
            Sitter(seat, seat + 1, NAMES[seat], "bot" if seat == 2 else "person") for seat in range(4)
        ),
        state=TableState(seq=seq, game_state=state),
    )


def moving(mine: Phone, round_: Round, seat: int = 0) -> None:
    """Show this round to a seat on a page on which things move."""
    mine.page.emulate_media(reduced_motion="no-preference")
    show(mine, table_of(round_), seat)
    mine.page.evaluate(MOVING)


def push(mine: Phone, round_: Round, seat: int = 0) -> None:
    """Push every zone of this round to the page, and let what moves stand where it begins."""
    zones = rendering.zones_of(table_of(round_), seat=seat, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)


def told(mine: Phone, sentence: str) -> int:
    """How often the log of the page has this sentence."""
    return mine.page.locator("#live p").all_inner_texts().count(sentence)


def test_each_word_that_raises_the_round_is_an_event_and_told_once(screen: Callable[..., Phone]) -> None:
    mine = screen(SMALLEST)
    round_ = Round().say("0 trump H")
    moving(mine, round_)
    drawn = mine.page.locator(".raise")
    for line, who, word, times in (
        ("1 kraken", "Vlugge Ekster", "kraken!", "×2"),
        ("0 re", "you", "re!", "×4"),
        ("1 superkraken", "Vlugge Ekster", "superkraken!", "×8"),
    ):
        push(mine, round_.say(line))
        expect(drawn).to_have_count(1)
        expect(drawn).to_have_attribute("aria-hidden", "true")
        expect(drawn.locator(".raise-by")).to_have_text(who)
        expect(drawn.locator(".raise-word")).to_have_text(word)
        expect(drawn.locator(".is-reached")).to_have_text(times)
        assert mine.page.evaluate(ENDS) < 1000
        assert mine.page.evaluate(UNDER_A_THUMB) == []
        fits = "word => word.scrollWidth <= word.parentElement.clientWidth && word.clientHeight < 60"
        assert drawn.locator(".raise-word").evaluate(fits)
        mine.page.evaluate(FINISHED)
        expect(drawn).to_have_count(0)
        expect(mine.page.locator(".strip-trump .times")).to_have_text(times)
        push(mine, round_)
        expect(drawn).to_have_count(0)
    assert [told(mine, words) for words in (f"{NAMES[1]}: kraken!", "you: re!")] == [1, 1]
    assert told(mine, "Vlugge Ekster: superkraken!") == 1


def test_where_nothing_moves_an_arm_holds_the_ladder(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().say("0 trump H")
    show(mine, table_of(round_))
    expect(mine.page.locator(".contract.is-raised")).to_have_count(0)
    push(mine, round_.say("1 kraken"))
    expect(mine.page.locator(".raise")).to_have_count(0)
    arm = mine.page.locator(".contract.is-raised .ladder")
    assert "svg" in arm.evaluate("ladder => getComputedStyle(ladder, '::before').backgroundImage")
    assert told(mine, "Vlugge Ekster: kraken!") == 1


def test_a_won_trick_is_drawn_to_its_winner_and_moves_nothing_else(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(1)
    while round_.round.phase != "play":
        round_.say("house close")
    moving(mine, round_)
    mine.page.evaluate(SHIFTED)
    push(mine, round_.play(_legal(round_)))
    expect(mine.page.locator(".trick.leaving > li")).to_have_count(4)
    expect(mine.page.locator(".trick.leaving")).to_have_attribute("aria-hidden", "true")
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    mine.page.evaluate(FINISHED)
    expect(mine.page.locator(".trick.leaving")).to_have_count(0)
    assert mine.page.evaluate("window.shifts") <= 0.02


@pytest.mark.parametrize(("seen_from", "at_first"), [(0, "1"), (1, "0")], ids=["one's own", "another's"])
def test_a_lead_is_put_down_when_the_trick_before_is_drawn_in_and_ones_own_at_once(
    screen: Callable[..., Phone], seen_from: int, at_first: str
) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(1)
    while round_.round.phase != "play":
        round_.say("house close")
    (leader,) = round_.waiting
    seat = (leader + seen_from) % 4
    moving(mine, round_, seat)
    push(mine, round_.play(_legal(round_)), seat)
    lead = mine.page.locator("#trick .trick:not(.leaving) > li")
    expect(lead).to_have_count(1)
    expect(lead).to_have_css("opacity", at_first)
    assert mine.page.evaluate(ENDS) < 1000
    mine.page.evaluate(FINISHED)
    expect(lead).to_have_css("opacity", "1")


def test_the_end_of_a_round_comes_in_and_says_to_each_side_how_it_ended(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    for seat, words in ((0, "The kraken of Vlugge Ekster and Bartholomeus "), (1, "Your kraken ")):
        round_ = _krakened()
        moving(mine, round_, seat)
        push(mine, closed(round_), seat)
        end = mine.page.locator("#sheet.is-open .round-end.is-fresh")
        expect(end).to_have_count(1)
        mine.page.evaluate(STOPPED)
        assert mine.page.evaluate(ENDS) < 1000
        assert mine.page.evaluate(UNDER_A_THUMB) == []
        sums = mine.page.locator("#strip .strip-score > b, #sheet > .sheet-paper")
        assert sums.evaluate_all(COME) == [["end-words"]] * 3, "they would tell the end before it is counted"
        mine.page.evaluate(FINISHED)
        for told in sums.all():
            expect(told).to_have_css("opacity", "1")
        result = closed(round_).state.results[-1]
        own, other = seat % 2, 1 - seat % 2
        expect(end.locator(f".heap.for-{own} .heap-points")).to_have_text(str(result.ending.cards[own]))
        expect(end.locator(f".heap.for-{other} .heap-points")).to_have_text(str(result.ending.cards[other]))
        expect(end.locator(".round-end-times")).to_have_text("×2")
        said = end.locator(".round-end-words").inner_text()
        assert said.startswith(words)
        assert f"+{max(result.score)}" in said
        push(mine, closed(round_), seat)
        expect(mine.page.locator("#sheet.is-open .is-fresh")).to_have_count(0)


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
    zones = rendering.zones_of(then, seat=0, talk=(), language="en")
    began = mine.page.evaluate("performance.now()")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(
        4 if game == "rosbiratschka" else 5
    )
    assert mine.page.locator("#sheet.is-open").count() == 0
    if moves:
        mine.page.wait_for_function(DRAWN_IN_WITHOUT_A_SHEET)
    mine.page.wait_for_selector("#table.with-open-sheet #sheet.is-open")
    assert mine.page.evaluate("performance.now()") - began > 1000
    expect(mine.page.locator("#sheet .round-end.is-fresh")).to_have_count(1 if moves else 0)


DRAWN_IN_WITHOUT_A_SHEET = """() =>
  document.querySelector("#trick .trick.leaving") && !document.querySelector("#sheet.is-open")"""


TOTALS_SEEN = """[...document.querySelectorAll("#strip .strip-score > b")].some((one) =>
  one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))"""


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
    over = imagined_table(
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
    assert mine.page.evaluate(TOTALS_SEEN)
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
    sentence = mine.page.locator("#prompt .ask")
    expect(sentence).to_have_css("opacity", "0")
    mine.page.keyboard.press("Shift")
    expect(sentence).to_have_css("opacity", "1")
    expect(mine.page.locator("#table.with-answers #answer-ready .button")).to_be_visible()


PLACES = """() => Object.fromEntries([...document.querySelectorAll("#hand .card")].map((card) => {
  return [card.value, Math.round(card.getBoundingClientRect().left)];
}))"""
SEEDS = {"first": 41, "between": 30, "last": 50}
"""Where the card that takes the trick lies in the hand."""


@pytest.mark.parametrize("size", [SMALLEST, {"width": 360, "height": 740}])
def test_who_takes_a_trick_and_leads_finds_the_other_cards_where_they_were(
    screen: Callable[..., Phone], size: Any
) -> None:
    """A hand closes up when a card is played while others are asked, and never under a thumb that may tap it."""
    for where, seed in SEEDS.items():
        before, then, gone = trick_won_with_its_last_card(seed)
        held = [card.card for card in before.game.view(before.state.game_state, 0).hand]
        assert {"first": held[0], "last": held[-1]}.get(where, gone) == gone
        mine = screen(size)
        show(mine, before, 0)
        stood = mine.page.evaluate(PLACES)
        zones = rendering.zones_of(then, seat=0, talk=(), language="en")
        mine.page.evaluate(PUSHED, "".join(zones.values()))
        places = mine.page.evaluate(PLACES)
        assert mine.page.locator("#prompt.plays").count() == 1
        assert places == {card: left for card, left in stood.items() if card != gone}
        assert mine.page.evaluate(UNDER_A_THUMB) == []
        mine.page.evaluate(PUSHED, "".join(zones.values()))
        assert mine.page.evaluate(PLACES) == places, "the same table once more"


def trick_won_with_its_last_card(seed: int) -> tuple[Table, Table, str]:
    """A table of Kraken before and after seat 0 takes a trick with its last card, and that card."""
    seen: list[Table] = []

    def taken(table: Table) -> bool:
        seen.append(table)
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and trick.complete and trick.winning == trick.cards[-1][0] == 0

    kinds = ("person", "bot", "bot", "bot")
    then = imagined_table(kinds, taken, rng=Random(seed))
    trick = then.game.view(then.state.game_state, None).trick
    assert trick is not None
    return seen[-2], then, trick.cards[-1][1]


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

    then = imagined_table(kinds, ends, **key)
    return seen[-2], then


def test_where_nothing_moves_the_end_of_a_round_stands_there(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    show(mine, table_of(round_))
    push(mine, closed(round_))
    end = mine.page.locator("#sheet.is-open .round-end")
    expect(end).to_have_count(1)
    assert mine.page.evaluate("() => document.querySelector('.is-fresh')") is None
    result = closed(round_).state.results[-1]
    shown = sorted(map(int, end.locator(".heap-points").all_inner_texts()))
    assert shown == sorted(result.ending.cards[:2])


ROEM = "SK HQ HT C9 DA DT CT H9;SQ HA HJ CJ DK D9 CA S9;SA H8 H7 C7 DQ D8 CK ST;SJ S7 S8 HK DJ D7 CQ C8"
"""The first trick may be SK SQ SA SJ, which is a run of four."""


def test_roem_lights_up_once_it_is_claimed_and_not_before(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=ROEM).say("0 trump H", "1 pass", "3 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA")
    moving(mine, round_)
    push(mine, round_.play("SJ"))
    lit = mine.page.locator("#trick .lit")
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(4)
    expect(lit).to_have_count(0)
    push(mine, round_.say("2 bonus"))
    expect(lit).to_have_count(4)
    expect(mine.page.locator("#trick .trick-bonus")).to_have_count(0)
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    assert [told(mine, words) for words in ("Ceciel: roem 50!", "+50")] == [1, 0]
    answer = mine.page.locator("#trick .claim-answer.is-right")
    expect(answer).to_have_text("Ceciel: roem +50", use_inner_text=True)
    assert answer.evaluate(CLEAR_OF_WORDS) == []


CLEAR_OF_WORDS = """answer => {
  const box = answer.getBoundingClientRect();
  return [...document.querySelectorAll(".seats .word, .seats .name, .trick .card")].filter((one) => {
    const other = one.getBoundingClientRect();
    return one.checkVisibility() && other.left < box.right && other.right > box.left
      && other.top < box.bottom && other.bottom > box.top;
  }).map((one) => one.textContent);
}"""
"""The words, names and cards that an answer to a claim lies over."""


def test_a_claim_of_nothing_is_answered_on_the_cloth_and_moves_nothing(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play("SJ S7 ST HA")
    show(mine, table_of(round_), 0)
    boxes = "() => [...document.querySelectorAll('.trick li, .face')].map((one) => one.getBoundingClientRect().top)"
    before = mine.page.evaluate(boxes)
    push(mine, round_.say("3 bonus"))
    answer = mine.page.locator("#trick .claim-answer:not(.is-right)")
    expect(answer).to_contain_text("no roem")
    assert mine.page.evaluate(boxes) == before


def test_the_trick_before_is_offered_when_another_lies_there(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play("SJ S7 ST HA")
    show(mine, table_of(round_), 0)
    looked_back = mine.page.locator("#strip .last-trick")
    expect(looked_back).to_have_count(0)
    push(mine, round_.play(_legal(round_)))
    expect(looked_back.locator(".trick > li")).to_have_count(4)
    while len(round_.round.tricks) < 2:
        round_.play(_legal(round_))
    push(mine, round_)
    shown = {words.rpartition(": ")[2] for words in looked_back.locator(".trick > li").all_text_contents()}
    assert shown == {"jack of spades", "seven of spades", "ten of spades", "ace of hearts"}


def test_a_deal_flies_from_the_dealer_and_a_tap_ends_it(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    moving(mine, closed(round_))
    mine.page.evaluate(SHIFTED)
    zones = rendering.zones_of(table_of(round_.deal(dealer=0)), seat=0, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    packets = mine.page.locator(".packet")
    mine.page.evaluate(STOPPED)
    assert mine.page.evaluate(STILL_TO_COME) > 0
    assert mine.page.evaluate(ENDS) < 1100
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    held = mine.cards()
    mine.page.evaluate("() => document.getAnimations().forEach((motion) => motion.play())")
    assert mine.tap("#hand .card", where={"x": 12, "y": 40})
    expect(packets).to_have_count(0)
    assert mine.page.evaluate(STILL_TO_COME) == 0
    assert mine.cards() == held
    expect(mine.page.locator("#hand .card[data-up]")).to_have_count(0)
    expect(mine.page.locator("#notice")).to_have_text("")
    assert mine.page.evaluate("window.shifts") <= 0.02


def test_what_is_asked_about_a_deal_is_seen_when_it_lies_and_a_tap_shows_it(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(8)
    moving(mine, closed(round_), 1)
    round_.deal(dealer=0)
    zones = rendering.zones_of(table_of(round_), seat=1, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED_DEAL)
    asked = mine.page.locator("#prompt .ask > *, #prompt .button")
    opacity = "all => [...new Set(all.map((one) => getComputedStyle(one).opacity))]"
    assert asked.evaluate_all(opacity) == ["0"]
    mine.page.evaluate("() => document.getAnimations().forEach((motion) => motion.play())")
    mine.page.locator("#answer-suit button").first.dispatch_event("pointerdown")
    assert asked.evaluate_all(opacity) == ["1"]


PICTURE = (
    """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>"""
)


def with_picture(mine: Phone) -> Table:
    """A phone that looks at a finished match, whose picture the server draws; gives the table."""
    mine.page.route("**/picture.svg", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    over = imagined_table(
        ("person", "bot", "bot", "bot"),
        lambda table: table.game.view(table.state.game_state, None).over,
        options={"rounds": 4},
    )
    show(mine, replace(over, status=Match.Status.FINISHED), 0)
    mine.page.add_script_tag(type="module", url=static(mine, "js/site.js"))
    return over


def test_the_picture_of_a_match_is_downloaded_as_a_picture_where_it_cannot_be_handed_on(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    over = with_picture(mine)
    mine.page.evaluate("delete Navigator.prototype.canShare")
    with mine.page.expect_download() as download:
        mine.page.locator("#sheet [data-picture]").click()
    assert download.value.suggested_filename == f"{over.code}.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_picture_of_a_match_is_handed_on_as_a_picture(screen: Callable[..., Phone]) -> None:
    mine = screen()
    over = with_picture(mine)
    mine.page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => { window.handedOn = files.map(({ name, type }) => [name, type]); };
    }""")
    mine.page.locator("#sheet [data-picture]").click()
    mine.page.wait_for_function("window.handedOn")
    assert mine.page.evaluate("window.handedOn") == [[f"{over.code}.png", "image/png"]]


STOPPED_DEAL = "() => document.getAnimations().forEach((motion) => motion.pause())"


def test_a_deal_is_not_mixed_with_the_last_trick_of_the_round_before(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = closed(Round().quiet().play_out(8))
    moving(mine, round_)
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(4)
    push(mine, round_.deal(dealer=0))
    expect(mine.page.locator("#hand .card")).to_have_count(8)
    expect(mine.page.locator(".trick.leaving")).to_have_count(0)


def test_who_deals_and_who_makes_trumps_is_seen_at_the_seat(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, table_of(Round().say("0 trump H")))
    expect(mine.page.locator("#seat-3 .dealer")).to_be_visible()
    expect(mine.page.locator("#seat-0 .makes .suit.H")).to_be_visible()
    expect(mine.page.locator(".makes")).to_have_count(1)


def test_buttons_stand_beside_their_own_question_while_the_card_flies(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=ROEM).say("0 trump H", "1 pass", "3 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA")
    moving(mine, round_)
    before = mine.page.evaluate(TURN)
    push(mine, round_.play("SJ"))
    expect(mine.page.locator("#answer [value=bonus]")).to_be_visible()
    asked = mine.page.evaluate(TURN)
    assert (asked["seen"], asked["kept"]) == (False, before["words"])
    assert opacities(mine) == {"0"}
    mine.page.evaluate(FINISHED)
    asked = mine.page.evaluate(TURN)
    assert (asked["seen"], asked["kept"]) == (True, "")
    assert opacities(mine) == {"1"}


def opacities(mine: Phone) -> set[str]:
    """How well the buttons of the question are seen."""
    return set(
        mine.page.locator("#prompt .button").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).opacity)"
        )
    )


DIAMONDS_LAST = (
    "SJ SQ SK H7 HQ HK D9 DT;S7 S8 S9 H9 C7 DJ CT D8;HT H8 CA CQ CJ C9 DA DK;HA HJ ST SA D7 CK C8 DQ"
)
"""Until trumps are named the diamonds of seat 2 lie last."""
TURN = """() => ({
  words: document.querySelector(".ask-words").textContent,
  seen: getComputedStyle(document.querySelector(".ask-words")).opacity === "1",
  kept: document.querySelector(".ask-before")?.textContent ?? "",
  rings: [...document.querySelectorAll(".seats > .seat")]
    .filter((seat) => getComputedStyle(seat.querySelector(".face")).boxShadow !== "none").map((seat) => seat.id),
})"""
"""The sentence of the turn, whether it is seen, the one that is seen in its place, and the seats with a ring."""


def test_the_turn_is_seen_to_pass_on_when_the_card_lies(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet()
    first = round_.round.to_play
    seat = (first + 1) % 4
    moving(mine, round_, seat)
    before = mine.page.evaluate(TURN)
    assert before["rings"] == [f"seat-{first}"]
    push(mine, round_.play(_legal(round_)), seat)
    flying = mine.page.evaluate(TURN)
    assert (flying["seen"], flying["kept"], flying["rings"]) == (False, before["words"], before["rings"])
    assert mine.page.evaluate(UNDER_A_THUMB) == [], "who is asked may answer at once"
    mine.page.evaluate(FINISHED)
    expect(mine.page.locator(".ask-before")).to_have_count(0)
    landed = mine.page.evaluate(TURN)
    assert landed["seen"]
    assert landed["words"] == flying["words"] != before["words"]
    expect(mine.page.locator(f"#seat-{seat} .face")).not_to_have_css("box-shadow", "none")
    expect(mine.page.locator(f"#seat-{first} .face")).to_have_css("box-shadow", "none")


def test_where_nothing_moves_the_turn_is_seen_at_once(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet()
    seat = (round_.round.to_play + 1) % 4
    show(mine, table_of(round_), seat)
    push(mine, round_.play(_legal(round_)), seat)
    now = mine.page.evaluate(TURN)
    assert (now["seen"], now["kept"], now["rings"]) == (True, "", [f"seat-{seat}"])


def test_trumps_lie_first_in_the_hand_as_soon_as_they_are_named(screen: Callable[..., Phone]) -> None:
    """The hand would turn round under the thumb otherwise, with the first card that is played."""
    mine = screen()
    round_ = Round(hands=DIAMONDS_LAST)
    moving(mine, round_, 2)
    assert mine.cards() == ["HT", "H8", "CA", "CQ", "CJ", "C9", "DA", "DK"]
    mine.page.locator("#hand [value=HT]").focus()
    push(mine, round_.say("0 trump D"), 2)
    lying = ["DA", "DK", "CA", "CQ", "CJ", "C9", "HT", "H8"]
    assert mine.cards() == lying
    assert mine.page.evaluate("() => document.activeElement.value") == "HT"
    mine.page.evaluate(FINISHED)
    round_.say("1 pass", "3 pass", *(f"{seat} declare" for seat in range(4)))
    for card in ("D9", "DJ"):
        push(mine, round_.play(card), 2)
    assert mine.cards() == lying
    push(mine, round_.play("DA"), 2)
    assert mine.cards() == ["DK", "CA", "CQ", "CJ", "C9", "HT", "H8"]


RECORDS = """([volume, silent]) => {
  Object.assign(document.documentElement.dataset, { volume, silent });
  window.AudioContext = class extends OfflineAudioContext {
    constructor() {
      super(1, 44100, 44100);
      window.recorder = this;
    }
    resume() { return Promise.resolve(); }
    suspend() { return Promise.resolve(); }
  };
  document.body.click();
}"""
RECORDED = """async () => {
  await new Promise((done) => setTimeout(done, 0)); // a sound begins after the context said that it runs
  const whole = await window.recorder.startRendering();
  const small = new OfflineAudioContext(1, whole.length, whole.sampleRate);
  const source = new AudioBufferSourceNode(small, { buffer: whole });
  const speaker = () => new BiquadFilterNode(small, { type: "highpass", frequency: 400 });
  source.connect(speaker()).connect(speaker()).connect(small.destination);
  source.start();
  const most = (buffer) => buffer.getChannelData(0).reduce((high, each) => Math.max(high, Math.abs(each)), 0);
  return [most(whole), most(await small.startRendering())];
}"""
"""Let what is played be recorded, and give its peak: as it is, and by the small speaker of a phone."""


@pytest.mark.parametrize(("word", "least"), [("kraken", 0.15), ("pass", 0.05)])
def test_a_knock_and_a_kraken_are_heard_from_a_small_speaker(
    screen: Callable[..., Phone], word: str, least: float
) -> None:
    mine = screen()
    peaks = {}
    for volume in ("normal", "loud"):
        round_ = Round().say("0 trump H")
        show(mine, table_of(round_))
        mine.page.evaluate(RECORDS, [volume, "turn card trick shuffle win"])
        push(mine, round_.say(f"1 {word}"))
        peaks[volume] = mine.page.evaluate(RECORDED)
    assert peaks["normal"][1] > least
    assert peaks["loud"][0] < 1


def closed(round_: Round) -> Round:
    """The round with its last window closed."""
    while round_.round.phase == "claim":
        round_.say("house close")
    return round_


def _krakened() -> Round:
    """A round with a kraken whose last trick is played."""
    round_ = Round().say("0 trump H", "1 kraken", "0 pass", "2 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play_out(7)
    while len(round_.round.tricks) < 8:
        round_.play(_legal(round_))
    return round_


def _legal(round_: Round) -> str:
    choices = round_.choices(round_.round.to_play)
    return next(choice.data["card"] for choice in choices if choice.data["do"] == "play")
