"""A whole deal of Kalooki by ear, one person against three bots: every step of a turn, up to going out.

The cards are those of `SEED`, three threes of nine cards. This person is seat 0 and begins. The bots do the same in
whatever order the words of a window come: never do two players call one card, and none is called that the player in
turn takes.

| seat | draws | lays | discards |
| --- | --- | --- | --- |
| 0 | seat 2 calls D9; allowed: HT from the stock | | DJ |
| 1 | takes DJ | | SQ |
| 2 | seat 0 calls SQ; allowed | CA CAb DA, C5b H5b S5, C9b D9 S9b | DJb |
| 3 | from the stock, all others pass | | DKb |
| 0 | from the stock | | C8 |
| 1 | from the stock | | DT |
| 2 | from the stock | | S6b |
| 3 | from the stock | | H7b |
| 0 | takes H7b | DTb HT STb, CQb DQ DQb, C7 H7b joker; adds H5 and SQ | D6, and is out: the table is bent |
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, club_served
from tests.browser.listener import EARS, Listener, is_over, keep, names_heard, press_card, record_of, short
from tests.browser.phone import Phone

SEED = hashlib.sha256(b"by ear 2582").digest()
TURNED_UP, CALLED, TAKEN = "D9", "SQ", "H7"
ADDED = ("H5", "SQ")
DISCARDED = ("DJ", "C8", "D6")
OWN = [
    "allow",
    "discard",
    "call",
    "pass",
    "stock",
    "discard",
    "pass",
    "pass",
    "take",
    "lay",
    "tack",
    "tack",
    "discard",
]
"""The words of this person in the record, from the call that is allowed."""
DRAWN = (["HT"], ["C8", "SQ"], ["CQ"], ["H7"])
MELDS = (
    (2, "CA CA DA"),
    (2, "C5 H5 S5"),
    (2, "C9 D9 S9"),
    (0, "DT HT ST"),
    (0, "CQ DQ DQ"),
    (2, "C5 H5 S5 H5"),
    (0, "CQ DQ DQ SQ"),
)
"""The melds without a joker as they lie on the table, by owner."""
ADDED = ("H5", "SQ")
"""The cards that this person adds, to a meld of another and to an own one."""
POINTS = (0, 122, 20, 122)


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club in which the clock closes no draw window before this person has answered."""
    with club_served(tmp_path_factory.mktemp("by ear"), "by_ear", WINDOW_SECONDS="600") as club:
        yield club


def begin(listener: Listener, served: Served) -> None:
    """A first game of Kalooki from the first page, of known cards."""
    mine = listener.phone
    mine.page.add_init_script(f"addEventListener('DOMContentLoaded', {EARS})")
    mine.visit("/")
    served.deal_next(SEED)
    listener.press(mine.page.get_by_role("button", name=re.compile(listener.word("Caribbean Kalooki"))).first)
    expect(listener.cards).to_be_visible()


def go_on(listener: Listener) -> None:
    """Answer the question or the offer heard last; nothing while none was heard."""
    question = listener.question()
    if not question:
        return
    if question == listener.word("Call the discard?"):
        listener.press(
            listener.asked_button(listener.word("I call it" if tops(listener, CALLED) else "Pass"))
        )
    elif question == listener.word("Take the discard, or draw from the stock?"):
        word = "I take it" if tops(listener, TAKEN) else "From the stock"
        listener.press(listener.asked_button(listener.word(word)))
    elif question in (
        listener.word("Discard a card"),
        listener.word("You hold the contract: lay it, or discard a card"),
    ):
        lay_or_discard(listener)
    elif question == listener.word("Lay, add, or discard"):
        add_or_discard(listener)
    elif (allow := listener.phone.page.locator("#answer [value=allow]")).count():
        listener.press(allow)


def tops(listener: Listener, card: str) -> bool:
    """Whether this card was the last to be told of the discard pile."""
    return pile_as_told(listener)[-1:] == [listener.card(card)]


def pile_as_told(listener: Listener) -> list[str]:
    """The top cards of the discard pile that were told, in their order."""
    pile = f"{listener.word('Discard pile')}: "
    return [line.removeprefix(pile) for line in listener.heard if line.startswith(pile)]


def tops_of(log: list[dict[str, Any]]) -> list[str]:
    """The top card of the discard pile after each entry of the record that changed it, from the card turned up on."""
    pile = [TURNED_UP]
    tops = [TURNED_UP]
    for one in log:
        if one["do"] == "discard":
            pile.append(one["card"])
        elif one["do"] in ("take", "allow"):
            pile.pop()
        else:
            continue
        tops += pile[-1:]
    return tops


def lay_or_discard(listener: Listener) -> None:
    """Lay the contract as it is proposed, once the proposal was read out; without one discard."""
    if not listener.asked_button(listener.word("Fill in what fits")).count():
        discard(listener)
        return
    listener.press(listener.asked_button(listener.word("Fill in what fits")))
    keep(listener, lambda: None, until=lambda: len(proposed_cards(listener)) == 3)
    listener.press(listener.asked_button(listener.word("Lay it down")))


def proposed_cards(listener: Listener) -> list[str]:
    """The cards of the proposal that were read out since the last answer."""
    slot = re.compile(listener.word("Three {number}").format(number=r"\d") + ": (.+)")
    return [found[1] for line in listener.listen() if (found := slot.fullmatch(line))]


def add_or_discard(listener: Listener) -> None:
    """Press a card that fits on the table and then the place that is named; where none is left discard."""
    card = first_held(listener, ADDED)
    if not card:
        discard(listener)
        return
    press_card(listener, [card])
    place = re.compile(f"^{card} {listener.word('becomes')} ")
    button = listener.asked.get_by_role("button", name=place)
    expect(button).to_be_visible()
    listener.press(button)


def discard(listener: Listener) -> None:
    """Press the next card to discard, and once more when that is asked for."""
    press_card(listener, [first_held(listener, DISCARDED)])
    keep(listener, lambda: None, until=listener.is_held_back)
    press_card(listener, [listener.card_pressed])


def first_held(listener: Listener, cards: tuple[str, ...]) -> str:
    """The name of the first of these cards that is in the hand, "" for none."""
    held = [name for name, _can_be_pressed in listener.held()]
    return next((name for name in map(listener.card, cards) if name in held), "")


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
def test_a_whole_deal_is_played_by_ear(phone: Callable[..., Phone], served: Served, locale: str) -> None:
    listener = Listener(phone(locale=locale), locale[:2])
    begin(listener, served)
    keep(listener, lambda: go_on(listener), until=lambda: is_over(listener))
    heard, record = listener.heard, record_of(listener)
    names = [short(name) for name in names_heard(listener, record)]

    own = [one["do"] for one in record["log"] if one.get("by") == "0"]
    assert own[own.index("allow") :] == OWN
    drawn = [
        sorted(listener.names(line, "New in your hand: {cards}"))
        for line in heard
        if listener.is_kind(line, "New in your hand: {cards}")
    ]
    assert drawn == [sorted(map(listener.card, cards)) for cards in DRAWN]

    tops = iter(map(listener.card, tops_of(record["log"])))
    assert all(card in tops for card in pile_as_told(listener)), "in their order"
    lies = f"{listener.word('On the table')}: "
    for seat, cards in MELDS:
        words = ", ".join(map(listener.card, cards.split()))
        told = [line.removeprefix(lies) for line in heard]
        assert any(line.startswith(f"{names[seat]}: ") and line.endswith(f": {words}") for line in told)
    for card in ADDED:
        assert listener.word("You add the {card}").format(card=listener.card(card)) in heard
    call = listener.word("{seat} calls the discard. Who has it?")
    assert call.format(seat=short(record["players"][2])) in heard
    assert f"{names[0]}: {listener.word('out')}" in heard

    (written,) = (line for line in heard if f"{listener.word('Written down')}: " in line)
    assert (
        listener.word("{seat} bent the table: down and out in one turn").format(seat=listener.word("You"))
        in written
    )
    points = zip(names_heard(listener, record), POINTS, strict=True)
    assert all(f" {name} {penalty}" in written for name, penalty in points)
