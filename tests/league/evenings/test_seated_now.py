"""The page of an evening leads who sits at an open table to it, and offers only what is allowed at the others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Player
from games.league.models import Competition, Entrant
from tests.league import shown
from tests.league.conftest import change_rules, open_round, plan_and_draw

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rules", "looks_on"), [({}, True), ({"spectators": False}, False), ({"cards": "paper"}, False)]
)
def test_the_own_table_is_on_top_and_marked(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    members: list[Player],
    clock: Callable[[], datetime],
    rules: dict[str, object],
    looks_on: bool,
) -> None:
    change_rules(competition, **rules)
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    reader = shown.client_of(members[0])
    before = shown.page(reader, "league:evening", evening.pk)
    assert "You play now" not in before
    tables = open_round(evening, secretary, clock(), on_paper="cards" in rules)
    own = next(table for table in tables if table.seats.filter(player=members[0]).exists())
    page = shown.page(reader, "league:evening", evening.pk)
    assert f"You play now: round 1, table {own.number}" in page
    assert page.index("You play now") < page.index('id="coming-title"')
    where = f"/e/{evening.pk}/sheet/{own.pk}/" if "cards" in rules else f"/t/{own.match.code}/"
    assert f'href="{where}"' in page.partition('id="seated-title"')[2].partition("</section>")[0]
    assert page.count(">yours<") == 1
    assert page.count("Look on") == int(looks_on)
    assert "You play now" not in shown.page(shown.client_of(members[12]), "league:evening", evening.pk)
