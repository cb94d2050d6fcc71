"""Moments of a table: a word that raises the round, a trick that is drawn in, roem, and the turn that passes on.

They are seen where things move, stand still where they do not, are told once, and take no tap.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games.table.log.loading import Table
from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.phone import Phone
from tests.browser.table.moments import (
    ENDS,
    FINISHED,
    NAMES,
    SHIFTED,
    UNDER_A_THUMB,
    legal_card,
    push,
    show_moving,
    table_of,
    times_told,
)
from tests.browser.table.standing import resize, show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kraken.table import Table as Round
from tests.table.play import imagine_table


def test_each_word_that_raises_the_round_is_an_event_and_told_once(screen: Callable[..., Phone]) -> None:
    mine = screen(SMALLEST)
    round_ = Round().say("0 trump H")
    show_moving(mine, round_)
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
    assert [times_told(mine, words) for words in (f"{NAMES[1]}: kraken!", "you: re!")] == [1, 1]
    assert times_told(mine, "Vlugge Ekster: superkraken!") == 1


def test_where_nothing_moves_an_arm_holds_the_ladder(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().say("0 trump H")
    show(mine, table_of(round_))
    expect(mine.page.locator(".contract.is-raised")).to_have_count(0)
    push(mine, round_.say("1 kraken"))
    expect(mine.page.locator(".raise")).to_have_count(0)
    arm = mine.page.locator(".contract.is-raised .ladder")
    assert "svg" in arm.evaluate("ladder => getComputedStyle(ladder, '::before').backgroundImage")
    assert times_told(mine, "Vlugge Ekster: kraken!") == 1


def test_a_won_trick_is_drawn_to_its_winner_and_moves_nothing_else(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round().quiet().play_out(1)
    while round_.round.phase != "play":
        round_.say("house close")
    show_moving(mine, round_)
    mine.page.evaluate(SHIFTED)
    heaps = mine.page.locator(".seats > .seat > .tricks > i")
    expect(heaps).to_have_count(0)
    push(mine, round_.play(legal_card(round_)))
    expect(heaps).to_have_count(1)
    expect(heaps).to_be_hidden()
    expect(mine.page.locator(".trick.leaving > li")).to_have_count(4)
    expect(mine.page.locator(".trick.leaving")).to_have_attribute("aria-hidden", "true")
    assert mine.page.evaluate(SAID) == ["Bartholomeus takes the trick"], "and not who is asked after it"
    expect(mine.page.locator("#trick .middle")).to_have_css("z-index", "3")  # over the faces
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    mine.page.evaluate(FINISHED)
    expect(heaps).to_be_visible()
    expect(mine.page.locator(f"#seat-{round_.round.tricks[0].winner} > .tricks > i")).to_have_count(1)
    expect(mine.page.locator(".trick.leaving")).to_have_count(0)
    assert mine.page.evaluate("window.shifts") <= 0.02
    assert mine.page.evaluate(SAID) == [mine.page.locator(".ask-words").inner_text()]


SAID = """() => [...document.querySelectorAll("#prompt .ask > *")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).opacity === "1" && !one.matches(".why"))
  .map((one) => one.textContent)"""
"""The line that is seen in the place of the question."""


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
    show_moving(mine, round_, seat)
    push(mine, round_.play(legal_card(round_)), seat)
    lead = mine.page.locator("#trick .trick:not(.leaving) > li")
    expect(lead).to_have_count(1)
    expect(lead).to_have_css("opacity", at_first)
    assert mine.page.evaluate(ENDS) < 1000
    mine.page.evaluate(FINISHED)
    expect(lead).to_have_css("opacity", "1")


PLACES = """() => Object.fromEntries([...document.querySelectorAll("#hand .card")].map((card) => {
  return [card.value, Math.round(card.getBoundingClientRect().left)];
}))"""
OVER = """() => ["#trick .middle", "#prompt", "#hand"].map((one) => {
  return Number(getComputedStyle(document.querySelector(one)).zIndex);
})"""


def test_an_own_card_is_seen_to_leave_the_hand_over_the_bar_of_the_question(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    round_ = Round().quiet()
    (leader,) = round_.waiting
    card = legal_card(round_)
    for seat in (leader, (leader + 1) % 4):
        show_moving(mine, Round().quiet(), seat)
        push(mine, Round().quiet().play(card), seat)
        flying, bar, hand = mine.page.evaluate(OVER)
        assert (flying > bar > hand) == (seat == leader)
        assert mine.page.evaluate(UNDER_A_THUMB) == []


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
    then = imagine_table(kinds, taken, rng=Random(seed))
    trick = then.game.view(then.state.game_state, None).trick
    assert trick is not None
    return seen[-2], then, trick.cards[-1][1]


ROEM = "SK HQ HT C9 DA DT CT H9;SQ HA HJ CJ DK D9 CA S9;SA H8 H7 C7 DQ D8 CK ST;SJ S7 S8 HK DJ D7 CQ C8"
"""The first trick may be SK SQ SA SJ, which is a run of four."""


def test_roem_lights_up_once_it_is_claimed_and_not_before(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=ROEM).say("0 trump H", "1 pass", "3 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA")
    show_moving(mine, round_)
    push(mine, round_.play("SJ"))
    lit = mine.page.locator("#trick .lit")
    expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(4)
    expect(lit).to_have_count(0)
    push(mine, round_.say("2 bonus"))
    expect(lit).to_have_count(4)
    expect(mine.page.locator("#trick .trick-bonus")).to_have_count(0)
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []
    assert mine.page.evaluate(SAID) == ["Ceciel: roem +50"]
    assert [times_told(mine, words) for words in ("Ceciel: roem 50!", "+50")] == [1, 0]
    answer = mine.page.locator("#trick .claim-answer.is-right")
    expect(answer).to_have_text("Ceciel: roem +50", use_inner_text=True)
    assert answer.evaluate(CLEAR_OF_WORDS) == []


CLEAR_OF_WORDS = """answer => {
  const box = answer.getBoundingClientRect();
  return [...document.querySelectorAll(".seats .word, .seats .name, .seats .face")].filter((one) => {
    const other = one.getBoundingClientRect();
    return one.checkVisibility() && other.left < box.right && other.right > box.left
      && other.top < box.bottom && other.bottom > box.top;
  }).map((one) => one.textContent);
}"""
"""The words, names and faces that an answer to a claim lies over."""


NAMES_COVERED = """() => [...document.querySelectorAll(".seats .name, .seats .face")].filter((one) => {
  const box = one.getBoundingClientRect();
  return [...document.querySelectorAll("#trick .trick .card, #trick .claim-answer")].some((lies) => {
    const other = lies.getBoundingClientRect();
    return other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
  });
}).map((one) => one.textContent)"""
"""The faces and names that a card of the trick or the answer to a claim lies over."""


def test_a_trick_and_what_was_claimed_lie_over_no_face_and_no_name(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=ROEM).say("0 trump H", "1 pass", "3 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA SJ").say("2 bonus")
    show(mine, table_of(round_), 0)
    expect(mine.page.locator("#trick .claim-answer")).to_be_visible()
    phones = ((320, 568), (360, 640), (360, 740), (568, 320), (640, 360), (740, 360), (844, 390))
    for width, height in (*phones, (1024, 600), (1280, 640), (1280, 720), (1440, 900)):
        resize(mine, {"width": width, "height": height})
        assert mine.page.evaluate(NAMES_COVERED) == [], (width, height)


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
    expect(looked_back).to_be_hidden()
    push(mine, round_.play(legal_card(round_)))
    expect(looked_back.locator(".trick > li")).to_have_count(4)
    while len(round_.round.tricks) < 2:
        round_.play(legal_card(round_))
    push(mine, round_)
    shown = {words.rpartition(": ")[2] for words in looked_back.locator(".trick > li").all_text_contents()}
    assert shown == {"jack of spades", "seven of spades", "ten of spades", "ace of hearts"}


def test_buttons_stand_beside_their_own_question_while_the_card_flies(screen: Callable[..., Phone]) -> None:
    mine = screen()
    round_ = Round(hands=ROEM).say("0 trump H", "1 pass", "3 pass")
    round_.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA")
    show_moving(mine, round_)
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
    show_moving(mine, round_, seat)
    before = mine.page.evaluate(TURN)
    assert before["rings"] == [f"seat-{first}"]
    push(mine, round_.play(legal_card(round_)), seat)
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
    push(mine, round_.play(legal_card(round_)), seat)
    now = mine.page.evaluate(TURN)
    assert (now["seen"], now["kept"], now["rings"]) == (True, "", [f"seat-{seat}"])


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
