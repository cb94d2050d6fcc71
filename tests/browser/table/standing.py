"""A page with a table that stands still: drawn here, with the style sheets and the script of the served club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from playwright.sync_api import ViewportSize

from games.club_clock import milliseconds
from games.table.screen import rendering
from tests.browser.phone import Phone

NAMES: dict[str, dict[str, str]] = {}
"""The names of the static files at the club of an address by the names of their sources; {} where they are the same."""


def show(
    mine: Phone,
    table: Any,
    seat: int | None = 0,
    *,
    language: str = "en",
    unasked: int = 0,
    order: str = "",
    now: datetime | None = None,
    moves: bool = False,
    advised: str = "",
) -> None:
    """A page of the club with this table on it; its socket is none, so forms are posted. `order` is that of the
    hand which the club has kept for the first deal, `now` when the page is drawn, `advised` the window
    a tip was asked for; things move on it from the first where it `moves`: then its first picture waits for the
    script."""
    club, sheet, script = (static(mine, name) for name in ("css/club.css", "css/table.css", "js/table.js"))
    html = rendering.whole_table(
        table, seat=seat, talk=(), language=language, unasked=unasked, advised=advised
    )
    motion = "full" if moves else "none"
    waited_for = ' blocking="render"' if moves else ""
    page = (
        f'<!doctype html><html lang="{language}" data-motion="{motion}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>still</title><link rel="stylesheet" href="{club}"><link rel="stylesheet" href="{sheet}">'
        f'<script type="module" src="{script}"{waited_for}></script></head><body class="at-table"><main>'
        f'<div id="screen" data-now="{milliseconds(now) if now else 0}" '
        f'data-act="/t/{table.code}/act/" data-order="{order}" data-order-deal="1">{html}</div>'
        '<div id="live" class="live visually-hidden" role="log"></div></main></body></html>'
    )
    show_page(mine, page)
    mine.page.wait_for_selector("#table")


WIDE = 740
"""From this width on a page may open talk and the trick before beside the table."""


def resize(mine: Phone, size: ViewportSize) -> None:
    """Give the phone another size: nothing is drawn by size at the club. Wide ones come last, because panels that lie
    open there are opened with the next picture, for which this waits; not by a frame, which a paused clock holds."""
    mine.page.set_viewport_size(size)
    if size["width"] >= WIDE:
        mine.page.evaluate("() => document.documentElement.animate({}, 1).finished.then(() => null)")


def static(mine: Phone, name: str) -> str:
    """The address of a static file at the club of this phone."""
    if mine.address not in NAMES:
        found = mine.page.request.get(f"{mine.address}/static/staticfiles.json")
        NAMES[mine.address] = found.json()["paths"] if found.ok else {}
    return f"/static/{NAMES[mine.address].get(name, name)}"


def show_page(mine: Phone, page: str) -> None:
    """Open this page at the club. Not by a route, which would switch the browser's cache off."""
    mine.page.request.post(f"{mine.address}/still/", data=page)
    mine.visit("/still/")


LETTERS = ("normal", "large", "largest")


def letter(mine: Phone, size: str) -> None:
    """Give the page letters of one of the sizes in `LETTERS`."""
    mine.page.evaluate("size => { document.documentElement.dataset.text = size; }", size)


@contextmanager
def answered(mine: Phone) -> Iterator[None]:
    """Wait for the answer to the form that a tap inside the block sends: a tap returns before the page has sent it."""
    with mine.page.expect_response("**/act/"):
        yield
