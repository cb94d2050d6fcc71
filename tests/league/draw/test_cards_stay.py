"""Rounds drawn anew are played as those they replace were to be: with real cards, or on phones."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant
from tests.conftest import Clock
from tests.league.conftest import plan_and_draw, sign_up
from tests.league.going_wrong.conftest import fresh, with_rules

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("cards", ["here", "paper"])
def test_a_round_drawn_anew_keeps_the_cards_it_was_to_be_played_with(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, cards: str
) -> None:
    """The director put the evening on paper, or on phones, against the rule of the competition."""
    with_rules(competition, cards="here" if cards == "paper" else "paper")
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    about = {"actor": secretary, "now": clock()}
    for table in evening.tables.all():
        services.put_on_paper(
            table_id=table.pk, version=fresh(evening).version, on_paper=cards == "paper", **about
        )
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, **about)
    sign_up(evening, entrants[8:12], secretary, clock())
    services.draw_rest(evening_id=evening.pk, version=fresh(evening).version, chance=Random(1), **about)
    after = evening.tables.filter(round=2)
    assert set(after.values_list("on_paper", flat=True)) == {cards == "paper"}
    assert after.count() == 3
