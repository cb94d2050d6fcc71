"""One table, one call, one answer: a player calls the director from the menu, who answers from the cockpit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.clubs.steps import (
    axe_faults,
    create_club,
    enter_everybody,
    make_account,
    press_and_confirm,
    unfold,
)
from tests.browser.judging import STICKS_OUT
from tests.browser.phone import Phone

WHY = "A card fell on the table"
ANSWER = "Pick it up and play on"
FINGER = 44
TABLES, SIGNING = "**/cockpit/tables/", "**/sign/"
ASKS_AT_ONCE = """
window.WebSocket = class extends WebSocket {
  constructor(...said) {
    super(...said);
    this.addEventListener("open", () => this.send(""));
    this.addEventListener("message", () => { document.documentElement.dataset.heard = ""; });
  }
};
"""
"""A socket that says when it has been answered: from then on it is in the groups of its evening."""


def competition_of(phone: Callable[..., Phone], names: Sequence[str], slug: str) -> list[Phone]:
    """The first of these as secretary who plays as well, with the others in a competition that has an evening."""
    phones = [phone() for _name in names]
    for one, name in zip(phones, names, strict=True):
        make_account(one, name)
    secretary, *others = phones
    create_club(secretary, name=slug.title(), slug=slug, season="Spring", others=others)
    secretary.visit(f"/c/{slug}/")
    secretary.page.get_by_role("link", name="New competition").tap()
    secretary.page.locator("[name=name]").fill("Mondays")
    unfold(secretary, "Rounds and tables")
    secretary.page.locator("[name=cards]").fill("1")
    secretary.page.locator("[name=rounds]").fill("1")
    unfold(secretary, "At the table")
    secretary.press("Make it")
    enter_everybody(secretary)
    return phones


def open_menu(one: Phone) -> None:
    """Open the table's menu."""
    one.page.locator(".menu > summary").tap()


def test_a_player_calls_the_director_who_answers_from_the_cockpit(phone: Callable[..., Phone]) -> None:
    table = competition_of(phone, ("Dirk", "Evi", "Fenna", "Gijs"), "rondgang")
    dirk, evi, *rest = table
    dirk.page.locator("a[href$='/cockpit/']").tap()
    dirk.page.locator("#who-comes").wait_for()
    evening = dirk.page.url.removesuffix("cockpit/")
    for one in table:
        one.visit(evening)
        one.press("I am coming")
        expect(one.page.get_by_text("You are coming.")).to_be_visible()
    dirk.visit(f"{evening}cockpit/")
    dirk.press("Draw the seats")
    press_and_confirm(dirk, "Open the tables of round 1")
    press_and_confirm(dirk, "Start all tables")
    expect(dirk.page.locator("#cockpit-tables .chip")).to_have_text("playing")
    address = str(dirk.page.locator("#cockpit-tables a.tap-link").get_attribute("href"))
    for one in (evi, *rest):
        one.visit(address)
        one.at_table()

    open_menu(evi)
    evi.page.locator("#call-director > summary").tap()
    evi.page.locator("#director-why").fill(WHY)
    assert axe_faults(evi) == []
    evi.press("Call now")
    expect(evi.page.locator("#agreements")).to_contain_text(WHY)
    expect(evi.page.locator("#ask-director")).not_to_be_visible()
    for one in rest:
        expect(one.page.locator("#agreements")).to_contain_text("called the director.")
        expect(one.page.locator("#agreements")).not_to_contain_text(WHY)
    for one in (evi, *rest):
        expect(one.page.locator("#agreements")).to_contain_text("The clock stands still")
    call = dirk.page.locator("[id^=call-]")
    expect(call).to_contain_text(WHY)  # by its socket
    expect(dirk.page.locator("[id^=call-] input")).to_be_visible()
    assert axe_faults(dirk) == []
    assert dirk.page.evaluate(STICKS_OUT) == []
    dirk.page.locator("[id^=call-] input").fill(ANSWER)
    call.get_by_role("button", name="Answer").tap()
    for one in (evi, *rest):
        expect(one.page.locator("#agreements")).to_contain_text(ANSWER)
    expect(call).to_have_count(0)

    dirk.page.set_viewport_size({"width": 320, "height": 640})
    for page, table_of in ((evening, "li.list-row.led"), (f"{evening}cockpit/", ".cockpit-table.led")):
        dirk.visit(page)
        tapped = dirk.page.locator(table_of)
        box = tapped.bounding_box()
        assert box is not None
        assert (box["height"] >= FINGER, box["width"] >= 320 - 2 * FINGER) == (True, True)
        tapped.tap(position={"x": 24, "y": box["height"] - 12})
        dirk.page.wait_for_url("**/table/*/")
        assert axe_faults(dirk) == []
        assert dirk.page.evaluate(STICKS_OUT) == []
    dirk.page.get_by_text("Substitute", exact=True).tap()
    expect(dirk.page.locator("#absent option")).to_have_text(["–", "Dirk", "Evi", "Fenna", "Gijs"])
    assert dirk.page.evaluate(STICKS_OUT) == []
    dirk.page.get_by_role("link", name="To the table").tap()
    dirk.at_table()


def test_an_answer_that_comes_after_a_push_still_finds_its_place(phone: Callable[..., Phone]) -> None:
    """The cockpit asks every twenty seconds; on a slow line a push comes before the answer."""
    dirk, evi = competition_of(phone, ("Durk", "Eelkje"), "omloop")
    dirk.page.clock.install()
    dirk.page.add_init_script(ASKS_AT_ONCE)
    dirk.page.locator("a[href$='/cockpit/']").tap()
    dirk.page.locator("html[data-heard]").wait_for()
    evening = dirk.page.url.removesuffix("cockpit/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    dirk.page.route(TABLES, hold)
    with dirk.page.expect_request(TABLES):
        dirk.page.clock.fast_forward(20_000)
    evi.visit(evening)
    evi.press("I am coming")
    expect(dirk.page.locator("#coming")).to_contain_text("1")
    with dirk.page.expect_response(TABLES):
        held[0].continue_()
    expect(dirk.page.locator("#cockpit-tables")).to_have_count(1)


def test_an_answer_to_a_form_that_a_push_has_exchanged_still_finds_its_place(
    phone: Callable[..., Phone],
) -> None:
    """The push that a tap causes comes before the answer to it."""
    doede, _nynke = competition_of(phone, ("Doede", "Nynke"), "rondweg")
    doede.page.add_init_script(ASKS_AT_ONCE)
    doede.page.locator("a[href$='/cockpit/']").tap()
    doede.page.locator("html[data-heard]").wait_for()
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))

    doede.page.route(SIGNING, hold)
    doede.page.locator("#who-comes button[value=yes]").first.tap()
    expect(doede.page.locator("#coming")).to_contain_text("1")
    doede.keep(lambda: None, until=lambda: held)
    with doede.page.expect_response(SIGNING):
        (route, answer) = held[0]
        route.fulfill(response=answer)
    expect(doede.page.locator("#who-comes button[value=yes]").first).to_have_attribute("aria-pressed", "true")
