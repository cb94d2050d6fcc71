"""The table without its socket, and without JavaScript: the same forms go through the other door."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone


def test_without_javascript_a_visitor_plays_a_trick_with_plain_forms(phone: Callable[..., Phone]):
    mine = phone(java_script_enabled=False)
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    page = mine.page
    page.wait_for_selector("#hand")

    def step() -> None:
        with page.expect_navigation():
            _plain_step(mine)

    mine.keep(step, until=lambda: len(mine_cards(mine)) == 6)


def _plain_step(mine: Phone) -> None:
    """Send the first form that can be sent, or look again."""
    page = mine.page
    for answer in (
        "#answer-suit button",
        "#answer-none button",
        "#answer-groups button",
        "#answer [value=pass]",
    ):
        if page.locator(answer).count():
            page.locator(answer).first.tap()
            return
    prompt = page.locator("#prompt").get_attribute("class") or ""
    if "plays" in prompt.split():
        page.locator("#hand .card:not([aria-disabled=true])").first.tap(position={"x": 12, "y": 40})
    else:
        page.get_by_role("link", name="Look again").tap()


def mine_cards(phone: Phone) -> list[str]:
    """The hand, read without any script of the page."""
    return [str(card.get_attribute("value")) for card in phone.page.locator("#hand button[name=card]").all()]


def test_without_a_socket_the_same_forms_are_posted(phone: Callable[..., Phone]):
    mine = phone()
    mine.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1000))
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.page.wait_for_selector("#hand .card")
    posted = []
    mine.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)

    mine.keep(mine.go_on, until=lambda: len(mine.cards()) == 6)

    assert any(url.endswith("/act/") for url in posted)
    mine.complaints[:] = [complaint for complaint in mine.complaints if "WebSocket" not in complaint]


def test_a_second_screen_takes_the_seat_the_first_says_so_and_one_tap_brings_it_back(
    phone: Callable[..., Phone],
):
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    second = Phone(mine.page.context.new_page(), mine.address)
    second.visit(mine.page.url)
    second.at_table()
    gone = mine.page.locator("#gone")
    expect(gone).to_contain_text("You play on another screen now.")

    second.keep(second.go_on, until=lambda: len(second.cards()) == 7)

    gone.get_by_role("link", name="Play here").tap()
    mine.at_table()
    expect(second.page.locator("#gone")).to_be_visible()
    expect(mine.page.locator("#hand button[name=card]")).to_have_count(7)
    assert mine.cards() == second.cards()
    assert mine.complaints == second.complaints == []


def test_a_spectator_sees_the_table_and_no_hand(phone: Callable[..., Phone]):
    mine, other = phone(), phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()

    other.visit(mine.page.url)
    expect(other.page.locator("#table.you-none")).to_be_visible()
    expect(other.page.locator(".seats .name").first).to_be_visible()
    assert other.page.locator("#hand").count() == 0


def test_an_illegal_card_says_why_and_stays_in_the_hand(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")
    mine.press("Play Kraken now with 3 bots")
    mine.at_table()
    # While a card that was tapped is on its way, the hand still shows what could not be played with it.
    held_back = mine.page.locator("#table:not([aria-busy]) .prompt.plays ~ #hand [aria-disabled=true]")
    mine.keep(mine.go_on, until=held_back.count)
    hand = mine.cards()

    held_back.first.tap(position={"x": 12, "y": 40}, force=True)

    expect(mine.page.locator("#prompt .why.is-said")).to_be_visible()
    assert mine.cards() == hand
