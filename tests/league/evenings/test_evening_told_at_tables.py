"""The socket of a table says that its evening changed: a round is opened, another table ends, deals are opened."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Club, Player
from games.league.models import LeagueTable
from games.league.services.evenings.same_cards import open_finished_rounds
from games.table.sockets.consumers import EVENING
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.duplicate.conftest import draw_evening_of
from tests.league.playing import play
from tests.table.sockets.screens import connect_screen, quiet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tables(league_club: Club, secretary: Player, clock: Clock) -> list[LeagueTable]:
    """The tables of the first of two rounds of one deal; the first of them is over."""
    evening = draw_evening_of(league_club, 6, secretary, clock(), options={"rounds": 1})
    first, *others = open_round(evening, secretary, clock())
    play(first, clock())
    return [first, *others]


async def test_the_phone_of_a_table_that_is_done_is_told(
    tables: list[LeagueTable], secretary: Player, clock: Clock
) -> None:
    over, *playing = tables
    player = (await sync_to_async(over.seats.select_related("player").get)(number=0)).player
    seated, _whole = await connect_screen(over.match, player)
    for table in playing:
        assert EVENING not in await quiet(seated)
        await sync_to_async(play)(table, clock())
        assert EVENING in await quiet(seated)
    await sync_to_async(open_finished_rounds)(now=clock())
    assert await quiet(seated) == [EVENING]
    await sync_to_async(open_round)(over.evening, secretary, clock())
    assert EVENING in await quiet(seated)
    await seated.disconnect()
