"""A table that starts while somebody changes who sits there or when: what was read before the lock does not count."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Evening
from games.table import services as table_services
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.going_wrong.test_other_dates import as_pairs
from tests.league.meanwhile import meanwhile
from tests.refused import refusal

pytestmark = pytest.mark.django_db

LOCK = 'FROM "games_evening" INNER JOIN "games_competition"'
"""The statement that locks an evening."""


@pytest.mark.parametrize("how", ["propose", "accept", "open"])
def test_a_table_that_starts_at_that_moment_has_no_other_date(
    evening: Evening, secretary: Player, clock: Clock, how: str
) -> None:
    as_pairs(evening)
    table = evening.tables.get(round=1)
    one, other = (table.seats.select_related("player").get(number=number).player for number in (0, 1))
    later = clock() + timedelta(days=9)
    about = {"table_id": table.pk, "now": clock()}
    if how == "accept":
        services.propose_date(player=one, starts_at=later, **about)
    changes = {
        "propose": lambda: services.propose_date(player=one, starts_at=later, **about),
        "accept": lambda: services.answer_date(player=other, accept=True, **about),
        "open": lambda: services.open_postponed(player=one, **about),
    }
    with meanwhile(lambda: open_round(evening, secretary, clock()), before=LOCK):
        assert refusal(changes[how]) == LeagueRefusal.TABLE_STARTED


def test_a_withdrawal_leaves_a_table_alone_that_starts_at_that_moment(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    table = evening.tables.get(round=1)
    seat = table.seats.select_related("entrant", "player").get(number=0)

    def start() -> None:
        table_services.start_match(match_id=table.match_id, player=seat.player, now=clock())

    with meanwhile(start, before=LOCK):
        services.withdraw(entrant=seat.entrant, actor=secretary, reason="Moved", now=clock())
    match = evening.tables.get(round=1).match
    assert (match.status, match.seats.count()) == (Match.Status.RUNNING, 4)
