"""A table for three to six starts with as many as sit there, whatever seats they took."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.table import services
from games.table.log import loading
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import refusal

pytestmark = pytest.mark.django_db
START, FILL = "/start/", "/bots/"


def sat_down(players: list[Player], clock: Clock, *seats: int) -> Match:
    """A table of Kalooki at which the players sit at these of the six seats."""
    match: Match = services.open_table(
        created_by=players[0], game="kalooki", options={"deals": [1]}, now=clock.now
    )
    for player, seat in zip(players, seats, strict=False):
        services.sit(match_id=match.pk, player=player, seat=seat)
    return match


def page_of(match: Match, player: Player) -> str:
    return str(client_of(player).get(f"/t/{match.code}/").content.decode())


def test_two_are_too_few_and_four_may_start_or_go_on_waiting(players: list[Player], clock: Clock) -> None:
    match = sat_down(players, clock, 0, 1)
    assert f"/t/{match.code}{START}" not in page_of(match, players[0])
    response = client_of(players[0]).post(f"/t/{match.code}{START}")
    assert (response.status_code, refusal(response)) == (422, "seats_empty")
    for player in players[2:4]:
        services.sit(match_id=match.pk, player=player)
    offered = page_of(match, players[0])
    assert f"/t/{match.code}{START}" in offered
    assert f"/t/{match.code}{FILL}" in offered, "the seats still free can be filled with bots"


def test_those_who_sit_apart_move_up_in_the_order_in_which_they_sit(
    players: list[Player], clock: Clock
) -> None:
    match = sat_down(players, clock, 5, 0, 4, 2)
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    seats = match.seats.order_by("number")
    assert [(seat.number, seat.player) for seat in seats] == [
        (number, players[place]) for number, place in enumerate((1, 3, 2, 0))
    ]
    loading.forget_all()
    assert loading.newest_table(match.pk).seat_of(players[0].pk) == 3
    match.refresh_from_db()
    assert verify_log(match) == ()
