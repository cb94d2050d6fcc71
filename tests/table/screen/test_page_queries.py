"""How often opening a table asks the database, from a process that knows nothing and from one that knows the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.conftest import forget_everything
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db
MOST_COLD = 12
MOST_WARM = 5
"""Session, player, match, talk and one to spare: nothing of the log is read again."""


def queries_of(client: Client, match: Match) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/t/{match.code}/").status_code == 200
    return len(queries)


@pytest.mark.parametrize("begun", [in_second_round, play_table])
def test_opening_a_table_asks_little_and_as_much_late_in_a_match(
    match: Match, players: list[Player], clock: Clock, begun: Callable[..., Match]
) -> None:
    seated = client_of(players[0])
    late = begun(players, clock.now)
    Player.objects.update(last_language="en")  # known since their first page
    for client in (seated, Client()):
        forget_everything()
        cold, warm = queries_of(client, match), queries_of(client, match)
        assert warm < cold <= MOST_COLD
        assert warm <= MOST_WARM
        forget_everything()
        assert (queries_of(client, late), queries_of(client, late)) == (cold, warm)
