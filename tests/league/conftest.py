"""A club with members, a competition, and its evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from accounts.models import Club, Membership, Player, Role
from accounts.services import create_club
from games.league import services
from games.league.models import Competition, Entrant, EntrantPlayer, Evening, LeagueTable, SignUp
from games.table.log import loading
from tests.clients import client_of
from tests.conftest import make_players
from tests.played_once import made_once

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
"""The time of the test clock until it is moved."""


@pytest.fixture(autouse=True)
def _know_nothing() -> None:
    """Empty the caches: each test has a database of its own, in which match numbers repeat."""
    loading.forget_all()


def found_club(secretary: Player, now: datetime) -> Club:
    """The club of the league's tests."""
    return create_club(name="De Troefboer", slug="troefboer", owner=secretary, at=now)


def members_of(club: Club, number: int, now: datetime) -> list[Player]:
    """So many members, M01, M02 and on, stored at once, which takes a quarter of the time."""
    made = make_players([f"M{place:02}" for place in range(1, number + 1)])
    Membership.objects.bulk_create(
        Membership(club=club, player=player, role=Role.MEMBER, since=now) for player in made
    )
    return made


def individual(club: Club, now: datetime) -> Competition:
    """A competition in which each plays for himself, two rounds an evening."""
    season = services.create_season(club=club, name="Autumn", now=now)
    return services.add_competition(
        season=season,
        name="Individual",
        game="kraken",
        options={"rounds": 4},
        rules={"best_of": 3, "announced": "fixed", "announced_points": 500, "bots": "full"},
        rounds=2,
    )


def change_rules(competition: Competition, **rules: object) -> None:
    """Let the competition have these rules beside those it has."""
    competition.rules = {**competition.rules, **rules}
    competition.save()


@pytest.fixture
def pairs(league_club: Club, members: list[Player], clock: Callable[[], datetime]) -> Competition:
    """A competition of fixed pairs."""
    return services.add_competition(
        season=services.create_season(club=league_club, name="Pairs", now=clock()),
        name="Pairs",
        game="kraken",
        options={"rounds": 4},
        seating="pairs",
        size=2,
        rounds=2,
    )


def enter_all(competition: Competition, sides: Sequence[Sequence[Player]]) -> list[Entrant]:
    """These players, those of a side as one, stored at once as `services.enter` stores one after another."""
    made = Entrant.objects.bulk_create(Entrant(competition=competition) for _ in sides)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(competition=competition, entrant=entrant, player=player, place=place)
        for entrant, side in zip(made, sides, strict=True)
        for place, player in enumerate(side)
    )
    return made


@pytest.fixture(scope="module")
def played_evening(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[int]:
    """The key of the evening that `play_evening` of the module has played, once for all its tests."""
    with made_once(django_db_blocker, request.module.play_evening) as number:
        yield number


def owner_of(competition: Competition) -> Player:
    """The founder of the competition's club."""
    return Player.objects.get(memberships__club=competition.season.club_id, memberships__role=Role.OWNER)


def plan_evening(competition: Competition, now: datetime) -> Evening:
    """An evening tomorrow; sign off until an hour before."""
    starts = now + timedelta(days=1)
    return services.plan_evening(
        competition=competition, starts_at=starts, deadline=starts - timedelta(hours=1)
    )


def sign_up(evening: Evening, entrants: Sequence[Entrant], by: Player, now: datetime) -> None:
    """These entrants come, says `by`. Where nobody has said anything yet, their sign-ups are stored at once as
    `services.sign` stores one after another; what it refuses is for tests that call it themselves.
    """
    if not evening.sign_ups.exists() and not by.entered.filter(entrant__in=entrants).exists():
        in_time = now < Evening.objects.values_list("deadline", flat=True).get(pk=evening.pk)
        SignUp.objects.bulk_create(
            SignUp(evening=evening, entrant=entrant, comes=True, in_time=in_time, said_by=by, at=now)
            for entrant in entrants
        )
        return
    for entrant in entrants:
        services.sign(evening_id=evening.pk, entrant=entrant, comes=True, player=by, now=now)


def draw_evening(evening: Evening, seed: int = 0) -> Evening:
    evening.refresh_from_db()
    actor = owner_of(evening.competition)
    return services.draw(
        evening_id=evening.pk, version=evening.version, chance=Random(seed), actor=actor, now=NOW
    )


def plan_and_draw(
    competition: Competition, entrants: Sequence[Entrant], by: Player, now: datetime
) -> Evening:
    """An evening tomorrow to which these entrants come, says `by`; drawn."""
    evening = plan_evening(competition, now)
    sign_up(evening, entrants, by, now)
    return draw_evening(evening)


def put_on_paper(*, table_id: int, version: int, on_paper: bool = True) -> LeagueTable:
    """The founder of the club puts a table on paper, or takes it off."""
    competition = LeagueTable.objects.get(pk=table_id).evening.competition
    return services.put_on_paper(
        table_id=table_id, version=version, on_paper=on_paper, actor=owner_of(competition), now=NOW
    )


def open_round(
    evening: Evening, secretary: Player, now: datetime, *, on_paper: bool = False
) -> list[LeagueTable]:
    """Open and start the next round; its tables. `on_paper`: they are played with real cards."""
    if on_paper:
        for table in evening.tables.filter(round=evening.round + 1):
            evening.refresh_from_db()
            put_on_paper(table_id=table.pk, version=evening.version)
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=now)
    evening.refresh_from_db()
    services.start_tables(evening_id=evening.pk, now=now)
    return list(evening.tables.filter(round=evening.round).select_related("match"))


def close_evening(evening: Evening, secretary: Player, now: datetime) -> Evening:
    """The evening, closed by the secretary."""
    evening.refresh_from_db()
    return services.close_evening(evening_id=evening.pk, version=evening.version, actor=secretary, now=now)


@pytest.fixture
def desk(secretary: Player) -> Client:
    """A browser in which the secretary is signed in."""
    return client_of(secretary)
