"""Creates the season of a large club directly in the database."""

from __future__ import annotations

from random import Random

from django.utils import timezone

from accounts.models import Player
from accounts.services import create_club
from games.league import services
from games.league.models import Competition, Entrant, EntrantPlayer, Evening, LeagueTable, TableScore

MEMBERS, EVENINGS = 500, 40


def large_club(name: str) -> Competition:
    """A season of a club of that name, every table scored. The owner is the player `<name>0`."""
    now, chance = timezone.now(), Random(1)
    players = Player.objects.bulk_create(
        Player(username=f"{name}{number}", nickname=f"{name}{number}", nickname_key=f"{name}{number}")
        for number in range(MEMBERS)
    )
    club = create_club(name=name, slug=name, owner=players[0], at=now)
    season = services.create_season(club=club, name="Season", now=now)
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
