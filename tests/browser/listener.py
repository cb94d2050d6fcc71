"""A person who plays by ear: only roles, names and live regions of the page are used, no id, class or look.

The listener hears what a screen reader is told to say and presses named buttons with the keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate

from games.engine_words import card_name, suit_name
from tests.browser.conftest import Served
from tests.browser.phone import AGAIN, LONGEST, Phone

EARS = """() => {
  if (window.heard) return;
  window.heard = [];
  const live = '[role="log"], [role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
  const take = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(live);
    const words = node.textContent.trim();
    if (region && words && !region.hidden) window.heard.push(words);
  };
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(take)))
    .observe(document.body, { childList: true, subtree: true });
}"""
"""Listen as a screen reader does: text that is added to a live region, in the order in which it is added."""
CARDS = """(buttons) => buttons.map((one) =>
  [one.textContent, !one.closest(":disabled, [aria-disabled=true]")])"""
"""The name of each button, and whether it can be pressed."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until what the page was told so far is drawn, and said with it."""
PRESS_AGAIN = (
    "Tap again to lead",
    "Tap the card again to discard it",
    "Tap a meld to add it there, or the card again to discard it",
    "Tap a meld to add the card there",
)
PUSH = """html => {
  document.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage", { cancelable: true, detail: { message: html } }));
  return document.querySelector('[role="log"]').textContent;
}"""
"""Push these zones; returns what has been said by then, before any time has passed."""
BOT = " (bot)"
"""The end of the name of a bot in a record."""
GONE_AFTER = 2_000
"""Milliseconds until a button counts as gone: an offer ends when somebody else speaks first."""


@dataclass
class Listener:
    """A person who hears the page. `heard` is everything heard so far, `answered` how much of it there was when the
    last question was answered, at `pressed_at`, and `before` when the one before was; `card_pressed` is the name of the
    card pressed last."""

    phone: Phone
    language: str
    heard: list[str] = field(default_factory=list)
    answered: int = 0
    before: int = 0
    pressed_at: float = 0.0
    card_pressed: str = ""

    def word(self, label: str) -> str:
        """A label of the site in this person's language."""
        with translation.override(self.language):
            return gettext(label)

    def card(self, card: str) -> str:
        """A card by its name in this person's language."""
        with translation.override(self.language):
            return card_name(card)

    def suit(self, suit: str) -> str:
        """A suit by its name in this person's language."""
        with translation.override(self.language):
            return suit_name(suit)

    def listen(self) -> list[str]:
        """The lines heard since the last answer."""
        self.heard += self.phone.page.evaluate("() => (window.heard || []).splice(0)")
        return self.heard[self.answered :]

    def button(self, name: str) -> Locator:
        """The button of that name."""
        return self.phone.page.get_by_role("button", name=name, exact=True)

    def press(self, button: Locator) -> None:
        """Press a button by keyboard, once everything heard so far has been taken in; nothing where it has gone."""
        self.listen()
        known = len(self.heard)
        with suppress(TooLate):
            button.focus(timeout=GONE_AFTER)
            self.before, self.answered, self.pressed_at = self.answered, known, monotonic()
            self.phone.page.keyboard.press("Enter")

    def ask_again(self) -> None:
        """Take the last question as not answered where nothing was heard after it for a while. The page gives a key
        back that had no answer, and a person presses again."""
        if monotonic() - self.pressed_at > AGAIN / 1000 and not self.listen():
            self.answered = self.before

    @property
    def asked(self) -> Locator:
        """The region of the question."""
        return self.phone.page.get_by_role("region", name=self.word("What to do"))

    def asked_button(self, name: str) -> Locator:
        """The first button of that name in the region of the question."""
        return self.asked.get_by_role("button", name=name, exact=True).first

    @property
    def cards(self) -> Locator:
        """The form of the hand."""
        return self.phone.page.get_by_role("form", name=self.word("Your cards"))

    def question(self) -> str:
        """The newest question or offer heard that is the one asked now, "" while none is."""
        if not self.listen():
            return ""
        words = self.asked.get_by_role("paragraph").first.inner_text()
        told = [line for line in self.listen() if line.casefold() == words.casefold()]
        return told[-1] if told else ""

    def is_offer(self, question: str) -> bool:
        """Whether this question is only an offer: the words that may be said are told right after it."""
        lines = self.listen()
        if question not in lines:
            return False
        after = len(lines) - lines[::-1].index(question)
        return any(self.is_kind(line, "You can say: {words}") for line in lines[after : after + 1])

    def is_held_back(self) -> bool:
        """Whether the last thing heard is that a card must be pressed once more."""
        return any(line in map(self.word, PRESS_AGAIN) for line in self.listen()[-1:])

    def told(self, label: str) -> list[list[str]]:
        """The names listed in the sentences of that kind since the last answer."""
        return [self.names(line, label) for line in self.listen() if self.is_kind(line, label)]

    def is_kind(self, line: str, label: str) -> bool:
        """Whether a line is a sentence of that kind, whose names stand at `{cards}` or `{words}`."""
        before, _hole, after = self.word(label).replace("{words}", "{cards}").partition("{cards}")
        return line.startswith(before) and line.endswith(after)

    def names(self, line: str, label: str) -> list[str]:
        """The names in a sentence of that kind."""
        before, _hole, after = self.word(label).replace("{words}", "{cards}").partition("{cards}")
        return line.removeprefix(before).removesuffix(after).split(", ")

    def held(self) -> list[tuple[str, bool]]:
        """The name of each card in the hand, and whether its button can be pressed."""
        order = self.cards.get_by_role("group", name=self.word("Order of your cards")).get_by_role("button")
        return list(map(tuple, self.card_buttons.evaluate_all(CARDS)))[: -order.count() or None]

    @property
    def card_buttons(self) -> Locator:
        """The buttons of the cards in the hand, and after them those of their order."""
        return self.cards.get_by_role("button")


def open_with_bots(listener: Listener, *, game: str = "", rounds: int = 1) -> None:
    """A table of that game, found by labels, that waits to be filled with bots."""
    listener.phone.visit(f"/t/new/?game={game}" if game else "/t/new/")
    field = listener.phone.page.get_by_label(listener.word("Rounds"), exact=True)
    if field.count():
        field.fill(str(rounds))
    listener.press(listener.button(listener.word("Open the table")))
    expect(listener.phone.page.get_by_role("heading", name=listener.word("Invite"))).to_be_visible()


def start(listener: Listener, served: Served, seed: bytes) -> None:
    """Start the match against bots with cards dealt from this seed, and listen from then on."""
    served.deal_next(seed)
    listener.phone.page.add_init_script(f"addEventListener('DOMContentLoaded', {EARS})")
    listener.press(listener.button(listener.word("Fill with bots and start")))
    expect(listener.cards).to_be_visible()


def answer(listener: Listener, labels: Sequence[str]) -> None:
    """Answer the question or offer heard last: the first of these buttons that is there, else a card that may be
    played; nothing while none was heard. Where some cards may not be played, those that may have been told."""
    if listener.is_held_back():
        press_card(listener, [listener.card_pressed])
        return
    question = listener.question()
    if not question:
        return
    if listener.asked.get_by_role("button", name=any_of(labels)).count():
        for label in labels:
            if listener.asked_button(label).count():
                listener.press(listener.asked_button(label))
                return
    if listener.is_offer(question):
        return
    held = listener.held()
    free = [name for name, can_be_pressed in held if can_be_pressed]
    told = listener.told("You can play: {cards}")
    assert told or len(free) == len(held)
    press_card(listener, told[-1] if told else free)


def any_of(labels: Sequence[str]) -> re.Pattern[str]:
    """Match any of these labels, whole."""
    return re.compile(f"^(?:{'|'.join(map(re.escape, labels))})$")


def press_card(listener: Listener, names: Sequence[str]) -> None:
    """Press the first card of the hand with one of these names; nothing where the hand has none of them."""
    for place, (name, can_be_pressed) in enumerate(listener.held()):
        if name in names and can_be_pressed:
            listener.card_pressed = name
            listener.press(listener.card_buttons.nth(place))
            return


def keep(listener: Listener, doing: Callable[[], object], *, until: Callable[[], bool]) -> None:
    """Do this again and again until it is enough; fails with what was heard last."""
    given_up = monotonic() + LONGEST
    while not until():
        assert monotonic() < given_up, (
            f"heard last: {listener.heard[-12:]}; asked: {listener.asked.inner_text()}"
        )
        doing()
        listener.phone.await_change()
        listener.ask_again()
    listener.phone.page.evaluate(DRAWN)
    listener.listen()


def is_over(listener: Listener) -> bool:
    """Whether the page offers another match."""
    return listener.button(listener.word("Rematch")).count() > 0


def record_of(listener: Listener) -> dict[str, Any]:
    """The record of the match, by its link."""
    link = listener.phone.page.get_by_role("link", name=listener.word("Record"), exact=True)
    address = listener.phone.address + str(link.get_attribute("href"))
    return dict(listener.phone.page.request.get(address).json())


def names_heard(listener: Listener, record: dict[str, Any]) -> list[str]:
    """By seat the name as the listener hears it: "you" for the only person at the table."""
    return [short(name) if name.endswith(BOT) else listener.word("you") for name in record["players"]]


def lines_of(listener: Listener, record: dict[str, Any], word: str) -> list[str]:
    """The lines in which the cards played with that word of the record are told, in their order."""
    names = names_heard(listener, record)
    return [
        f"{names[int(one['by'])]}: {listener.card(one['card'])}" for one in record["log"] if one["do"] == word
    ]


def short(name: str) -> str:
    """A name at the table without the mark of a bot."""
    return name.removesuffix(BOT)
