"""Promises to those who come and get no points by the rules: the evening's list and the file say what they did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Evening
from games.league.queries import season_table
from tests.league import shown
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(
    competition: Competition, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> Evening:
    """One round for five who come, drawn: one of them waits. The points of a substitute are the absent member's."""
    competition.rules = {**competition.rules, "substitute": "absent", "waiting": "own_average"}
    competition.rounds = 1
    competition.save()
    entrants = [services.enter(competition=competition, players=[player]) for player in members[:5]]
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants, secretary, clock())
    return draw_evening(evening)


def who_waits(evening: Evening) -> Player:
    return evening.marks.get(kind="waited").entrant.members.get().player


def play_and_close(evening: Evening, secretary: Player, now: datetime) -> None:
    (table,) = open_round(evening, secretary, now, on_paper=True)
    write_sheet(table, (100, 62), now=now)
    close_evening(evening, secretary, now)


def lines_about(player: Player, evening: Evening) -> tuple[str, str, str]:
    """The row of the evening's list, the line of the pasted report, the row of the file."""
    reader = shown.client_of(player)
    page = shown.page(reader, "league:evening", evening.pk)
    report = shown.page(reader, "league:evening_report", evening.pk)
    file = shown.page(reader, "league:league_file", evening.competition_id, "results.csv")
    rows = [" ".join(row) for row in shown.rows_of(page) if player.nickname in row]
    lines = [line for line in report.splitlines() if line.startswith(f"–  {player.nickname}")]
    listed = [line for line in file.splitlines() if player.nickname in line]
    return rows[0], lines[0], listed[0]


def test_a_substitute_reads_who_has_the_points(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    helper = who_waits(evening)
    absent = evening.tables.get().seats.order_by("number").first().player
    about = {"absent": absent, "instead": helper, "actor": secretary, "now": clock()}
    services.substitute(evening_id=evening.pk, version=evening.version, **about)
    evening.refresh_from_db()
    play_and_close(evening, secretary, clock())
    for told in lines_about(helper, evening):
        assert f"substitute for {absent.nickname}, who has the points" in told
    own = shown.client_of(helper).get(f"/e/{evening.pk}/").context["breakdown"]
    assert [part.word for part in own.parts] == [f"substitute for {absent.nickname}, who has the points"]
    row = next(row for row in season_table(evening.competition).rows if row.place is not None)
    assert row.evenings == 1


def test_a_round_of_waiting_without_worth_is_listed(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    waits = who_waits(evening)
    assert waits.nickname not in " ".join(
        " ".join(row)
        for row in shown.rows_of(shown.page(shown.client_of(waits), "league:evening", evening.pk))
    )
    play_and_close(evening, secretary, clock())
    for told in lines_about(waits, evening):
        assert "waited" in told
