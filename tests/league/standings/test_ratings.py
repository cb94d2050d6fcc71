"""Promises of the ratings: a match counts once, for the league or casually, and never with a bot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Rating
from games.table import services as table_services
from games.table import signals
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import open_round, plan_and_draw
from tests.league.playing import write_sheet
from tests.table.play import play_until, start_match
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db

NO_DRAW: Final = {"last_trick_points": 11, "double_spades": "off"}
"""House rules with 163 points in the cards, which two sides cannot share alike; roem comes in tens."""


def test_winners_rise_losers_fall_and_everybody_gets_surer(
    players: list[Player], clock: Callable[[], datetime]
) -> None:
    match = play_table(players, clock(), **NO_DRAW)
    points = match.rounds.get().points
    assert services.rate_matches(now=clock()) == 1
    by_player = {rating.player_id: rating for rating in Rating.objects.all()}
    means = [by_player[player.pk].mean for player in players]
    won = [points[seat] == max(points) for seat in range(4)]
    assert means[0] == means[2]
    assert means[1] == means[3]
    assert [mean > 25 for mean in means] == won
    assert [mean < 25 for mean in means] == [not each for each in won]
    assert all(rating.deviation < 25 / 3 and rating.kind == "casual" for rating in by_player.values())


def test_a_match_counts_once(players: list[Player], clock: Callable[[], datetime]) -> None:
    play_table(players, clock())
    services.rate_matches(now=clock())
    before = list(Rating.objects.values_list("mean", "matches"))
    assert len(before) == 4
    assert services.rate_matches(now=clock()) == 0
    assert list(Rating.objects.values_list("mean", "matches")) == before


def test_a_match_with_a_bot_counts_for_nobody(players: list[Player], clock: Callable[[], datetime]) -> None:
    play_table(players[:3], clock())
    assert services.rate_matches(now=clock()) == 1
    assert not Rating.objects.exists()


def test_a_table_of_the_league_counts_for_the_league(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    services.rate_matches(now=clock())
    assert set(Rating.objects.values_list("kind", "matches")) == {("league", 1)}


def test_the_steward_rates_what_ended(players: list[Player], clock: Callable[[], datetime]) -> None:
    play_table(players, clock())
    signals.seconds_passed.send(None, now=clock())
    assert Rating.objects.count() == 4


def test_a_match_in_which_a_seat_changed_hands_counts_for_nobody(
    players: list[Player], guest: Player, clock: Clock
) -> None:
    """Who came for the last round would have lost or won all of it."""
    match = start_match(players=players, now=clock.now, options={"rounds": 2})
    clock.now = play_until(match, players, clock.now, lambda table: table.open_round == 2)
    play_on_with(guest, match, players, clock)
    assert services.rate_matches(now=clock()) == 1
    assert not Rating.objects.exists()


def test_who_came_before_the_first_card_is_rated(players: list[Player], guest: Player, clock: Clock) -> None:
    match = start_match(players=players, now=clock.now, options={"rounds": 1})
    sitting = play_on_with(guest, match, players, clock)
    assert services.rate_matches(now=clock()) == 1
    assert {rating.player for rating in Rating.objects.all()} == set(sitting)


def play_on_with(guest: Player, match: Match, players: list[Player], clock: Clock) -> list[Player]:
    """The guest takes seat 1 over and plays to the end of the match; the players by seat."""
    table_services.replace_player(match_id=match.pk, seat=1, player=guest, by=players[0], now=clock.now)
    sitting = [players[0], guest, *players[2:]]
    play_until(match, sitting, clock.now, lambda table: not table.running)
    return sitting


@pytest.mark.parametrize("rounds_before", [0, 1])
def test_a_seat_on_paper_is_rated_where_one_player_held_it_in_all_rounds(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    rounds_before: int,
) -> None:
    """Nothing is typed yet when the director says how many rounds the member has played."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=table.seats.get(number=0).player,
        instead=members[10],
        actor=secretary,
        now=clock(),
        after_rounds=rounds_before,
    )
    write_sheet(table, (100, 62), now=clock())
    assert services.rate_matches(now=clock()) == 1
    assert Rating.objects.count() == (0 if rounds_before else 4)
    assert Rating.objects.filter(player=members[10]).exists() != bool(rounds_before)
