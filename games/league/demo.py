"""A season to look around in, for the demo club: two evenings played, a third to sign up for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.utils import timezone

from accounts.models import Club, Player
from games.engine import registry
from games.league import services
from games.league.models import Competition
from games.table.log.models import Match

Play = Callable[[Match, datetime], object]
EVENINGS_HELD: Final = 2
WEEK: Final = timedelta(days=7)
THURSDAY: Final = 3


def add_season(
    *, club: Club, people: Sequence[Player], now: datetime, rng: Random, play: Play
) -> Competition:
    """Make the season through the services. `play` plays a started match to its end, from that time on."""
    secretary = people[0]
    season = services.create_season(club=club, name=f"{now:%Y}", now=now)
    competition = services.add_competition(
        season=season,
        name="Zwaancup",
        game=registry.GAMES[0].key,
        options={"rounds": 2},
        rules={"best_of": 2, "promotion": 1, "relegation": 1},
        rounds=2,
    )
    entrants = [services.enter(competition=competition, players=[player]) for player in people]
    for ago in range(EVENINGS_HELD, 0, -1):
        starts = next_thursday(now) - (ago + 1) * WEEK
        evening = services.plan_evening(
            competition=competition,
            starts_at=starts,
            deadline=starts - timedelta(hours=2),
            place="Café De Zwaan",
        )
        for entrant in entrants:
            services.sign(
                evening_id=evening.pk,
                entrant=entrant,
                comes=True,
                player=secretary,
                now=starts - timedelta(days=1),
            )
        evening = services.draw(evening_id=evening.pk, version=0, chance=rng, actor=secretary, now=starts)
        for _round in range(competition.rounds):
            evening = services.open_round(
                evening_id=evening.pk, version=evening.version, actor=secretary, now=starts
            )
            services.start_tables(evening_id=evening.pk, now=starts)
            for table in evening.tables.filter(round=evening.round).select_related("match"):
                play(table.match, starts)
        services.close_evening(
            evening_id=evening.pk,
            version=evening.version,
            actor=secretary,
            now=starts + timedelta(hours=4),
        )
    soon = next_thursday(now)
    services.plan_evening(
        competition=competition, starts_at=soon, deadline=soon - timedelta(hours=2), place="Café De Zwaan"
    )
    return competition


def next_thursday(now: datetime) -> datetime:
    """The first Thursday at eight in the evening that is more than a day away."""
    eight = timezone.localtime(now).replace(hour=20, minute=0, second=0, microsecond=0)
    days = (THURSDAY - eight.weekday()) % 7
    return eight + timedelta(days=days if days > 1 else days + 7)
