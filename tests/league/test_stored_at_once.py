"""Members and entrants that fixtures store at once are those the services store one after another."""

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
from tests.conftest import PASSWORD

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
