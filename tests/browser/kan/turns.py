"""Turns of Kan on a phone: what the table asks is tapped, as a beginner would; and the points on its sheet."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator

from tests.browser.phone import Phone

OVER: Final = "#rematch"
ASKED: Final = """() => ["#rematch", "#answer-ready button", "#answer-none button", "#answer-arrange > .button--go",
  "#answer-suit button", "#answer button", "#hand .card:not([aria-disabled=true])"]
  .find((one) => document.querySelector(one)) ?? "" """
"""The button of what is asked; "" while the table waits for others."""
GIVES: Final = "Give a card for it"
"""The words of a question that a card of the hand answers."""
CLICKED: Final = f"""() => {{
  if (document.querySelector("#table[aria-busy]")) return "";
  const asked = ({ASKED})();
  if (asked.startsWith("#hand")) return document.querySelector(".prompt.plays") ? asked : "";
  const gives = document.getElementById("prompt")?.textContent.includes("{GIVES}");
  return asked && asked !== "{OVER}" && gives ? "#hand .card" : asked;
}}"""
"""The button that `go_on` would tap now, for a page that plays by itself."""


def go_on(mine: Phone) -> None:
    """Tap what the table asks; nothing once the match is over."""
    now = mine.page.evaluate(ASKED)
    if now.startswith("#hand"):
        mine.answer(mine.moment())
    elif now and now != OVER:
        gives = mine.page.locator("#prompt", has_text=GIVES).count()
        mine.answer_first("#hand .card" if gives else now)


def is_over(mine: Phone) -> bool:
    """Whether the page offers another match."""
    return mine.page.locator(OVER).count() == 1


def points_in(row: Locator) -> list[int]:
    """The points in a row of the sheet, a column for each player."""
    return [int(text.replace("·", "0").replace("−", "-")) for text in row.locator("td").all_inner_texts()]
