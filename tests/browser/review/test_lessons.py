"""Lessons on the narrowest phone: the list of each game, a question with its cards, and the answer played out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.bots.registry import LESSONS
from tests.browser.judging import SMALLEST, judge, sticking_out, too_wide
from tests.browser.phone import Phone


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL"])
@pytest.mark.parametrize("key", LESSONS)
def test_a_question_is_answered_by_a_tap_and_played_out(
    phone: Callable[..., Phone], key: str, locale: str
) -> None:
    mine = phone(viewport=SMALLEST, locale=locale)
    faults = sticking_out(mine, f"/lessons/{key}/") + judge(mine, "the list")
    lessons = mine.page.locator("ol.list a")
    expect(lessons).to_have_count(len(LESSONS[key]))
    lessons.first.tap()
    expect(mine.page.locator(".review-felt")).to_be_visible()
    faults += too_wide(mine, "the question") + judge(mine, "the question")
    mine.page.locator("button[name=answer]").first.tap()
    expect(mine.page.locator("#moments")).to_be_visible()
    faults += too_wide(mine, "the answer") + judge(mine, "the answer")
    mine.page.locator("#moments [data-step=on]").tap()
    expect(mine.page.locator(".tick--now")).to_have_count(1)
    assert faults == []
