"""A round is played by keyboard alone: Tab finds what is asked, the arrows go from card to card, Enter says it."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.phone import Phone

KEYS = 9
"""Most keys for one answer: seven cards along, once more for a second tap, and one to spare."""
STOPS = 12
"""Most stops from the top of a page to what one wants there."""
FOCUSED = """() => {
  const there = document.activeElement;
  if (there.matches("#hand .card")) return there.hasAttribute("aria-disabled") ? "held back" : "card";
  return there.closest("#prompt .answer") ? "answer" : "";
}"""


def tab_to(phone: Phone, words: str) -> None:
    """Tab on until what begins with these words has the focus."""
    for _ in range(STOPS):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.innerText").strip().startswith(words):
            return
    raise AssertionError(f"{words} is no stop")


def answer(phone: Phone, moment: str) -> None:
    """Say or play something, from wherever the focus is; nothing where the table has moved on."""
    wanted = "card" if moment in ("card", "lead") else "answer"
    for _ in range(KEYS):
        if phone.moment() != moment:
            return
        focused = phone.page.evaluate(FOCUSED)
        if focused == wanted:
            phone.page.keyboard.press("Enter")
            return
        if wanted == "card" and focused == "held back":
            phone.page.keyboard.press("ArrowRight")
        else:
            phone.page.keyboard.press("Tab" if wanted == "card" else "Shift+Tab")
    raise AssertionError(f"{wanted} cannot be reached: {phone.shown()}")


def test_a_whole_round_is_played_by_keyboard(phone: Callable[..., Phone]):
    mine = phone()
    mine.visit("/")
    tab_to(mine, "Play Kraken now")
    mine.page.keyboard.press("Enter")
    mine.at_table()
    tab_to(mine, "0")  # the score: once on the table, nobody has to begin at the top again
    met: set[str] = set()

    def go_on() -> None:
        if (now := mine.moment()) != "":
            met.add(now)
            answer(mine, now)

    mine.keep(go_on, until=lambda: mine.page.locator(".strip-round b").inner_text() != "1")
    assert {"card", "ready"} <= met
