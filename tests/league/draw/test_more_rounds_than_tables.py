"""Pairs that move play every round their evening has, also where it has more rounds than tables."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import EveningMark
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import enter_all, members_of, plan_and_draw

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pairs", "rounds", "most_meetings"),
    [(4, 2, 1), (4, 3, 1), (6, 5, 1), (5, 4, 1), (5, 5, 1), (4, 4, 2), (2, 3, 3), (3, 3, 1)],
)
def test_all_rounds_are_drawn_and_nobody_meets_again_before_everybody_has_met(
    league_club: Club, secretary: Player, clock: Clock, pairs: int, rounds: int, most_meetings: int
) -> None:
    season = services.create_season(club=league_club, name="Winter", now=clock())
    competition = services.add_competition(
        season=season, name="Pairs", game="kraken", seating="pairs", size=2, rounds=rounds
    )
    players = members_of(league_club, 2 * pairs, clock())
    entrants = enter_all(competition, [players[at : at + 2] for at in range(0, 2 * pairs, 2)])
    evening = plan_and_draw(competition, entrants, secretary, clock())

    met: Counter[frozenset[int]] = Counter()
    seated: dict[int, list[int]] = {number: [] for number in range(1, rounds + 1)}
    for table in evening.tables.prefetch_related("seats"):
        both = {seat.entrant_id for seat in table.seats.all()}
        assert len(both) == 2
        met[frozenset(both)] += 1
        seated[table.round] += both
    for playing in seated.values():
        assert len(set(playing)) == len(playing) == pairs - pairs % 2
    assert max(met.values()) == most_meetings
    waited = Counter(
        EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED).values_list("entrant", flat=True)
    )
    assert max(waited.values(), default=0) == (pairs % 2 and 1)
