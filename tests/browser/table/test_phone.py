"""A phone knows whether it has answered, however the prompt looks before and after and whenever it is exchanged, and
goes where it is sent although a page that was tapped before opens meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route
from playwright.sync_api import Error as BrowserError

from tests.browser.phone import TAPPED_BEFORE, Phone

WAITING = '<section id="prompt">The others are thinking.</section>'
TABLE = """<!doctype html><title>Table</title><main id="table">%s</main><script>
const answers = [];
const exchange = (prompt) => { document.getElementById("prompt").outerHTML = prompt; };
const asked = (number) => `<section id="prompt"><form id="answer"><input type="hidden" name="window" value="${number}">
  <button name="do" value="re">Re</button></form></section>`;
addEventListener("submit", (event) => {
  event.preventDefault();
  answers.push(new FormData(event.target).get("window"));
  answered();
});
%s
</script>"""
ASKED_MEANWHILE = f"const waiting = '{WAITING}'; const answered = () => exchange(waiting);"
ASKED_AGAIN = "exchange(asked(7)); const answered = () => exchange(asked(8));"


@pytest.fixture
def lone(chromium: Browser) -> Iterator[Phone]:
    """A phone with one page that no club serves."""
    phone = Phone(chromium.new_page(has_touch=True), "http://table.example")
    yield phone
    phone.page.context.close()
    assert phone.complaints == []


def shown(phone: Phone, script: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(body=TABLE % (WAITING, script), content_type="text/html")

    phone.page.route("**/*", answer)
    phone.visit("/")


def test_a_prompt_that_looks_as_before_the_question_has_been_answered(lone: Phone) -> None:
    """The question comes while the phone is about to answer; afterwards the prompt is what it was before."""
    shown(lone, f"{ASKED_MEANWHILE} setTimeout(() => exchange(asked(7)), 500);")
    lone.say("re")
    assert lone.page.evaluate("answers") == ["7"]


def test_the_same_words_asked_anew_are_not_answered_by_the_same_call(lone: Phone) -> None:
    shown(lone, ASKED_AGAIN)
    lone.say("re")
    assert lone.page.evaluate("answers") == ["7"]


def test_a_question_exchanged_under_the_thumb_is_the_one_that_is_answered(lone: Phone) -> None:
    """Question 7 is gone by the time the tap lands; the call ends when 9, which got the answer, is gone."""
    shown(
        lone,
        f"{ASKED_MEANWHILE} exchange(asked(7));"
        "addEventListener('touchstart', () => exchange(asked(9)), { once: true, capture: true });",
    )
    lone.say("re")
    assert lone.page.evaluate("answers") == ["9"]
    assert lone.page.locator("#answer").count() == 0


@pytest.mark.parametrize("words", TAPPED_BEFORE)
def test_a_phone_goes_to_a_page_although_the_one_it_tapped_opens_first(
    lone: Phone, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    shown(lone, ASKED_AGAIN)
    go, interruptions = lone.page.goto, [words, words]

    def goto(address: str) -> None:
        if interruptions:
            raise BrowserError(f"Page.goto: {interruptions.pop()}")
        go(address)

    monkeypatch.setattr(lone.page, "goto", goto)
    lone.visit("/there/")
    assert lone.page.url == "http://table.example/there/"
