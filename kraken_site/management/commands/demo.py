"""`manage.py demo`: create a demo club with members, matches and a season."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from zlib import crc32

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Club, Notice, Player, Role
from accounts.services import add_member, create_club, ensure_bots
from games.bots.registry import easy_answer
from games.daily import services as daily_services
from games.daily.days import A_DAY
from games.engine import registry
from games.engine.seats import HOUSE
from games.league import services as league_services
from games.league.models import Competition
from games.table import services
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Match

SLUG: Final = "kraakclub"
CLUB: Final = "Kraakclub De Lange Arm"
PASSWORD: Final = "acht-armen"  # noqa: S105  public
NAMES: Final = ("Anna", "Bert", "Cora", "Dirk", "Eva", "Frits", "Greet", "Henk")
RHYTHM: Final = timedelta(seconds=3)
Until = Callable[[Table], bool]


class Command(BaseCommand):
    """Create the demo club; a second run only prints how to sign in."""

    help = "A demo club: eight players with a known password, bots, a finished, a running and an open match."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create it in one transaction, on a new machine with the database. Refused on a public site: the password is
        public."""
        if not settings.LOCAL_PLAY:
            raise CommandError("A demo club has a known password, so it is not put on a public site.")
        call_command("migrate", verbosity=0)  # does nothing where the tables are there
        if not Club.objects.filter(slug=SLUG).exists():
            with transaction.atomic():
                fill(now=timezone.now(), rng=Random())  # noqa: S311  nothing secret
        self.stdout.write(f"Demo club “{CLUB}”: sign in as {', '.join(NAMES)}")
        self.stdout.write(f"  user name in small letters ({NAMES[0].lower()} ...), password {PASSWORD}")


def fill(*, now: datetime, rng: Random) -> None:
    """Create the club as of `now`: members, a finished match, one that waits for Anna, an open table, days of
    the deal of the day, a season."""
    hashed = make_password(PASSWORD)  # once for all: each takes a fifth of a second of processor time
    people = [_person(name, hashed) for name in NAMES]
    club = create_club(name=CLUB, slug=SLUG, owner=people[0], is_public=True, at=now - timedelta(days=90))
    for person in people[1:]:
        role = Role.SECRETARY if person is people[1] else Role.MEMBER
        add_member(club=club, player=person, role=role, at=now - timedelta(days=80))

    yesterday = now - timedelta(days=1, hours=2)
    finished = _table(club, people[:4], options={}, now=yesterday)
    play(finished, until=None, now=yesterday, rng=rng)

    this_evening = now - timedelta(minutes=20)
    seated = [people[0], ensure_bots(count=4)[0], people[4], ensure_bots(count=4)[1]]
    running = _table(club, seated, options={"bonus_mode": "automatic"}, now=this_evening)
    play(running, until=_waits_for_first_seat_in_round_three, now=this_evening, rng=rng)

    waiting = services.open_table(
        created_by=people[5],
        game="kraken",
        options={"rounds": 8},
        visibility=Match.Visibility.LOBBY,
        club=club,
        now=now,
    )
    for person in people[5:7]:
        services.sit(match_id=waiting.pk, player=person)

    def to_the_end(match: Match, began: datetime) -> None:
        play(match, until=None, now=began, rng=rng)

    add_days(people=people, now=now, rng=rng)
    add_season(club=club, people=people, now=now, rng=rng, play=to_the_end)
    Notice.objects.filter(player__in=people).update(read_at=F("at"))  # of evenings long ago


def play(match: Match, *, until: Until | None, now: datetime, rng: Random) -> datetime:
    """Let the bots play every seat of a match, through the services, until it is over or `until` says so.

    Gives the time of the last move; one move takes `RHYTHM`.
    """
    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    while (table := loading.newest_table(match.pk)).running and not (until and until(table)):
        now += RHYTHM
        game, state = table.game, table.state.game_state
        waiting = game.pending(state)
        for seat in sorted((seat for seat in waiting if seat != HOUSE), key=lambda seat: waiting[seat].must):
            data = easy_answer(game, game.view(state, seat), game.choices(state, seat), rng)
            if data is not None:
                services.submit_action(
                    match_id=match.pk,
                    player=people[seat],
                    window=waiting[seat].window,
                    data=data,
                    now=now,
                )
                break
        else:
            services.submit_for_house(match_id=match.pk, window=waiting[HOUSE].window, now=now)
    return now


def _waits_for_first_seat_in_round_three(table: Table) -> bool:
    """In the third round, a trick begun, and it is the first seat's turn to play."""
    public = table.game.view(table.state.game_state, None)
    own = table.game.pending(table.state.game_state).get(0)
    begun = public.round == 3 and public.trick is not None and len(public.trick.cards) in (1, 2, 3)
    return begun and own is not None and own.kind == "play"


def _person(name: str, hashed: str) -> Player:
    return Player.objects.create(
        username=name.lower(),
        email=f"{name.lower()}@example.org",
        password=hashed,
        nickname=name,
        mail_notices=False,
    )


def _table(club: Club, seated: list[Player], *, options: dict[str, Any], now: datetime) -> Match:
    match = services.open_table(created_by=seated[0], game="kraken", options=options, club=club, now=now)
    for number, person in enumerate(seated):
        services.sit(match_id=match.pk, player=person, seat=number)
    services.start_match(match_id=match.pk, player=seated[0], now=now)
    return match


# A season to look around in: two evenings played, a third to sign up for.

Play = Callable[[Match, datetime], object]
EVENINGS_HELD: Final = 2
WEEK: Final = timedelta(days=7)
THURSDAY: Final = 3


def add_season(
    *, club: Club, people: Sequence[Player], now: datetime, rng: Random, play: Play
) -> Competition:
    """Make the season through the services. `play` plays a started match to its end, from that time on."""
    secretary = people[0]
    season = league_services.create_season(club=club, name=f"{now:%Y}", now=now)
    competition = league_services.add_competition(
        season=season,
        name="Zwaancup",
        game=registry.GAMES[0].key,
        options={"rounds": 2},
        rules={"best_of": 2, "promotion": 1, "relegation": 1},
        rounds=2,
    )
    entrants = [league_services.enter(competition=competition, players=[player]) for player in people]
    for ago in range(EVENINGS_HELD, 0, -1):
        starts = next_thursday(now) - (ago + 1) * WEEK
        evening = league_services.plan_evening(
            competition=competition,
            starts_at=starts,
            deadline=starts - timedelta(hours=2),
            place="Café De Zwaan",
        )
        for entrant in entrants:
            league_services.sign(
                evening_id=evening.pk,
                entrant=entrant,
                comes=True,
                player=secretary,
                now=starts - timedelta(days=1),
            )
        evening = league_services.draw(
            evening_id=evening.pk, version=0, chance=rng, actor=secretary, now=starts
        )
        for _round in range(competition.rounds):
            evening = league_services.open_round(
                evening_id=evening.pk, version=evening.version, actor=secretary, now=starts
            )
            league_services.start_tables(evening_id=evening.pk, now=starts)
            for table in evening.tables.filter(round=evening.round).select_related("match"):
                play(table.match, starts)
        league_services.close_evening(
            evening_id=evening.pk,
            version=evening.version,
            actor=secretary,
            now=starts + timedelta(hours=4),
        )
    soon = next_thursday(now)
    league_services.plan_evening(
        competition=competition, starts_at=soon, deadline=soon - timedelta(hours=2), place="Café De Zwaan"
    )
    return competition


def next_thursday(now: datetime) -> datetime:
    """The first Thursday at eight in the evening that is more than a day away."""
    eight = timezone.localtime(now).replace(hour=20, minute=0, second=0, microsecond=0)
    days = (THURSDAY - eight.weekday()) % 7
    return eight + timedelta(days=days if days > 1 else days + 7)


# Days of the deal of the day to look at. Anna has yet to play that of today.

TIME_OF_A_MATCH: Final = timedelta(minutes=20)
"""A match of now began so long ago."""
TIME_OF_A_MOVE: Final = timedelta(seconds=3)
OWN_IDEAS: Final = 0.2
"""How often a player of the demo does something else than a bot would."""


def add_days(*, people: Sequence[Player], now: datetime, rng: Random) -> None:
    """Make two days that are over and the one of now, through the services."""
    for ago, players in ((2, people[:5]), (1, people[:6]), (0, people[1:5])):
        for player in players:
            begun_at = now - ago * A_DAY - TIME_OF_A_MATCH
            _play(daily_services.begin(player=player, now=begun_at).match, now=begun_at, rng=rng)
    daily_services.count_finished(now=now)


def _play(match: Match, *, now: datetime, rng: Random) -> None:
    """Play the match to its end. Bots do the same in every match that looks alike to them; the search would take too
    long here."""
    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    while (table := loading.newest_table(match.pk)).running:
        now += TIME_OF_A_MOVE
        game, state = table.game, table.state.game_state
        waiting = game.pending(state)
        seat = next((seat for seat in waiting if seat != HOUSE), None)
        if seat is None:
            services.submit_for_house(match_id=match.pk, window=waiting[HOUSE].window, now=now)
            continue
        window, choices = waiting[seat].window, game.choices(state, seat)
        same_everywhere = Random(crc32(window.encode()))  # noqa: S311  nothing secret
        data = easy_answer(game, game.view(state, seat), choices, same_everywhere)
        if data is None or (seat == daily_services.SEAT and rng.random() < OWN_IDEAS):
            data = rng.choice(choices).data
        services.submit_action(match_id=match.pk, player=people[seat], window=window, data=data, now=now)
