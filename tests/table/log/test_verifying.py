"""The log of a match that is being played is verified as it was at one moment."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection

from accounts.models import Player
from games.table import services
from games.table.log.models import Match
from tests.conftest import Clock
from tests.table.play import started_match, step

pytestmark = pytest.mark.django_db
READS_THE_LOG = 'FROM "games_action"'


class MovesMeanwhile:
    """For `connection.execute_wrapper`: a move is made each time the log is about to be read, so many times."""

    def __init__(self, move: Callable[[], object], times: int) -> None:
        self.move = move
        self.left = times
        self.moving = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if READS_THE_LOG in sql and self.left and not self.moving:
            self.moving, self.left = True, self.left - 1
            self.move()
            self.moving = False
        return execute(sql, params, many, context)


@pytest.mark.parametrize("moves", [1, 3])
def test_moves_made_while_a_match_is_read_are_no_fault(
    players: list[Player], clock: Clock, moves: int
) -> None:
    match = started_match(players=players, now=clock.now)
    chance = Random(3)

    def move() -> None:
        clock.now = step(match, dict(enumerate(players)), clock.now, chance)

    meanwhile = MovesMeanwhile(move, moves)
    with connection.execute_wrapper(meanwhile):
        assert services.verify_log(match) == ()
    assert meanwhile.left == 0
    assert Match.objects.get(pk=match.pk).seq > match.seq
