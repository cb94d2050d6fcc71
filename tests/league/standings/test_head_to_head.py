"""Promises of head to head: those are listed who sat at the table, whoever has the points of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Player
from games.league import services
from games.league.models import Competition
from games.league.queries import HeadToHead, head_to_head_of, season_table
from tests.league import shown
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["absent", "substitute", "both"])
@pytest.mark.parametrize("has_row", [True, False])
def test_the_substitute_is_listed_and_the_absent_member_is_not(
    competition: Competition,
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
    rule: str,
    *,
    has_row: bool,
) -> None:
    """M05 plays for whoever was drawn at seat 0, and their side wins."""
    competition.rules = {**competition.rules, "substitute": rule}
    competition.rounds = 1
    competition.save()
    taking_part = members[: 5 if has_row else 4]
    entrants = [services.enter(competition=competition, players=[player]) for player in taking_part]
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    seats = {seat.number: seat for seat in evening.tables.get().seats.select_related("player")}
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=seats[0].player,
        instead=members[4],
        actor=secretary,
        now=clock(),
    )
    (table,) = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(table, (100, 62), now=clock())
    close_evening(evening, secretary, clock())
    season = season_table(competition)

    def duels(entrant: int) -> set[HeadToHead]:
        return set(head_to_head_of(competition, entrant, season))

    partner, left, right = (seats[number].player.nickname for number in (2, 1, 3))
    if has_row:
        who = "M05"
        assert duels(entrants[4].pk) == {HeadToHead(left, 1, 0, 0), HeadToHead(right, 1, 0, 0)}
    elif rule == "substitute":
        assert duels(seats[1].entrant_id) == {HeadToHead(partner, 0, 0, 1)}
        return
    else:
        who = "substitutes from elsewhere"
    assert duels(seats[1].entrant_id) == {HeadToHead(who, 0, 0, 1), HeadToHead(partner, 0, 0, 1)}
    assert duels(seats[0].entrant_id) == set()
    page = shown.page(shown.client_of(members[0]), "league:entrant", competition.pk, seats[1].entrant_id)
    assert [who, "0", "0", "1"] in list(shown.rows_of(page))
