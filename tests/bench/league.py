"""Benchmark of the league: the season table of a large club from cold, the draw of a large evening."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import found_club
from games.league import services
from games.league.draw.seating import rotating_partners
from games.league.models import Competition, Entrant, EntrantPlayer, Evening, LeagueTable, TableScore
from games.league.queries import season_table
from games.league.seasons.display import shown_rows
from tests.bench.figures import Figure

MEMBERS, EVENINGS = 500, 40
SOURCES = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def measure_league() -> list[Figure]:
    """The figures of the league; the database holds the club afterwards."""
    competition = large_club("large")
    with CaptureQueriesContext(connection) as queries:
        season_table(competition)
    of_the_table = len(queries)  # the log begins anew with every request

    def from_cold() -> None:
        connection.close()
        found = Competition.objects.select_related("season__club").get(pk=competition.pk)
        assert len(shown_rows(season_table(found), player=None)) == MEMBERS

    client = Client(headers={"host": "localhost"})
    client.force_login(Player.objects.get(username="large0"))

    def page() -> None:
        assert client.get(reverse("league:league", args=[competition.pk])).status_code == 200

    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": SOURCES}):
        page()
        with CaptureQueriesContext(connection) as queries:
            page()
        of_the_page = len(queries)
        whole_page = best_of(page)

    def draw() -> None:
        rotating_partners(range(80), rounds=4, chance=Random(0))

    return [
        Figure(f"season table, {MEMBERS} members x {EVENINGS} evenings", best_of(from_cold), "ms", 300),
        Figure("queries for it", of_the_table, "", 7),
        Figure("its whole page, for who takes part", whole_page, "ms", 1500),
        Figure("queries for it", of_the_page, "", 40),
        Figure("seating of 80 players x 4 rounds", best_of(draw), "ms", 2000),
    ]


def best_of(work: Callable[[], None], *, times: int = 5) -> float:
    """Processor time in ms, the best of several runs: what others do on the machine is no matter of ours."""
    spent = []
    for _time in range(times):
        began = time.process_time()
        work()
        spent.append((time.process_time() - began) * 1000)
    return min(spent)


def large_club(name: str) -> Competition:
    """A season of a club of that name, every table scored. The owner is the player `<name>0`."""
    now, chance = timezone.now(), Random(1)
    players = Player.objects.bulk_create(
        Player(username=f"{name}{number}", nickname=f"{name}{number}", nickname_key=f"{name}{number}")
        for number in range(MEMBERS)
    )
    club = found_club(name=name, slug=name, owner=players[0], at=now)
    season = services.found_season(club=club, name="Season", now=now)
    competition = services.add_competition(
        season=season, name="All", game="kraken", rules={"best_of": 30, "attendance": "free"}
    )
    entrants = Entrant.objects.bulk_create(Entrant(competition=competition) for _player in players)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(competition=competition, entrant=entrant, player=player)
        for entrant, player in zip(entrants, players, strict=True)
    )
    for number in range(1, EVENINGS + 1):
        evening = Evening.objects.create(
            competition=competition,
            number=number,
            starts_at=now,
            deadline=now,
            status=Evening.Status.DRAWN,
            round=1,
        )
        tables = LeagueTable.objects.bulk_create(
            LeagueTable(evening=evening, round=1, number=place, fixture=place, planned=16)
            for place in range(MEMBERS // 4)
        )
        chance.shuffle(entrants)
        TableScore.objects.bulk_create(
            TableScore(
                table=tables[place // 4],
                evening=evening,
                entrant=entrant,
                fixture=place // 4,
                side=place % 2,
                points=chance.randint(3000, 6000),
                against=4500,
                others=[4500],
                tallies={"pits": 1, "roem": 60},
                rounds=16,
                planned=16,
            )
            for place, entrant in enumerate(entrants)
        )
    return competition
