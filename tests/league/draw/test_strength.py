"""Promises of the draw by strength: neighbours in the standings sit at one table, and partners change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.draw import TooFewPlayers, by_strength
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening
from games.league.queries import season_table
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import write_sheet

FOUR = range(4, 5)


def seat_by_strength(players: int, rounds: int, *, seats: range = FOUR, **more: object):
    fields = {"wished": 4, "partners": seats == FOUR, "chance": Random(1)} | more
    return by_strength(range(players), rounds=rounds, seats=seats, **fields)


def test_the_first_four_sit_at_table_one_and_play_with_each_other_once_in_three_rounds() -> None:
    plan = seat_by_strength(12, 3)
    for each in plan:
        assert [set(table) for table in each.tables] == [{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}]
    partners = Counter(couple for each in plan for couple in each.couples())
    assert len(partners) == 18, "six couples at each of three tables"
    assert set(partners.values()) == {1}


def test_who_waits_leaves_the_others_in_their_order_and_waiting_is_shared_out() -> None:
    plan = seat_by_strength(9, 6)
    waits: Counter[int] = Counter()
    for each in plan:
        there = [name for name in range(9) if name not in each.waiting]
        assert [set(table) for table in each.tables] == [set(there[:4]), set(there[4:])]
        waits.update(each.waiting)
    assert max(waits.values()) == 1


def test_tables_of_other_sizes_are_filled_from_the_top_too() -> None:
    (each,) = seat_by_strength(11, 1, seats=range(3, 7))
    assert [sorted(table) for table in each.tables] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]
    with pytest.raises(TooFewPlayers):
        seat_by_strength(3, 1)
    with pytest.raises(ValueError, match="rounds"):
        seat_by_strength(4, 0)


def test_partners_of_earlier_evenings_are_avoided_at_a_table() -> None:
    (first,) = seat_by_strength(4, 1)
    (second,) = seat_by_strength(4, 1, partnered=Counter(first.couples()))
    assert not set(first.couples()) & set(second.couples())


@pytest.fixture
def ladder(league_club: Club, members: list[Player], clock: Callable[[], datetime]) -> Competition:
    """Eight players, one round an evening, drawn by strength."""
    made = services.add_competition(
        season=services.create_season(club=league_club, name="Season", now=clock()),
        name="Ladder",
        game="kraken",
        options={"rounds": 4},
        seating="strength",
        rounds=1,
    )
    for player in members[:8]:
        services.enter(competition=made, players=[player])
    return made


def tables_of(evening: Evening) -> list[set[int]]:
    """Everybody at each table of the evening, table 1 first."""
    tables = evening.tables.order_by("number")
    return [set(table.seats.values_list("entrant", flat=True)) for table in tables]


@pytest.mark.django_db
def test_an_evening_is_drawn_from_the_standings_and_the_first_one_by_lots(
    ladder: Competition, secretary: Player, clock: Callable[[], datetime]
) -> None:
    plans = set()
    for seed in range(4):
        evening = plan_evening(ladder, clock())
        sign_up(evening, list(ladder.entrants.all()), secretary, clock())
        draw_evening(evening, seed=seed)
        plans.add(frozenset(map(frozenset, tables_of(evening))))
        services.delete_evening(
            evening_id=evening.pk,
            version=Evening.objects.get(pk=evening.pk).version,
            actor=secretary,
            now=clock(),
        )
    assert len(plans) > 1

    for week in range(3):
        before = [row.entrant for row in season_table(ladder).rows]
        evening = plan_evening(ladder, clock() + timedelta(days=7 * week))
        sign_up(evening, list(ladder.entrants.all()), secretary, clock())
        draw_evening(evening, seed=week)
        if week:
            assert tables_of(evening) == [set(before[:4]), set(before[4:])]
        for table in open_round(evening, secretary, clock(), on_paper=True):
            ours = 110 + 20 * table.number - 10 * week
            write_sheet(table, (ours, 162 - ours), now=clock())
        close_evening(evening, secretary, clock() + timedelta(days=40))


@pytest.mark.django_db
def test_pairs_are_not_drawn_by_strength(
    ladder: Competition, secretary: Player, clock: Callable[[], datetime]
) -> None:
    about = {"season": ladder.season, "name": "Pairs", "game": "kraken"}
    pairs = services.add_competition(**about, size=2, seating="pairs")
    with pytest.raises(LeagueRefused) as refused:
        services.change_competition(
            competition=pairs,
            name="Pairs",
            division=1,
            seating="strength",
            rounds=3,
            at_table=4,
            actor=secretary,
            now=clock(),
        )
    assert refused.value.code == LeagueRefusal.SINGLE_PLAYERS_ROTATE
