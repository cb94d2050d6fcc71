"""The club as an app: it can be installed, the hint comes at the right moment, and it says what it can without a
connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as PageError

from games.engine import registry
from tests.browser.conftest import Served, club_served, new_phone
from tests.browser.judging import judge
from tests.browser.phone import Phone
from tests.browser.steps import choose, sit_down

A_DAY = 86_400
"""Seconds."""
HOLDS = """async ([store, number]) => {
  for (let look = 0; look < 3000; look += 1) {
    if ((await (await caches.open(store)).keys()).length >= number) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}"""
"""Whether a store of the phone comes to hold so many pages."""
MARKED = """() => window.addEventListener("pagehide", () => {
  sessionStorage.setItem("left", document.querySelector("#sheet.is-open") ? "sheet" : "cards");
})"""
"""Note what lay on the table when the page was left."""
OPENED = """document.addEventListener("htmx:wsOpen", (event) => { window.opened = event.detail; });"""
"""Keep the table's open socket, so that it can be said to have opened once more."""
SHEET_OR_LEFT = "() => sessionStorage.getItem('left') || document.querySelector('#sheet.is-open')"
PROMPTED = """() => {
  const prompt = new Event("beforeinstallprompt", { cancelable: true });
  prompt.prompt = () => { window.prompted = true; };
  window.dispatchEvent(prompt);
}"""
"""The event of a browser that can install, which one without windows does not send."""


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of this module's own, since its clock is moved."""
    with club_served(tmp_path_factory.mktemp("installed"), "installed") as club:
        yield club


def play(mine: Phone, served: Served, *, rounds: int = 1) -> None:
    """A match of so many rounds against bots, to its end, and back in the lobby."""
    sit_down(mine, served, rounds=rounds)
    mine.play_on()
    mine.visit("/")


def test_the_browser_finds_nothing_that_prevents_installation(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.visit("/")
    mine.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    audit = mine.page.context.new_cdp_session(mine.page)
    errors = audit.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of the tests keeps nothing on disk, which the browser counts as a private window.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    manifest = audit.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert "manifest" in manifest["url"]


def test_the_hint_comes_after_a_match_on_a_second_day_and_can_be_dismissed(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine = phone()
    mine.visit("/")
    for rounds, later, shown in ((1, 0, False), (2, 0, False), (1, A_DAY, True)):
        served.let_pass(later)
        play(mine, served, rounds=rounds)
        mine.page.evaluate(PROMPTED)
        expect(mine.page.locator("#install")).to_be_visible(visible=shown)
    assert judge(mine, "the hint") == []
    mine.press("Put it there")
    mine.page.wait_for_function("() => window.prompted")
    with mine.page.expect_navigation():
        mine.press("Not for me")
    mine.page.evaluate(PROMPTED)
    expect(mine.page.locator("#install")).to_have_count(0)


def test_without_a_connection_rules_and_last_sheet_are_read(chromium: Browser, tmp_path: Path) -> None:
    with club_served(tmp_path, "unreachable") as club:
        mine = new_phone(chromium, club, service_workers="allow")
        mine.visit("/")
        mine.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        play(mine, club, rounds=2)
        assert mine.page.evaluate(HOLDS, ["club-rules", 2])
        assert mine.page.evaluate(HOLDS, ["club-sheet", 1])
    mine.visit("/")
    expect(mine.page.locator("h1")).to_have_text("The club cannot be reached")
    mine.page.get_by_role("link", name="Score sheet").tap()
    expect(mine.page.locator("h1")).to_contain_text("Score sheet")
    expect(mine.page.locator("tbody tr")).to_have_count(2)
    mine.visit("/rules/kraken/")
    expect(mine.page.locator("h1")).to_have_text("The rules of Kraken")
    mine.page.context.close()


def test_a_page_without_a_connection_opens_once_there_is_one(phone: Callable[..., Phone]) -> None:
    mine = phone()
    mine.visit("/")
    mine.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    assert mine.page.evaluate(HOLDS, ["club-rules", len(registry.GAMES)])
    mine.page.context.set_offline(True)
    mine.visit("/")
    expect(mine.page.get_by_role("link", name="The rules of Kraken")).to_be_visible()
    mine.page.context.set_offline(False)
    expect(mine.page.get_by_role("button", name="Play Kraken now")).to_be_visible()
    mine.complaints.clear()  # of files that were not reached


def test_nothing_is_fetched_to_be_kept_where_no_service_worker_would_give_it(
    chromium: Browser, served: Served
) -> None:
    mine = new_phone(chromium, served, service_workers="block")
    fetched: list[str] = []
    mine.page.on("request", lambda one: fetched.append(one.url) if one.resource_type == "fetch" else None)
    mine.visit("/")
    mine.page.wait_for_load_state("networkidle")
    assert mine.page.locator("[data-keep-rules]").count() == 1
    assert fetched == []
    mine.page.context.close()


def test_the_rules_are_fetched_again_only_where_they_may_look_different(phone: Callable[..., Phone]) -> None:
    mine = phone()
    fetched: list[str] = []
    mine.page.on("request", lambda one: fetched.append(one.url) if one.resource_type == "fetch" else None)

    def rules_fetched() -> int:
        """How many pages of rules were fetched since this was asked last, with a visit of the first page."""
        mine.page.wait_for_load_state("networkidle")
        mine.visit("/")
        mine.page.wait_for_load_state("networkidle")
        count = sum("/rules/" in address for address in fetched)
        fetched.clear()
        return count

    mine.visit("/")
    games = rules_fetched()
    assert games == len(registry.GAMES)
    assert rules_fetched() == 0
    choose(mine, text_size="large")
    assert rules_fetched() == games
    mine.page.evaluate("() => caches.delete('club-rules')")
    assert rules_fetched() == games


def test_the_sheet_is_dropped_when_its_reader_signs_out(phone: Callable[..., Phone], served: Served) -> None:
    mine = phone()
    mine.visit("/")
    play(mine, served)
    assert mine.page.evaluate(HOLDS, ["club-sheet", 1])
    mine.visit("/accounts/logout/")
    mine.page.locator("main form button").last.tap()
    mine.page.wait_for_url(f"{mine.address}/")
    mine.page.wait_for_function("async () => !(await caches.has('club-sheet'))")


@pytest.mark.parametrize("released", ["the same", "newer"])
def test_a_new_release_is_taken_between_rounds_and_never_while_cards_are_held(
    phone: Callable[..., Phone], served: Served, released: str
) -> None:
    mine = phone()
    mine.page.add_init_script(OPENED)
    sit_down(mine, served, rounds=4)
    own = mine.page.evaluate("() => document.documentElement.dataset.release")
    asked: list[str] = []

    def answer(route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=own if released == "the same" else "newer")

    mine.page.route("**/release", answer)
    mine.page.evaluate(MARKED)
    with mine.page.expect_request("**/release"):
        mine.page.evaluate(
            "() => document.dispatchEvent(new CustomEvent('htmx:wsOpen', { detail: window.opened }))"
        )
    mine.keep(partial(go_on, mine), until=lambda: answer_of_page(mine, SHEET_OR_LEFT))
    if released == "newer":
        mine.page.wait_for_function("() => sessionStorage.getItem('left') === 'sheet'")
    else:
        assert mine.page.evaluate("() => sessionStorage.getItem('left')") is None
    assert asked


def go_on(mine: Phone) -> None:
    """Do the next thing, unless the page is just being loaded anew."""
    with suppress(PageError):
        mine.go_on()


def answer_of_page(mine: Phone, question: str) -> bool:
    """The answer of the page, False while it is just being loaded anew."""
    with suppress(PageError):
        return bool(mine.page.evaluate(question))
    return False
