"""Pictures of an evening on paper: `python -m tests.browser.paper_shots`.

Those of the guide (docs/paper-evening) in the language of its reader; with `--all` every page of such an evening at two
sizes in both themes and languages, and the printed pages as PDF, into var/shots/paper.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.clubs.paper_club import LEADERS, PASSWORD
from tests.browser.conftest import CHROMIUM, installed_chromium
from tests.browser.shots import ROOT, THEMES, club

GUIDE: Final = ROOT / "docs" / "paper-evening"
EVERYTHING: Final = ROOT / "var" / "shots" / "paper"
SIZES: Final = ((360, 740), (1280, 800))
FOR_THE_GUIDE: Final = {
    "names": "/l/1/manage/",
    "draw": "/e/4/cockpit/",
    "sheets": "/e/2/paper/1/",
    "disputed": "/e/2/sheet/{disputed}/",
    "evening": "/e/3/cockpit/",
    "report": "/e/1/report/",
}
PAGES: Final = {
    "manage": "/l/1/manage/",
    "entrant": "/l/1/entrant/1/change/",
    "rules": "/l/1/rules/",
    "cockpit-planned": "/e/4/cockpit/",
    "cockpit-running": "/e/2/cockpit/",
    "cockpit-between": "/e/3/cockpit/",
    "paper-round": "/e/2/paper/1/",
    "sheet-empty": "/e/2/sheet/{empty}/",
    "sheet-hands": "/e/2/sheet/{empty}/?line=1",
    "sheet-disputed": "/e/2/sheet/{disputed}/",
    "sheet-confirmed": "/e/2/sheet/{confirmed}/",
    "evening-running": "/e/2/",
    "evening-over": "/e/1/",
}
PRINTED: Final = {
    "report": "/e/1/report/",
    "seats": "/e/2/print/seats/",
    "cards": "/e/2/print/cards/",
    "empty": "/e/2/print/empty/",
    "filled": "/e/1/print/filled/",
    "prizes": "/e/1/print/prizes/?places=1-3,8",
    "season": "/l/1/print/",
}


def sign_in(browser: Browser, address: str, name: str) -> Page:
    """A phone in the room of the evening on which that person is signed in."""
    phone = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, timezone_id="Europe/Amsterdam"
    )
    page = phone.new_page()
    page.goto(f"{address}/accounts/login/")
    page.locator("[name=login]").fill(name.lower())
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.tap()
    page.wait_for_url(lambda url: "/login/" not in url)
    return page


def tables_of(page: Page, address: str) -> dict[str, str]:
    """The keys of the running evening's tables: the confirmed, the disputed and the empty one."""
    page.goto(f"{address}/e/2/paper/1/")
    found = {}
    for word, chip in (("confirmed", ".chip--go"), ("disputed", ".chip--bold")):
        row = page.locator(".paper-row", has=page.locator(chip)).first
        found[word] = str(row.get_attribute("id")).removeprefix("paper-")
    found["empty"] = str(page.locator(".paper-row").last.get_attribute("id")).removeprefix("paper-")
    return found


def for_the_guide(page: Page, address: str, language: str, tables: dict[str, str]) -> None:
    """The pictures of the guide in one language."""
    folder = GUIDE / language
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in FOR_THE_GUIDE.items():
        page.goto(address + path.format(**tables))
        if name == "names":
            fold = page.locator("details", has=page.locator("[name=names-names]"))
            fold.locator("summary").tap()
            page.locator("[name=names-names]").fill("Anna\nBert\nCarla\nDries")
            fold.evaluate("fold => fold.scrollIntoView()")
        elif name == "draw":
            page.locator("#attendance li").nth(3).evaluate("row => row.scrollIntoView({block: 'end'})")
        page.screenshot(path=folder / f"{name}.png")


def everything(page: Page, address: str, language: str, tables: dict[str, str]) -> None:
    """Every page at each size and theme, whole, and the printed ones as PDF."""
    folder = EVERYTHING / language
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in {**PAGES, **PRINTED}.items():
        page.goto(address + path.format(**tables))
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(60)
                page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True)
        if name in PRINTED:
            page.emulate_media(media="print", color_scheme="light")
            page.set_viewport_size({"width": 794, "height": 1123})
            page.screenshot(path=folder / f"{name}-printed.png", full_page=True)
            page.pdf(path=folder / f"{name}.pdf", format="A4", prefer_css_page_size=True)
            page.emulate_media(media="screen")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 360, "height": 740})


def main() -> None:
    with club("-m", "tests.browser.clubs.paper_club", "--guide") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=list(CHROMIUM))
        for name, language in LEADERS.items():
            page = sign_in(browser, address, name)
            tables = tables_of(page, address)
            for_the_guide(page, address, language, tables)
            if "--all" in sys.argv[1:]:
                everything(page, address, language, tables)
        browser.close()
    sys.stdout.write(f"{len(list(Path(GUIDE).rglob('*.png')))} pictures in {GUIDE}\n")


if __name__ == "__main__":
    main()
