"""Four phones of 360 px and two deals of Kalooki with known cards: a call refused, a table bent, a call allowed, a card
added, a joker shifted.

The deals are those of `SEEDS`; worked out by hand. Penalty points: joker 50, black ace 15, ten to king 10, red ace 1.

Deal 1, three threes of nine cards, dealt by seat 3. D2b is turned up.

| seat | draws | lays | discards |
| --- | --- | --- | --- |
| 0 | seat 2 calls D2b; refused, so D2b | | HK |
| 1 | from the stock, all others pass: H5 | | S4b |
| 2 | takes S4b | C2b S2b H2, H4b D4 S4b, C9b D9 joker | S6, and is out: the table is bent |

| seat | cards left | points, doubled |
| --- | --- | --- |
| 0 | HQb CTb DT H7b C5 D6 CQ C3 D2b | 10 + 10 + 10 + 7 + 5 + 6 + 10 + 3 + 2 = 63, 126 |
| 1 | DJb S4b D8 STb C7b C8 HJ S5b H9b H5 without S4b | 10 + 8 + 10 + 7 + 8 + 10 + 5 + 9 + 5 = 72, 144 |
| 3 | C6 SA D7 H8 C9 joker H4 D6b SJb | 6 + 15 + 7 + 8 + 9 + 50 + 4 + 6 + 10 = 115, 230 |

Deal 2, two threes and a four of ten cards, dealt by seat 0. DQb is turned up.

| seat | draws | lays | discards |
| --- | --- | --- | --- |
| 1 | seat 2 calls DQb; allowed: DQb and DA for seat 2, HT for seat 1 | | HA |
| 2 | takes HA | D9b DTb joker DQb, C6b D6 joker, CA CAb DA, and HA added to the aces | H9b |
| 3 | takes H9b | | CK |
| 0 | takes CK | | HJb |
| 1 | takes HJb | | SKb |
| 2 | from the stock, seats 3 and 0 pass: DJ | DJ in the joker's place: 9 T J Q joker | SJ, and is out |

| seat | cards left | points |
| --- | --- | --- |
| 0 | CJb H2 SQ S7 S5b D7b H6b DQ H8b CK | 10 + 2 + 10 + 7 + 5 + 7 + 6 + 10 + 8 + 10 = 75 |
| 1 | CKb C2b D3 D4b SAb D8b C8 S2b HT HJb | 10 + 2 + 3 + 4 + 15 + 8 + 8 + 2 + 10 + 10 = 72 |
| 3 | STb S6 HTb S7b C2 CQ joker D7 C8b H9b | 10 + 6 + 10 + 7 + 2 + 10 + 50 + 7 + 8 + 9 = 119 |

In all: 201, 216, 0, 349.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Position, expect

from tests.browser.conftest import Served, club_served
from tests.browser.phone import Phone
from tests.browser.steps import NAMES, next_deal, sit_together

SEEDS = [hashlib.sha256(f"four phones {deal}".encode()).digest() for deal in ("first 1147", "second 3234")]
TOP: Position = {"x": 6, "y": 8}


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club in which the clock closes no draw window while a phone is still tapped."""
    with club_served(tmp_path_factory.mktemp("calls"), "calls", WINDOW_SECONDS="600") as club:
        yield club


def open_table(first: Phone) -> None:
    """A match of the first two deals."""
    first.visit("/t/new/?game=kalooki")
    first.page.locator("summary", has_text="Length").tap()
    deals = first.page.get_by_role("group", name="Deals")
    for number in (1, 2):
        deals.locator(f"input[value='{number}']").check()
    first.press("Open the table")


def cards_in_hand(one: Phone, count: int) -> None:
    expect(one.page.locator("#hand .card")).to_have_count(count)


def discard(one: Phone, card: str) -> None:
    """Tap a card until it has left the hand; one that fits on the table is raised first."""
    one.play(card, where=TOP)


def take(one: Phone, card: str) -> None:
    """Take the top discard."""
    one.say("take")
    expect(one.page.locator(f"#hand .card[value={card}]")).to_have_count(1)


def lay(one: Phone, *melds: str) -> None:
    """Tap the cards of each meld, which fill the slots one after the other, and send them; nobody has laid before."""
    one.press("Make the contract")
    for cards in melds:
        for card in cards.split():
            one.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    expect(one.page.locator(".slot:has(.slot-cards > .card)")).to_have_count(len(melds))
    one.page.locator(".arrange-send").tap()
    expect(one.page.locator(".meld")).to_have_count(len(melds))


def place(one: Phone, card: str, placed: str) -> None:
    """Raise a card and tap the place where it goes."""
    one.page.locator(f"#hand .card[value={card}]").tap(position=TOP)
    one.page.locator(f".spot-card[value='{placed}']").tap()
    expect(one.page.locator(f"#hand .card[value={card}]")).to_have_count(0)


def points(one: Phone) -> list[str]:
    """The points that the last deal brought, by seat."""
    expect(one.page.locator("#sheet.is-open")).to_be_visible()
    return one.page.locator(".score-lines .is-total td").all_inner_texts()


def play_the_first_deal(seats: list[Phone]) -> None:
    seats[2].say("call")
    expect(seats[0].page.locator(".ask-words")).to_contain_text(f"{NAMES[2]} calls the discard. Who has it?")
    seats[0].say("refuse")
    cards_in_hand(seats[0], 10)
    cards_in_hand(seats[2], 9)
    discard(seats[0], "HK")
    seats[1].say("stock")
    for passing in (seats[2], seats[3]):
        passing.say("pass")
    cards_in_hand(seats[1], 10)
    discard(seats[1], "S4b")
    take(seats[2], "S4b")
    lay(seats[2], "C2b S2b H2", "H4b D4 S4b", "C9b D9 XXc")
    for one in seats:
        expect(one.page.locator(".meld")).to_have_count(3)
    discard(seats[2], "S6")


def play_the_second_deal(seats: list[Phone]) -> None:
    seats[2].say("call")
    seats[1].say("allow")
    cards_in_hand(seats[2], 12)
    cards_in_hand(seats[1], 11)
    expect(seats[3].page.locator("#table")).to_contain_text("2 calls left")
    discard(seats[1], "HA")
    take(seats[2], "HA")
    lay(seats[2], "C6b D6 XXd", "CA CAb DA", "D9b DTb XXb DQb")
    place(seats[2], "HA", "tack HA meld 1 -")
    discard(seats[2], "H9b")
    for seat, card, thrown in ((3, "H9b", "CK"), (0, "CK", "HJb"), (1, "HJb", "SKb")):
        take(seats[seat], card)
        discard(seats[seat], thrown)
    expect(seats[2].page.locator("#answer [value=take]")).to_have_count(0)
    seats[2].say("stock")
    for passing in (seats[3], seats[0]):
        passing.say("pass")
    place(seats[2], "DJ", "shift DJ meld 2 -")
    for one in seats:
        four = one.page.locator(".meld").nth(2).locator(".card")
        expect(four).to_have_count(5)
        expect(four.last).to_have_class("card XX stands")
    discard(seats[2], "SJ")


def test_two_deals_on_four_phones_are_written_down_as_worked_out_by_hand(
    phone: Callable[..., Phone], served: Served
) -> None:
    seats = sit_together(phone, NAMES, open_table)
    expect(seats[0].page.locator(".place--free")).to_have_count(2)
    served.deal_next(SEEDS[0])
    seats[0].press("Start")
    for one in seats:
        one.at_table()
    served.deal_next(SEEDS[1])
    play_the_first_deal(seats)
    for one in seats:
        assert points(one) == ["126", "144", "0", "230"]
        expect(one.page.locator("#sheet")).to_contain_text(f"{NAMES[2]} bent the table")
    next_deal(seats)
    play_the_second_deal(seats)
    for one in seats:
        assert points(one) == ["75", "72", "0", "119"]
        expect(one.page.locator("#sheet.is-open .sheet-end")).to_be_visible()
        assert one.page.locator(".round-list .is-total td").all_inner_texts() == ["201", "216", "0", "349"]
