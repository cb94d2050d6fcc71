"""A table that cannot go on is broken off, and stays so; the clock is the league's."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, TableScore
from games.league.queries import evening_lines, season_table
from games.table import services as table_services
from games.table.log import loading
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round, put_on_paper
from tests.league.going_wrong.conftest import fresh, table_not_started
from tests.league.playing import play_rounds, write_sheet
from tests.refused import refusal
from tests.table.play import table_of

pytestmark = pytest.mark.django_db


def test_breaking_off_ends_the_match_and_a_stopped_one_is_broken_off_before_the_evening_closes(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    """A table that its players stopped is theirs to go on with: the refusal names it, and nothing has ended."""
    (table,) = open_round(evening, secretary, clock())
    points = play_rounds(table, 1, clock())
    services.break_off(
        table_id=table.pk,
        version=fresh(evening).version,
        actor=secretary,
        reason="Fire alarm",
        now=clock(),
    )
    match = Match.objects.get(pk=table.match_id)
    assert (match.status, table_of(match).state.ended) == (Match.Status.STOPPED, "Fire alarm")
    (second,) = open_round(evening, secretary, clock())
    assert refusal(lambda: close_evening(evening, secretary, clock())) == LeagueRefusal.TABLES_RUNNING
    other = Match.objects.get(pk=second.match_id)
    table_services.close_table(match_id=other.pk, now=clock() + timedelta(hours=25))
    with pytest.raises(LeagueRefused) as refused:
        close_evening(evening, secretary, clock())
    assert refused.value.code == LeagueRefusal.TABLE_STOPPED
    assert refused.value.sentence.startswith("Table 1 of round 2 was stopped")
    assert not table_of(other).state.ended
    services.break_off(
        table_id=second.pk,
        version=fresh(evening).version,
        actor=secretary,
        reason="They went home",
        now=clock(),
    )
    close_evening(evening, secretary, clock())
    assert table_of(other).state.ended == "They went home"
    brought = {score.entrant_id: 0 for score in TableScore.objects.all()}
    for number, side in table.seats.values_list("entrant", "number"):
        brought[number] += points[0][side % 2] + 3 * 81 + 4 * 81
    assert {
        row.entrant: row.total for row in season_table(competition).rows if row.entrant in brought
    } == brought


def test_breaking_off_a_sheet_takes_it_as_it_is_written(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = evening.tables.get(round=1)
    put_on_paper(table_id=table.pk, version=evening.version)
    open_round(evening, secretary, clock())
    writer = table.seats.select_related("player").get(number=0).player
    line = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}
    services.type_round(table_id=table.pk, number=1, values=line, player=writer, now=clock())
    table.refresh_from_db()
    services.break_off(
        table_id=table.pk, version=fresh(evening).version, actor=secretary, reason="Late", now=clock()
    )
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
    lines = evening_lines(evening, season_table(competition))
    worth = [100 + 3 * 81, 100 + 3 * 81, 62 + 3 * 81, 62 + 3 * 81]
    assert [line.tables for line in lines] == [(100,), (100,), (62,), (62,)]
    assert [line.points for line in lines] == worth
    assert [row.total for row in season_table(competition).rows[:4]] == worth


def test_a_finished_table_is_not_broken_off(evening: Evening, secretary: Player, clock: Clock) -> None:
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    loading.forget_all()
    code = refusal(
        lambda: services.break_off(
            table_id=table.pk, version=fresh(evening).version, actor=secretary, reason="x", now=clock()
        )
    )
    assert code == LeagueRefusal.TABLE_OVER


def test_the_league_plays_by_the_clock_its_rules_say(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    assert table_not_started(evening, secretary, clock).match.pace == "normal"
    competition.rules = {"pace": "none"}
    competition.save()
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    assert evening.tables.select_related("match").get(round=2).match.pace == "none"
