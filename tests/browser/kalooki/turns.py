"""Turns of Kalooki on a phone: what the table asks with the button of an answer a beginner would give, and tables that
stand still, for the forms that are sent from them."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Route

from games.engine.kalooki.state import State
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.table.kalooki.tables import table_of

PHONE = {"width": 360, "height": 740}
SMALLEST = {"width": 320, "height": 640}
TOP = {"x": 6, "y": 8}
"""A place of a card that another row of the hand leaves free."""

NEXT = """() => {
  const there = (what) => document.querySelector(what) !== null;
  const table = document.getElementById("table");
  if (!table || table.hasAttribute("aria-busy")) return "";
  if (there("#sheet.is-open") && there("#answer-ready, #rematch, #way-back")) return "over";
  for (const word of ["call", "refuse", "take", "stock", "end"]) if (there(`#answer [value=${word}]`)) return word;
  if (there("#answer-proposal")) return "lay";
  return there(".prompt.plays") ? "discard" : "";
}"""
"""The kind of action the table asks of this phone."""
ANSWERS = {
    "call": "#answer [value=pass]",
    "refuse": "#answer [value=allow]",
    "take": "#answer [value=stock], #answer [value=take]",
    "stock": "#answer [value=stock]",
    "end": "#answer [value=end]",
}
"""The answer to each kind of question."""


def still(mine: Phone, state: State, seat: int = 0, **more: Any) -> list[dict[str, list[str]]]:
    """Show this state to a seat; gives the forms that are sent from now on."""
    sent: list[dict[str, list[str]]] = []

    def taken(route: Route) -> None:
        sent.append(parse_qs(route.request.post_data or ""))
        route.fulfill(body='<p id="notice" class="notice"></p>', content_type="text/html")

    show(mine, table_of(state), seat, **more)
    mine.page.route("**/act/", taken)
    return sent


def hand_of(mine: Phone) -> list[str]:
    return [
        str(card)
        for card in mine.page.eval_on_selector_all("#hand .card", "all => all.map(one => one.value)")
    ]
