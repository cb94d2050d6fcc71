"""An evening on eight phones: everybody comes unless they say no, somebody at the door, substitutes by one tap, a
player who waits, and a call for the director with the clock stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.steps import (
    axe_faults,
    create_club,
    enter_ticked,
    make_account,
    press_and_confirm,
    unfold,
)
from tests.browser.judging import STICKS_OUT
from tests.browser.phone import Phone

NAMES = ("Alida", "Berend", "Corrie", "Diederik", "Elske", "Folkert", "Geeske", "Harmen")
ENTERED = NAMES[1:6]
ANSWER = "Pick it up and play on"


@pytest.fixture
def phones(phone: Callable[..., Phone]) -> dict[str, Phone]:
    """Eight members of a club by name: Alida is its secretary, five others take part in a competition."""
    made = {name: phone() for name in NAMES}
    for name, one in made.items():
        make_account(one, name)
    alida = made["Alida"]
    create_club(
        alida, name="De Laatste Slag", slug="slag", season="Winter", others=[made[each] for each in NAMES[1:]]
    )
    alida.visit("/c/slag/")
    alida.page.get_by_role("link", name="New competition").tap()
    alida.page.locator("[name=name]").fill("Tuesdays")
    unfold(alida, "Rounds and tables")
    alida.page.locator("[name=cards]").fill("1")
    alida.page.locator("[name=rounds]").fill("2")
    unfold(alida, "Absence and substitutes")
    alida.page.locator("[name=rule-coming]").select_option("unless")
    alida.press("Make it")
    for name in ENTERED:
        alida.page.locator("#enter-players").get_by_label(name, exact=True).check()
    enter_ticked(alida, len(ENTERED))
    alida.page.locator("a[href$='/cockpit/']").tap()
    expect(alida.page.locator("#coming")).to_have_text("5 come")
    return made


def sound(one: Phone) -> None:
    """The page reads well aloud, and nothing sticks out."""
    assert axe_faults(one) == []
    assert one.page.evaluate(STICKS_OUT) == []


def seats_of(phones: dict[str, Phone], evening: str, round_number: int) -> tuple[list[str], str]:
    """The names at the table of a round, and the name of the player who waits in it, as the evening's page says."""
    reader = phones["Geeske"]
    reader.visit(evening)
    section = reader.page.locator(f"section[aria-labelledby=round-{round_number}]")
    at_table = section.locator(".sitters").inner_text()
    waits = section.get_by_text("Waiting:").inner_text().removeprefix("Waiting:").strip()
    return [name for name in NAMES if name in at_table], waits


def ask(alida: Phone, absent: str, only_round: int) -> None:
    """The secretary asks for a substitute in one round."""
    unfold(alida, "Substitute")
    alida.page.locator("#absent").select_option(label=absent)
    alida.page.locator("#only-round").select_option(str(only_round))
    alida.press("Ask who can come")
    expect(alida.page.locator("#wanted")).to_contain_text(absent)


def test_substitutes_sit_down_by_a_tap_and_the_director_answers_in_mid_round(
    phones: dict[str, Phone],
) -> None:
    alida, folkert, geeske = phones["Alida"], phones["Folkert"], phones["Geeske"]
    cockpit = alida.page.url
    evening = cockpit.removesuffix("cockpit/")

    # Everybody comes unless they say no; the open cockpit hears it, and who stands by.
    folkert.visit(evening)
    expect(folkert.page.get_by_text("You are coming.")).to_be_visible()
    folkert.press("I cannot come")
    expect(alida.page.locator("#coming")).to_have_text("4 come")
    expect(alida.page.locator("#attendance .button--bold")).to_contain_text("Folkert")
    geeske.visit(evening)
    geeske.press("I stand by")
    expect(geeske.page.locator("#stand-by")).to_contain_text("number 1 on the list")
    expect(alida.page.locator("#standing-by")).to_have_text("Stand by: Geeske")
    sound(geeske)

    # Harmen stands at the door.
    alida.page.locator("#door-names").fill("Harmen")
    alida.press("They come")
    expect(alida.page.locator("#coming")).to_have_text("5 come")
    sound(alida)
    alida.press("Draw the seats")
    expect(alida.page.get_by_role("heading", name="Round 1, drawn")).to_be_visible()

    # The player who waits in round 1 takes the seat before Geeske, whose tap comes too late.
    at_table, waits = seats_of(phones, evening, 1)
    assert len(at_table) == 4
    absent = at_table[0]
    ask(alida, absent, 1)
    for name in (waits, "Geeske"):
        phones[name].visit(evening)
        expect(phones[name].page.locator("[id^=wanted-]")).to_contain_text(absent)
    sound(phones[waits])
    phones[waits].press("I can play")
    expect(alida.page.locator("#wanted")).to_have_count(0)
    geeske.press("I can play")
    expect(geeske.page.get_by_text("no substitute is wanted for that seat any more")).to_be_visible()
    geeske.complaints = [each for each in geeske.complaints if "409" not in each]
    phones[absent].visit(evening)
    expect(phones[absent].page.locator("#held")).to_contain_text(f"{waits} plays your seat in round 1")
    alida.visit("/me/notices/")
    expect(alida.page.get_by_text(f"{waits} plays for {absent}")).to_be_visible()

    # Geeske takes a seat of round 2 from the notice.
    alida.visit(cockpit)
    second, _waits = seats_of(phones, evening, 2)
    missing = next(name for name in second if name != absent)
    ask(alida, missing, 2)
    geeske.visit("/me/notices/")
    geeske.page.get_by_role("button", name=re.compile(f"^I can ?: A substitute for {missing}")).tap()
    expect(geeske.page.get_by_text("You said: I can.")).to_be_visible()
    expect(alida.page.locator("#wanted")).to_have_count(0)
    alida.page.reload()
    expect(alida.page.locator("section[aria-labelledby=drawn-2]")).to_contain_text(f"Geeske (for {missing})")

    # Round 1 is played; in mid-round the director is called, and everybody waits for the answer.
    press_and_confirm(alida, "Open the tables of round 1")
    press_and_confirm(alida, "Start all tables")
    expect(alida.page.locator("#cockpit-tables .chip")).to_have_text("playing")
    address = str(alida.page.locator("#cockpit-tables a.tap-link").get_attribute("href"))
    players = [phones[name] for name in (*at_table[1:], waits)]
    for one in players:
        one.visit(address)
        one.at_table()
    play_until_a_card_lies(players)
    caller = players[0]
    caller.page.locator(".menu > summary").tap()
    caller.page.locator("#call-director > summary").tap()
    caller.page.locator("#director-why").fill("A card fell on the table")
    caller.press("Call now")
    for one in players:
        expect(one.page.locator("#agreements")).to_contain_text("The clock stands still")
    call = alida.page.locator("[id^=call-]")
    expect(call).to_contain_text("A card fell on the table")
    assert [one.moment() for one in players if one.moment() in ("card", "lead")] == []
    call.locator("input").fill(ANSWER)
    call.get_by_role("button", name="Answer").tap()
    for one in players:
        expect(one.page.locator("#agreements")).to_contain_text(ANSWER)
    expect(call).to_have_count(0)
    held = sum(len(one.cards()) for one in players)
    players[0].keep(
        lambda: [one.go_on() for one in players],
        until=lambda: sum(len(one.cards()) for one in players) < held,
    )


def play_until_a_card_lies(players: list[Phone]) -> None:
    """Go on until at least one card has been played."""
    players[0].keep(
        lambda: [one.go_on() for one in players],
        until=lambda: sum(len(one.cards()) for one in players) < 4 * 8,
    )
