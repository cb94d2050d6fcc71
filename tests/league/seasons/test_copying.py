"""A season copied with several like competitions: everybody lands where they played, or a division away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(competition: Competition) -> Season:
    """A season with two like competitions in the first division, "Individual" and "Thursday"."""
    services.add_competition(season=competition.season, name="Thursday", game="kraken", rounds=2)
    return competition.season


def entered(season: Season, name: str, players: list[Player]) -> list[Entrant]:
    competition = season.competitions.get(name=name)
    return [services.enter(competition=competition, players=[player]) for player in players]


def playing(season: Season) -> dict[str, list[str]]:
    """The nicknames of every competition."""
    return {
        each.name: sorted(each.entrants.values_list("members__player__nickname", flat=True))
        for each in season.competitions.all()
    }


def test_everybody_stays_in_the_competition_they_played_in(
    season: Season, members: list[Player], clock: Callable[[], datetime]
) -> None:
    entered(season, "Individual", members[:3])
    entered(season, "Thursday", members[2:5])
    before = playing(season)
    copy = services.copy_season(season=season, name="Spring", now=clock())
    assert playing(copy) == before == {"Individual": ["M01", "M02", "M03"], "Thursday": ["M03", "M04", "M05"]}
    assert [each.at_table for each in copy.competitions.all()] == [4, 4]


def test_who_goes_down_goes_to_the_like_competition_in_the_same_place(
    season: Season, members: list[Player], clock: Callable[[], datetime]
) -> None:
    for name in ("Individual, second", "Thursday, second"):
        services.add_competition(season=season, name=name, game="kraken", division=2, rounds=2)
    first = entered(season, "Individual", members[:2])
    second = entered(season, "Thursday", members[2:4])
    moved = {first[0].pk: 1, second[0].pk: 1}
    copy = services.copy_season(season=season, name="Spring", now=clock(), moved=moved)
    assert playing(copy) == {
        "Individual": ["M02"],
        "Thursday": ["M04"],
        "Individual, second": ["M01"],
        "Thursday, second": ["M03"],
    }


def test_who_takes_part_there_already_stays_and_nobody_takes_part_twice(
    season: Season, members: list[Player], clock: Callable[[], datetime]
) -> None:
    """M01 is in both divisions, M02 goes down from two competitions at once: one place below is enough."""
    services.add_competition(season=season, name="Second", game="kraken", division=2, rounds=2)
    both = entered(season, "Individual", members[:2])
    entered(season, "Second", members[:1])
    again = entered(season, "Thursday", members[1:2])
    moved = {entrant.pk: 1 for entrant in (*both, *again)}
    copy = services.copy_season(season=season, name="Spring", now=clock(), moved=moved)
    assert playing(copy) == {"Individual": ["M01"], "Thursday": ["M02"], "Second": ["M01", "M02"]}


def test_the_page_copies_a_season_with_two_like_competitions(
    season: Season, members: list[Player], secretary: Player
) -> None:
    entered(season, "Individual", members[:4])
    entered(season, "Thursday", members[:4])
    desk = Client()
    desk.force_login(secretary, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("league:season_new", args=[season.club.slug])
    assert desk.post(address, {"name": "Spring", "copied": season.pk}).status_code == 302
    assert playing(season.copies.get()) == playing(season)
