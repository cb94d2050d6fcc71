"""Data that a closed evening or an archived season keeps, after corrections before and posts afterwards."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening
from games.league.queries import season_table
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.going_wrong.conftest import fresh
from tests.league.playing import write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening_of_four(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> Evening:
    """Four played, the fifth signed off in time, the others stayed away without a word; not closed yet."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    services.sign(evening_id=evening.pk, entrant=entrants[4], comes=False, player=secretary, now=clock())
    draw_evening(evening)
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    return fresh(evening)


def test_who_is_corrected_or_deducted_before_the_evening_is_closed_was_absent_all_the_same(
    competition: Competition,
    evening_of_four: Evening,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> None:
    about = {"evening": evening_of_four, "actor": secretary, "now": clock()}
    services.correct(entrant=entrants[4], points=20, reason="Helped to set the tables", **about)
    services.deduct(entrant=entrants[5], points=50, reason="Did not say a word", **about)
    close_evening(evening_of_four, secretary, clock())
    marked = dict(
        evening_of_four.marks.filter(kind__in=[MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED]).values_list(
            "entrant", "kind"
        )
    )
    assert marked[entrants[4].pk] == MarkKind.ANNOUNCED
    assert marked[entrants[5].pk] == MarkKind.UNANNOUNCED
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert totals[entrants[4].pk] == 520
    assert totals[entrants[5].pk] == -50


def test_opening_a_closed_evening_again_takes_no_points_from_who_signed_off(
    competition: Competition,
    evening_of_four: Evening,
    entrants: list[Entrant],
    secretary: Player,
    clock: Clock,
) -> None:
    evening = close_evening(evening_of_four, secretary, clock())
    services.correct(
        evening=evening, entrant=entrants[4], points=20, actor=secretary, reason="Late", now=clock()
    )
    again = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.reopen_evening(**again)
    close_evening(fresh(evening), secretary, clock())
    assert {row.entrant: row.total for row in season_table(competition).rows}[entrants[4].pk] == 520


def test_nobody_is_withdrawn_from_a_season_that_is_archived(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    services.archive_season(season=competition.season, actor=secretary, now=clock())
    leaves = {"entrant": entrants[0], "actor": secretary, "reason": "Moved away", "now": clock()}
    assert refusal(lambda: services.withdraw(**leaves)) == LeagueRefusal.SEASON_ARCHIVED
    assert entrants[0].pk in {row.entrant for row in season_table(competition).rows}
