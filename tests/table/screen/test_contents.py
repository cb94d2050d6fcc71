"""The table says as classes of its own which parts lie in its zones, so that no style sheet has to search for them."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from games.table.screen import rendering
from games.table.screen.rendering import contents_of
from tests.table.positions import VIEWERS, every_game, positions

ROOT = Path(settings.BASE_DIR)
PART = re.compile(r"\bwith-[a-z-]+")
CLASSES = re.compile(r' class="([^"]*)"')


def all_of(folder: str, kind: str) -> str:
    """Every file of that kind below the folder, one after the other."""
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).rglob(f"*.{kind}")))


@every_game
def test_the_table_is_drawn_with_the_parts_of_its_zones(key: str) -> None:
    seen = set()
    for table in positions(5, key=key):
        for viewer in VIEWERS:
            html = rendering.whole_table(table, seat=viewer, talk=(), language="en")
            whole, *others = [classes.split() for classes in CLASSES.findall(html) if "with-" in classes]
            assert whole[0] == "table"
            parts = {name for names in others for name in names if name.startswith("with-")}
            assert {name for name in whole if name.startswith("with-")} == parts
            seen |= parts
    assert {"with-play", "with-answers", "with-turn-0"} <= seen


def test_a_name_is_no_part() -> None:
    """A zone may carry words of players in its root, as the sheet does in what is read aloud."""
    sheet = (
        '<section id="sheet" data-told="Ann class=\'with-melds\' with-talk" class="sheet with-open-sheet">'
    )
    assert contents_of([sheet, '<p id="talk" class="talk"><b class="with-melds"></b></p>']) == (
        " with-open-sheet"
    )


def test_the_style_sheets_ask_for_parts_that_are_said_and_for_nothing_else() -> None:
    speaking = (
        ("templates/table/zones", "html"),
        ("games/table/screen/zones", "py"),
        ("static/js/table", "js"),
    )
    said = {part for where in speaking for part in PART.findall(all_of(*where))}
    assert set(PART.findall(all_of("static/css/table", "css"))) == said


def test_no_style_sheet_of_the_table_searches_for_parts() -> None:
    """The browser would search again at every change of the page. What is on the root never changes."""
    assert re.findall(r"\S*:has\([^)]*\)", all_of("static/css/table", "css")) == [
        ":root:has(> .shared-screen)"
    ]
