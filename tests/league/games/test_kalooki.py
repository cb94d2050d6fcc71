"""Evenings of Kalooki: everybody alone at tables of three to six, nobody waits, and the lowest total leads."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Evening
from games.league.queries import evening_lines, season_table
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import fix_deals, play_rounds

pytestmark = pytest.mark.django_db


def evening_of(count: int, club: Club, members: list[Player], secretary: Player, now: datetime) -> Evening:
    """An evening of so many members, drawn: one round of tables, one deal each."""
    season = services.create_season(club=club, name="Winter", now=now)
    competition = services.add_competition(
        season=season, name="Melds", game="kalooki", options={"deals": [1]}, rounds=1
    )
    for player in members[:count]:
        services.enter(competition=competition, players=[player])
    evening = plan_evening(competition, now)
    sign_up(evening, list(competition.entrants.all()), secretary, now)
    return draw_evening(evening)


@pytest.mark.slow
@pytest.mark.parametrize("count", [6, 7, 8, 13])
def test_an_evening_is_played_and_the_lowest_total_leads(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
) -> None:
    fix_deals(monkeypatch, count)
    evening = evening_of(count, league_club, members, secretary, clock())
    sizes = [table.seats.count() for table in evening.tables.all()]
    assert sum(sizes) == count, "nobody waits"
    assert set(sizes) <= {3, 4, 5, 6}
    for table in open_round(evening, secretary, clock()):
        play_rounds(table, 1, clock())
    done = close_evening(evening, secretary, clock())
    table = season_table(Competition.objects.get())
    totals = {table.name(row.entrant): row.total for row in table.rows}
    assert totals == dict(points_at_the_tables(done))
    assert [row.total for row in table.rows] == sorted(totals.values())
    lines = evening_lines(done, table)
    assert [line.points for line in lines] == sorted(totals.values())


def points_at_the_tables(evening: Evening) -> Counter[str]:
    """The points of each member, read off the sheets of the matches."""
    points: Counter[str] = Counter()
    for match in Match.objects.filter(league_table__evening=evening):
        names = dict(match.seats.values_list("number", "player__nickname"))
        for row in match.rounds.all():
            assert min(row.points) == 0, "who goes out pays nothing"
            points.update({names[seat]: each for seat, each in enumerate(row.points)})
    return points
