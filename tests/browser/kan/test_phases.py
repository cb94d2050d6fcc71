"""Kan on a phone: every phase fits and can be read by everybody, seats change places, a round against four bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from games.engine.game import replace_fields
from games.engine.kan.state import State
from games.engine.seats import HOUSE, Seat
from games.table.screen import rendering
from tests.browser.judging import COVERED_FACES, SMALLEST, judge
from tests.browser.kan.tables import NAMES, kan_table, mix_hands, phases, play_on
from tests.browser.kan.turns import go_on, is_over, points_in
from tests.browser.phone import ON_A_CARD, Phone
from tests.browser.table.standing import resize, show
from tests.engine.kan.positions import KAN, deal_first, second_deal, to_act

SIZES = ((320, 640), (360, 740), (768, 1024), (1280, 800))
OUTSIDE = """() => [...document.querySelectorAll(
  "#hand .card, #prompt .button, .strip > *, .seat :is(.face, .name, .word), :is(.trick, .captured) .card, .captured")]
  .filter((one) => one.checkVisibility() && !one.closest(".sheet.is-open"))
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const lines = seen(".captured").map(box);
  const others = [...seen(".trick:not(.last-trick *) .card"), ...seen(".felt .seat .face"), ...seen("#prompt")];
  return others.filter((one) => lines.some((line) => cross(line, box(one)))).map((one) => one.className);
}"""
"""The elements that lie over the captured cards, the points and the quota of a side."""
UNDER_CARDS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cross = (a, b) => a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [said, room] = [box(range), box(one)];
    return { left: said.left, right: Math.min(said.right, room.right), top: said.top, bottom: said.bottom };
  };
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const cards = seen(".middle > .trick .card").map(box);
  const said = seen(".felt .seat > :is(.name, .role)").map((one) => [one.textContent, words(one)]);
  return [...said, ["question", box(document.getElementById("prompt"))]]
    .filter(([, place]) => cards.some((card) => cross(card, place))).map(([what]) => what);
}"""
"""The names and roles that lie under a card of the trick; "question" where the question cuts one off."""
CROSSED_CHIPS = """() => {
  const crosses = (one, other) => one !== other && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const chips = [...document.querySelectorAll(".strip > :is(.strip-trump, .strip-label), .last-trick > summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.className, one.getBoundingClientRect()]);
  return chips.filter(([, box]) => chips.some(([, other]) => crosses(box, other))).map(([name]) => name);
}"""
"""Those of the trick before, the trumps and the name of the deal that lie over one another."""
NAMES_CUT = """() => [...document.querySelectorAll(".sheet--many thead .whose")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
"""The names over the columns of the sheet that are not shown whole."""
CROWDED = """() => {
  const seen = (one) => one.checkVisibility();
  const buttons = [...document.querySelectorAll("#prompt .button:not(.slot-name)")].filter(seen);
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  const covers = (number) => boxes.some((box, other) => other !== number && cross(box, boxes[number]));
  return buttons.filter((one, number) => cut(one) || covers(number)).map((one) => one.textContent.trim());
}"""
"""The buttons without room for their words or cards, and those that lie over one another."""


def open_phase(mine: Phone, name: str) -> None:
    state, viewer = phases()[name]
    show(mine, kan_table(state), viewer)


def form_sent_by(mine: Phone, tap: Callable[[], None]) -> dict[str, list[str]]:
    """The form that a tap sends, by field; the table that stands still answers nothing."""
    mine.page.route("**/act/", lambda route: route.fulfill(status=204))
    with mine.page.expect_response("**/act/") as answer:
        tap()
    return parse_qs(answer.value.request.post_data or "", keep_blank_values=True)


@pytest.mark.parametrize("name", phases())
def test_every_phase_fits_and_can_be_read_by_everybody(screen: Callable[..., Phone], name: str) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, name)
    for width, height in SIZES:
        mine.page.set_viewport_size({"width": width, "height": height})
        assert mine.page.evaluate(OUTSIDE) == [], width
        assert mine.page.evaluate(COVERED) == [], width
        assert mine.page.evaluate(UNDER_CARDS) == [], width
        assert mine.page.evaluate(NAMES_CUT) == [], width
        assert mine.page.evaluate(CROSSED_CHIPS) == [], width
        assert mine.page.locator(".strip").evaluate("one => one.offsetHeight") < 60, width
        assert mine.page.evaluate("() => document.documentElement.scrollWidth") <= width
    mine.page.set_viewport_size({"width": 320, "height": 640})
    assert judge(mine, name) == []


@pytest.mark.parametrize("name", phases())
def test_every_answer_and_every_face_has_room_beside_a_tip(screen: Callable[..., Phone], name: str) -> None:
    """Against bots, where a tip may be asked for. Faces are the same in every language."""
    state, viewer = phases()[name]
    table = kan_table(state)
    sitters = tuple(replace(one, kind="person" if one.number == viewer else "bot") for one in table.sitters)
    mine = screen()
    faults = []
    for language in ("en", "nl"):
        mine.page.set_viewport_size(SMALLEST)
        show(mine, replace(table, sitters=sitters, casual=True), viewer, language=language)
        for size in (SMALLEST, {"width": 360, "height": 740}, {"width": 1280, "height": 800}):
            resize(mine, size)
            found = mine.page.evaluate(CROWDED)
            if language == "en" and size["width"] <= 360:
                found += [f"the face of {seat}" for seat in mine.page.evaluate(COVERED_FACES)]
            faults += [f"{language}, {size['width']}: {what}" for what in found]
    assert faults == []


def test_trumps_quota_and_points_are_in_sight_and_both_kan_are_marked(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "trick")
    expect(mine.page.locator(".strip-trump .suit")).to_have_text("clubs")
    sides = mine.page.locator(".captured")
    expect(sides).to_have_count(2)
    expect(sides.first).to_contain_text("Kan")
    for side, quota in zip(sides.all(), ("9", "8"), strict=True):
        points = side.locator(".captured-points").inner_text()
        assert points == f"{side.locator('.card').count()}/{quota}"
    assert mine.page.locator(".seat .role").all_inner_texts() == ["Kan", "Kan"]
    open_phase(mine, "opened")
    expect(mine.page.locator(".strip-trump .suit")).to_have_text("clubs")


def test_the_partner_sees_the_cards_shown_and_the_others_only_how_many(screen: Callable[..., Phone]) -> None:
    mine = screen()
    open_phase(mine, "shown to me")
    expect(mine.page.locator(".showing .card")).to_have_text(["ace of spades", "seven of spades"])
    open_phase(mine, "shown to others")
    expect(mine.page.locator(".showing")).to_have_count(2)
    expect(mine.page.locator(".showing .card")).to_have_count(0)


def test_the_questions_of_house_rules_say_what_they_ask(screen: Callable[..., Phone]) -> None:
    """The first word that decides, two showings, and a deal that the opponents may cancel."""
    mine = screen({"width": 320, "height": 640})
    asked, answers = mine.page.locator(".ask-words"), mine.page.locator("#answer .button")
    open_phase(mine, "first call")
    expect(asked).to_contain_text("The first word decides.")
    expect(answers).to_have_text(["Iku: I lead", "Koi: my partner leads"])
    open_phase(mine, "two required")
    expect(asked).to_have_text("Show your partner a card, then once more: another, or the same again")
    expect(mine.page.locator("#answer-none .button")).to_have_accessible_name(
        "Show one by one ace of spades ten of spades"
    )
    open_phase(mine, "cancel")
    expect(asked).to_have_text("The other side held all four aces and the joker. Cancel the deal?")
    expect(answers).to_have_text(["Cancel this deal"])
    assert answers.get_attribute("data-confirm")
    open_phase(mine, "cancel of others")
    expect(asked).to_contain_text("the opponents may cancel the deal")
    expect(answers).to_have_count(0)


def joker_to_lead() -> tuple[State, Seat]:
    """A moment at which the joker may be led, and the seat of its player."""
    for seed in range(20):
        for cards in range(5, 40, 5):
            state = play_on(second_deal(*mix_hands(seed)), cards)
            actor = to_act(state)
            if actor != HOUSE and any("suit" in choice.data for choice in KAN.choices(state, actor)):
                return state, int(actor)
    raise AssertionError


def test_a_joker_that_may_be_led_lies_as_bright_as_the_cards_that_may(screen: Callable[..., Phone]) -> None:
    """It is played with the suit that it asks for, by the buttons of the question."""
    mine = screen()
    state, seat = joker_to_lead()
    show(mine, kan_table(state), seat)
    looks = """cards => cards.map((card) => {
      return [getComputedStyle(card, "::before").filter, Math.round(card.getBoundingClientRect().top)];
    })"""
    joker, *others = mine.page.locator("#hand .card").evaluate_all(looks)
    assert joker in others
    mine.tap("#hand .card.XX", where=ON_A_CARD)
    expect(mine.page.locator("#prompt .why")).to_have_text([re.compile("joker with a suit")])
    expect(mine.page.get_by_role("button", name="Joker, asking for")).to_have_count(4)


def test_the_suit_that_a_led_joker_asks_for_is_said_in_the_middle(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "joker")
    expect(mine.page.locator(".felt .asked")).to_have_text("Asked: hearts")
    expect(mine.page.locator(".felt .asked .suit")).to_be_visible()
    open_phase(mine, "trick")
    expect(mine.page.locator(".felt .asked")).to_have_count(0)


def test_the_usual_showing_is_one_tap_beside_the_cards_of_the_hand(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "show")
    sent = mine.page.locator("#answer-none button.button--go")
    expect(sent).to_have_accessible_name("Show ten of spades ace of spades")
    expect(mine.page.locator(".arrange-send")).to_be_hidden()
    form = form_sent_by(mine, sent.tap)
    assert (form["do"], form["cards"]) == (["show"], ["ST SA"])


def test_other_cards_are_shown_by_a_tap_on_each_and_one_to_send(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "show")
    mine.page.locator("#hand button[value=S5]").tap(position={"x": 12, "y": 20})
    expect(mine.page.locator("#answer-none .button:visible")).to_have_count(0)
    form = form_sent_by(mine, mine.page.locator(".arrange-send").tap)
    assert (form["do"], form["cards"]) == (["show"], ["S5"])


def test_a_tap_on_the_card_gives_it(screen: Callable[..., Phone]) -> None:
    """As one plays a card."""
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "give")
    card = mine.page.locator("#hand .card").first
    value = card.get_attribute("value")
    expect(mine.page.locator("#answer-arrange button:visible")).to_have_count(0)
    form = form_sent_by(mine, lambda: card.tap(position={"x": 12, "y": 20}))
    assert (form["do"], form["card"]) == (["give"], [value])


def test_with_two_taps_for_every_card_the_card_is_laid_ready_first(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "give")
    mine.page.evaluate("document.documentElement.dataset.confirmTap = 'on'")
    card = mine.page.locator("#hand .card").first
    value = card.get_attribute("value")
    card.tap(position={"x": 12, "y": 20})
    expect(mine.page.locator(f".slot-cards [data-grouped={value}]")).to_be_visible()
    form = form_sent_by(mine, mine.page.locator(".arrange-send").tap)
    assert (form["do"], form["card"]) == (["give"], [value])


def test_the_sheet_strikes_cancelled_lines_and_names_the_doubling(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "struck")
    rows = mine.page.locator(".score-lines tbody tr.is-cancelled")
    expect(rows).to_have_count(4)
    assert rows.first.locator("td").all_inner_texts() == ["1", "−1", "1", "−1", "−1"]
    assert "line-through" in rows.first.locator("td").first.evaluate(
        "one => getComputedStyle(one).textDecoration"
    )
    open_phase(mine, "doubled")
    lines = mine.page.locator(".score-lines tbody th").all_inner_texts()
    assert "Deal 2: gyaku juuroku failed, everything so far is doubled" in lines
    expect(mine.page.locator(".score-lines .is-total td").first).to_have_text("40")


def test_what_stopping_and_going_on_bring_is_said_beside_the_choice(screen: Callable[..., Phone]) -> None:
    """The first deal was won: +1; stopping adds 2, a juuroku 9, and a failed one takes 17."""
    mine = screen({"width": 320, "height": 640})
    open_phase(mine, "stop or juuroku")
    said = mine.page.locator(".ask-words")
    expect(said).to_contain_text("Stopping makes +3, all sixteen +10 or −16.")
    expect(mine.page.locator("#answer .button")).to_have_text(["Stop: sukonku", "All 16: juuroku"])


def test_the_duty_of_the_joker_is_said_to_everybody(screen: Callable[..., Phone]) -> None:
    mine = screen()
    open_phase(mine, "ninth of others")
    expect(mine.page.locator(".ask-words")).to_contain_text("The joker must fall in this trick.")
    open_phase(mine, "ninth")
    expect(mine.page.locator("#answer-suit .button")).to_have_count(4)


def exchange_seats(state: State) -> State:
    """The state with seat 0 and its neighbour, seat 1, in each other's places."""
    assert state.deal is not None
    one, other, *others = state.deal.ring
    assert 0 in (one, other)
    ring = (other, one, *others)
    return replace_fields(state, ring=ring, deal=replace_fields(state.deal, ring=ring))


def test_a_player_that_changes_seats_still_sits_at_the_bottom(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    state, viewer = phases()["lead"]
    show(mine, kan_table(state), viewer)
    before = mine.page.locator("#seat-1 .face").bounding_box()
    zones = rendering.zones_of(kan_table(exchange_seats(state)), seat=viewer, talk=(), language="en")
    mine.page.evaluate(
        """html => document.dispatchEvent(
          new CustomEvent("htmx:wsBeforeMessage", { cancelable: true, detail: { message: html } }))""",
        "".join(zones.values()),
    )
    own, other = (mine.page.locator(f"#seat-{seat} .face").bounding_box() for seat in (0, 1))
    assert own is not None
    assert other is not None
    assert before is not None
    faces = [face.bounding_box() for face in mine.page.locator(".seat .face").all()]
    assert own["y"] == max(face["y"] for face in faces if face)
    assert other["x"] != before["x"]
    expect(mine.page.locator("#live")).to_contain_text("has changed seats")


WATCH_MOTION = """() => {
  document.documentElement.removeAttribute("data-motion");
  const animate = Element.prototype.animate;
  window.moved = [];
  Element.prototype.animate = function (frames, timing) {
    window.moved.push([this.id, frames[0]?.transform ?? ""]);
    return animate.call(this, frames, timing);
  };
}"""


def test_the_change_of_seats_is_seen_and_said(screen: Callable[..., Phone]) -> None:
    """Both are told, oneself as "you"; their seats move to where they are now, and the question says it too."""
    mine = screen({"width": 320, "height": 640})
    mine.page.emulate_media(reduced_motion="no-preference")
    state, viewer = phases()["lead"]
    show(mine, kan_table(state), viewer)
    mine.page.evaluate(WATCH_MOTION)
    zones = rendering.zones_of(kan_table(exchange_seats(state)), seat=viewer, talk=(), language="en")
    mine.page.evaluate(
        """html => document.dispatchEvent(
          new CustomEvent("htmx:wsBeforeMessage", { cancelable: true, detail: { message: html } }))""",
        "".join(zones.values()),
    )
    for told in ("You have changed seats", f"{NAMES[1]} has changed seats"):
        expect(mine.page.locator("#live")).to_contain_text(told)
    moved = {seat: way for seat, way in mine.page.evaluate("window.moved") if seat.startswith("seat-")}
    assert moved.keys() == {"seat-0", "seat-1"}
    assert moved["seat-1"] != "translate(0px, 0px)"
    show(mine, kan_table(deal_first("XX", "SA", rounds=1)), 4)
    expect(mine.page.locator(".ask-words")).to_have_text("The kan decide which of them leads.")
    expect(mine.page.locator(".ask > .aside")).to_contain_text(
        "changed seats: the two kan never sit side by side."
    )


def test_one_person_and_four_bots_from_the_first_page_through_a_round(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport={"width": 320, "height": 640})
    mine.visit("/t/new/?game=kan")
    mine.page.get_by_label("Rounds", exact=True).fill("1")
    mine.press("Open the table")
    mine.page.wait_for_selector(".invite-code")
    mine.press("Fill with bots and start")
    mine.at_table()
    assert len(mine.cards()) == 10

    mine.keep(lambda: go_on(mine), until=lambda: is_over(mine))
    written = [points_in(row) for row in mine.page.locator(".score-lines tbody tr:not(.is-cancelled)").all()]
    *lines, total = written
    assert [sum(column) for column in zip(*lines, strict=True)] == total
    assert len(total) == 5
    kan = next(points for points in total if total.count(points) != 3)
    assert sorted(total) == sorted([kan, kan, -kan, -kan, -kan]), "two kan against three"


OTHERS = """() => {
  const own = document.querySelector("#table").className.match(/you-([0-9])/)[1];
  return [...document.querySelectorAll(`.felt .seat:not(.at-${own}) .face`)].map((one) => {
    const { left, top } = one.getBoundingClientRect();
    return [left, top].map(Math.round).join();
  }).sort().join(" ");
}"""
"""Where the faces of the others are."""


def test_the_players_keep_their_places_through_a_round(screen: Callable[..., Phone]) -> None:
    """Also where a long question leaves little room."""
    mine = screen({"width": 360, "height": 740})
    places = set()
    for state, viewer in phases().values():
        if viewer is not None and not state.closed and not state.over:
            show(mine, kan_table(state), viewer)
            places.add(mine.page.evaluate(OTHERS))
    assert len(places) == 1, places
