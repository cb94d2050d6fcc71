"""A tablet in the middle: opened by a code from the table's menu, it shows the play and fits 1024 x 768."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Served
from tests.browser.judging import STICKS_OUT, judge
from tests.browser.phone import Phone
from tests.browser.steps import sit_down

TABLET = {"width": 1024, "height": 768}
OUTSIDE = """() => [...document.querySelectorAll(".strip > *, .seat .face, .trick .card, .ask-words")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""


def code_for_a_tablet(mine: Phone, served: Served) -> str:
    """Sit down, ask the table's menu for the code of a screen in the middle, and stay on that page."""
    sit_down(mine, served)
    mine.page.locator(".menu > summary").tap()
    mine.page.get_by_role("link", name="A tablet in the middle").tap()
    mine.press("Give me a code")
    return mine.page.locator(".invite-code").inner_text()


def test_the_tablet_follows_the_round_without_a_hand(phone: Callable[..., Phone], served: Served) -> None:
    mine, tablet = phone(), phone(viewport=TABLET)
    code = code_for_a_tablet(mine, served)
    tablet.visit(str(mine.page.locator(".invite-link a").get_attribute("href")))
    expect(tablet.page.locator("#table.you-none")).to_be_visible()
    mine.page.get_by_role("link", name="To the table").tap()
    mine.at_table()

    faults: list[str] = []
    met: set[str] = set()

    def play_and_look() -> None:
        now = mine.moment()
        if now and now not in met:
            met.add(now)
            tablet.page.wait_for_function(
                "seq => Number(document.getElementById('seq').dataset.seq) >= Number(seq)",
                arg=mine.page.locator("#seq").get_attribute("data-seq"),
            )
            tablet.page.wait_for_function("() => !document.getAnimations().length")
            faults.extend([*tablet.page.evaluate(OUTSIDE), *tablet.page.evaluate(STICKS_OUT)])
            if now == "card":
                faults.extend(judge(tablet, now))
            assert tablet.page.locator("#hand, #table form button").count() == 0
        mine.answer(now)

    mine.keep(play_and_look, until=lambda: "over" in met)
    expect(tablet.page.locator("#sheet .sheet-end")).to_contain_text("win the match")
    assert not faults, "\n".join(faults)
    assert tablet.page.goto(f"{tablet.address}/screen/{code}/").status == 404
    tablet.complaints.clear()  # of the page that is over


def test_a_code_is_typed_on_the_first_page_and_withdrawn_which_leaves_a_sentence(
    phone: Callable[..., Phone], served: Served
) -> None:
    mine, tablet = phone(), phone(viewport=TABLET)
    code = code_for_a_tablet(mine, served)
    tablet.visit("/")
    tablet.page.get_by_label("Join by code").fill(code)
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator("#table.you-none")).to_be_visible()
    assert tablet.page.locator("#hand").count() == 0
    tablet.page.wait_for_function("() => window.drawnOverLine")

    mine.press("Withdraw the code")
    expect(mine.page.get_by_text("The code is withdrawn")).to_be_visible()
    expect(mine.page.get_by_role("button", name="Give me a code")).to_be_visible()
    gone = tablet.page.locator("#gone")
    expect(gone).to_contain_text("The code of this tablet holds no longer.")
    expect(gone.get_by_role("link")).to_be_hidden()
    assert judge(tablet, "withdrawn") == []
