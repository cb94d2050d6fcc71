"""Screenshots of every screen, in five sizes and both themes: `make shots`, then look at `var/shots/`.

A club of its own is started in a temporary folder and played by tapping, as a visitor would. Pictures are taken only
while the table waits for the visitor, so that one moment is seen in every size.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, installed_chromium

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PICTURES: Final = ROOT / "var" / "shots"
SIZES: Final = ((320, 640), (360, 740), (390, 844), (768, 1024), (1280, 800))
THEMES: Final = ("light", "dark")
LONGEST_WAIT: Final = 240


@contextmanager
def club(*furnished_by: str) -> Iterator[str]:
    """A freshly made club, served; gives its address. `furnished_by` are the words after `python` of the process that
    furnishes it, the demo club's where there are none."""
    with tempfile.TemporaryDirectory() as folder:
        around = {**os.environ, "VAR_DIR": folder, "PYTHONUNBUFFERED": "1"}
        for words in (
            ("manage.py", "migrate", "--verbosity", "0"),
            ("manage.py", "collectstatic", "--noinput", "--verbosity", "0"),
            furnished_by or ("manage.py", "demo"),
        ):
            subprocess.run(
                [sys.executable, *words], cwd=ROOT, env=around, check=True, stdout=subprocess.DEVNULL
            )
        served = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0"],
            cwd=ROOT,
            env=around,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = address_of(served)
            yield address
        finally:
            served.terminate()
            served.communicate()


def address_of(served: subprocess.Popen[str]) -> str:
    """Where the club can be reached, as it says itself. Raises RuntimeError when it ends without a word."""
    assert served.stdout is not None
    for line in served.stdout:
        if found := re.search(r"http://localhost:\d+", line):
            return found[0]
    raise RuntimeError("the club did not start")


def take(page: Page, name: str) -> None:
    """The page as it is now, in every size and theme."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            page.screenshot(path=PICTURES / f"{name}-{width}x{height}-{theme}.png")
    page.set_viewport_size({"width": 360, "height": 740})


def moment(page: Page) -> str:
    """The action the table asks of the visitor, in one word; "" while it waits for others."""
    return str(
        page.evaluate(
            """() => {
              const there = (what) => document.querySelector(what) !== null;
              if (there("#rematch")) return "over";
              if (there("#sheet.is-open")) return there("#answer-ready") ? "sheet" : "";
              if (there("#answer-suit")) return "trump";
              if (there("#answer-groups")) return "declare";
              if (there("#answer-none")) return "nothing";
              const bold = document.querySelector("#answer .button--bold");
              if (bold) return bold.value;
              if (there("#answer [value=pass]")) return "pass";
              if (there("#answer-ready")) return "claim";
              if (!there(".prompt.plays")) return "";
              const hand = document.querySelectorAll("#hand .card").length;
              if (there("#trick .trick.complete")) return "lead";
              if (there("#trick .shown")) return "shown";
              if (there("#hand [aria-disabled=true]")) return hand > 4 ? "follow" : "few";
              return "play";
            }"""
        )
    )


def answer(page: Page, now: str) -> None:
    """Do something legal, so that the match goes on."""
    if now in ("kraken", "re"):
        page.locator("#answer .button--bold").tap()
    elif now in ("superkraken", "pass"):
        page.locator("#answer button[value=pass]").tap()
    elif now in ("sheet", "claim"):
        page.locator("#answer-ready button").tap()
    elif now == "trump":
        page.locator("#answer-suit button").first.tap()
    elif now in ("declare", "nothing"):
        page.locator(f"#answer-{'groups' if now == 'declare' else 'none'} button").tap()
    else:
        page.locator("#hand .card:not([aria-disabled=true])").first.tap(position={"x": 12, "y": 40})


def play(page: Page, wanted: set[str]) -> None:
    """Play until every wanted moment was seen once, or the time is over."""
    until = time.monotonic() + LONGEST_WAIT
    while wanted and time.monotonic() < until:
        now = moment(page)
        if not now:
            page.wait_for_timeout(80)
            continue
        if now in wanted:
            page.wait_for_timeout(350)
            if now == "follow":
                page.locator("#hand [aria-disabled=true]").first.tap(position={"x": 12, "y": 40}, force=True)
            take(page, f"table-{now}")
            wanted.discard(now)
        if now == "over":
            return
        answer(page, now)
        page.wait_for_timeout(200)
    if wanted:
        sys.stdout.write(f"not met this time: {', '.join(sorted(wanted))}\n")


def every_contract(page: Page) -> None:
    """Rosbiratschka to its end: each contract in the middle of its deal, its sheet, a pass, and the places."""
    taken: set[str] = set()
    until = time.monotonic() + LONGEST_WAIT
    while "over" not in taken and time.monotonic() < until:
        now = moment(page)
        if not now:
            page.wait_for_timeout(80)
            continue
        number = page.locator(".strip-round b").inner_text()
        few = page.locator("#hand .card").count() <= 6
        wanted = now in ("sheet", "pass", "over") or few
        name = now if now in ("pass", "over") else f"{number}-{'sheet' if now == 'sheet' else 'deal'}"
        if wanted and name not in taken:
            taken.add(name)
            page.wait_for_timeout(350)
            take(page, f"rosbiratschka-{name}")
        if now != "over":
            answer(page, now)
            page.wait_for_timeout(200)


def extras(page: Page) -> None:
    """Take screenshots of the panels that open over the table."""
    for name, opener in (("menu", ".menu summary"), ("talk", ".talk-panel summary")):
        page.locator(opener).tap()
        take(page, f"table-{name}")
        page.keyboard.press("Escape")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with club() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=list(CHROMIUM))
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        page = context.new_page()
        for name, path in (
            ("lobby", "/"),
            ("login", "/accounts/login/"),
            ("signup", "/accounts/signup/"),
            ("rules", "/rules/kraken/"),
            ("deals", "/rules/kraken/deals/"),
            ("league", "/l/1/"),
        ):
            page.goto(address + path)
            take(page, name)
        page.goto(address)
        page.get_by_role("button", name="Play Kraken now with 3 bots").tap()
        page.wait_for_selector("#table")
        table = page.url
        play(
            page,
            {
                "trump",
                "declare",
                "nothing",
                "kraken",
                "re",
                "lead",
                "shown",
                "follow",
                "few",
                "play",
                "claim",
                "sheet",
            },
        )
        extras(page)
        for name, path in (("home", "/"), ("open-a-table", "/t/new/"), ("me", "/me/")):
            page.goto(address + path)
            take(page, name)
        page.goto(f"{table}round/1/?card=10")
        take(page, "review")
        page.goto(f"{table}rules/")
        take(page, "rule-card")
        page.goto(f"{address}/t/new/")
        page.locator("main form[method=post] button.button--go").first.tap()
        page.wait_for_selector(".invite-code")
        take(page, "waiting")
        page.goto(address)
        page.get_by_role("button", name="Rosbiratschka").tap()
        page.wait_for_selector("#table")
        table = page.url
        every_contract(page)
        for number in (1, 5, 6):
            page.goto(f"{table}round/{number}/?card=12")
            take(page, f"rosbiratschka-{number}-review")
        page.goto(f"{address}/rules/rosbiratschka/")
        take(page, "rosbiratschka-rules")
        browser.close()
    sys.stdout.write(f"{len(list(PICTURES.glob('*.png')))} pictures in {PICTURES}\n")


if __name__ == "__main__":
    main()
