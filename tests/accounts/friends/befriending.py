"""Two players become friends."""

from __future__ import annotations

from accounts.friends import friendships
from accounts.models import Player
from tests.conftest import Clock


def befriend(one: Player, other: Player, clock: Clock) -> None:
    friendships.ask_friend(player=one, other=other, now=clock.now)
    friendships.answer_friend(player=other, other=one, accept=True, now=clock.now)
