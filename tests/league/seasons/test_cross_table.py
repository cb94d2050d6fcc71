"""The cross table says who met whom, on its page and in its file; what one won another lost."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition
from games.league.queries import cross_table, season_table
from tests.conftest import Clock
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.playing import write_sheet
from tests.league.shown import rows_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs_of_one_round(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> Competition:
    """Four pairs, two tables in the one round that is played."""
    entrants = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 8, 2)]
    evening = plan_and_draw(pairs, entrants, secretary, clock())
    for table, points in zip(
        open_round(evening, secretary, clock(), on_paper=True), ((100, 62), (62, 100)), strict=True
    ):
        write_sheet(table, points, now=clock())
    close_evening(evening, secretary, clock())
    return pairs


def test_what_one_won_another_lost(pairs_of_one_round: Competition) -> None:
    rows = cross_table(pairs_of_one_round, season_table(pairs_of_one_round))
    met = [(one, other) for one in range(4) for other in range(4) if rows[one].met[other] is not None]
    assert len(met) == 4
    for one, other in met:
        there, back = rows[one].met[other], rows[other].met[one]
        assert there
        assert back
        assert there.balance == -back.balance != 0
        assert (there.won, there.drawn, there.lost) == (back.lost, back.drawn, back.won)


def test_the_page_and_the_file_say_the_same(pairs_of_one_round: Competition, desk: Client) -> None:
    page = desk.get(reverse("league:league_cross", args=[pairs_of_one_round.pk])).content.decode()
    file = desk.get(reverse("league:league_file", args=[pairs_of_one_round.pk, "cross.csv"])).content.decode(
        "utf-8-sig"
    )
    lines = list(csv.reader(io.StringIO(file), delimiter=";" if ";" in file else ","))
    shown = list(rows_of(page))[1:]
    cells = [cell for row in shown for cell in row[2:] if cell not in ("", "■")]
    assert len(cells) == len(lines) - 1 == 4
    assert sorted(cell.split()[0].replace("−", "-").replace("+", "") for cell in cells) == sorted(
        line[2] for line in lines[1:]
    )
    assert (
        reverse("league:league_cross", args=[pairs_of_one_round.pk])
        in desk.get(reverse("league:league", args=[pairs_of_one_round.pk])).content.decode()
    )
