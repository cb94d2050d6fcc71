"""Sheets that wait for their round, and games whose rounds are not typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Player
from games.engine.errors import Refusal
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant
from games.league.queries import evening_lines, season_table
from games.table import services as table_services
from games.table.log.models import Match, Round
from tests.league.conftest import open_round, plan_and_draw, put_on_paper
from tests.refused import refusal

pytestmark = pytest.mark.django_db

MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}


def test_a_sheet_waits_until_its_round_is_open(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    table = evening.tables.get(round=1)
    put_on_paper(table_id=table.pk, version=evening.version)
    writer = table.seats.select_related("player").earliest("number").player
    refused = refusal(
        lambda: services.type_round(table_id=table.pk, number=1, values=MADE, player=writer, now=clock())
    )
    assert refused == LeagueRefusal.ROUND_NOT_OPEN


def test_a_game_without_a_sheet_of_rounds_is_kept_on_paper_as_totals(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition.game, competition.options = "rosbiratschka", {}
    competition.save()
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    table = evening.tables.get(round=1)
    put_on_paper(table_id=table.pk, version=evening.version)
    (table,) = open_round(evening, secretary, clock())
    about = {"table_id": table.pk, "player": secretary, "now": clock(), "for_club": True}
    assert refusal(lambda: services.type_round(number=1, values=MADE, **about)) == Refusal.NOT_ON_PAPER
    services.type_totals(values={f"points_{seat}": f"{10 + seat}" for seat in range(4)}, **about)
    services.confirm_sheet(seen=Round.objects.get().number, **about)
    brought = {line.points for line in evening_lines(evening, season_table(competition))}
    assert brought == {10, 11, 12, 13}
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
