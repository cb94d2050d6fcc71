"""Three to six at a table, on the smallest phone, on its side and on a wide screen; big hands, melds, groups to fill.

The tables stand still: they come from `tests.table.still`, style sheets and script from the served club.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Route, expect

from games.table.screen.rendering import draw
from games.table.screen.zones.agreements import Agreements, CallNotice
from games.table.screen.zones.talk import Tip
from games.table.sockets.submissions import read_fields
from tests.browser.judging import SMALLEST
from tests.browser.kan import tables
from tests.browser.kan.tables import kan_table, phases
from tests.browser.phone import Phone
from tests.browser.table.standing import answered, letter, resize, show
from tests.table import still
from tests.table.still import (
    ARRANGE,
    CAPTURED,
    DONE,
    PACK,
    PLACES,
    SHOWINGS,
    Held,
    laid_cards,
    still_table,
    trick_of,
)

SIZES = ((320, 640), (360, 740), (640, 320), (1280, 800))
BIG = PACK[3:49:2]
"""Twenty-three cards."""
OUTSIDE = """() => [...document.querySelectorAll(
    "#hand .card, .strip > *, .seat .face, .seat .name, .trick .card, .stock, .discard, .captured")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""
FACES_COVERED = """() => {
  const boxes = [...document.querySelectorAll(".seat .face")].map((one) => one.getBoundingClientRect());
  const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter((one, place) => boxes.some((other, there) => there > place && cross(one, other))).length;
}"""


RANKS_COVERED = """() => [...document.querySelectorAll(".middle > .trick > li")].flatMap((one) => {
  const box = one.querySelector(".card").getBoundingClientRect();
  const rank = [0.14, 0.28, 0.42].flatMap((x) => [0.1, 0.2, 0.3].map((y) => [x, y]));
  const suit = [0.14, 0.24, 0.34].flatMap((x) => [0.42, 0.5, 0.58].map((y) => [x, y]));
  return [...rank, ...suit]
    .map(([x, y]) => [x, y, document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)])
    .filter(([, , there]) => !one.contains(there))
    .map(([x, y]) => `${one.className} at ${x}, ${y}`);
})"""
"""The cards of the trick whose rank or suit in the corner lies under something else."""

NAMED = """() => [...document.querySelectorAll(".seat > :is(.name, .own-name), .strip .whose, .strip .mine")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1,
    Boolean(one.closest(".seat"))])"""
"""The names in sight at the seats and in the strip: the words, whether they are cut, whether it is a seat."""


@pytest.mark.parametrize(("language", "own"), [("en", "you"), ("nl", "jij")])
def test_the_own_place_is_you_and_long_names_break_before_they_are_cut(
    screen: Callable[..., Phone], language: str, own: str
) -> None:
    state, _viewer = phases()["trick"]
    mine = screen()
    for seat in (0, 1, None):
        mine.page.set_viewport_size(SMALLEST)
        show(mine, kan_table(state), seat, language=language)
        for width, height in SIZES:
            resize(mine, {"width": width, "height": height})
            named = mine.page.evaluate(NAMED)
            seats = [words.replace("\u00ad", "") for words, _cut, at_seat in named if at_seat]
            everybody = ["Aafke", "Bartholomeus", "Ceciel", "Douwe", "Ferdinand"]
            assert seats == [own if place == seat else name for place, name in enumerate(everybody)]
            assert not [words for words, cut, at_seat in named if cut and at_seat], (width, seat)
            if seat is not None:
                assert everybody[seat] not in [words for words, _cut, _at_seat in named]


GUESTS = ("Vlugge Ekster", "Zachte Zwaan", "Wim", "Bedachtzame Bever", "Vergenoegde Gans")
"""Names as the club gives them to guests, the longest among them."""


@pytest.mark.parametrize("phase", ["call", "trick", "shown to me"])
def test_names_of_guests_are_whole_also_beside_a_question(
    screen: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    monkeypatch.setattr(tables, "NAMES", GUESTS)
    state, seat = phases()[phase]
    mine = screen()
    show(mine, kan_table(state), seat, language="nl")
    for width, height in SIZES[:2]:
        resize(mine, {"width": width, "height": height})
        for letters in ("normal", "largest"):
            letter(mine, letters)
            named = mine.page.evaluate(NAMED)
            assert len([words for words, _cut, at_seat in named if at_seat]) == 5
            assert [words for words, cut, at_seat in named if cut and at_seat] == [], (width, letters)


def test_the_own_seat_is_not_called_by_its_name_where_cards_lie(
    screen: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither at melds nor at cards shown to a partner. A spectator reads all names."""
    mine = screen()
    melds = mine.page.locator(".meld-who")
    for seat, first in ((0, "you"), (1, "Aafke"), (None, "Aafke")):
        show(mine, still_table(4, **laid_cards(4)), seat)
        assert first in melds.all_inner_texts()
        assert ("Aafke" in melds.all_inner_texts()) is (first == "Aafke")
    monkeypatch.setattr(tables, "NAMES", GUESTS)
    state, seat = phases()["shown to me"]
    show(mine, kan_table(state), seat)
    expect(mine.page.locator(".showing").first).to_contain_text("showed you", use_inner_text=True)
    expect(mine.page.locator("#prompt")).not_to_contain_text("Wim", use_inner_text=True)


CROWNED = """() => [...document.querySelectorAll(".middle > .trick > li")].map((card) => {
  const sign = getComputedStyle(card, "::after");
  return [card.classList.contains("wins"), sign.content !== "none" && sign.backgroundImage.includes("svg")];
})"""
"""Of each card of the trick whether it wins so far, and whether a sign is drawn on it."""


def test_rank_and_suit_of_every_card_of_five_are_in_sight(screen: Callable[..., Phone]) -> None:
    """Also below the winning card, wherever that lies. That card has a sign, not a colour alone."""
    table = still_table(5, trick=trick_of(5))
    for viewer in range(5):
        mine = screen()
        show(mine, table, viewer)
        for width, height in SIZES[:2]:
            mine.page.set_viewport_size({"width": width, "height": height})
            expect(mine.page.locator(".middle > .trick > li")).to_have_count(5)
            expect(mine.page.locator(".middle > .trick > .wins")).to_have_count(1)
            assert mine.page.evaluate(RANKS_COVERED) == [], (viewer, width)
            assert all(wins == crowned for wins, crowned in mine.page.evaluate(CROWNED))


LONG = (
    "Maria-Magdalena van Os",
    "Bartholomeus Ridderkerk",
    "Willemijntje de Boer",
    "Christiaan-Pieter Vos",
    "Guilhermina van Zee",
    "Ferdinand-Alexander",
)
STRIP_TOUCHES = """() => [...document.querySelectorAll(".strip-score")].flatMap((one) => {
  const said = document.createRange();
  said.selectNodeContents(one.querySelector("b"));
  const [figure, place] = [said.getBoundingClientRect(), one.getBoundingClientRect()];
  return figure.left < place.left + 1 || figure.right > place.right ? [one.textContent.trim()] : [];
})"""
"""The figures of the strip that touch a line beside them."""
NAMES_CUT = """() => [...document.querySelectorAll(".seat .name, .strip-score .whose")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .filter((one) => !one.title.startsWith(one.textContent.replaceAll("\u00ad", ""))
    || getComputedStyle(one).textOverflow !== "ellipsis" && !["2", "3"].includes(getComputedStyle(one).webkitLineClamp))
  .map((one) => one.textContent)"""
"""The names cut off without an ellipsis, which a clamp of lines has too, or without the whole name in the title."""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_long_names_end_in_an_ellipsis_and_figures_keep_off_the_lines(
    screen: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    monkeypatch.setattr(still, "NAMES", LONG)
    mine = screen({"width": 320, "height": 640})
    totals = (-25, -125, 1234, -25, -25, -125)[:seats]
    show(mine, still_table(seats, trick=trick_of(seats), totals=totals), 0)
    assert mine.page.evaluate(NAMES_CUT) == []
    assert mine.page.evaluate(STRIP_TOUCHES) == []
    for name in LONG[:seats]:
        expect(mine.page.get_by_title(name, exact=True).first).to_be_attached()


PANELS = (
    Agreements("en", "ABCDEF", kind="away", seated=True, name="Bartholomeus Ridderkerk", seat=1),
    Agreements("en", "ABCDEF", kind="undo", seated=True, name="Bartholomeus Ridderkerk"),
    Agreements(
        "en",
        "ABCDEF",
        seated=True,
        call=CallNotice("Bartholomeus Ridderkerk", "A card fell on the table", "", own=True, stopped=True),
    ),
    Tip(
        "en",
        "Queen of hearts",
        "Your partner wins this trick: give the points to your own side while you can.",
    ),
)
"""What is said around the game, and a tip."""
LOWEST = """() => {
  const bottom = Math.max(...[...document.querySelectorAll("#agreements, #advice")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().bottom));
  return { panel: bottom, hand: document.querySelector("#hand .card").getBoundingClientRect().top };
}"""
UNSAID = """() => {
  window.unsaid ??= document.getElementById("agreements");
  document.getElementById("agreements").replaceWith(window.unsaid);
  document.querySelectorAll("#advice").forEach((one) => one.remove());
}"""
"""Take back what was put."""
PUT = """(html) => {
  const made = document.createRange().createContextualFragment(html).firstElementChild;
  if (made.id === "advice") document.querySelector(".felt").after(made);
  else document.getElementById("agreements").replaceWith(made);
  made.hidden = false;
}"""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_said_around_the_game_leaves_rank_and_suit_of_every_card_in_sight(
    screen: Callable[..., Phone], seats: int
) -> None:
    mine = screen(SMALLEST)
    show(mine, still_table(seats, trick=trick_of(seats)), 0)
    for width, height in ((320, 640), (360, 740), (390, 844), (768, 1024), (1280, 800)):
        resize(mine, {"width": width, "height": height})
        mine.page.evaluate(UNSAID)
        before = mine.page.evaluate(RANKS_COVERED)  # one card of the trick by another
        for panel in PANELS:
            mine.page.evaluate(UNSAID)
            mine.page.evaluate(PUT, draw(panel))
            assert mine.page.evaluate(RANKS_COVERED) == before, (width, panel)
            below = mine.page.evaluate(LOWEST)
            assert below["panel"] <= below["hand"], (width, panel)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_seat_and_card_fits_and_no_face_covers_another(
    screen: Callable[..., Phone], seats: int
) -> None:
    tables = {
        "trick": still_table(seats, trick=trick_of(seats), last_trick=trick_of(seats)),
        "captured": still_table(seats, trick=trick_of(seats), captured=CAPTURED, showings=SHOWINGS),
        "melds": still_table(seats, held=Held(BIG), **laid_cards(seats)),
    }
    for kind, table in tables.items():
        for viewer in (0, seats - 1, None):
            mine = screen()
            show(mine, table, viewer)
            for width, height in SIZES:
                mine.page.set_viewport_size({"width": width, "height": height})
                here = (kind, viewer, width)
                assert mine.page.evaluate(OUTSIDE) == [], here
                assert mine.page.evaluate(FACES_COVERED) == 0, here
                assert mine.page.evaluate("() => document.documentElement.scrollWidth") <= width, here


def test_the_viewer_sits_at_the_bottom_and_the_next_in_the_ring_to_the_left(
    screen: Callable[..., Phone],
) -> None:
    """The ring is the order of play, not the numbers of the seats."""
    mine = screen()
    show(mine, still_table(5, ring=(0, 2, 4, 1, 3)), 4)
    middle = {
        seat: mine.page.locator(f"#seat-{seat} .face").evaluate(
            "face => { const box = face.getBoundingClientRect(); return [box.left + 20, box.top + 20]; }"
        )
        for seat in range(5)
    }
    assert max(middle, key=lambda seat: middle[seat][1]) == 4
    left = sorted((seat for seat in range(4)), key=lambda seat: middle[seat][0])[:2]
    assert set(left) == {1, 3}, "those who play next sit to the left"
    assert middle[1][1] > middle[3][1]


@pytest.mark.parametrize("seat", [0, 1])
def test_at_the_end_the_sides_stand_over_their_columns_of_the_sheet(
    screen: Callable[..., Phone], seat: int
) -> None:
    """One's own side first, in the result as in the lines below it."""
    mine = screen()
    sides = {"sides": (0, 1, 0, 1), "columns": ((0, 2), (1, 3)), "over": True, "places": (1, 2, 1, 2)}
    show(mine, still_table(4, **sides), seat)
    for words in (".sheet-totals .column small:visible", ".score-lines thead .column span:visible"):
        shown = [(one.bounding_box() or {})["x"] for one in mine.page.locator(words).all()]
        said = mine.page.locator(words).all_inner_texts()
        assert [word for _x, word in sorted(zip(shown, said, strict=True))] == ["we", "they"], words


@pytest.mark.parametrize(
    ("seats", "places", "own", "others"),
    [
        (3, (1, 2, 3), "You win the match", "Aafke wins the match"),
        (4, (1, 2, 1, 2), "Your side wins the match", "Aafke and Ceciel win the match"),
    ],
)
def test_the_sheet_says_you_of_a_winner_who_reads_it(
    screen: Callable[..., Phone], seats: int, places: tuple[int, ...], own: str, others: str
) -> None:
    mine = screen()
    pairs = {"sides": (0, 1, 0, 1), "columns": ((0, 2), (1, 3))} if seats == 4 else {}
    table = still_table(seats, over=True, places=places, **pairs)
    for seat, said in ((0, own), (1, others), (None, others)):
        show(mine, table, seat)
        expect(mine.page.locator(".sheet-end h2")).to_have_text(said, use_inner_text=True)


def test_groups_are_filled_changed_and_sent_by_taps_alone(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    show(mine, still_table(5, held=Held(BIG, prompt=_prompt(ARRANGE)), **laid_cards(5)))
    sent: list[dict[str, list[str]]] = []
    mine.page.route("**/act/", lambda route: _take(route, sent))
    slots, hand = mine.page.locator(".slot"), mine.page.locator("#hand .card:visible")
    expect(slots.nth(0)).to_be_hidden()
    mine.press("Lay down")
    for _ in range(3):
        hand.first.tap(position={"x": 8, "y": 10})
    expect(hand).to_have_count(len(BIG) - 3)
    slots.nth(2).locator(".slot-name").tap()
    hand.first.tap(position={"x": 8, "y": 10})

    mine.page.get_by_role("button", name="Undo").tap()
    expect(slots.nth(2).locator(".card")).to_have_count(0)
    slots.nth(0).locator(".card").nth(1).tap(position={"x": 6, "y": 10})
    mine.page.get_by_role("button", name="Later in its group").tap()
    slots.nth(0).locator(".card").nth(0).tap(position={"x": 6, "y": 10})
    mine.page.get_by_role("button", name="Take back").tap()
    expect(hand).to_have_count(len(BIG) - 2)
    with answered(mine):
        mine.page.locator(".arrange-send").tap()

    assert [one["combinations"] for one in sent] == [[f"{BIG[2]} {BIG[1]}"]]
    assert sent[0]["do"] == ["lay"]


def _prompt(arrange: Any) -> Any:
    return still.Prompt(still.text("ask"), window="w1", must=True, choices=DONE, arrange=arrange)


def _take(route: Route, sent: list[dict[str, list[str]]]) -> None:
    sent.append(parse_qs(route.request.post_data or "", keep_blank_values=True))
    route.fulfill(body='<p id="notice" class="notice"></p>', content_type="text/html")


def test_a_card_is_raised_and_placed_at_an_end_by_a_tap(screen: Callable[..., Phone]) -> None:
    mine = screen({"width": 320, "height": 640})
    prompt = still.Prompt(still.text("ask"), window="w1", must=True, place=PLACES)
    show(mine, still_table(3, held=Held(("S2", "S3"), prompt=prompt), **laid_cards(3)))
    sent: list[dict[str, list[str]]] = []
    mine.page.route("**/act/", lambda route: _take(route, sent))
    mine.page.locator("#hand .card[value=S3]").tap(position={"x": 8, "y": 10})
    spot = mine.page.get_by_role("group", name="High end of the run of Bartholomeus")
    with answered(mine):
        spot.get_by_role("button", name="three of spades").tap()
    assert sent[0]["placed"] == ["place S3 target m1 high"]


def test_without_a_script_each_card_has_a_list_of_the_groups(phone: Callable[..., Phone]) -> None:
    mine = phone(java_script_enabled=False, viewport={"width": 320, "height": 640})
    show(mine, still_table(3, held=Held(("S2", "S2b", "H9"), prompt=_prompt(ARRANGE))))
    sent: list[dict[str, list[str]]] = []
    mine.page.route("**/act/", lambda route: _take(route, sent))
    expect(mine.page.locator(".slots")).to_be_hidden()
    for card in ("S2", "S2b"):
        mine.page.locator(f"select:has(option[value='1 {card}'])").select_option("1 " + card)
    with answered(mine):
        mine.page.get_by_role("button", name="Lay down").tap()
    assert sent[0]["arranged"] == ["1 S2", "1 S2b", ""]
    assert read_fields(sent[0]).data == {"do": "lay", "combinations": "S2 S2b", "any_order": "yes"}


def test_a_big_hand_is_sorted_by_rank_and_by_suit(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, still_table(3, held=Held(("H2", "SAb", "SK", "XX", "D2", "S2", "C9", "HA", "DA", "SA", "H9"))))
    assert mine.page.locator(".hand-row").count() == 2
    mine.press("By rank")
    expect(mine.page.locator("#hand [data-sort=rank]")).to_have_attribute("aria-pressed", "true")
    assert mine.cards()[:5] == ["XX", "SA", "SAb", "HA", "DA"]
    mine.press("By suit")
    expect(mine.page.locator("#hand [data-sort=suit]")).to_have_attribute("aria-pressed", "true")
    assert mine.cards()[:4] == ["HA", "H9", "H2", "SA"]  # the suits as the hand was drawn in this deal
