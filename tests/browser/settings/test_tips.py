"""Tips that come by themselves, and the plates of bots: on small phones, in large letters, upright and on the side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import dropwhile
from typing import Final
from urllib.parse import parse_qs

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Route, expect

from games.bots import estimates
from games.bots.kan import reasons as kan_reasons
from games.bots.kraken import reasons as kraken_reasons
from games.bots.registry import SENTENCES
from games.engine.kalooki.state import State
from games.engine.kalooki.words import WORDS
from games.engine.seats import Seat
from games.table.log.loading import Table
from tests.browser.kalooki.turns import PHONE, SMALLEST, still
from tests.browser.kan.tables import kan_table, play_on
from tests.browser.phone import Phone
from tests.browser.table.moments import table_of
from tests.browser.table.standing import show
from tests.engine.kalooki.table import after_lines
from tests.engine.kan.positions import second_deal
from tests.engine.kraken.table import Table as Round
from tests.engine.kraken.table import hands_with
from tests.table.kalooki.tables import BEFORE_THE_DRAW, CALLED
from tests.table.kalooki.tables import table_of as kalooki_table_of

ACTS = after_lines(BEFORE_THE_DRAW, "1 pass", "2 pass", "3 pass", "0 stock")
SIZES: Final = ((320, 640), (360, 740), (640, 320), (1280, 800))
LETTERS: Final = ("normal", "largest")
IN_THE_WAY = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const upper = ({ left, right, top, height }) => ({ left, right, top, bottom: top + 0.48 * height });
  const seats = [...document.querySelectorAll(".felt .seat")];
  const tip = box(document.getElementById("advice"));
  const asked = seats.filter((seat) => seats.length !== 5 || innerWidth > 360 || seat.matches(".bot"));
  const name = seats.length === 5 && innerWidth === 320 ? "" : ".name, ";
  const shows = (seat) => (seat.matches(".bot") ? `.face, ${name}.mark` : `${name}.mark`);
  const parts = asked.flatMap((seat) => [...seat.querySelectorAll(shows(seat))]);
  const cards = [...document.querySelectorAll(".middle > .trick .card")];
  const covered = [...parts.map((one) => [one, box(one)]), ...cards.map((one) => [one, upper(box(one))])]
    .filter(([, place]) => cross(tip, place)).map(([one]) => `tip over ${one.className} ${one.textContent}`);
  const plates = [...document.querySelectorAll(".felt .mark")];
  const named = seats.map((seat) => seat.querySelector(".name")).filter((name) =>
    plates.some((plate) => cross(box(plate), box(name)))
      || seats.some((seat) => !seat.contains(name) && cross(box(seat.querySelector(".face")), box(name))));
  const out = plates.filter((plate) => box(plate).left < 0 || box(plate).right > innerWidth);
  return [...covered, ...[...named, ...out].map((one) => `hidden: ${one.textContent}`)];
}"""
"""The parts of seats and the upper halves of cards that lie under a tip, the names under a face or a plate, and the
plates that leave the screen. A tip may cover one's own face, on a phone with five seats
one's own name too, on the smallest one the other names."""

POINTS_COVERED = """() => {
  const button = document.querySelector(".last-trick summary");
  if (!button) return [];
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const spare = parseFloat(getComputedStyle(button).borderTopWidth);
  return [...document.querySelectorAll(".captured-by, .captured-points")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < right && left < box.right && box.top < bottom - spare && top + spare < box.bottom;
  }).map((one) => one.textContent);
}"""
"""The points of a side that lie under the button for the previous trick; its border is room for a finger."""


LENGTHENED = """(words) => {
  const tip = document.getElementById("advice");
  tip.replaceChildren(tip.querySelector("b"), ` ${words}`);
}"""
"""Let the tip say this about the card it names."""


def practice(table: Table) -> tuple[Table, Seat]:
    """The table as one at which whoever is to act plays with bots, and the seat."""
    person = next(iter(table.game.pending(table.state.game_state)))
    assert isinstance(person, int)
    sitters = [
        replace(sitter, kind="bot" if sitter.number != person else "person") for sitter in table.sitters
    ]
    return replace(table, sitters=tuple(sitters), casual=True), person


def kraken(*tricks: str) -> Table:
    """Kraken after these cards; seat 0 made hearts trumps and led."""
    hands = hands_with(seat0="HK HQ HJ H9 HA HT", seat1="H7 S7", seat2="H8 S8", seat3="S9 C7")
    return table_of(Round(hands=hands).quiet().play(" ".join(tricks)))


PRACTICE: Final = {
    "Kraken, last to play": kraken("HJ H7 H8"),
    "Kraken, leads": kraken("HJ H7 H8 C7"),
    "Kraken, leads, roem": kraken("HJ H7 H8 C7", "HA S7 S8 S9"),
    "Kraken, leads, roem and stuk": kraken("HK H7 H8 C7", "HQ S7 S8 S9"),
    "Kan, last to play": kan_table(play_on(second_deal("XX"), 4)),
    "Kan, leads": kan_table(play_on(second_deal("XX"), 5)),
}
FIRST_FOR_A_CARD: Final = {
    "kraken": kraken_reasons.Reason.ONLY_CARD,
    "kan": kan_reasons.Reason.JOKER_LED,
}
"""The first of the reasons to play a card; the rest are those after it."""


def test_no_move_waits_for_a_tip(screen: Callable[..., Phone]) -> None:
    """Nor is the same tip asked for twice."""
    mine = screen(PHONE)
    table, seat = practice(PRACTICE["Kraken, last to play"])
    show(mine, table, seat)
    held: list[Route] = []
    # No answer comes. Playwright takes no method of a list.
    mine.page.route("**/act/", lambda route: held.append(route))  # noqa: PLW0108
    tip = mine.page.locator("#ask-advice button")
    tip.tap()
    tip.tap()
    mine.page.locator("#hand .card:not(.barred)").first.tap(position={"x": 12, "y": 40})
    # A request is told of before its route is, so only the routes say that both are held.
    mine.keep(lambda: None, until=lambda: len(held) > 1)
    sent = [parse_qs(route.request.post_data or "")["do"] for route in held]
    for route in held:
        route.fulfill(status=204)
    assert sent == [["advice"], ["play"]]


def longest_words(game: str, language: str) -> str:
    """The longest reason for a card, with the longest word of how sure it is."""
    with override(language):
        first = FIRST_FOR_A_CARD[game]
        codes = dropwhile(lambda code: code is not first, type(first))
        facts = {"suit": gettext("spades"), "card": gettext("ten of diamonds"), "count": 3}
        reasons = [gettext(SENTENCES[code]).format(**facts) for code in codes]
        return f"{max(reasons, key=len)} {max(map(gettext, estimates.SENTENCES.values()), key=len)}"


@pytest.mark.parametrize("where", PRACTICE)
def test_the_longest_tip_leaves_the_trick_in_sight(screen: Callable[..., Phone], where: str) -> None:
    mine = screen()
    table, seat = practice(PRACTICE[where])
    window = table.game.pending(table.state.game_state)[seat].window
    found = {}
    for language in ("en", "nl"):
        show(mine, table, seat, language=language, advised=window)
        mine.page.wait_for_selector("#advice.is-given")
        if not mine.page.locator("#prompt .button--gold.lit").count():
            mine.page.evaluate(LENGTHENED, longest_words(table.game.key, language))
        for letters in LETTERS:
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            for width, height in SIZES:
                mine.page.set_viewport_size({"width": width, "height": height})
                found[language, letters, width] = mine.page.evaluate(IN_THE_WAY) + mine.page.evaluate(
                    POINTS_COVERED
                )
    assert {where: faults for where, faults in found.items() if faults} == {}


ASKED_COVERED = """([words]) => {
  const table = document.getElementById("table");
  const tip = document.querySelector("#advice");
  tip.className = "advice with-advice is-given with-tip";
  table.classList.add("with-tip");
  tip.textContent = words;
  const box = tip.getBoundingClientRect();
  const asked = [...document.querySelectorAll(".ask-words, .ask-raised, #answer .button")]
    .filter((one) => one.checkVisibility());
  const seen = (one) => getComputedStyle(one).opacity === "1" && !crosses(one.getBoundingClientRect());
  const crosses = ({ top, bottom }) => top < box.bottom && bottom > box.top;
  return asked.length ? asked.filter((one) => !seen(one)).map((one) => one.textContent) : ["nothing asked"];
}"""
"""What is asked that a tip of these words lies over, or that is not seen beside it."""
NOTES: Final = ("note_draw", "note_call", "note_act", "note_act_contract", "note_act_down", "note_answer")


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("raised", [False, True], ids=["asked", "raised"])
def test_a_tip_lies_over_no_question_of_kalooki(
    screen: Callable[..., Phone], language: str, raised: bool
) -> None:
    mine = screen()
    with override(language):
        longest = max((gettext(WORDS[note]) for note in NOTES), key=len)
    found = {}
    states = [(ACTS, 0)] if raised else [(BEFORE_THE_DRAW, 0), (BEFORE_THE_DRAW, 1), (CALLED, 0), (ACTS, 0)]
    for state, seat in states:
        table = kalooki_table_of(state)
        sitters = tuple(replace(one, kind="person" if one.number == seat else "bot") for one in table.sitters)
        show(mine, replace(table, sitters=sitters, casual=True), seat, language=language)
        for size in (PHONE, SMALLEST):
            mine.page.set_viewport_size(size)
            if raised:
                mine.page.locator("#hand .card").first.tap(position={"x": 6, "y": 8})
                expect(mine.page.locator(".ask-raised")).to_be_visible()
            found[size["width"], seat] = mine.page.evaluate(ASKED_COVERED, [longest])
            if raised:
                break
        assert {where: faults for where, faults in found.items() if faults} == {}


PILES_COVERED = """() => {
  const table = document.getElementById("table");
  const tip = document.getElementById("advice") ?? table.appendChild(document.createElement("p"));
  Object.assign(tip, { id: "advice", className: "advice" });
  table.classList.add("with-advice");
  const places = () => [...document.querySelectorAll(".stock .card, .discard .card")].map((one) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    return { left, top, bottom };
  });
  const before = places();
  tip.classList.add("is-given");
  tip.innerHTML = "<b>Nee, ik pak zelf:</b> Deze kaart is hier nodig: hou hem.";
  const top = tip.getBoundingClientRect().top;
  const moved = JSON.stringify(before) !== JSON.stringify(places());
  const covered = before.filter((one) => one.bottom > top);
  tip.remove();
  if (before.length < 2) return ["no piles"];
  return [...(moved ? ["moved"] : []), ...covered.map((one) => `${one.bottom} > ${top}`)];
}"""
"""The piles that lie under a tip of two lines or that it moves; the tip is taken away again."""


@pytest.mark.parametrize("state", [BEFORE_THE_DRAW, CALLED], ids=["draw", "called"])
def test_a_tip_leaves_stock_and_pile_in_sight(screen: Callable[..., Phone], state: State) -> None:
    mine = screen()
    still(mine, state, language="nl")
    found = {}
    for size in (PHONE, SMALLEST):
        mine.page.set_viewport_size(size)
        for letters in LETTERS:
            mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", letters)
            found[size["width"], letters] = mine.page.evaluate(PILES_COVERED)
    assert {where: faults for where, faults in found.items() if faults} == {}
