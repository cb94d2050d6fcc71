"""Five phones of 320 px and two rounds of Kan of known deals: seats changed, iku and koi, two players who show cards,
a juuroku made and a gyaku sukonku. The first deal and the led joker are tapped; the other cards the pages play by
themselves.

The deals are those of `SEEDS`. The order of play is 0 1 2 4 3 after seats 3 and 4 have changed places. Scoring cards
are A K Q J. Worked out by hand:

Round 1, clubs. Seat 2 has the joker and seat 3 the ace of clubs: they are the kan. Seat 2 says iku, seat 3 koi.

| deal | trick | led by | cards in order | taken by | kan : mukan |
| --- | --- | --- | --- | --- | --- |
| 1, clubs | 1 | 2 | SA SQ S3 S7 SK | 2 | 3 : 0 |
| | 2 | 2 | CJ C7 CA C5 CK | 3 | 6 : 0 |
| | 3 | 3 | DA DJ D3 XX DK | 2 | 9 : 0, sukonku |
| 2, spades | 1 | 2 | SK S7 SA S2 SJ | 3 | 3 : 0 |
| | 2 | 3 | S4 S3 HJ ST S6 | 2 | 4 : 0 |
| | 3 | 2 | XX S5 SQ HK DA, spades asked | 2 | 7 : 0 |
| | 4 | 2 | CA C3 CJ CQ C9 | 2 | 10 : 0, juuroku |
| | 5 | 2 | S9 HA DK DJ DQ | 2 | 14 : 0 |
| | 6 | 2 | S8 C8 HQ CK CT | 2 | 16 : 0, made |
| 3, hearts | 1 | 3 | HT H5 H8 HJ CK | 2 | 2 : 0 |
| | 2 | 2 | DA DQ D7 SA DK | 2 | 6 : 0 |
| | 3 | 2 | H9 SQ HA H7 HQ | 3 | 9 : 0, sukonku |

Each of seats 2 and 3: 1 + 1 for the first deal, 1 + 8 for the second, 1 + 1 + 1 for the third: 14; the others -14.

Round 2, spades. Seat 0 has the joker and seat 4 the ace of spades; between them sit seats 1 and 2 on one side and seat
3 on the other. Seat 0 says iku, seat 4 koi.

| deal | trick | led by | cards in order | taken by | kan : mukan |
| --- | --- | --- | --- | --- | --- |
| 1, spades | 1 | 0 | CJ C3 CQ CT S5 | 3 | 0 : 2 |
| | 2 | 3 | SJ S9 SK H3 SQ | 1 | 0 : 5 |
| | 3 | 1 | HA HQ HK HJ H9 | 1 | 0 : 9, gyaku sukonku |

Seats 0 and 4: -10; the others 10. In all: -24, -4, 24, 24, -24.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, club_served
from tests.browser.phone import Phone
from tests.browser.steps import next_deal, play_in_order, sit_together

FIVE = ("Aafke", "Bouke", "Ceciel", "Douwe", "Eelke")
SMALLEST = {"width": 320, "height": 640}
SEEDS = [
    hashlib.sha256(f"five phones {deal}".encode()).digest()
    for deal in ("first 0", "second 47", "third 1", "fourth 2")
]
RING = (0, 1, 2, 4, 3)
FIRST = ((2, "SA SQ S3 S7 SK"), (2, "CJ C7 CA C5 CK"), (3, "DA DJ D3 XX DK"))
SECOND = ((2, "SK S7 SA S2 SJ"), (3, "S4 S3 HJ ST S6"), (2, "XX S5 SQ HK DA"), (2, "CA C3 CJ CQ C9"))
ALL_SIXTEEN = ((2, "S9 HA DK DJ DQ"), (2, "S8 C8 HQ CK CT"))
THIRD = ((3, "HT H5 H8 HJ CK"), (2, "DA DQ D7 SA DK"), (2, "H9 SQ HA H7 HQ"))
FOURTH = ((0, "CJ C3 CQ CT S5"), (3, "SJ S9 SK H3 SQ"), (1, "HA HQ HK HJ H9"))


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of this module's own: in a shared one another match might be dealt its cards."""
    with club_served(tmp_path_factory.mktemp("five"), "five") as club:
        yield club


def open_table(first: Phone) -> None:
    """A match of Kan of two rounds."""
    first.visit("/t/new/?game=kan")
    first.page.get_by_label("Rounds", exact=True).fill("2")
    first.press("Open the table")


def play(seats: list[Phone], tricks: tuple[tuple[int, str], ...]) -> None:
    """Tap the cards in order. A joker that is led is tapped with the suit it asks for: spades."""
    for leader, cards in tricks:
        for turn, card in enumerate(cards.split()):
            seat = seats[RING[(RING.index(leader) + turn) % 5]]
            if card == "XX" and turn == 0:
                seat.say("play", suit="S")
            else:
                seat.play(card)


def play_by_themselves(seats: list[Phone], tricks: tuple[tuple[int, str], ...]) -> None:
    """Let the pages play the cards in order."""
    play_in_order(
        seats,
        [
            (RING[(RING.index(leader) + turn) % 5], card)
            for leader, cards in tricks
            for turn, card in enumerate(cards.split())
        ],
    )


def say_twice(one: Phone, word: str) -> None:
    """Tap a word that asks for a second tap soon after the first, until it is said."""
    button = f"#answer [value={word}]"
    expect(one.page.locator(button)).to_be_visible()
    one.keep(lambda: one.answer_first(button), until=lambda: one.page.locator(button).count() == 0)


def show(one: Phone, first: tuple[str, ...], second: tuple[str, ...] = ()) -> None:
    """Put cards into the two showings and send them."""
    slots = one.page.locator(".slot-name")
    expect(slots).to_have_count(2)
    for slot, cards in enumerate((first, second)):
        if cards:
            slots.nth(slot).tap()
        for card in cards:
            one.page.locator(f"#hand button[value={card}]").tap(position={"x": 10, "y": 20})
    one.page.locator(".arrange-send").tap()
    expect(one.page.locator("#answer-arrange")).to_have_count(0)


def see_showings(seats: list[Phone], pair: tuple[int, int], showings: int, cards: list[str]) -> None:
    """The pair sees the shown cards, the others how many showings there were."""
    for seat, one in enumerate(seats):
        expect(one.page.locator(".showing")).to_have_count(showings)
        expect(one.page.locator(".showing .card")).to_have_text(cards if seat in pair else [])


def totals(one: Phone) -> list[str]:
    """Return the points that the last round brought, by seat."""
    return one.page.locator(".score-lines .is-total td").all_inner_texts()


def test_two_rounds_on_five_phones_are_written_down_as_worked_out_by_hand(
    phone: Callable[..., Phone], served: Served
) -> None:
    seats = sit_together(phone, FIVE, open_table, viewport=SMALLEST)
    expect(seats[0].page.locator(".place--free")).to_have_count(0)
    served.deal_next(SEEDS[0])
    seats[0].press("Start")
    for one in seats:
        one.at_table()
    served.deal_next(SEEDS[1])
    expect(seats[0].page.locator(".ask > .aside")).to_contain_text("changed seats")
    seats[2].say("iku")
    expect(seats[3].page.locator("#table")).not_to_contain_text("iku", ignore_case=False)
    seats[3].say("koi")
    play(seats, FIRST)

    next_deal(seats)
    served.deal_next(SEEDS[2])
    show(seats[3], ("CJ",), ("DK",))
    see_showings(seats, (2, 3), 2, ["jack of clubs", "king of diamonds"])
    seats[2].say("trump", suit="S")
    play_by_themselves(seats, SECOND[:2])
    play(seats, SECOND[2:3])
    play_by_themselves(seats, SECOND[3:])
    expect(seats[2].page.locator(".ask-words")).to_contain_text("Stopping makes +4")
    say_twice(seats[2], "juuroku")
    play_by_themselves(seats, ALL_SIXTEEN)

    next_deal(seats)
    served.deal_next(SEEDS[3])
    show(seats[2], ("DA", "HJ"))
    see_showings(seats, (2, 3), 1, ["ace of diamonds", "jack of hearts"])
    seats[3].say("trump", suit="H")
    play_by_themselves(seats, THIRD)
    seats[3].say("stop")
    for one in seats:
        expect(one.page.locator("#sheet.is-open")).to_be_visible()
        assert totals(one) == ["−14", "−14", "14", "14", "−14"]
    lines = [
        row.locator("th, td").all_inner_texts()
        for row in seats[0].page.locator(".score-lines tbody tr").all()
    ]
    assert [(words, points) for words, _0, _1, points, *_others in lines] == [
        ("Deal 1: won by the kan", "1"),
        ("Deal 1: sukonku", "1"),
        ("Deal 2: won by the kan", "1"),
        ("Deal 2: juuroku made", "8"),
        ("Deal 3: won by the kan", "1"),
        ("Deal 3: sukonku", "1"),
        ("Third deal won", "1"),
        ("Written down", "14"),
    ]

    next_deal(seats)
    seats[0].say("iku")
    seats[4].say("koi")
    play_by_themselves(seats, FOURTH)
    for one in seats:
        expect(one.page.locator("#sheet.is-open .sheet-end")).to_be_visible()
        assert totals(one) == ["−10", "10", "10", "10", "−10"]
        assert one.page.locator(".round-list .is-total td").all_inner_texts() == [
            "−24",
            "−4",
            "24",
            "24",
            "−24",
        ]
