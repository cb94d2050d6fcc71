"""Kan on a phone on its side: every question with all of its answers in sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.browser.kalooki.test_on_its_side import CUT_OR_COVERED
from tests.browser.kan.tables import kan_table, phases
from tests.browser.phone import Phone
from tests.browser.table.standing import show

BEYOND = """() => {
  const prompt = document.querySelector("#prompt");
  const room = prompt.getBoundingClientRect();
  return [...prompt.querySelectorAll(".button, .slot")].filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > room.bottom + 1 || box.right > room.right + 1 || box.left < room.left;
  }).map((one) => one.textContent);
}"""
"""Answers beyond the edge of the question."""


@pytest.mark.parametrize(("width", "height"), [(640, 360), (568, 320)], ids=["640", "568"])
def test_every_question_is_seen_with_all_of_its_answers(
    screen: Callable[..., Phone], width: int, height: int
) -> None:
    mine = screen({"width": width, "height": height})
    found = {}
    for name, (state, viewer) in phases().items():
        if viewer is None or state.closed or state.over:
            continue
        table = kan_table(state)
        sitters = tuple(
            replace(one, kind="person" if one.number == viewer else "bot") for one in table.sitters
        )
        show(mine, replace(table, sitters=sitters, casual=True), viewer, language="nl")
        found[name] = [*mine.page.evaluate(CUT_OR_COVERED), *mine.page.evaluate(BEYOND)]
    assert {name: what for name, what in found.items() if what} == {}
