"""The picture of a finished match is handed on as a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.table.log.loading import Table
from games.table.log.models import Match
from tests.browser.phone import Phone
from tests.browser.table.standing import show, static
from tests.table.play import imagine_table


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


PICTURE = (
    """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>"""
)


def with_picture(mine: Phone) -> Table:
    """A phone that looks at a finished match, whose picture the server draws; gives the table."""
    mine.page.route("**/picture.svg", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    over = imagine_table(
        ("person", "bot", "bot", "bot"),
        lambda table: table.game.view(table.state.game_state, None).over,
        options={"rounds": 4},
    )
    show(mine, replace(over, status=Match.Status.FINISHED), 0)
    mine.page.add_script_tag(type="module", url=static(mine, "js/site.js"))
    return over


def test_the_picture_of_a_match_is_downloaded_as_a_picture_where_it_cannot_be_handed_on(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    over = with_picture(mine)
    mine.page.evaluate("delete Navigator.prototype.canShare")
    mine.page.locator("#sheet [data-picture]").click()
    with mine.page.expect_download() as download:
        mine.press("Keep the picture")
    assert download.value.suggested_filename == f"{over.code}.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_picture_of_a_match_is_handed_on_as_a_picture(screen: Callable[..., Phone]) -> None:
    mine = screen()
    over = with_picture(mine)
    mine.page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => { window.handedOn = files.map(({ name, type }) => [name, type]); };
    }""")
    mine.page.locator("#sheet [data-picture]").click()
    mine.press("Hand on the picture")
    mine.page.wait_for_function("window.handedOn")
    assert mine.page.evaluate("window.handedOn") == [[f"{over.code}.png", "image/png"]]


def test_the_picture_is_seen_over_the_table_to_which_one_comes_back(screen: Callable[..., Phone]) -> None:
    mine = screen()
    with_picture(mine)
    address = mine.page.url
    mine.page.locator("#sheet [data-picture]").click()
    shown = mine.page.locator("dialog img")
    expect(shown).to_be_visible()
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 40
    mine.press("Back to the table")
    expect(mine.page.locator("dialog")).to_have_count(0)
    mine.page.locator("#sheet [data-picture]").click()
    mine.page.keyboard.press("Escape")
    expect(mine.page.locator("dialog")).to_have_count(0)
    assert mine.page.url == address
    expect(mine.page.locator("#sheet.is-open")).to_be_visible()
