"""Four phones, one round of a known deal: kraken, re, a roem claimed, one missed, a page loaded again in mid-trick.

The deal is that of `SEED`: seat 2 deals, seat 3 leads and makes diamonds. Worked out by hand, the sheet must say:

| trick | led by | cards in order | taken by | points | roem in it |
| --- | --- | --- | --- | --- | --- |
| 1 | 3 | SK S8 S7 S9 | 3 | 4 | 20 (7-8-9), claimed by seat 1 |
| 2 | 3 | H7 H9 H8 HT | 2 | 10 | 50 (7-8-9-10), missed |
| 3 | 2 | SA D9 SJ ST | 3 | 11 + 14 + 2 + 10 = 37 | - |
| 4 | 3 | DJ D7 DQ DT | 3 | 20 + 0 + 3 + 10 = 33 | 20 (10-J-Q), claimed by seat 3 |
| 5 | 3 | DK D8 DA HK | 1 | 4 + 0 + 11 + 4 = 19 | - |
| 6 | 1 | SQ HA C9 HJ | 1 | 3 + 11 + 0 + 2 = 16 | - |
| 7 | 1 | HQ C8 CJ C7 | 1 | 3 + 0 + 2 + 0 = 5 | - |
| 8 | 1 | CK CA CQ CT | 2 | 4 + 11 + 3 + 10 = 28, last trick 10 | 20 (Q-K-A), claimed by seat 0 |

Seats 0 and 2: cards 10 + 28 = 38, last trick 10, roem 20: 68. Seats 1 and 3: cards 4 + 37 + 33 + 19 + 16 + 5 = 114,
roem 20 + 20: 154. Together 38 + 10 + 114 = 162 and 60 roem. Seat 0 says kraken, seat 3 re: the makers spoke last and
have more, 154 against 68, so they take everything, times four: (162 + 60) x 4 = 888.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Served
from tests.browser.phone import Phone
from tests.browser.steps import NAMES, play_in_order, sit_together

SEED = hashlib.sha256(b"four phones 8").digest()
TRICKS = (
    (3, "SK S8 S7 S9"),
    (3, "H7 H9 H8 HT"),
    (2, "SA D9 SJ ST"),
    (3, "DJ D7 DQ DT"),
    (3, "DK D8 DA HK"),
    (1, "SQ HA C9 HJ"),
    (1, "HQ C8 CJ C7"),
    (1, "CK CA CQ CT"),
)
TAPPED = 3
"""So many tricks are tapped; the others the pages play by themselves."""
CLAIMED = {1: 1, 4: 3, 8: 0}
"""By trick: the seat that claims its roem. That of trick 2 is missed."""

WON = {
    "form": "won",
    "Matches": "1 1 won",
    "Rounds": "1",
    "Pits": "0",
    "Rounds nat": "0",
    "Krakens won": "0",
    "Krakens lost": "0",
    "Roem": "40",
}
LOST = WON | {"form": "lost", "Matches": "1 0 won", "Krakens lost": "1", "Roem": "20"}
"""The page of each player afterwards. The makers answered the kraken with a re, so the others lost it."""
WITH = (
    {f"With {NAMES[2]}": "1 match 0 won"},
    {f"With {NAMES[3]}": "1 match 1 won"},
    {f"With {NAMES[0]}": "1 match 0 won"},
    {f"With {NAMES[1]}": "1 match 1 won"},
)


def open_table(first: Phone) -> None:
    """A match of Kraken of one round."""
    first.visit("/t/new/")
    first.page.get_by_label("Rounds", exact=True).fill("1")
    first.press("Open the table")


def test_a_round_with_kraken_and_re_is_written_down_as_worked_out_by_hand(
    phone: Callable[..., Phone], served: Served
):
    seats = sit_together(phone, NAMES, open_table)
    expect(seats[0].page.locator(".place--free")).to_have_count(0)
    served.deal_next(SEED)
    seats[0].press("Start")
    for one in seats:
        one.at_table()

    seats[3].say("trump", suit="D")
    seats[0].say("kraken")
    seats[3].say("re")
    seats[0].say("pass")
    seats[2].say("pass")
    for one in seats:
        expect(one.page.locator(".strip-trump .times")).to_have_text("×4")
        one.say("declare")

    for number, (leader, cards) in enumerate(TRICKS, start=1):
        order = [((leader + turn) % 4, card) for turn, card in enumerate(cards.split())]
        if number <= TAPPED:
            tap_in_order(seats, order, reloaded_after=1 if number == TAPPED else None)
        else:
            play_in_order(seats, order)
        for one in seats:
            for card in cards.split():
                expect(one.page.locator(f"#trick .card.{card}")).to_be_visible()
        if number in CLAIMED:
            seats[CLAIMED[number]].say("bonus")

    table = seats[0].page.url
    for one in seats:
        expect(one.page.locator("#sheet.is-open .sheet-end")).to_contain_text("win the match")
        assert one.page.locator(".strip-score b").all_inner_texts() == ["0", "888"]
    rows = seats[0].page.locator("#sheet .score-lines tbody tr")
    assert [row.locator("td").all_inner_texts() for row in rows.all()] == [
        ["38", "114"],
        ["10", "·"],
        ["·", "20"],
        ["·", "20"],
        ["20", "·"],
        ["−68", "68"],
        ["·", "666"],
        ["0", "888"],
    ]
    assert "154" in str(seats[0].page.locator("#sheet .told").text_content())

    for seat, one in enumerate(seats):
        assert figures(one, person_of(one)) == (WON if seat % 2 else LOST) | WITH[seat]
    assert figures(seats[0], person_of(seats[3])) == {}
    show_figures_to_everybody(seats[3])
    assert figures(seats[0], person_of(seats[3])) == WON | WITH[3]
    for one in seats:
        one.page.goto(table)
        one.at_table()

    seats[2].press("Rematch")
    for one in (seats[0], seats[1], seats[3]):
        expect(one.page.locator("#agreements")).to_contain_text(f"{NAMES[2]} sits at the next table already.")
        one.press("Come along")
    for one in seats:
        expect(one.page.locator("#hand .card")).to_have_count(8)


def tap_in_order(seats: list[Phone], cards: list[tuple[int, str]], *, reloaded_after: int | None) -> None:
    """Tap these cards of seats, and see each on every phone; after that many of them seat 0 loads its page again."""
    for turn, (seat, card) in enumerate(cards):
        seats[seat].play(card)
        for one in seats:
            expect(one.page.locator(f"#trick .card.{card}")).to_be_visible()
        if turn == reloaded_after:
            load_again(seats[0])


def person_of(one: Phone) -> str:
    """The path of the page of the player who holds this phone."""
    return f"/people/{one.page.evaluate('() => document.documentElement.dataset.reader')}/"


def figures(reader: Phone, person: str) -> dict[str, str]:
    """The figures of Kraken on the page of a person, as the reader sees them; the strength without its value."""
    reader.visit(person)
    panel = reader.page.locator("#figures-kraken")
    if not panel.count():
        return {}
    reader.keep(lambda: reader.visit(person), until=panel.get_by_text("Strength, casual").count)
    rows = panel.locator(".facts > div").all()
    found = {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows}
    assert "may be " in found.pop("Strength, casual")
    return {"form": ", ".join(panel.locator(".chip").all_inner_texts()), **found}


def show_figures_to_everybody(one: Phone) -> None:
    one.visit("/me/shown/")
    one.page.locator("[name=shown-figures][value=everybody]").check()
    one.press("Save")
    expect(one.page.locator("#figures-kraken")).to_be_visible()


def load_again(one: Phone) -> None:
    """The page comes back as it was: same hand, same cards on the table."""
    hand = one.cards()
    one.page.reload()
    one.at_table()
    assert one.cards() == hand
    expect(one.page.locator("#trick .trick > li")).to_have_count(2)
