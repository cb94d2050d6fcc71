"""HTML of a zone from its value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final, TypeAlias

from django.template import engines
from django.utils.safestring import SafeString
from jinja2 import Template

from games.table.events import OpenCall
from games.table.screen.translations import address, labels
from games.table.screen.zones.agreements import Agreements
from games.table.screen.zones.hand import Hand
from games.table.screen.zones.middle import Middle
from games.table.screen.zones.notes import Calls, MissedLine, Notice, Talk, Tip
from games.table.screen.zones.open_hand import OpenHand
from games.table.screen.zones.question import Question
from games.table.screen.zones.seats import SeatPlace
from games.table.screen.zones.sheet import RoundRow, Sheet
from games.table.screen.zones.strip import Strip
from games.table.screen.zones.whole import Whole

Zone: TypeAlias = (
    Strip
    | SeatPlace
    | Middle
    | Sheet
    | RoundRow
    | Talk
    | Hand
    | Question
    | Agreements
    | Tip
    | Notice
    | MissedLine
    | Calls
    | OpenHand
)
PARTIALS: Final[Mapping[type, str]] = {
    Strip: "strip",
    SeatPlace: "seat",
    Middle: "middle",
    Sheet: "sheet",
    RoundRow: "round",
    Talk: "talk",
    Hand: "hand",
    Question: "question",
    Agreements: "agreements",
    Tip: "tip",
    Notice: "notice",
    MissedLine: "missed",
    Calls: "calls",
    OpenHand: "open_hand",
    Whole: "whole",
}
ROOT_CLASSES: Final = re.compile(r'<[^>]*? class="([^"]*)"')
KEPT: Final = 8_000
"""Drawings kept: some sixteen a running table. Of the zones of a move three in four are found here."""


@lru_cache(maxsize=KEPT, typed=True)
def draw(zone: Zone) -> SafeString:
    """The HTML of a zone, cached by its value."""
    return _drawn(zone, {})


def draw_whole(zone: Whole, zones: Mapping[str, str]) -> SafeString:
    """The whole table: the frame around its zones, which are ready HTML by id."""
    return _drawn(zone, {"zones": zones, "of_zones": contents_of(zones.values())})


def contents_of(zones: Iterable[str]) -> str:
    """The classes that say on the roots of drawn zones which parts lie there: " with-melds with-open-sheet".

    The table has those of all its zones, here in its first drawing and later by static/js/table/contents.js: a style
    sheet that searched for the parts itself (`:has`) would do so again at every change of the page.
    """
    roots = [ROOT_CLASSES.match(html) for html in zones]
    found = {name for root in roots if root for name in root[1].split() if name.startswith("with-")}
    return "".join([f" {name}" for name in sorted(found)])


def notice_zone(sentence: str, language: str) -> SafeString:
    """The zone that tells one screen why something was refused; "" empties it."""
    return draw(Notice(language, sentence))


def calls_zone(calls: tuple[OpenCall, ...], language: str) -> SafeString:
    """The zone above the table of a director who plays: the open calls; empty without any."""
    return draw(Calls(language, calls))


def missed_zone(line: str, language: str) -> SafeString:
    """The zone that tells one screen what went by while it was away."""
    return draw(MissedLine(language, line))


def _drawn(zone: Zone | Whole, more: Mapping[str, object]) -> SafeString:
    template = partial_of(PARTIALS[type(zone)])
    html = template.render(zone=zone, _=labels(zone.language), url=address, draw=draw, **more)
    return SafeString(html)


@cache
def partial_of(name: str) -> Template:
    """The compiled partial of that name."""
    template: Template = engines["jinja2"].env.get_template(f"table/zones/_{name}.html")
    return template
