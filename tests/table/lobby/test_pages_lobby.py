"""The lobby: tables that wait, open tables, and a table found by its code."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.engine import registry
from games.table.lobby import queries
from games.table.log import loading
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import start_match, table_of
from tests.table.tables import open_table, start_table

pytestmark = pytest.mark.django_db


def test_the_lobby_shows_the_table_that_waits_for_me_before_the_others(players: list[Player], clock: Clock):
    waiting = open_table(players, clock.now, seated=2)
    running = start_table(players, clock.now)
    table = loading.newest_table(running.pk)
    seat = next(seat for seat, due in table.game.pending(table.state.game_state).items() if due.must)

    page = client_of(players[seat]).get("/").content.decode()

    assert page.index(running.code) < page.index("your turn")
    if seat < 2:
        assert page.index(running.code) < page.index(waiting.code)


def test_the_lobby_lists_open_tables_but_not_those_that_go_by_link(
    client: Client, players: list[Player], clock: Clock
):
    listed = open_table(players, clock.now, seated=1, visibility=Match.Visibility.LOBBY)
    hidden = open_table(players, clock.now, seated=1, visibility=Match.Visibility.LINK)

    page = client.get("/").content.decode()

    assert listed.code in page
    assert hidden.code not in page


def test_the_lobby_asks_again_and_is_answered_only_when_something_changed(
    client: Client, players: list[Player], clock: Clock
):
    open_table(players, clock.now, seated=1, visibility=Match.Visibility.LOBBY)
    asks = re.search(r'hx-get="(/\?known=\w+)"', client.get("/").content.decode())
    assert asks
    assert client.get(asks[1]).status_code == 204

    more = open_table(players, clock.now, seated=2, visibility=Match.Visibility.LOBBY)

    assert more.code in client.get(asks[1]).content.decode()


def test_an_open_table_is_joined_in_one_tap(players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=1, visibility=Match.Visibility.LOBBY)

    response = client_of(players[1]).post(f"/t/{match.code}/sit/")

    assert response.status_code == 302
    assert match.seats.filter(player=players[1]).exists()


@pytest.mark.parametrize("typed", ["{code}", " {lower} ", "{spaced}"])
def test_a_code_may_be_typed_as_people_type_it(
    client: Client, players: list[Player], clock: Clock, typed: str
):
    code = open_table(players, clock.now).code
    said = typed.format(code=code, lower=code.lower(), spaced=f"{code[:3]} {code[3:]}")

    response = client.get("/t/join/", {"code": said})

    assert response.headers["Location"] == f"/t/{code}/"


def test_an_unknown_code_is_said_to_be_unknown(client: Client):
    response = client.get("/t/join/", {"code": "QQQQQQ"})

    assert response.status_code == 422
    assert b"no such table" in response.content


def test_a_table_is_found_by_its_code_in_small_letters_too(
    client: Client, players: list[Player], clock: Clock
):
    assert client.get(f"/t/{open_table(players, clock.now).code.lower()}/").status_code == 200


def test_a_table_with_bots_only_is_named_by_its_game_and_people_come_before_bots(
    players: list[Player], clock: Clock
) -> None:
    alone = start_match(players=players[:1], now=clock.now, fill=True)
    with_free_seats = start_match(players=players[:1], now=clock.now, game="kalooki", fill=True)
    two = start_match(players=(players[0], players[1]), now=clock.advance(60), fill=True)
    rows = {row.code: row for row in queries.my_tables(players[0])}
    assert rows[two.code].others.startswith(f"{players[1].nickname}, ")
    page = client_of(players[0]).get("/").content.decode()
    assert f"<b>{rows[two.code].others}</b>" in page
    assert "<b>Kraken</b>" in page
    assert "<b>Caribbean Kalooki</b>" in page
    assert rows[alone.code].others not in page
    assert rows[with_free_seats.code].is_against_bots


@pytest.mark.parametrize("game", [game.key for game in registry.GAMES])
def test_a_running_game_against_bots_names_who_sits_there(
    players: list[Player], clock: Clock, game: str
) -> None:
    match = start_match(players=players[:1], now=clock.now, game=game)
    page = client_of(players[0]).get("/").content.decode()
    row = re.search(rf'href="/t/{match.code}/".*?</a>', page, re.DOTALL)
    assert row is not None
    bots = [sitter.short_name for sitter in table_of(match).sitters if sitter.is_bot]
    assert bots
    assert f"with the bots {', '.join(bots)}" in " ".join(row[0].split())


def test_a_table_of_a_club_for_members_is_listed_for_members(
    client: Client, club: Club, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    """Its players' names would tell everybody who belongs to the club, and is there now."""
    listed = open_table(players, clock.now, seated=1, visibility=Match.Visibility.LOBBY)
    Match.objects.filter(pk=listed.pk).update(club=club)
    stranger = client_of(make_player("Stranger"))
    someone = reverse("people:person", args=[players[0].pk])
    for public, seen in ((True, True), (False, False)):
        Club.objects.filter(pk=club.pk).update(is_public=public)
        assert (listed.code in client.get("/").content.decode()) == seen
        assert (listed.code in stranger.get("/").content.decode()) == seen
        assert (stranger.get(someone).status_code == 200) == seen
        assert listed.code in client_of(players[1]).get("/").content.decode()
