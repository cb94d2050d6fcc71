"""Friends, profiles, the history and invitations by Tab and Enter alone, and the focus can always be seen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.clubs.steps import make_account
from tests.browser.phone import Phone
from tests.browser.steps import choose

STOPS = 60
"""Most stops of the Tab key from the top of a page to what one wants there."""
FOCUSED = """() => {
  const there = document.activeElement;
  if (there === null || there === document.body) return null;
  const [box, style] = [there.getBoundingClientRect(), getComputedStyle(there)];
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const onTop = middle !== null && (there.contains(middle) || middle.contains(there));
  const named = (there.labels?.[0] ?? there).cloneNode(true);
  for (const silent of named.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return { words: named.textContent.trim().replace(/\\s+/g, " "), seen: drawn && onTop };
}"""
"""The words of the element that has the focus, and whether its outline is drawn where nothing covers the element."""


def tab_to(phone: Phone, words: str) -> None:
    """Tab on until the link, button, fold or field of these words has the focus; each stop on the way can be seen."""
    for _ in range(STOPS):
        phone.page.keyboard.press("Tab")
        there = phone.page.evaluate(FOCUSED)
        if there is None:
            continue
        assert there["seen"], f"the focus on {there['words']!r} cannot be seen on {phone.page.url}"
        if there["words"].startswith(words):
            return
    raise AssertionError(f"{words} is no stop on {phone.page.url}")


def enter(phone: Phone, words: str) -> None:
    """Tab to a link or a button, and press Enter; the next page opens."""
    tab_to(phone, words)
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")


def unfold(phone: Phone, words: str) -> None:
    """Tab to a fold and open it by Enter."""
    tab_to(phone, words)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("details[open] > summary", has_text=words)).to_be_visible()


def friends(phone: Callable[..., Phone], one: str, two: str) -> tuple[Phone, Phone]:
    """The phones of two people who are friends: one asked, the other said yes."""
    mine, other = phone(), phone()
    make_account(mine, one)
    make_account(other, two)
    mine.visit("/friends/")
    tab_to(mine, "Their name at the table")
    mine.page.keyboard.type(two)
    enter(mine, "Ask")
    expect(mine.page.get_by_role("status")).to_contain_text("Asked.")
    other.visit("/friends/")
    enter(other, f"Yes, friends {one}")
    expect(other.page.locator("a.list-row", has_text=one)).to_be_visible()
    return mine, other


def test_asked_accepted_invited_blocked_and_taken_back(phone: Callable[..., Phone]) -> None:
    mine, other = friends(phone, "Gerben", "Hiltje")
    mine.visit("/t/new/")
    enter(mine, "Open the table")
    enter(mine, "Invite Hiltje")
    expect(mine.page.locator("#invite-friends .chip")).to_have_text("invited")
    other.visit("/")
    enter(other, "To the table Gerben")
    enter(other, "Sit here (seat 2)")
    expect(other.page.locator(".place--you")).to_contain_text("Hiltje")
    expect(mine.page.locator("#seats-now")).to_contain_text("Hiltje")

    mine.visit("/friends/")
    enter(mine, "Hiltje")
    expect(mine.page.get_by_role("heading", name="Hiltje")).to_be_visible()
    unfold(mine, "More")
    enter(mine, "Block")
    expect(mine.page.locator("#doing")).to_contain_text("You blocked this player.")
    mine.visit("/friends/")
    unfold(mine, "Blocked: 1")
    enter(mine, "Take the block back Hiltje")
    expect(mine.page.get_by_text("Blocked: 1")).to_have_count(0)


def test_a_request_is_declined_and_another_withdrawn(phone: Callable[..., Phone]) -> None:
    mine, other = phone(), phone()
    make_account(mine, "Imke")
    make_account(other, "Jorrit")
    for _again in range(2):
        mine.visit("/friends/")
        tab_to(mine, "Their name at the table")
        mine.page.keyboard.type("Jorrit")
        mine.page.keyboard.press("Enter")
        expect(mine.page.get_by_text("Asked, no answer yet: 1")).to_be_visible()
        unfold(mine, "Asked, no answer yet")
        enter(mine, "Withdraw Jorrit")
        expect(mine.page.get_by_text("Asked, no answer yet")).to_have_count(0)
    enter(mine, "My page")
    expect(mine.page.get_by_role("heading", name="Imke")).to_be_visible()
    enter(mine, "What others see of me")
    tab_to(mine, "Save")
    assert other.page.get_by_text("Imke").count() == 0


def test_the_history_is_filtered(phone: Callable[..., Phone]) -> None:
    mine = phone()
    choose(mine)
    mine.visit("/")
    enter(mine, "Play Kraken now with 3 bots")
    mine.at_table()
    mine.visit(f"{mine.page.url}leave-match/")
    enter(mine, "Leave this match")
    reader = mine.page.evaluate("() => document.documentElement.dataset.reader")
    mine.visit(f"/people/{reader}/matches/")
    expect(mine.page.locator(".list-row")).to_have_count(1)
    unfold(mine, "Search")
    tab_to(mine, "With whom")
    mine.page.keyboard.type("nobody")
    enter(mine, "Show")
    expect(mine.page.get_by_text("No match like that.")).to_be_visible()
    enter(mine, "All")
    expect(mine.page.locator(".list-row")).to_have_count(1)
    unfold(mine, "Search")
    tab_to(mine, "Game")
    mine.page.keyboard.press("k")
    enter(mine, "Show")
    expect(mine.page.locator(".list-row")).to_have_count(1)
    enter(mine, "Table")
    expect(mine.page.locator("#table")).to_be_visible()
