"""Who had a walkover has played nothing: the draw seats them before those who did, and lets nobody wait twice."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening, EveningMark
from games.league.services.evenings.seats import waiting_by_round
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import plan_and_draw
from tests.league.going_wrong.conftest import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def ten(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """Drawn for ten, round 1 open: two tables, and two wait."""
    evening = plan_and_draw(competition, entrants[:10], secretary, clock())
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    return fresh(evening)


def stay_away(evening: Evening, secretary: Player, clock: Clock) -> set[int]:
    """Somebody of the first table does not come at all; returns the entrants with a walkover there."""
    seat = evening.tables.get(round=1, number=1).seats.select_related("entrant").first()
    services.stay_away(
        evening_id=evening.pk,
        entrant=seat.entrant,
        signed_off=False,
        player=secretary,
        reason="Not come",
        now=clock(),
    )
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WALKOVER)
    return set(marks.values_list("entrant", flat=True))


def test_after_a_walkover_those_wait_who_have_played(ten: Evening, secretary: Player, clock: Clock) -> None:
    had_nothing = stay_away(ten, secretary, clock) | waiting_by_round(ten)[1]
    assert len(had_nothing) == 5
    for lots in range(8):
        services.draw_rest(
            evening_id=ten.pk, version=fresh(ten).version, chance=Random(lots), actor=secretary, now=clock()
        )
        assert not waiting_by_round(ten)[2] & had_nothing
