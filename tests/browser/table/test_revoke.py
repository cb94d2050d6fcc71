"""A revoke is claimed on a phone: out of the way in the menu, two steps that fit, and words for everybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from games.engine.game import replace_fields
from games.table.log.loading import Table
from tests.browser.phone import Phone
from tests.browser.table.standing import show
from tests.engine.kraken.table import KRAKEN
from tests.table.play import imagine_table

SIZES = ((320, 640), (360, 740), (1280, 800))
OUTSIDE = """() => [...document.querySelectorAll("#accuse label, #accuse .button, #accuse legend")]
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth || box.width < 44 && box.height < 44)
  .map(([words]) => words)"""


def with_tricks(count: int, **options: Any) -> Table:
    """Four people after so many tricks at a table where revokes are claimed."""
    given = {"revoke_policy": "claimable", "declarations": "off", "bonus_mode": "automatic", "rounds": 4}
    return imagine_table(
        ("person",) * 4,
        lambda table: table.state.game_state.round is not None and _is_reached(table, count),
        options={**given, **options},
    )


def _is_reached(table: Table, count: int) -> bool:
    round_ = table.state.game_state.round
    return len(round_.tricks) == count and not round_.trick and round_.phase != "claim"


def claim(table: Table, by: int, seat: int, trick: int) -> Table:
    """The table after a claim."""
    data = {"do": "revoke", "trick": str(trick), "seat": str(seat)}
    state = KRAKEN.apply(table.state.game_state, by, KRAKEN.parse(data))
    return replace(table, state=replace_fields(table.state, game_state=state))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_form_of_a_claim_fits_and_sends_trick_and_player(
    phone: Callable[..., Phone], language: str
) -> None:
    mine = phone()
    words = {"en": "Claim a revoke", "nl": "Verzaking melden"}[language]
    mine.page.route("**/act/", lambda route: route.fulfill(status=204))
    for width, height in SIZES:
        mine.page.set_viewport_size({"width": width, "height": height})
        show(mine, with_tricks(3), 1, language=language)
        mine.page.locator(".menu > summary").click()
        mine.page.locator("#accuse summary", has_text=words).click()
        form = mine.page.locator("#ask-accuse")
        form.get_by_role("radio", name="2", exact=True).check()
        form.get_by_role("radio", name="P2", exact=True).check()
        assert mine.page.evaluate(OUTSIDE) == [], (width, language)
        form.locator("button").scroll_into_view_if_needed()
        with mine.page.expect_request("**/act/") as sent:
            form.locator("button").click()
        assert parse_qs(sent.value.post_data or "")["trick"] == ["2"]
        assert parse_qs(sent.value.post_data or "")["seat"] == ["2"]
        expect(mine.page.locator(".menu")).not_to_have_attribute("open", "")


def test_the_outcome_is_told_to_the_table_in_words(phone: Callable[..., Phone]) -> None:
    """Beside the question of everybody, a watcher too, and in the menu; after the last trick with the sheet."""
    mine = phone()
    for seat in (0, 3, None):
        show(mine, claim(with_tricks(3), 1, 2, 3), seat)
        expect(mine.page.locator("#prompt .aside")).to_contain_text("P1 says: P2 revoked in trick 3.")
    counted = claim(with_tricks(8), 1, 2, 3)
    show(mine, counted, 0)
    expect(mine.page.locator("#prompt .aside")).to_have_text(
        "P1 claimed wrongly: P2 did not revoke in trick 3."
    )
    expect(mine.page.locator("#sheet")).to_contain_text(
        "Revoke of P2 in trick 3 claimed wrongly by P1", use_inner_text=True
    )
    mine.page.locator(".menu > summary").click()
    mine.page.locator("#accuse summary").click()
    expect(mine.page.locator("#ask-accuse button")).to_be_visible()
