"""A season that is archived while somebody changes it: the change is refused, wherever it was asked from."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant
from tests.conftest import Clock
from tests.league.meanwhile import meanwhile
from tests.refused import refusal

pytestmark = pytest.mark.django_db

BEGINNING = "SAVEPOINT"
"""The first statement of a service's transaction inside that of a test."""


@pytest.fixture
def changes(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> dict[str, Callable[[], object]]:
    """Every change of an open season that begins with no evening, by name."""
    tomorrow = clock() + timedelta(days=1)
    written = {"actor": secretary, "now": clock()}
    gone, wrong, *others = entrants
    services.withdraw(entrant=gone, reason="Moved", **written)
    as_it_is = {"seating": competition.seating, "rounds": competition.rounds, "at_table": 4, "division": 1}
    return {
        "plan_evening": lambda: services.plan_evening(
            competition=competition, starts_at=tomorrow, deadline=tomorrow
        ),
        "enter": lambda: services.enter(competition=competition, players=[secretary]),
        "withdraw": lambda: services.withdraw(entrant=others[0], reason="Moved", **written),
        "enter_again": lambda: services.enter_again(entrant=gone, **written),
        "change_entrant": lambda: services.change_entrant(
            entrant=others[1], players=[secretary], name="", **written
        ),
        "remove_entrant": lambda: services.remove_entrant(entrant=wrong, **written),
        "add_competition": lambda: services.add_competition(
            season=competition.season, name="Pairs", game="kraken"
        ),
        "change_competition": lambda: services.change_competition(
            competition=competition, name="Tuesdays", **as_it_is, **written
        ),
        "delete_competition": lambda: services.delete_competition(competition=competition, **written),
        "change_rules": lambda: services.change_rules(
            competition=competition, rules={"best_of": 5}, reason="Longer", **written
        ),
    }


@pytest.mark.parametrize(
    "name",
    [
        "plan_evening",
        "enter",
        "withdraw",
        "enter_again",
        "change_entrant",
        "remove_entrant",
        "add_competition",
        "change_competition",
        "delete_competition",
        "change_rules",
    ],
)
def test_a_change_is_refused_where_the_season_is_archived_at_that_moment(
    changes: dict[str, Callable[[], object]],
    competition: Competition,
    secretary: Player,
    clock: Clock,
    name: str,
) -> None:
    def archive() -> None:
        services.archive_season(season=competition.season, actor=secretary, now=clock())

    with meanwhile(archive, before=BEGINNING):
        assert refusal(changes[name]) == LeagueRefusal.SEASON_ARCHIVED
