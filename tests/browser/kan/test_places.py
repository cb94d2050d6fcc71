"""Kan on a phone: every seat, word, gain and tip has a place of its own, and what is said explains itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import ViewportSize, expect

from games.engine.kan.state import State
from games.engine.seats import Seat
from games.table.log.loading import Table
from games.table.screen import rendering
from tests.browser.conftest import MOVING
from tests.browser.kan.tables import COURTS, kan_table, phases, play_on
from tests.browser.phone import Phone
from tests.browser.table.moments import times_told
from tests.browser.table.standing import resize, show
from tests.engine.kan.positions import after_moves, deal_first, second_deal, to_act, with_deal

UPRIGHT = ({"width": 320, "height": 568}, {"width": 360, "height": 740})
SIZES = (*UPRIGHT, {"width": 568, "height": 320}, {"width": 1280, "height": 800})
KOI = "Koi: let my partner lead."
IKU = "Iku: I would like to lead."
HANDS = ("SA SK", "SQ SJ", "ST", "S9", "S8")
"""A first trick of spades in which the kan or the mukan take cards that count."""
WATCHED = """() => {
  const animate = Element.prototype.animate;
  window.held = [];
  Element.prototype.animate = function (frames, timing) {
    if (frames[0]?.opacity === 0 && timing.duration === 0) window.held.push([this.className, timing.delay]);
    return animate.call(this, frames, timing);
  };
}"""
"""Note what is kept unseen, and for how long."""
CROWDED = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const cross = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const box = (one) => one.getBoundingClientRect();
  const parts = seen(".felt .seat > :is(.face, .name, .own-name, .role, .word)");
  const others = [...parts, ...seen(".captured"), ...seen("#strip > :is(.strip-trump, .strip-label, .last-trick) ")];
  const faults = [];
  for (const one of parts) for (const other of others) {
    if (one !== other && cross(box(one), box(other))) faults.push(`${one.className} over ${other.className}`);
  }
  const cut = seen(".felt .seat > :is(.name, .own-name)").filter((one) => one.scrollHeight > one.clientHeight + 2);
  const wide = seen(".captured").filter((heap) => [heap, ...heap.querySelectorAll(".card")].some((one) =>
    box(one).right > Math.min(box(heap).right + 1, innerWidth)));
  const small = seen(".felt .seat > .face").filter((one) => box(one).width < 36);
  const named = (words, found) => found.map((one) => `${words}: ${one.parentElement.textContent.trim()}`);
  return [...faults, ...named("too wide", wide), ...named("cut", cut), ...named("small", small)];
}"""
"""The parts of seats that lie over other seats, over the heaps of the camps or under what hangs from the strip, heaps
wider than their boxes, names that are cut, and faces under 36 px."""
TIPPED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const place = ({ x, y, width, height }) => [x, y, width, height].join();
  const aimed = () => [...document.querySelectorAll("#hand .card, #prompt .button")].map(box).map(place).join(" ");
  const before = aimed();
  const tip = document.getElementById("advice");
  tip.className = "advice with-advice is-given with-tip";
  document.getElementById("table").classList.add("with-tip");
  tip.textContent = "Queen of hearts: The opponents take this trick: give no card that counts. Anything else is worse.";
  const { left, right, top, bottom } = box(tip);
  const own = document.querySelector(`#seat-${document.getElementById("table").dataset.seat}`);
  const under = (part) =>
    part.top < bottom - 1 && part.bottom > top + 1 && part.left < right - 1 && part.right > left + 1;
  const seen = [...own.querySelectorAll(".face, .own-name, .role"), ...document.querySelectorAll("#prompt .button")];
  const covered = seen.map((one) => [one, box(one)])
    .filter(([, part]) => part.width && under(part));
  return [...(before === aimed() ? [] : ["moved"]), ...covered.map(([one]) => one.className)];
}"""
"""Give a tip; the parts of the own seat and the buttons that it covers, and "moved" where a card or a button moved."""


def practice(state: State, viewer: Seat | None) -> Table:
    """The table with bots in all other seats."""
    table = kan_table(state)
    sitters = tuple(replace(one, kind="person" if one.number == viewer else "bot") for one in table.sitters)
    return replace(table, sitters=sitters, casual=True)


def push(mine: Phone, state: State, viewer: Seat) -> None:
    """Bring what the state looks like to the page, as its socket does."""
    zones = rendering.zones_of(kan_table(state), seat=viewer, talk=(), language="en")
    mine.page.evaluate(
        """html => document.dispatchEvent(
          new CustomEvent("htmx:wsBeforeMessage", { cancelable: true, detail: { message: html } }))""",
        "".join(zones.values()),
    )


def full_heaps() -> State:
    """The lead to the ninth trick, with eleven cards in one heap and five in the other."""
    return with_deal(phases()["ninth of others"][0], captured=(COURTS[:5], COURTS[5:]))


@pytest.mark.parametrize(
    "name", ["call", "spoken", "opened", "trick", "juuroku", "shown to others", "show", "full heaps"]
)
def test_every_seat_has_a_place_of_its_own(screen: Callable[..., Phone], name: str) -> None:
    state, viewer = (full_heaps(), 1) if name == "full heaps" else phases()[name]
    mine = screen()
    show(mine, practice(state, viewer), viewer, language="nl")
    found = {}
    for size in SIZES:
        resize(mine, size)
        found[size["width"]] = mine.page.evaluate(CROWDED)
    assert {width: faults for width, faults in found.items() if faults} == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}")
def test_the_next_player_sits_at_the_right(screen: Callable[..., Phone], size: ViewportSize) -> None:
    """Play goes to the right, in Kan alone, and so it goes round the table."""
    mine = screen(size)
    state = second_deal()
    show(mine, kan_table(state), 0)
    assert state.deal is not None
    after = [mine.page.locator(f"#seat-{seat} > .face").bounding_box() for seat in state.deal.ring]
    _own, first, second, third, last = [box["x"] for box in after if box]
    assert first > last
    assert second > third


@pytest.mark.parametrize("name", ["call", "lead", "trick", "show", "stop or juuroku"])
def test_a_tip_leaves_the_own_seat_in_sight_and_moves_nothing_under_a_thumb(
    screen: Callable[..., Phone], name: str
) -> None:
    state, viewer = phases()[name]
    mine = screen()
    found = {}
    for size in SIZES:
        mine.page.set_viewport_size(size)
        show(mine, practice(state, viewer), viewer, language="nl")
        found[size["width"]] = mine.page.evaluate(TIPPED)
    assert {width: faults for width, faults in found.items() if faults} == {}


def test_a_word_of_the_game_is_explained_once_and_then_by_a_tap_on_who_said_it(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    first = deal_first("XX SK", "", "SA", "", "", rounds=10)
    for explained in (True, False):
        show(mine, kan_table(first), 1)
        push(mine, after_moves(first, "iku", "koi"), 1)
        expect(mine.page.locator(".ask-before.is-event")).to_have_count(int(explained))
        if explained:
            expect(mine.page.locator(".ask-before.is-event")).to_have_text(f"Aafke · {IKU} Ferdinand · {KOI}")
            expect(mine.page.locator("#live")).to_contain_text(KOI)
        else:
            expect(mine.page.locator("#live")).not_to_contain_text(KOI)
    mine.page.locator(f".explains[data-word='{KOI}']").tap()
    expect(mine.page.locator("#notice")).to_contain_text(KOI)
    expect(mine.page.locator("#notice")).to_contain_text("who holds the ace of trumps")


def test_what_a_side_gains_stands_beside_its_points(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = play_on(second_deal(*HANDS), 4)
    viewer = next(seat for seat in range(5) if seat != to_act(state))
    show(mine, kan_table(state), viewer)
    push(mine, play_on(state, 1), viewer)
    gain = mine.page.locator(".captured-points > .gain")
    expect(gain).to_have_count(1)
    inside = gain.evaluate(
        """one => {
          const [mark, heap] = [one, one.closest(".captured")].map((each) => each.getBoundingClientRect());
          return mark.top >= heap.top && mark.bottom <= heap.bottom && mark.right <= heap.right;
        }"""
    )
    assert inside


@pytest.mark.parametrize("viewer", [0, 1])
def test_that_a_deal_is_won_is_said_at_once(screen: Callable[..., Phone], viewer: Seat) -> None:
    """Seven points of the mukan become the eight that they need, in the middle of the deal."""
    mine = screen()
    state = with_deal(play_on(second_deal(*HANDS), 4), captured=((), COURTS[4:11]))
    show(mine, kan_table(state), viewer)
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.evaluate("() => { document.documentElement.removeAttribute('data-motion'); }")
    push(mine, play_on(state, 1), viewer)
    words = "Your side has won this deal!" if viewer == 1 else "Mukan has won this deal"
    expect(mine.page.locator(".won-banner")).to_have_text(words)
    assert times_told(mine, words) == 1
    expect(mine.page.locator(".won-banner")).to_have_count(0)


GROWN = """() => {
  const animate = Element.prototype.animate;
  window.grown = [];
  Element.prototype.animate = function (frames, timing) {
    if (this.closest(".captured .cards") && frames[0]?.scale) window.grown.push(frames[0].scale);
    return animate.call(this, frames, timing);
  };
  document.documentElement.removeAttribute("data-motion");
}"""
"""Note how large the cards are that fly to a heap, in their size there."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_card_flies_to_a_full_heap_in_the_size_it_had(
    screen: Callable[..., Phone], size: ViewportSize
) -> None:
    mine = screen(size)
    mine.page.emulate_media(reduced_motion="no-preference")
    state = with_deal(play_on(second_deal(*HANDS), 4), captured=(COURTS[4:8], COURTS[8:12]))
    viewer = next(seat for seat in range(5) if seat != to_act(state))
    show(mine, kan_table(state), viewer)
    card = mine.page.locator(".trick .card").first.bounding_box()
    heap = mine.page.locator(".captured .card").first.bounding_box()
    assert card is not None
    assert heap is not None
    mine.page.evaluate(GROWN)
    push(mine, play_on(state, 1), viewer)
    grown = mine.page.evaluate("window.grown")
    assert grown
    assert max(grown) < 1.3 * card["height"] / heap["height"]


INDEXES = """() => [...document.querySelectorAll(".captured .card")].map((card) => {
  const [suit, letter] = ["::before", "::after"].map((part) => getComputedStyle(card, part));
  const boxes = [card, card.closest(".captured")].map((one) => one.getBoundingClientRect());
  const inside = boxes[0].right <= boxes[1].right && boxes[0].bottom <= boxes[1].bottom + 1;
  const said = suit.content === "none" ? "" : suit.content[1];
  return [said + letter.content[1], parseFloat(letter.fontSize) >= 9.5 && inside];
})"""
"""What is printed of each captured card, and whether it can be read."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_what_a_camp_has_captured_is_read_as_indexes(
    screen: Callable[..., Phone], size: ViewportSize
) -> None:
    """Each suit once, from the top."""
    mine = screen(size)
    captured = (("HQ", "SA", "HA", "CK"), ("SJ", "DA", "SK"))
    show(mine, kan_table(with_deal(play_on(second_deal(*HANDS), 4), captured=captured)), 0)
    printed, read = zip(*mine.page.evaluate(INDEXES), strict=True)
    assert printed == ("♠A", "♥A", "Q", "♣K", "♠K", "J", "♦A")
    assert all(read)


def test_the_camps_are_seen_once_the_cards_are_dealt(phone: Callable[..., Phone]) -> None:
    """Also where nothing moves: then nothing is dealt, and nothing is kept unseen."""
    for motion, held in ((MOVING, True), ({}, False)):
        mine = phone(**motion)
        mine.page.add_init_script(f"({WATCHED})()")
        state, viewer = phases()["call"]
        show(mine, kan_table(state), viewer, moves=bool(motion))
        times = [time for name, time in mine.page.evaluate("window.held") if name == "role"]
        assert (len(times) >= 2) == held
        assert all(0 < time < 2000 for time in times)
        expect(mine.page.locator(".seat > .role").first).to_have_css("opacity", "1")


def test_who_changed_seats_reads_you_and_why(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = deal_first("XX", "SA", rounds=1)
    assert state.deal is not None
    moved = state.deal.moved
    for viewer in range(5):
        show(mine, kan_table(state), viewer)
        said = mine.page.locator(".ask > .aside")
        expect(said).to_contain_text("changed seats: the two kan never sit side by side.")
        assert said.inner_text().startswith("You and ") == (viewer in moved)
