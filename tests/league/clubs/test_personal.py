"""An account ends: the league's table stays to the point, and says a neutral name."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.personal_data import data_of, erase_account
from games.league.models import Competition, Entrant, Rating, SignUp
from games.league.queries import season_table
from tests.conftest import Clock
from tests.league.conftest import planned, sign_up
from tests.league.written_evenings import held

pytestmark = pytest.mark.django_db


def test_the_table_keeps_every_total_and_place(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    held(competition, entrants[:4], secretary, clock(), (100, 62))
    coming = planned(competition, clock())
    sign_up(coming, entrants[:2], secretary, clock())
    Rating.objects.create(player=members[0], kind="league", game="kraken", mean=25, deviation=8)
    before = season_table(competition).rows
    told = data_of(members[0], now=clock())
    assert len(told["league_entries"]) == 1
    assert len(told["ratings"]) == 1
    assert len(told["league_results"]) == competition.rounds
    assert [each["comes"] for each in told["sign_ups"]] == [True, True]

    erase_account(player=members[0], now=clock())

    after = season_table(competition).rows
    assert [(row.entrant, row.place, row.total) for row in after] == [
        (row.entrant, row.place, row.total) for row in before
    ]
    members[0].refresh_from_db()
    assert members[0].nickname.startswith("N.N.")
    assert not Rating.objects.filter(player=members[0]).exists()
    assert [each.entrant for each in SignUp.objects.filter(evening=coming)] == [entrants[1]]
