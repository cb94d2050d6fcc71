"""Promises of the draw about blocks: kept apart where the club wants it and the number of players allows it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from accounts import friends
from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening
from tests.conftest import Clock
from tests.league.conftest import NOW, plan_evening, sign_up

pytestmark = pytest.mark.django_db


def keep_apart(competition: Competition) -> None:
    Competition.objects.filter(pk=competition.pk).update(rules={**competition.rules, "keeps_apart": True})


def pairs_at_tables(evening: Evening) -> set[frozenset[int]]:
    """The pairs of players who sit at one table."""
    return {
        frozenset(pair)
        for table in evening.tables.all()
        for pair in combinations(table.seats.values_list("player", flat=True), 2)
    }


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka"])
@pytest.mark.parametrize("seed", range(5))
def test_blocked_players_are_not_seated_together(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    game: str,
    seed: int,
) -> None:
    Competition.objects.filter(pk=competition.pk).update(game=game, options={})
    keep_apart(competition)
    friends.block(player=members[0], other=members[1], now=clock.now)
    friends.block(player=members[3], other=members[0], now=clock.now)
    evening = plan_evening(Competition.objects.get(pk=competition.pk), clock.now)
    sign_up(evening, entrants[:12], secretary, clock.now)
    services.draw(
        evening_id=evening.pk, version=evening.version, chance=Random(seed), actor=secretary, now=NOW
    )
    together = pairs_at_tables(evening)
    assert frozenset((members[0].pk, members[1].pk)) not in together
    assert frozenset((members[0].pk, members[3].pk)) not in together


def test_a_club_of_four_plays_all_the_same(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    keep_apart(competition)
    friends.block(player=members[0], other=members[1], now=clock.now)
    evening = plan_evening(Competition.objects.get(pk=competition.pk), clock.now)
    sign_up(evening, entrants[:4], secretary, clock.now)
    services.draw(evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=NOW)
    assert evening.tables.count() == competition.rounds


def test_without_the_rule_the_draw_asks_nobody(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    plans = []
    for blocked in (False, True):
        if blocked:
            friends.block(player=members[0], other=members[1], now=clock.now)
        evening = plan_evening(competition, clock.now)
        sign_up(evening, entrants[:8], secretary, clock.now)
        services.draw(
            evening_id=evening.pk, version=evening.version, chance=Random(3), actor=secretary, now=NOW
        )
        plans.append(pairs_at_tables(evening))
        evening.delete()
    assert plans[0] == plans[1]
