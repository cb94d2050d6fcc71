"""A refusal of the league leads back to a page that exists."""

from __future__ import annotations

import pytest

from games.league.access import page_above


@pytest.mark.parametrize(
    ("path", "above"),
    [
        ("/e/3/sheet/7/", "/e/3/"),
        ("/e/3/sheet/7/confirm/", "/e/3/sheet/7/"),
        ("/e/3/table/7/", "/e/3/"),
        ("/e/3/cockpit/do/", "/e/3/cockpit/"),
        ("/e/3/print/hands/", "/e/3/"),
        ("/l/2/entrant/5/", "/l/2/"),
        ("/c/kraken/seasons/4/archive/", "/c/kraken/"),
        ("/clubs/", "/"),
    ],
)
def test_the_way_back_of_a_refusal_is_the_page_it_belongs_to(path: str, above: str) -> None:
    assert page_above(path) == above
