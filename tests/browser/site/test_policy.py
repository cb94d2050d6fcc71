"""A violation of the Content Security Policy on any page a test opens is a complaint, and fails that test."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SCREEN, Served
from tests.browser.phone import Phone

VIOLATIONS = {
    "a script in the page": """() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""",
    "a style in the page": "() => document.body.setAttribute('style', 'color: red')",
    "a picture from elsewhere": "() => { new Image().src = 'http://127.0.0.1:9/x.png'; }",
    "words to elsewhere": "() => fetch('http://127.0.0.1:9/').catch(() => {})",
    "text run as a script": "() => setTimeout('window.ran = true')",
}


@pytest.mark.parametrize("doing", VIOLATIONS)
def test_every_violation_is_a_complaint(chromium: Browser, served: Served, doing: str) -> None:
    """Not with the fixture `phone`, which would fail this test for it; on the page of a phone and on one beside it."""
    context = chromium.new_context(viewport=SCREEN)
    phone = Phone(context.new_page(), served.address)
    beside = context.new_page()
    for page in (phone.page, beside):
        phone.complaints.clear()
        page.goto(served.address + "/")
        with page.expect_console_message(lambda message: message.text.startswith("CSP:")):
            page.evaluate(VIOLATIONS[doing])
        assert any(complaint.startswith("CSP:") for complaint in phone.complaints)
        assert page.evaluate("() => window.ran") is None
    context.close()


def test_a_page_of_ours_violates_nothing(phone: Callable[..., Phone]) -> None:
    """The other browser tests see to every page; this one sees that the watch itself is silent."""
    mine = phone()
    mine.visit("/")
    assert mine.complaints == []
