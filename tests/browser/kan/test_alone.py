"""One person and four bots play a match of Kan from the first page: one tap, then what the table asks, to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Served, club_served
from tests.browser.judging import SMALLEST, judge, too_wide
from tests.browser.kan.turns import CLICKED, OVER, go_on, points_in
from tests.browser.phone import Phone

ROUNDS = 2
PLAYERS = 5


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture(scope="module")
def served(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club in which a first match is short."""
    with club_served(tmp_path_factory.mktemp("alone"), "kan_alone", FIRST_ROUNDS=str(ROUNDS)) as club:
        yield club


def test_a_match_from_the_first_page_ends_with_a_sheet_that_adds_up(phone: Callable[..., Phone]) -> None:
    mine = phone(viewport=SMALLEST)
    mine.visit("/")
    mine.page.locator("button[value=kan]").tap()
    mine.at_table()
    assert len(mine.cards()) == 10
    expect(mine.page.locator(".felt .seat.bot")).to_have_count(PLAYERS - 1)

    mine.keep(lambda: go_on(mine), until=lambda: mine.page.locator("#answer-ready").count())
    mine.play_on(moment=CLICKED, ends=(OVER,))

    expect(mine.page.locator("#sheet.is-open .sheet-end")).to_be_visible()
    *rounds, total = map(points_in, mine.page.locator("#sheet .round-list tbody tr").all())
    assert len(rounds) == ROUNDS
    assert {len(row) for row in (*rounds, total)} == {PLAYERS}
    assert [sum(column) for column in zip(*rounds, strict=True)] == total
    for row in rounds:
        kan = -sum(row)
        assert sorted(row) == sorted([kan, kan, -kan, -kan, -kan]), "two kan against three"
    placed = mine.page.locator("#sheet .sheet-places li b").all_inner_texts()
    assert sorted(int(text.replace("−", "-")) for text in placed) == sorted(total)
    assert too_wide(mine, "the sheet at the end") == []
    assert judge(mine, "the sheet at the end") == []
