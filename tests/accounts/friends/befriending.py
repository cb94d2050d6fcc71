"""Two players become friends."""

from __future__ import annotations

from accounts import friends
from accounts.models import Player
from tests.conftest import Clock


def befriend(one: Player, other: Player, clock: Clock) -> None:
    friends.ask_friend(player=one, other=other, now=clock.now)
    friends.answer_friend(player=other, other=one, accept=True, now=clock.now)
