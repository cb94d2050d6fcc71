"""Members, entrants and sign-ups that fixtures store at once are those the services store one after another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db.models import Model

from accounts.models import Club, Player, Role
from accounts.names import look_alike_key
from accounts.services import add_member
from games.league import services
from games.league.models import Competition, Entrant, EntrantPlayer
from tests.conftest import PASSWORD, Clock
from tests.league.conftest import enter_all, plan_evening, sign_up

pytestmark = pytest.mark.django_db
OWN = {
    "id",
    "username",
    "nickname",
    "nickname_key",
    "nickname_sort",
    "password",
    "date_joined",
    "player_id",
    "entrant_id",
}
"""The fields in which any two rows differ."""


def others(row: Model | None) -> dict[str, object]:
    """The stored fields of a row in which it could be like another one."""
    assert row is not None
    stored = type(row).objects.values().get(pk=row.pk)
    return {name: value for name, value in stored.items() if name not in OWN}


def test_players_members_and_entrants(
    members: list[Player],
    entrants: list[Entrant],
    make_player: Callable[..., Player],
    league_club: Club,
    competition: Competition,
    clock: Callable[[], datetime],
) -> None:
    late = make_player("M18")
    membership = add_member(club=league_club, player=late, role=Role.MEMBER, at=clock())
    entrant = services.enter(competition=competition, players=[late])
    for player, entered in zip(members, entrants, strict=True):
        assert others(player) == others(late)
        assert player.nickname_key == look_alike_key(player.nickname)
        assert player.check_password(PASSWORD)
        assert others(player.memberships.get()) == others(membership)
        assert others(entered) == others(entrant)
        assert others(EntrantPlayer.objects.get(entrant=entered)) == others(
            EntrantPlayer.objects.get(entrant=entrant)
        )


def test_pairs(pairs: Competition, members: list[Player]) -> None:
    """In the order in which their players were named."""
    [at_once] = enter_all(pairs, [members[2:4]])
    one = services.enter(competition=pairs, players=members[:2])
    assert others(at_once) == others(one)
    for players, entrant in ((members[2:4], at_once), (members[:2], one)):
        assert [(member.place, member.player) for member in entrant.members.all()] == [*enumerate(players)]


@pytest.mark.parametrize("hours", [0, 23.5], ids=["in time", "late"])
def test_sign_ups(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock, hours: float
) -> None:
    """Before the deadline and after it; those of one entrant are the same, at once and by the service."""
    at_once, one_by_one = plan_evening(competition, clock()), plan_evening(competition, clock())
    now = clock.advance(hours * 3600)
    sign_up(at_once, entrants[:2], secretary, now)
    for entrant in entrants[:2]:
        services.sign(evening_id=one_by_one.pk, entrant=entrant, comes=True, player=secretary, now=now)
    rows = [
        [
            others(row) | {"evening_id": None, "entrant_id": row.entrant_id}
            for row in evening.sign_ups.order_by("pk")
        ]
        for evening in (at_once, one_by_one)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 2
