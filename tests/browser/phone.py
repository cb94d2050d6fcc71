"""A phone: a browser context of its own with touch input, and the errors its pages report."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, Position

from tests import patience
from tests.browser.in_page import BEGUN, CHANGED, ENDED, PLACE, WAITED

LOUD = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
document.addEventListener("htmx:wsOpen", () => { window.drawnOverLine = false; });
document.addEventListener("table:shown", () => { window.drawnOverLine = true; });
addEventListener("load", () => { document.documentElement.dataset.loaded = ""; });
addEventListener("submit", (event) => { window.answered = new FormData(event.target).get("window"); }, true);
"""
ANSWERED = """selector => "answered" in window
  && document.querySelector(selector)?.form.elements.window.value !== window.answered"""
"""Whether a tap has sent the form, and the question it answered is no longer asked. Every question has a number of its
own, so neither a prompt that looks as it did before nor one exchanged before the tap is taken for another."""
MOMENT = """() => {
  const there = (what) => document.querySelector(what) !== null;
  const table = document.getElementById("table");
  if (!table || table.hasAttribute("aria-busy")) return "";
  if (there("#rematch, #way-back")) return "over";
  if (there("#answer-ready")) return "ready";
  if (there("#sheet.is-open")) return "";
  for (const form of ["answer-suit", "answer-groups", "answer-none"]) if (there(`#${form}`)) return form;
  if (there("#answer [value=pass]")) return "pass";
  if (!there(".prompt.plays")) return "";
  return there("#trick .trick.complete") ? "lead" : "card";
}"""

BUTTONS = {
    "ready": "#answer-ready button",
    "answer-suit": "#answer-suit button",
    "answer-groups": "#answer-groups > button",
    "answer-none": "#answer-none button",
    "pass": "#answer [value=pass]",
    "card": "#hand .card:not([aria-disabled=true])",
    "lead": "#hand .card:not([aria-disabled=true])",
}
"""The button a beginner taps at each moment."""

PATIENCE = int(patience.PATIENCE * 1000)
"""Milliseconds anything may take."""
LONGEST = 6 * patience.PATIENCE
"""Seconds a match of a few rounds may take; a thirtieth of it on a quiet machine."""
AGAIN = 5_000
"""Milliseconds after which a thumb tries again."""

SHOWN = """() => ["#strip", "#trick", "#prompt", "#notice", ".band:not([hidden])", "#sheet.is-open"].map((what) =>
  `${what}: ${document.querySelector(what)?.innerText.replace(/\\s+/g, " ") ?? "not there"}`)
  .concat(`busy: ${document.getElementById("table")?.getAttribute("aria-busy")}`).join("\\n")"""

LOOKED_AGAIN = 100
"""Milliseconds after which a page is looked at again although nothing in it has changed."""
MOVED_ON = ("Execution context was destroyed", "Cannot find context", "interrupted by another navigation")
"""The browser's words where a page is left while it is asked something."""
TAPPED_BEFORE = ("interrupted by another navigation", "net::ERR_ABORTED")
"""The browser's words where the page of an earlier tap begins to open only after it was sent to another address."""
ON_A_CARD: Position = {"x": 12, "y": 40}
"""The place of a card that is tapped; in a hand of two rows the second lies over it."""
AT_TABLE = """() => document.querySelector("#table #hand .card, #table .sheet.is-open")
  && window.drawnOverLine && document.querySelector("#table .band").hidden"""
PLAYED_OR_HELD_BACK = """card => {
  const held = document.querySelector(`#hand button[value=${card}]`);
  if (!held) return "played";
  return !document.querySelector("#table[aria-busy]") && "up" in held.dataset ? "held back" : "";
}"""


@dataclass
class Phone:
    """One page of one person. `complaints` are console errors, broken scripts, CSP violations and answers of 400 up, of
    which the browser writes in its console, of this page and of every other in its context.

    `runs_scripts`: then it looks at a new page and taps there once that has loaded to its end, as people do.
    """

    page: Page
    address: str
    runs_scripts: bool = True
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Of the whole context: another page of the same person may not violate the policy either.
        self.page.context.add_init_script(LOUD)
        if self.runs_scripts:
            loading = self.page.locator("html:not([data-loaded])")
            self.page.add_locator_handler(loading, self._let_load)
        self.page.context.on("console", self._heard)
        self.page.context.on("weberror", lambda error: self.complaints.append(f"script: {error.error}"))

    def _let_load(self) -> None:
        self.page.wait_for_load_state()

    def _heard(self, message) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({self.page.url})")

    def visit(self, path: str) -> None:
        """Go to a page of the club. A page that was tapped just before opens first."""
        address = self.address + path if path.startswith("/") else path
        given_up = monotonic() + patience.PATIENCE
        while True:
            try:
                self.page.goto(address)
                return
            except BrowserError as interrupted:
                tapped = any(words in interrupted.message for words in TAPPED_BEFORE)
                if not tapped or monotonic() > given_up:
                    raise
            self.page.wait_for_timeout(50)
            self.page.wait_for_load_state()

    def forget(self) -> None:
        """Take back what a test did to this phone and its page: routes, media, and what the club has stored there."""
        self.wait_for("() => { localStorage.clear(); sessionStorage.clear(); return true; }")
        self.page.context.clear_cookies()
        self.visit("about:blank")  # before its routes go: a page may ask for itself again
        self.page.unroute_all(behavior="wait")
        self.page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce", contrast="null")

    def press(self, name: str) -> None:
        """Tap the button of that name."""
        self.page.get_by_role("button", name=name, exact=True).first.tap()

    def at_table(self) -> None:
        """Wait until the table is drawn and its socket has drawn it once more: before that a tap is a plain post."""
        assert self.wait_for(AT_TABLE), f"not at the table: {self.shown()}"

    def wait_for(self, condition: str, asked: object = None, *, within: int = PATIENCE) -> Any:
        """Ask a function of the page, with `asked`, until it finds something; gives that, or None after so many
        milliseconds. Where another page opens meanwhile, that is asked."""
        given_up = monotonic() + within / 1000
        while True:
            left = (given_up - monotonic()) * 1000
            try:
                return self.page.evaluate(WAITED.replace("CONDITION", condition), [asked, left])
            except BrowserError as interrupted:
                if left < 0 or not any(words in interrupted.message for words in MOVED_ON):
                    raise
            self.page.wait_for_load_state()

    def tap(self, selector: str, *, where: Position | None = None, within: int = PATIENCE) -> bool:
        """Tap the first element for that selector, in its middle or at a place in it, as soon as a finger meets it
        there; whether it did in so many milliseconds. It has to stand still: this does not wait for that."""
        place = self.wait_for(PLACE, [selector, where], within=within)
        if place is None:
            return False
        self.page.touchscreen.tap(*place)
        return True

    def let_pass(self, seconds: float) -> None:
        """This phone's own clock goes on by so much at once, as when it wakes up. `wind_up` comes first."""
        self.page.clock.fast_forward(int(seconds * 1000))

    def wind_up(self) -> None:
        """Give this phone a clock that can be moved; before its first page."""
        self.page.clock.install()

    def cards(self) -> list[str]:
        """The cards of the hand, as the form names them."""
        return self.page.eval_on_selector_all(
            "#hand button[name=card]", "cards => cards.map(card => card.value)"
        )

    def moment(self) -> str:
        """The action the table asks of this player now; "" while it waits for others."""
        return str(self.page.evaluate(MOMENT))

    def say(self, word: str, **which: str) -> None:
        """Give an answer of the prompt: `say("kraken")`, `say("trump", suit="D")`, `say("declare")` for nothing."""
        if "suit" in which:
            button = f"#answer-suit button[value={which['suit']}]"
        elif word == "declare":
            button = "#answer-none button"
        elif word == "ready":
            button = "#answer-ready button"
        else:
            button = f"#answer button[value={word}]"
        for _ in range(PATIENCE // AGAIN):
            if self.tap(button, within=AGAIN) and self.wait_for(ANSWERED, button, within=AGAIN):
                return
        raise AssertionError(f"saying {word} changed nothing: {self.shown()}")

    def play(self, card: str, *, where: Position = ON_A_CARD) -> None:
        """Play a card as a thumb does: again where leading right after a trick wants it, or where no answer came."""
        button = f"#prompt.plays ~ #hand button[value={card}]"
        for _ in range(PATIENCE // AGAIN):
            if not self.tap(button, where=where, within=AGAIN):
                continue
            if self.wait_for(PLAYED_OR_HELD_BACK, card, within=AGAIN) == "held back":
                self.tap(button, where=where, within=AGAIN)
            if self.wait_for(f"card => ({PLAYED_OR_HELD_BACK})(card) === 'played'", card, within=AGAIN):
                return
        raise AssertionError(f"playing {card} changed nothing: {self.shown()}")

    def go_on(self) -> str:
        """Do the first thing that is possible, as a beginner would; gives the moment that was met.

        The table may move on under the thumb (bots speak too): then nothing is done, and the next call sees what is.
        """
        now = self.moment()
        self.answer(now)
        return now

    def answer(self, now: str) -> None:
        """Do the first thing that is possible at that moment; nothing where the table has moved on."""
        if now in BUTTONS:
            self.tap(BUTTONS[now], where=ON_A_CARD if now in ("card", "lead") else None, within=2_000)

    def play_on(self, **how: Any) -> set[str]:
        """Let the page itself do the first thing that is possible until one of the last moments; gives those met.

        For what a test is not about, because it takes a tenth of the time of taps. `how` is that of `begin_to_play`.
        """
        self.begin_to_play(**how)
        return self.play_to_the_end()

    def begin_to_play(
        self,
        *,
        moment: str = MOMENT,
        buttons: dict[str, str] = BUTTONS,
        ends: tuple[str, ...] = ("over",),
    ) -> None:
        """Let the page begin to play by itself; others may begin before `play_to_the_end` waits for it.

        `moment` is a function that gives the moment of the table, and `buttons` has the button of each;
        a moment without one is a selector itself. At one of `ends` nothing is done any more.
        """
        self.page.evaluate(BEGUN.replace("MOMENT", moment), [buttons, ends, LONGEST * 1000])

    def play_to_the_end(self) -> set[str]:
        """Wait until the page that has begun to play is at one of its last moments; gives the moments met."""
        met, over = self.page.evaluate(ENDED)
        assert over, f"still not after {LONGEST:.0f} s; {self.shown()}"
        return set(met)

    def answer_first(self, selector: str) -> None:
        """Tap the first of these buttons; nothing where the table has moved on."""
        self.tap(selector, within=2_000)

    def keep(self, doing: Callable[[], object], *, until: Callable[[], object]) -> None:
        """Do this again and again until it is enough; fails with what a person reads off the table then."""
        given_up = monotonic() + LONGEST
        while not until():
            assert monotonic() < given_up, f"still not after {LONGEST:.0f} s; {self.shown()}"
            doing()
            self.await_change()

    def await_change(self) -> None:
        """Wait a moment for the page to change since this was called last."""
        if not self.runs_scripts:
            self.page.wait_for_timeout(LOOKED_AGAIN)
            return
        with suppress(BrowserError):  # the next look is at the page that opens meanwhile
            self.page.evaluate(CHANGED, LOOKED_AGAIN)

    def shown(self) -> str:
        """The visible text of the table, for the message of a failed wait."""
        return str(self.page.evaluate(SHOWN))
