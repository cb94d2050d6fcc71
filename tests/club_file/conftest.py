"""A club in which everything that a file holds has happened, through the services."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from random import Random

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from accounts.member_imports import import_members
from accounts.members import set_role
from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.club_file.exporting import write_club
from games.disputes import services as dispute_services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import CaseKind, Colour, Offence
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.table import services as table_services
from games.table.log.models import Match
from kraken_site.management.commands.demo import play
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.league.conftest import (
    close_evening,
    draw_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.paper.photos import jpeg
from tests.league.playing import play_rounds, write_sheet
from tests.unguarded import unguarded


@pytest.fixture
def busy_club(
    league_club: Club,
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    make_player: Callable[..., Player],
    clock: Clock,
) -> Club:
    """Two evenings played, one on phones with a substitute in the middle of a match, one on paper with a photo; a third
    planned. A ruling with a round played again, a correction, an entrant withdrawn, house rules, news, contributions, a
    second season copied from the first."""
    _list_and_roles(league_club, members, secretary, make_player, clock)
    services.save_rules(
        club=league_club, name="Ours", game="kraken", options={}, actor=secretary, now=clock()
    )
    _evening_on_phones(competition, entrants, members, secretary, clock)
    _ruling(league_club, clock)
    _evening_on_paper(competition, entrants, secretary, clock)
    services.tick_contributions(
        season=competition.season, players=[members[0]], paid=True, actor=secretary, now=clock()
    )
    services.publish_news(club=league_club, text="Soup at nine.", actor=secretary, now=clock())
    services.write_contact(club=league_club, text="Call Siem.", actor=secretary, now=clock())
    services.withdraw(entrant=entrants[16], actor=secretary, reason="moved away", now=clock())
    sign_up(plan_evening(competition, clock()), entrants[:2], secretary, clock())
    services.copy_season(season=competition.season, name="Winter", now=clock(), actor=secretary)
    return league_club


def _list_and_roles(
    club: Club, people: list[Player], owner: Player, make_player: Callable[..., Player], clock: Clock
) -> None:
    """A member of a list with address and phone, one whose account has an address of its own, an arbiter."""
    made, faults = import_members(
        club=club, text="name,mail,phone\nToos,toos@example.org,06 12345678\n", now=clock()
    )
    assert (made, faults) == (1, ())
    people[1].email, people[1].phone = "private@example.org", "06 87654321"
    people[1].save()
    club.memberships.filter(player=people[1]).update(
        listed_name="Twee de Tweede", listed_mail="two@example.org"
    )
    arbiter = make_player("Wise Wil")
    add_member(club=club, player=arbiter, role=Role.ARBITER, at=clock())
    set_role(club=club, player=people[2], role=Role.SECRETARY, actor=owner, now=clock())


def _evening_on_phones(
    league: Competition, entered: list[Entrant], people: list[Player], owner: Player, clock: Clock
) -> None:
    evening = plan_evening(league, clock())
    sign_up(evening, entered[:8], owner, clock())
    services.sign(evening_id=evening.pk, entrant=entered[8], comes=False, player=owner, now=clock())
    draw_evening(evening)
    first, second = open_round(evening, owner, clock())
    play_rounds(first, 4, clock())
    play_rounds(second, 2, clock())
    evening.refresh_from_db()
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=second.seats.get(number=1).player,
        instead=people[15],
        actor=owner,
        now=clock(),
    )
    play_rounds(second, 4, clock())
    first, second = open_round(evening, owner, clock())
    play_rounds(first, 4, clock())
    evening.refresh_from_db()
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=second.seats.get(number=0).player,
        instead=None,
        actor=owner,
        now=clock(),
    )
    play(Match.objects.get(pk=second.match_id), until=None, now=clock(), rng=Random(5))
    close_evening(evening, owner, clock())
    services.correct(evening=evening, entrant=entered[3], points=-40, actor=owner, reason="late", now=clock())


def _ruling(club: Club, clock: Clock) -> None:
    """A case about the first match, with a ruling by which the round is played again, and one that gives points."""
    match = Match.objects.filter(club=club).order_by("pk").first()
    assert match is not None
    arbiter = Player.objects.get(nickname="Wise Wil")
    sitting = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    for number, kind, wanted in (
        (1, CaseKind.CLOCK, RulingRequest(RulingKind.REPLAY)),
        (2, CaseKind.CONDUCT, RulingRequest(RulingKind.PENALTY, seat=1, amount=-50)),
    ):
        case = dispute_services.file_case(
            round_id=match.rounds.get(number=number).pk,
            player=sitting[0],
            kind=kind,
            text="It hung.",
            now=clock.now,
        )
        dispute_services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
        dispute_services.give_ruling(
            case_id=case.pk, arbiter=arbiter, wanted=wanted, reason="So it was.", rule="4.2", now=clock.now
        )
    dispute_services.give_conduct_card(
        club=club,
        player=sitting[1],
        colour=Colour.YELLOW,
        offence=Offence.RUDE,
        reason="So it was.",
        arbiter=arbiter,
        case=case,
        now=clock.now,
    )
    replay = match.rounds.get(number=1).replayed_in.get()
    table_services.start_match(match_id=replay.pk, player=sitting[0], now=clock.now)
    play(replay, until=None, now=clock.now, rng=Random(11))
    dispute_services.enter_replays(now=clock.now + timedelta(days=1))


def _evening_on_paper(league: Competition, entered: list[Entrant], owner: Player, clock: Clock) -> None:
    evening = plan_and_draw(league, entered[:5], owner, clock())
    for points in ((100, 62), (120, 42)):
        (table,) = open_round(evening, owner, clock(), on_paper=True)
        write_sheet(table, points, now=clock())
        services.attach_photo(table_id=table.pk, raw=jpeg(), player=owner, now=clock(), for_club=True)
    close_evening(evening, owner, clock())


KEPT: list[bytes] = []
"""The file of `content`, made by the first test that wants it: the club takes seconds to play."""


@pytest.fixture
def content(request: pytest.FixtureRequest, db: None, clock: Clock) -> bytes:
    """The file of the busy club, on a server where nobody has been."""
    if not KEPT:
        club = request.getfixturevalue("busy_club")
        KEPT.append(file_of(club, request.getfixturevalue("secretary"), clock))
        empty_the_database()
    return KEPT[0]


def file_of(club: Club, actor: Player, clock: Clock) -> bytes:
    """The club as a file, now."""
    file = BytesIO()
    write_club(club=club, actor=actor, file=file, now=clock())
    return file.getvalue()


def empty_the_database() -> None:
    """Delete every row of the club's own tables and of the accounts, as on a server where nobody has been."""
    kept = (ContentType, Permission)
    with unguarded(), connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model not in kept and model._meta.managed:
                cursor.execute(f'DELETE FROM "{model._meta.db_table}"')  # noqa: S608  names of models
    empty_caches()
    assert not Player.objects.exists()
    assert not Evening.objects.exists()
