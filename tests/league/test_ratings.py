"""Promises of the ratings: a match counts once, for the league or casually, and never with a bot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Player
from accounts.services import bots
from games.league import services
from games.league.models import Competition, Entrant, Rating
from games.table.log.models import Match, Round, Seat
from tests.league.conftest import drawn, opened, planned, sign_up
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


def casual(players: list[Player], now: datetime) -> Match:
    """A match between these players that is over, 100 to 62."""
    match = Match.objects.create(
        code="CASUAL",
        game="kraken",
        game_version=1,
        created_by=players[0],
        status=Match.Status.FINISHED,
        finished_at=now,
    )
    for number, player in enumerate(players):
        Seat.objects.create(match=match, number=number, player=player)
    Round.objects.create(
        match=match,
        number=1,
        status=Round.Status.CLOSED,
        points=[100, 62, 100, 62],
        started_at=now,
    )
    return match


def test_winners_rise_losers_fall_and_everybody_gets_surer(
    players: list[Player], clock: Callable[[], datetime]
) -> None:
    casual(players, clock())
    assert services.rate_matches() == 1
    by_player = {rating.player_id: rating for rating in Rating.objects.all()}
    assert by_player[players[0].pk].mean == by_player[players[2].pk].mean > 25
    assert by_player[players[1].pk].mean == by_player[players[3].pk].mean < 25
    assert all(rating.deviation < 25 / 3 and rating.kind == "casual" for rating in by_player.values())


def test_a_match_counts_once(players: list[Player], clock: Callable[[], datetime]) -> None:
    casual(players, clock())
    services.rate_matches()
    before = list(Rating.objects.values_list("mean", "matches"))
    assert services.rate_matches() == 0
    assert list(Rating.objects.values_list("mean", "matches")) == before


def test_a_match_with_a_bot_counts_for_nobody(players: list[Player], clock: Callable[[], datetime]) -> None:
    casual([*players[:3], bots(count=1)[0]], clock())
    assert services.rate_matches() == 1
    assert not Rating.objects.exists()


def test_a_table_of_the_league_counts_for_the_league(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    drawn(evening)
    (table,) = opened(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    services.rate_matches()
    assert set(Rating.objects.values_list("kind", "matches")) == {("league", 1)}
