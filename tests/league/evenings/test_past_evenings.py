"""An evening of weeks ago is typed in afterwards: nobody is called to it any more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, Player
from games.league.models import Competition, Entrant
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("weeks", [0, 3])
def test_nobody_is_called_to_an_evening_of_weeks_ago(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, weeks: int
) -> None:
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    evening.refresh_from_db()
    evening.starts_at -= timedelta(weeks=weeks)
    evening.save(update_fields=["starts_at"])
    draw_evening(evening)
    assert Notice.objects.exists() == (not weeks)
    Notice.objects.all().delete()
    open_round(evening, secretary, clock())
    assert Notice.objects.exists() == (not weeks)
