"""Totals of a sheet after a substitute: each holder of the seat has the share of the rounds they played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import LeagueTable, TableScore
from games.league.queries import season_table
from games.league.standings.scores import PlayedRound
from tests.clients import client_of
from tests.league import shown
from tests.league.conftest import change_rules
from tests.league.paper.conftest import confirm


@pytest.mark.parametrize(
    ("cuts", "points"),
    [
        ((), [(1001, 500)]),
        ((4,), [(250, 125), (751, 375)]),
        ((4, 5, 15), [(250, 125), (63, 31), (625, 313), (63, 31)]),
        ((0, 16), [(1001, 500)]),
    ],
)
def test_the_shares_of_a_sheet_add_up_to_the_sheet(
    cuts: tuple[int, ...], points: list[tuple[int, ...]]
) -> None:
    sheet = PlayedRound(
        points=(1001, 500), sides=(0, 1), tallies={"pits": (3, 1)}, number=16, rounds=16, seats=(-70, 0)
    )
    edges = [0, *cuts, None]
    parts = [part for low, high in pairwise(edges) if (part := sheet.between(low or 0, high))]
    assert [part.points for part in parts] == points
    for side in (0, 1):
        assert sum(part.points[side] for part in parts) == (1001, 500)[side]
        assert sum(part.tallies["pits"][side] for part in parts) == (3, 1)[side]
    assert sum(part.rounds for part in parts) == 16
    assert [part.seats for part in parts] == [()] * (len(parts) - 1) + [(-70, 0)]


def test_a_round_of_its_own_is_never_cut() -> None:
    third = PlayedRound(points=(100, 62), sides=(0, 1), number=3)
    assert [third.between(0, 2), third.between(3, None)] == [None, None]
    assert third.between(2, 3) is third.between(0, None) is third


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rule", "for_member", "for_substitute"),
    [("absent", 410, None), ("substitute", 103, 307), ("both", 410, 307)],
)
def test_each_has_the_points_of_their_rounds_on_all_five_pages(
    table: LeagueTable,
    members: list[Player],
    secretary: Player,
    write: Callable[..., None],
    clock: Callable[[], datetime],
    rule: str,
    for_member: int,
    for_substitute: int | None,
) -> None:
    """Four rounds, 410 : 268; the member played one of them: round(410 / 4) = 103 points."""
    competition = table.evening.competition
    change_rules(competition, substitute=rule)
    extra = services.enter(competition=competition, players=[members[10]])
    seat = table.seats.select_related("player").get(number=0)
    sent = {
        "do": "substitute",
        "version": table.evening.version,
        "absent": seat.player_id,
        "instead": members[10].pk,
        "only_round": 1,
        "after_rounds": 1,
    }
    door = f"/e/{table.evening_id}/cockpit/do/"
    assert client_of(secretary).post(door, sent).status_code == 302
    write(410, 268)
    confirm(table, secretary, clock(), for_club=True)
    season_table(competition)
    parts = TableScore.objects.filter(table=table, entrant=seat.entrant_id).order_by("part")
    assert [(part.points, part.rounds, part.played_by) for part in parts] == [
        (103, 1, "self"),
        (307, 3, "substitute"),
    ]
    other = table.evening.tables.exclude(pk=table.pk).get(round=1)
    about = {"table_id": other.pk, "player": secretary, "now": clock(), "for_club": True}
    services.type_totals(values={"points_0": "300", "points_1": "348"}, **about)
    confirm(other, secretary, clock(), for_club=True)
    evening = table.evening
    evening.refresh_from_db()  # closed below: until then the substitute waits in round 2, which is drawn
    services.close_evening(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    worth = {each.entrant_id: (410, 268)[each.number % 2] for each in table.seats.all()}
    worth |= {each.entrant_id: (300, 348)[each.number % 2] for each in other.seats.all()}
    worth[seat.entrant_id] = for_member
    if for_substitute is not None:
        worth[extra.pk] = for_substitute
    everybody = [each for each in competition.entrants.all() if each.pk in worth]
    shown.expect_five_times(evening, secretary, worth, everybody)


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [4, 5])
def test_nobody_has_played_more_rounds_than_the_table_has(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Callable[[], datetime], rounds: int
) -> None:
    with pytest.raises(LeagueRefused) as refused:
        services.substitute(
            evening_id=table.evening_id,
            version=table.evening.version,
            absent=table.seats.get(number=0).player,
            instead=members[10],
            actor=secretary,
            now=clock(),
            after_rounds=rounds,
        )
    assert refused.value.code == LeagueRefusal.UNREADABLE
    assert not table.seats.get(number=0).changes.exists()
