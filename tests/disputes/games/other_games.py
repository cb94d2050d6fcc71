"""Steps of a dispute in any game: a league evening played to its end, a case about a round, a ruling at the desk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

import pytest

from accounts.models import Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.league import services as league_services
from games.league.models import LeagueTable
from games.league.queries import season_table
from games.table import services as table_services
from games.table.log.models import Match
from kraken_site.management.commands.demo import play as play_match
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.disputes.pages.conftest import preview_ruling
from tests.league.conftest import (
    close_evening,
    found_club,
    members_of,
    open_round,
    plan_and_draw,
)
from tests.league.playing import fix_deals


def table_of_a_club(
    *,
    people: int,
    now: datetime,
    game: str,
    options: dict[str, Any],
    play: Callable[[LeagueTable, datetime], object],
) -> int:
    """Return the key of the only table of an evening of that game, each player for himself, played and closed."""
    [secretary] = make_players(["Secretary Siem"])
    club = found_club(secretary, now)
    season = league_services.create_season(club=club, name="Winter", now=now)
    competition = league_services.add_competition(
        season=season, name="Tuesday", game=game, options=options, rounds=1
    )
    entrants = [
        league_services.enter(competition=competition, players=[player])
        for player in members_of(club, people, now)
    ]
    evening = plan_and_draw(competition, entrants, secretary, now)
    (table,) = open_round(evening, secretary, now)
    play(table, now)
    close_evening(evening, secretary, now)
    return table.pk


def arbiter_of(table: LeagueTable, player: Player, now: datetime) -> Player:
    """Return the player, now an arbiter of the club of that table."""
    add_member(club=table.evening.competition.season.club, player=player, role=Role.ARBITER, at=now)
    return player


def file_and_take(
    match: Match, number: int, arbiter: Player, now: datetime, *, seat: int, kind: CaseKind, text: str
) -> Case:
    """Return a case about round `number` filed by the player of that seat and taken by the arbiter."""
    case: Case = services.file_case(
        round_id=match.rounds.get(number=number).pk,
        player=match.seats.get(number=seat).player,
        kind=kind,
        text=text,
        now=now,
    )
    services.take_case(case_id=case.pk, arbiter=arbiter, now=now)
    return case


def preview_and_rule(case: Case, arbiter: Player, kind: str, **fields: object) -> str:
    """Preview a ruling at the arbiter's desk and confirm it; returns the text of the preview."""
    desk = client_of(arbiter)
    status, confirming, body = preview_ruling(desk, case, kind, **fields)
    assert status == 200
    assert desk.post(f"/desk/{case.pk}/rule/", {**confirming, "confirmed": "on"}).status_code in (200, 302)
    return body


def play_again(
    match: Match, case: Case, arbiter: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch, *, seed: int
) -> Match:
    """The arbiter has the round of the case played again: it counts nothing, and the same people sit down at a table of
    its own, which is played to its end with the cards of that seed. The table."""
    preview_and_rule(case, arbiter, "replay")
    assert match.rounds.get(number=case.round.number).points == [0] * match.seats.count()
    replay = Match.objects.get(replays__match=match)
    sitting = [
        list(each.seats.order_by("number").values_list("player", flat=True)) for each in (match, replay)
    ]
    assert sitting[0] == sitting[1]
    fix_deals(monkeypatch, seed)
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    play_match(replay, until=None, now=clock.now, rng=Random(11))
    return replay


def totals_of(table: LeagueTable) -> dict[str, int]:
    """Return the totals of the season of that table, by name."""
    season = season_table(table.evening.competition)
    return {season.name(row.entrant): row.total for row in season.rows}
