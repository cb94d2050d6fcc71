"""The page of one's own choices, for those whose match does not count or is not counted yet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpResponse

from accounts.models import Player
from games.daily.models import DailyPlay
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.conftest import in_round
from tests.table.play import never, play_until

Begin = Callable[[Player], DailyPlay]
CHOICES = "/daily/2026-03-14/choices/"


def refusal(answer: HttpResponse) -> tuple[int, str | None]:
    return answer.status_code, answer.get("Refusal-Code")


def test_choices_count_at_once_when_all_rounds_are_played(
    players: list[Player], begin: Begin, clock: Clock
) -> None:
    """The steward has not come round yet."""
    play_until(begin(players[0]).match, players[:1], clock.now, never)
    assert refusal(client_of(players[0]).get(CHOICES)) == (200, None)
    assert DailyPlay.objects.get().points is not None


@pytest.mark.parametrize("played", ["nothing", "a part", "all of it too late"])
def test_choices_of_a_closed_day_do_not_ask_to_play(
    players: list[Player], begin: Begin, clock: Clock, played: str
) -> None:
    begin(players[1])
    if played != "nothing":
        match = begin(players[0]).match
        play_until(match, players[:1], clock.now, in_round(1))
    clock.now += timedelta(days=1)
    if played == "all of it too late":
        play_until(match, players[:1], clock.now, never)
    assert refusal(client_of(players[0]).get(CHOICES)) == (403, "did_not_count")
    assert DailyPlay.objects.filter(points__isnull=False).count() == 0
