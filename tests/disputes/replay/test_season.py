"""The season during a replay of a league round: left out, replayed, counted.

Four members play one table of four rounds by themselves. An arbiter has round 2 played again. With the points of side
0 (seats 0 and 2) as a, b, c, d and of side 1 as w, x, y, z in rounds 1 to 4, and b', x' as played again, the season of
this one evening is, for each member of side 0 and of side 1:

    before                  a + b + c + d       w + x + y + z       nothing provisional
    in question             the same                                provisional
    to be played again      a + c + d           w + y + z           provisional
    played, not entered     the same                                provisional until the steward has looked
    entered                 a + b' + c + d      w + x' + y + z      nothing provisional
"""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import CaseKind
from games.league.models import Competition, Entrant, LeagueTable, TableSeat
from games.league.queries import season_table
from games.table import services as table_services
from games.table.log.models import Match
from games.table.steward import PeriodicWork
from kraken_site.management.commands.demo import play
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def league_table(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> LeagueTable:
    """A table of four rounds, played to the end online."""
    evening = plan_evening(competition, clock.now)
    sign_up(evening, entrants[:4], secretary, clock.now)
    (table,) = open_round(draw_evening(evening), secretary, clock.now)
    clock.now = play(Match.objects.get(pk=table.match_id), until=None, now=clock.now, rng=Random(8))
    return LeagueTable.objects.get(pk=table.pk)


def season(table: LeagueTable) -> tuple[list[int], list[int], int]:
    """Totals by seat, counted rounds by seat, and the number of provisional entrants."""
    rows = {row.entrant: row for row in season_table(table.evening.competition).rows}
    seats = [rows[seat.entrant_id] for seat in TableSeat.objects.filter(table=table).order_by("number")]
    return (
        [row.total for row in seats],
        [row.credit.rounds for row in seats],
        sum(bool(row.provisional) for row in seats),
    )


def by_seat(sides: tuple[int, int]) -> list[int]:
    return [sides[0], sides[1], sides[0], sides[1]]


def test_the_season_is_right_before_during_and_after_a_replay(
    league_table: LeagueTable, arbiters: list[Player], clock: Clock
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    (a, w), (b, x), (c, y), (d, z) = [row.points[:2] for row in match.rounds.order_by("number")]
    assert (b, x) != (0, 0)
    before = (by_seat((a + b + c + d, w + x + y + z)), [4] * 4)
    assert season(league_table) == (*before, 0)

    filer = match.seats.get(number=1).player
    case = services.file_case(
        round_id=match.rounds.get(number=2).pk,
        player=filer,
        kind=CaseKind.CLOCK,
        text="It hung.",
        now=clock.now,
    )
    assert season(league_table) == (*before, 4)

    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    wanted = RulingRequest(RulingKind.REPLAY)
    asked = {"case_id": case.pk, "arbiter": arbiters[0], "wanted": wanted}
    seen = services.preview(**asked).standings
    services.give_ruling(**asked, now=clock.now, reason="The line was down.", rule="6.2")
    meanwhile = (by_seat((a + c + d, w + y + z)), [3] * 4, 4)
    assert season(league_table) == meanwhile
    now = season_table(league_table.evening.competition)
    assert [(row.name, row.place, row.total, row.provisional) for row in seen.after] == [
        (now.entered[row.entrant].name, row.place, row.total, row.provisional) for row in now.rows
    ], "the preview came true"

    replay = case.round.replayed_in.get()
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    assert season(league_table) == meanwhile
    clock.now = play(replay, until=None, now=clock.now, rng=Random(21))
    b2, x2 = replay.rounds.get().points[:2]
    assert (b2, x2) != (b, x)
    assert season(league_table) == meanwhile

    PeriodicWork().do_due(clock.now)

    assert season(league_table) == (by_seat((a + b2 + c + d, w + x2 + y + z)), [4] * 4, 0)
    match.refresh_from_db()
    assert table_services.verify_log(match) == ()
