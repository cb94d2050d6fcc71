"""Lists of cases on pages: the number of queries does not grow with the cases."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, Role
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import POINTS
from tests.disputes.replay import conftest as replays
from tests.table.tables import in_second_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


def cost(client: Client, address: str, rows: int) -> int:
    """The queries of a page with this many list rows, after a first look that writes the session."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address)
    assert page.content.decode().count('class="list-row') == rows
    return len(queries)


@pytest.mark.parametrize("address", ["/cases/", "/desk/", "/c/{club}/disputes/"])
def test_a_list_of_cases_asks_as_much_for_one_as_for_four(
    address: str,
    file: Callable[..., Case],
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """Cases that an arbiter has taken, about rounds of one evening; the secretary sat at the table."""
    match.club.memberships.filter(player=seated_players[0]).update(role=Role.SECRETARY)
    client = client_of(arbiters[0] if address == "/desk/" else seated_players[0])
    address = address.format(club=match.club.slug)
    costs = []
    for number in range(1, len(POINTS) + 1):
        services.take_case(case_id=file(0, number).pk, arbiter=arbiters[0], now=clock.now)
        costs.append(cost(client, address, number))
    assert set(costs) == {costs[0]}


def test_waiting_replays_ask_as_much_for_one_as_for_three(
    make_player: Callable[..., Player], staff: Player, clock: Clock
) -> None:
    costs = []
    for number in range(1, 4):
        players = [make_player(f"{name} {number}") for name in ("Ada", "Ben", "Cas", "Die")]
        case = replays.file_case(in_second_round(players, clock.now), players[0], clock)
        replays.rule_case(case, staff, clock, RulingKind.REPLAY)
        costs.append(cost(client_of(staff), "/desk/", number))
    assert set(costs) == {costs[0]}


def test_other_cases_about_a_round_ask_as_much_for_one_as_for_three(
    file: Callable[..., Case], arbiters: list[Player], clock: Clock
) -> None:
    kinds = [CaseKind.BONUS, CaseKind.CONDUCT, CaseKind.TYPED, CaseKind.REVOKE]
    first, *others = [
        lambda kind=kind, seat=seat: file(seat, 1, kind=kind) for seat, kind in enumerate(kinds)
    ]
    shown = first()
    address = f"/desk/{shown.pk}/"
    costs = []
    client = client_of(arbiters[0])
    for make in others:
        other = make()
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address).content.decode()
        assert f"Case {other.pk}</a>" in page
        costs.append(len(queries))
    assert set(costs) == {costs[0]}
