"""A photo of a sheet too large to be sent is made smaller by the page, attached, and seen on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from games.league.services.evenings.paper_sheets import MAX_PHOTO_BYTES
from tests.browser.clubs.paper_club import PASSWORD
from tests.browser.clubs.steps import axe_faults, unfold
from tests.browser.conftest import Served, club_served
from tests.browser.phone import Phone
from tests.league.paper.photos import png

WIDTH, HEIGHT = 2400, 1200


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of its own: its people have the names of the guide."""
    with club_served(tmp_path_factory.mktemp("photo"), "photo") as club:
        yield club


def test_a_large_photo_is_made_smaller_and_seen_on_the_sheet(
    phone: Callable[..., Phone], served: Served
) -> None:
    served.run("tests.browser.clubs.paper_club")
    rita = phone()
    rita.visit("/accounts/login/")
    rita.page.locator("[name=login]").fill("rita")
    rita.page.locator("[name=password]").fill(PASSWORD)
    with rita.page.expect_navigation():
        rita.page.locator("main form button").last.tap()
    rita.visit("/e/2/paper/1/")
    sheet = str(rita.page.locator(".paper-row").first.get_attribute("id")).removeprefix("paper-")
    rita.visit(f"/e/2/sheet/{sheet}/")
    unfold(rita, "Photo of the paper")
    chance = Random(1)
    large = png(
        width=WIDTH,
        height=HEIGHT,
        rows=b"".join(b"\0" + chance.randbytes(3 * WIDTH) for _row in range(HEIGHT)),
    )
    assert len(large) > MAX_PHOTO_BYTES
    rita.page.locator("#photo-file").set_input_files(
        {"name": "photo.png", "mimeType": "image/png", "buffer": large}
    )
    rita.page.wait_for_function("() => document.querySelector('#photo-file').files[0].name === 'sheet.jpg'")
    with rita.page.expect_navigation():
        rita.press("Add the photo")
    unfold(rita, "Photo of the paper")
    image = rita.page.locator(".sheet-photo")
    expect(image).to_be_visible()
    rita.page.wait_for_function("() => document.querySelector('.sheet-photo').complete")
    assert image.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [1600, 800]
    assert rita.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert axe_faults(rita) == []
