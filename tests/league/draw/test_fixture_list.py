"""Promises of the fixture list of a round robin: the whole season on a page, as it is drawn later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Evening
from games.league.queries import SeasonRound, fixture_list
from tests.league import shown
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db
NAMES = ["Aces", "Bears", "Crows", "Ducks", "Eels"]


@pytest.fixture
def make_robin(
    league_club: Club, members: list[Player], clock: Callable[[], datetime]
) -> Callable[..., Competition]:
    """Return a function that makes a round robin of five entrants, two rounds an evening."""

    def make(*, size: int = 2) -> Competition:
        made = services.add_competition(
            season=services.create_season(club=league_club, name="Season", now=clock()),
            name="Robin",
            game="kraken",
            options={"rounds": 4},
            seating="round_robin",
            size=size,
            rounds=2,
        )
        for number, name in enumerate(NAMES[: len(members) // size]):
            players = members[size * number : size * number + size]
            services.enter(competition=made, players=players, name=name)
        return made

    return make


def games_of(rounds: tuple[SeasonRound, ...]) -> list[tuple[str, str]]:
    return [game for each in rounds for game in each.fixtures]


def play(evening: Evening, secretary: Player, now: datetime) -> None:
    for _round in range(2):
        for table in open_round(evening, secretary, now, on_paper=True):
            write_sheet(table, (100, 62), now=now)
    close_evening(evening, secretary, now + timedelta(days=60))


def test_before_anything_is_planned_everybody_meets_everybody_once(
    make_robin: Callable[..., Competition],
) -> None:
    rounds = fixture_list(make_robin())
    assert [(each.number, each.evening, len(each.fixtures), len(each.free)) for each in rounds] == [
        (number, None, 2, 1) for number in range(1, 6)
    ]
    assert len({frozenset(game) for game in games_of(rounds)}) == 10
    assert sorted(name.partition(":")[0] for each in rounds for name in each.free) == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4])
def test_evenings_are_drawn_as_the_list_says(
    make_robin: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime], size: int
) -> None:
    """Three evenings of two rounds: with five pairs they reach into the second half, whose other rounds have no
    evening yet; with four teams they are the first half."""
    robin = make_robin(size=size)
    evenings = [plan_evening(robin, clock() + timedelta(days=7 * week)) for week in range(3)]
    first = fixture_list(robin)
    assert [each.evening for each in first[:6]] == [evening for evening in evenings for _round in range(2)]
    assert len(first) == {2: 10, 4: 6}[size]
    assert len(games_of(first)) == len(set(games_of(first))), "nobody is at home twice to the same"
    for evening in evenings:
        draw_evening(evening)
        now = fixture_list(robin)
        assert [(each.number, each.fixtures, each.free) for each in now] == [
            (each.number, each.fixtures, each.free) for each in first
        ]
        assert [each.evening.pk for each in now if each.is_drawn][-1] == evening.pk
        play(evening, secretary, clock())
    assert fixture_list(robin)[:6] == now[:6]


def test_a_cancelled_evening_moves_its_rounds_to_the_next(
    make_robin: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    robin = make_robin()
    snow, later = (plan_evening(robin, clock() + timedelta(days=7 * week)) for week in range(2))
    before = fixture_list(robin)
    services.cancel_evening(
        evening_id=snow.pk, version=snow.version, actor=secretary, reason="Snow", now=clock()
    )
    after = fixture_list(robin)
    assert [each.evening for each in after] == [later, later, None, None, None]
    assert [each.fixtures for each in after] == [each.fixtures for each in before]


def test_the_page_is_for_paper_and_linked_from_the_competition(
    make_robin: Callable[..., Competition], members: list[Player], clock: Callable[[], datetime]
) -> None:
    robin = make_robin()
    draw_evening(plan_evening(robin, clock()))
    reader: Client = shown.client_of(members[0])
    address = reverse("league:league_fixtures", args=[robin.pk])
    assert address in shown.page(reader, "league:league", robin.pk)
    page = shown.page(reader, "league:league_fixtures", robin.pk)
    assert "data-print" in page
    lines = list(shown.rows_of(page))
    rounds = fixture_list(robin)
    assert [tuple(line) for line in lines if len(line) == 2][1:] == games_of(rounds)
    assert [line[0] for line in lines if line[0].startswith("Free")] == [
        f"Free: {each.free[0]}" for each in rounds
    ]
    assert lines[1] == ["Round 1 · evening 1, 15 March 2026"]
    assert [line[0] for line in lines].count("Round 5 · no evening planned yet") == 1


def test_another_seating_has_no_fixtures_of_the_season(
    competition: Competition, members: list[Player]
) -> None:
    reader = shown.client_of(members[0])
    address = reverse("league:league_fixtures", args=[competition.pk])
    assert address not in shown.page(reader, "league:league", competition.pk)
    assert "everybody plays against everybody" in shown.page(reader, "league:league_fixtures", competition.pk)
