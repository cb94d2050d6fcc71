"""Every kind of seating through the services: pairs, teams of four, round robin, Swiss; and two secretaries at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from random import Random

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Evening, LeagueTable, SignUp
from games.league.queries import season_table
from tests.at_once import at_once
from tests.league.conftest import (
    NOW,
    close_evening,
    draw_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.playing import write_sheet


@pytest.fixture
def make_competition(
    league_club: Club, members: list[Player], clock: Callable[[], datetime]
) -> Callable[..., Competition]:
    """Return a function that makes a competition and enters `entrants` pairs or teams of the members."""

    def make(*, entrants: int, size: int, **fields: object) -> Competition:
        season = services.create_season(club=league_club, name="Season", now=clock())
        rules = {"counting": "wins", "win": 2, "draw": 1, "tie_first": "difference", "attendance": "free"}
        made = services.add_competition(
            season=season,
            name="Sides",
            game="kraken",
            options={"rounds": 4},
            rules=rules,
            size=size,
            **fields,
        )
        for number in range(entrants):
            players = members[size * number : size * number + size]
            services.enter(competition=made, players=players, name=f"Side {number + 1}")
        return made

    return make


def entrants_at(table: LeagueTable) -> list[int]:
    return [seat.entrant_id for seat in table.seats.order_by("number")]


@pytest.mark.django_db
def test_pairs_move_on_and_an_odd_pair_waits(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=5, size=2, seating="pairs", rounds=3)
    evening = plan_and_draw(competition, list(competition.entrants.all()), secretary, clock())
    met = Counter()
    for table in evening.tables.all():
        home, away, home_again, away_again = entrants_at(table)
        assert (home, away) == (home_again, away_again)
        assert len({seat.player_id for seat in table.seats.all()}) == 4
        met[frozenset((home, away))] += 1
    assert set(met.values()) == {1}
    assert evening.tables.count() == 6
    assert evening.marks.filter(kind="waited").count() == 3


@pytest.mark.django_db
def test_a_round_robin_goes_on_where_the_last_evening_ended(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=4, size=2, seating="round_robin", rounds=1)
    met = Counter()
    homes = Counter()
    for _evening in range(6):
        evening = plan_evening(competition, clock())
        draw_evening(evening)
        for table in open_round(evening, secretary, clock(), on_paper=True):
            home, away, *_again = entrants_at(table)
            met[frozenset((home, away))] += 1
            homes[home] += 1
            write_sheet(table, (100, 62), now=clock())
        close_evening(evening, secretary, clock())
    assert set(met.values()) == {2}
    assert set(homes.values()) == {3}
    assert [row.total for row in season_table(competition).rows] == [6, 6, 6, 6]


@pytest.mark.django_db
def test_what_a_cancelled_or_shortened_evening_did_not_play_is_played_later(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=4, size=2, seating="round_robin", rounds=2)
    met = Counter()
    for off in (False, True, False, False):
        evening = draw_evening(plan_evening(competition, clock()))
        about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
        if off:
            services.cancel_evening(reason="Snow", **about)
            continue
        opens = 1 if evening.number == 1 else 2  # the first evening begins late and plays one round only
        for _round in range(opens):
            for table in open_round(evening, secretary, clock(), on_paper=True):
                met[tuple(entrants_at(table)[:2])] += 1
                write_sheet(table, (100, 62), now=clock())
        close_evening(evening, secretary, clock())
    assert len(met) == 10
    assert set(met.values()) == {1}, "nobody meets again while others have not met"


@pytest.mark.django_db
def test_a_team_of_four_plays_two_tables_of_one_fixture(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=4, size=4, seating="round_robin", rounds=1)
    evening = plan_evening(competition, clock())
    draw_evening(evening)
    tables = open_round(evening, secretary, clock(), on_paper=True)
    assert [table.fixture for table in tables] == [1, 1, 2, 2]
    assert len({seat.player_id for table in tables for seat in table.seats.all()}) == 16
    for table, points in zip(tables, ((100, 62), (60, 122), (162, 0), (20, 142)), strict=True):
        write_sheet(table, points, now=clock())
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    (first, second), (third, fourth) = (entrants_at(table)[:2] for table in tables[::2])
    assert (totals[first], totals[second]) == (0, 2)  # 640 against 736
    assert (totals[third], totals[fourth]) == (2, 0)  # 728 against 568


@pytest.mark.django_db
def test_swiss_draws_winners_against_winners_round_by_round(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=4, size=2, seating="swiss", rounds=2)
    evening = plan_and_draw(competition, list(competition.entrants.all()), secretary, clock())
    winners = set()
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
        winners.add(entrants_at(table)[0])
    assert evening.tables.count() == 2
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(0), actor=secretary, now=NOW
    )
    second = [set(entrants_at(table)) for table in evening.tables.filter(round=2)]
    assert winners in second


@pytest.mark.django_db
def test_swiss_draws_lots_in_the_first_round(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=8, size=2, seating="swiss", rounds=1)
    plans = set()
    for seed in range(5):
        evening = plan_evening(competition, clock())
        sign_up(evening, list(competition.entrants.all()), secretary, clock())
        draw_evening(evening, seed=seed)
        plans.add(frozenset(frozenset(entrants_at(table)) for table in evening.tables.all()))
        services.delete_evening(
            evening_id=evening.pk,
            version=Evening.objects.get(pk=evening.pk).version,
            actor=secretary,
            now=clock(),
        )
    assert len(plans) > 1


def outcome_of(doing: Callable[[], object]) -> object:
    """The result of the call, or the code of its refusal."""
    try:
        return doing()
    except LeagueRefused as refused:
        return refused.code


@pytest.mark.django_db(transaction=True)
def test_two_secretaries_at_once_lose_nothing(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_evening(competition, clock())

    def signing(entrant: Entrant) -> Callable[[], object]:
        return lambda: services.sign(
            evening_id=evening.pk, entrant=entrant, comes=True, player=secretary, now=clock()
        )

    at_once(*(signing(entrant) for entrant in entrants[:8]))
    assert SignUp.objects.filter(evening=evening, comes=True).count() == 8
    evening.refresh_from_db()
    version = evening.version

    def drawing() -> Evening:
        return services.draw(
            evening_id=evening.pk, version=version, chance=Random(0), actor=secretary, now=NOW
        )

    told = at_once(*[lambda: outcome_of(drawing)] * 4)
    assert told.count(LeagueRefusal.CHANGED_MEANWHILE) == 3
    assert evening.tables.count() == 4
    evening.refresh_from_db()
    version = evening.version

    def opening() -> Evening:
        return services.open_round(evening_id=evening.pk, version=version, actor=secretary, now=clock())

    told = at_once(*[lambda: outcome_of(opening)] * 3)
    assert sum(isinstance(each, Evening) for each in told) == 1
    assert LeagueTable.objects.filter(match__isnull=False).count() == 2
