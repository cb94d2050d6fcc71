"""An evening of Rosbiratschka from the draw to the season table: everybody for himself, and the lowest total wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from random import Random

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.models import Entrant, Evening, LeagueTable
from games.league.queries import evening_lines, season_table
from games.table.log import loading
from games.table.log.models import Match, Round
from games.table.services import verify_log
from tests.league.conftest import closed, drawn, opened, planned, sign_up
from tests.table.play import step

CONTRACTS = 6


@pytest.fixture(autouse=True)
def _as_after_a_restart() -> None:
    """Matches of another test may have had the same numbers."""
    loading.forget_all()


@pytest.fixture
def eight(league_club: Club, members: list[Player], clock: Callable[[], datetime]) -> list[Entrant]:
    """Eight members, each entered for himself in a competition of Rosbiratschka with two rounds an evening."""
    season = services.found_season(club=league_club, name="Winter", now=clock())
    competition = services.add_competition(
        season=season,
        name="Six contracts",
        game="rosbiratschka",
        options={},
        rules={"bots": "full"},
        rounds=2,
    )
    return [services.enter(competition=competition, players=[player]) for player in members[:8]]


def play_to_the_end(table: LeagueTable, now: datetime, chance: Random) -> dict[int, int]:
    """Everybody plays as a bot would; gives what the sheet says of each entrant."""
    seats = list(table.match.seats.select_related("player").order_by("number"))
    people = {seat.number: seat.player for seat in seats if not seat.player.is_bot}
    match = Match.objects.get(pk=table.match_id)
    while match.status == Match.Status.RUNNING:
        now = step(match, people, now, chance)
        match.refresh_from_db()
    rounds = [closed.points for closed in Round.objects.filter(match=match)]
    assert len(rounds) == CONTRACTS
    entrants = table.seats.order_by("number").values_list("entrant", flat=True)
    assert verify_log(match) == ()
    return dict(zip(entrants, map(sum, zip(*rounds, strict=True)), strict=True))


def play_evening(evening: Evening, secretary: Player, now: datetime, chance: Random) -> Counter[int]:
    """Both rounds at every table, then the evening is closed: penalty points by entrant."""
    totals: Counter[int] = Counter()
    for _round in range(2):
        for table in opened(evening, secretary, now):
            totals.update(play_to_the_end(table, now, chance))
    closed(evening, secretary, now)
    return totals


def test_the_lowest_total_wins_from_the_draw_to_the_season_table(
    eight: list[Entrant], members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = eight[0].competition
    evening = planned(competition, clock())
    sign_up(evening, eight, secretary, clock())
    evening = drawn(evening)
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=members[0],
        instead=None,
        actor=secretary,
        now=clock(),
    )

    totals = play_evening(evening, secretary, clock(), Random(6))

    table = season_table(competition)
    by_hand = sorted(totals.values())
    assert table.better == "low"
    assert [row.total for row in table.rows] == by_hand
    assert {row.entrant: row.total for row in table.rows} == dict(totals)
    for row in table.rows:
        # Whether equals share a place or a tie-break parts them is up to the cards.
        assert row.place - 1 in range(
            by_hand.index(row.total), by_hand.index(row.total) + by_hand.count(row.total)
        )
    lines = evening_lines(evening, table.entered)
    assert [line.points for line in lines] == by_hand
    assert [len(line.tables) for line in lines] == [2] * 8


def test_who_stays_away_without_a_word_does_not_win_by_it(
    eight: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = eight[0].competition
    away, here = eight[7], eight[:4]
    evening = planned(competition, clock())
    sign_up(evening, here, secretary, clock())
    for entrant in eight[4:7]:
        services.sign(evening_id=evening.pk, entrant=entrant, comes=False, player=secretary, now=clock())
    evening = drawn(evening)

    totals = play_evening(evening, secretary, clock(), Random(7))

    rows = {row.entrant: row for row in season_table(competition).rows}
    assert {entrant.pk: rows[entrant.pk].total for entrant in here} == dict(totals)
    assert rows[away.pk].total == max(totals.values())
    assert rows[away.pk].place > min(rows[entrant.pk].place for entrant in here)
