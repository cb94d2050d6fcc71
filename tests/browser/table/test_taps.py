"""Double taps and a club that cannot answer for a moment: neither causes an unwanted move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from games.table.screen import rendering
from tests.browser.clubs.steps import make_account, unfold
from tests.browser.conftest import SPADES_FROM_THE_TOP, Served
from tests.browser.kalooki.turns import PHONE, still
from tests.browser.phone import ON_A_CARD, Phone
from tests.browser.steps import sit_down
from tests.browser.table.standing import answered
from tests.engine.kalooki.table import after_lines
from tests.table.kalooki.tables import BEFORE_THE_DRAW, CALLED, table_of

TWICE = """(form) => {
    const went = [];
    const note = (event) => {
        went.push(!event.defaultPrevented);
        event.preventDefault();
    };
    window.addEventListener("submit", note);
    form.requestSubmit();
    form.requestSubmit();
    window.removeEventListener("submit", note);
    return went;
}"""
"""Whether each of two submits at once would go to the club."""


def test_two_taps_on_a_button_are_one_wish(phone: Callable[..., Phone]) -> None:
    mine = phone()
    make_account(mine, "Dubbeltje")
    mine.visit("/clubs/")
    unfold(mine, "Found a club")
    mine.page.get_by_label("Name", exact=True).fill("De Dubbele Tik")
    mine.page.locator("[name=slug]").fill("dubbele-tik")
    mine.press("Found it")
    mine.page.locator("[name=name]").fill("Winter")
    went = mine.page.locator("form:has([name=name])").first.evaluate(TWICE)
    assert went == [True, False]


def test_a_club_that_cannot_answer_for_a_moment_leaves_the_table_on_the_screen(
    phone: Callable[..., Phone], served: Served
) -> None:
    served.deal_next(SPADES_FROM_THE_TOP)
    mine = phone()
    mine.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1000))
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.page.wait_for_selector("#hand .card")
    mine.page.evaluate("window.still = true")

    def out_of_order(route: Route) -> None:
        route.fulfill(status=503, content_type="text/plain", body="The books cannot be reached.")

    mine.page.route("**/t/**", out_of_order)
    with mine.page.expect_response(lambda answer: "/act/" in answer.url):
        mine.page.locator("#answer-suit button").first.tap()
    expect(mine.page.locator("#table:not([aria-busy]) .band")).to_be_visible()
    assert mine.page.evaluate("window.still")
    mine.page.unroute("**/t/**")
    mine.keep(mine.go_on, until=lambda: len(mine.cards()) == 7)
    assert mine.page.evaluate("window.still")
    mine.complaints = [each for each in mine.complaints if "503" not in each]


EXCHANGED = """() => {
    const held = () => [...document.querySelectorAll("#hand .card")];
    const values = (cards) => cards.map((card) => card.value).join(" ");
    const marks = (cards) => cards.map((card) => card.className).join();
    let before = held();
    let marked = marks(before);
    window.marked = window.exchanged = 0;
    document.addEventListener("table:shown", () => {
        const now = held();
        if (values(now) === values(before)) {
            window.exchanged += now.some((card, place) => card !== before[place]);
            window.marked += marks(now) !== marked;
        }
        before = now;
        marked = marks(now);
    });
}"""
"""Counts pushes that mark other cards of the same hand, and those that exchange its buttons."""


def test_when_the_turn_comes_the_cards_are_marked_and_stay_under_the_thumb(
    phone: Callable[..., Phone],
) -> None:
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    mine.page.evaluate(EXCHANGED)
    mine.keep(mine.go_on, until=lambda: mine.page.evaluate("window.marked") >= 2)
    assert mine.page.evaluate("window.exchanged") == 0


UNDER_THE_CARDS = """() => {
    let cards = null;
    const act = () => {
        const found = new Set();
        for (let x = cards.left + 10; x < cards.right; x += 20)
            for (let y = cards.top + 10; y < cards.bottom; y += 20) {
                const there = document.elementFromPoint(x, y)?.closest("a, button, summary, input");
                if (there) found.add(there.textContent.trim() || there.tagName);
            }
        return [...found];
    };
    const look = () => {
        const hand = document.querySelector("#hand");
        if (hand.checkVisibility()) cards = hand.getBoundingClientRect();
        else if (cards && !window.underCards) window.underCards = act();
    };
    look();
    document.addEventListener("table:shown", look);
}"""
"""Keeps what could be tapped where the cards stood, at the moment they give way to the sheet."""


def test_a_tap_meant_for_the_last_card_lands_on_no_button(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = phone()
    sit_down(mine, served)
    mine.page.evaluate(UNDER_THE_CARDS)
    mine.play_on()
    assert mine.page.evaluate("window.underCards") == []
    mine.press("Rematch")
    expect(mine.page.locator("#hand .card")).to_have_count(8)


def test_a_card_tapped_before_the_declaration_is_told_to_declare_first(
    phone: Callable[..., Phone], served: Served
) -> None:
    served.deal_next(SPADES_FROM_THE_TOP)
    mine = phone(locale="nl-NL")
    mine.page.add_init_script("Math.random = () => 1000")  # long before the only answer is given by itself
    mine.visit("/")
    mine.page.locator("form[action='/play/'] button").first.tap()
    mine.at_table()
    mine.play_on(ends=("answer-none", "answer-groups"))
    mine.page.locator("#hand .card").first.tap(position=ON_A_CARD)
    expect(mine.page.locator("#notice")).to_have_text("Meld eerst of pas.")
    assert len(mine.cards()) == 8


PUSHED = """([pushed, own, times]) => Array.from({ length: times }, () => {
    if (own) document.getElementById("table").setAttribute("aria-busy", "true");
    const detail = { message: pushed };
    document.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage", { detail, cancelable: true }));
    return [...document.querySelectorAll("#answer button")].map((button) => {
        const box = button.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
    });
})"""
"""Brings a push so many times at once, of which `own` says that it answers this player; gives after each of them, for
each button, whether a tap reaches it."""


def test_a_tap_meant_for_one_question_answers_no_other(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport=PHONE)
    called = rendering.whole_table(table_of(CALLED), seat=0, talk=(), language="en")
    sent = still(mine, BEFORE_THE_DRAW)
    expect(mine.page.get_by_role("button", name="I take it")).to_be_visible()
    after_one, after_the_same_again = mine.page.evaluate(PUSHED, [called, False, 2])
    assert after_one == [False, False]
    assert after_the_same_again == [False, False]
    mine.page.get_by_role("button", name="P2 may have it").focus()
    with answered(mine):
        mine.page.keyboard.press("Enter")
    with answered(mine):
        mine.press("I take it")
    assert [one["do"] for one in sent] == [["allow"], ["refuse"]]


def test_a_question_after_an_own_answer_takes_taps_at_once(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport=PHONE)
    called = rendering.whole_table(table_of(CALLED), seat=0, talk=(), language="en")
    still(mine, BEFORE_THE_DRAW)
    assert mine.page.evaluate(PUSHED, [called, True, 1]) == [[True, True]]


DRAWN_BY_ANOTHER = after_lines(BEFORE_THE_DRAW, "1 pass", "2 pass", "3 pass", "0 stock")


def test_a_tap_meant_for_buttons_that_went_a_moment_ago_answers_no_later_question(
    phone: Callable[..., Phone],
) -> None:
    """Also where others acted in between, and by the piles: what does not count yet is not lit."""
    mine = phone(viewport=PHONE)
    mine.page.clock.install(time="2026-03-14T20:00:00Z")
    pages = [
        rendering.whole_table(table_of(state), seat=seat, talk=(), language="en")
        for state, seat in ((DRAWN_BY_ANOTHER, 1), (BEFORE_THE_DRAW, 0))
    ]
    sent = still(mine, BEFORE_THE_DRAW, 1)
    expect(mine.page.get_by_role("button", name="I call it")).to_be_visible()
    mine.page.clock.pause_at("2026-03-14T21:00:00Z")
    mine.page.evaluate(PUSHED, [pages[0], False, 1])
    expect(mine.page.locator("#answer button")).to_have_count(0)
    mine.page.clock.run_for(1000)
    assert mine.page.evaluate(PUSHED, [pages[1], False, 1]) == [[False, False]]
    lit = "() => [...document.querySelectorAll('#answer button')].map((one) => Number(getComputedStyle(one).opacity))"
    assert max(mine.page.evaluate(lit)) < 0.5
    mine.page.locator("#trick .stock").dispatch_event("click")
    assert sent == []
    mine.page.clock.run_for(700)
    with answered(mine):
        mine.page.locator("#trick .stock").dispatch_event("click")
    assert [one["do"] for one in sent] == [["stock"]]
