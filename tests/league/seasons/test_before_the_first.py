"""The standings before anything is played, and points of somebody who never played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.league.models import Competition, Entrant, Evening
from games.league.standings.scores import MarkKind
from tests.conftest import Clock
from tests.league.conftest import open_round, plan_and_draw, plan_evening
from tests.league.playing import take_in, write_sheet
from tests.league.shown import client_of, page

pytestmark = pytest.mark.django_db


def test_nothing_is_said_of_equals_before_the_first_result(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    reader = client_of(members[0])
    for shown in (
        page(reader, "league:league", competition.pk),
        page(reader, "league:entrant", competition.pk, entrants[0].pk),
    ):
        assert "the place is shared" not in shown
        assert "Level on points" not in shown
    plan_evening(competition, clock())
    text = "1,M01,700\n1,M02,700\n"
    take_in(competition, text, others=MarkKind.UNANNOUNCED, actor=secretary, now=clock())
    assert "the place is shared" in page(reader, "league:league", competition.pk)


def test_nobody_is_asked_for_an_evening_whose_day_is_over(
    competition: Competition, entrants: list[Entrant], members: list[Player], clock: Clock
) -> None:
    """The evening is planned in the past of the pages, which know the real time."""
    evening = plan_evening(competition, clock())
    reader = client_of(members[0])
    for shown in (
        page(reader, "league:league", competition.pk),
        page(reader, "league:evening", evening.pk),
    ):
        assert "Are you coming?" not in shown
        assert "Next evening" not in shown


@pytest.mark.parametrize("days", [-1, 1])
def test_an_evening_of_a_later_day_asks_before_it_is_closed(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    desk: Client,
    clock: Clock,
    days: int,
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    for _round in range(competition.rounds):
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, *[(100, 62)] * 4, now=clock())
    Evening.objects.filter(pk=evening.pk).update(starts_at=timezone.now() + timedelta(days=days))
    shown = page(desk, "league:cockpit", evening.pk)
    assert "Close the evening" in shown
    assert ('id="close-early"' in shown) == (days > 0)


def test_points_without_an_evening_played_say_why(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    take_in(competition, "1,M01,-50\n1,M02,700\n", others=MarkKind.UNANNOUNCED, actor=secretary, now=clock())
    shown = page(desk, "league:league", competition.pk)
    assert f"evening {evening.number}: did not come, −50" in shown
