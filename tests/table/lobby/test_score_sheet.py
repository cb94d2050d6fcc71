"""The score sheet as a page of its own, and what the lobby tells the phone to keep."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from games.table.log.models import Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db


def test_the_sheet_has_closed_rounds_and_totals_and_no_card(players: list[Player], clock: Clock) -> None:
    match = in_second_round(players, clock())
    page = client_of(players[0]).get(f"/t/{match.code}/sheet/").content.decode()
    points = Round.objects.get(match=match, number=1).points
    assert page.count('scope="row"') == 2
    assert page.count(f'<td class="num">{points[0]}</td>') >= 2
    assert "Anna &amp; Cleo" in page
    assert 'class="card"' not in page


def test_the_lobby_names_the_sheet_of_the_last_match_to_its_players(
    players: list[Player], make_player, clock: Clock
) -> None:
    match = in_second_round(players, clock())
    assert f'data-keep-sheet="/t/{match.code}/sheet/"' in client_of(players[1]).get("/").content.decode()
    assert "data-keep-sheet" not in client_of(make_player("Other")).get("/").content.decode()
    assert "data-keep-sheet" not in Client().get("/").content.decode()


def test_the_release_of_the_page_is_the_one_the_server_answers(client: Client) -> None:
    assert f'data-release="{client.get("/release").content.decode()}"' in client.get("/").content.decode()
