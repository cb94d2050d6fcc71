"""Promises of a round of waiting in the standings: it counts once the others have played that round."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.league.models import Competition, Entrant, EveningMark
from games.league.queries import evening_lines, season_table
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import change_rules, open_round, plan_and_draw
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


def test_a_round_of_waiting_counts_once_it_is_played(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """Nine, two tables and one who waits in each round, worth 500. While the tables of a round play the line is there
    without points; with the first of two sheets it still is; with the second it is 500."""
    change_rules(competition, waiting="fixed", waiting_points=500)
    evening = plan_and_draw(competition, entrants[:9], secretary, clock())

    def points(entrant: int) -> int:
        lines = evening_lines(evening, season_table(competition))
        return sum(line.points for line in lines if line.entrant == entrant)

    for number in (1, 2):
        first, second = open_round(evening, secretary, clock(), on_paper=True)
        waits = EveningMark.objects.get(evening=evening, kind=MarkKind.WAITED, round=number).entrant_id
        before = points(waits)
        assert before == (0 if number == 1 else 400) or before == 248
        write_sheet(first, (100, 62), now=clock())
        assert points(waits) == before
        write_sheet(second, (100, 62), now=clock())
        assert points(waits) == before + 500
