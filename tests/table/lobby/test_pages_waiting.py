"""A table before its start, through the pages: sitting down, waiting, leaving, starting."""

from __future__ import annotations

import re
from collections.abc import Callable
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from accounts.models import Player, PlayerKind
from games.table import services
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import open_table, refusal, start_table

pytestmark = pytest.mark.django_db


def test_nobody_becomes_a_guest_at_a_full_table(client: Client, players: list[Player], clock: Clock):
    match = open_table(players, clock.now)

    response = client.post(f"/t/{match.code}/sit/", {"nickname": "Zus"})

    assert (response.status_code, refusal(response)) == (422, "table_full")
    assert not Player.objects.filter(kind=PlayerKind.GUEST).exists()


@pytest.mark.parametrize("seat", ["4", "9", "-1", "x", "", "00", "٣"])
def test_a_seat_that_is_not_there_is_refused(players: list[Player], clock: Clock, seat: str):
    match = open_table(players, clock.now, seated=1)

    response = client_of(players[1]).post(f"/t/{match.code}/sit/", {"seat": seat})

    assert (response.status_code, refusal(response)) == (422, "no_such_seat")
    assert match.seats.count() == 1


def test_the_slower_of_two_newcomers_offered_one_seat_sits_elsewhere_and_is_told(
    client: Client, players: list[Player], clock: Clock
):
    """A guest who types a name, and a player who only taps."""
    match = open_table(players, clock.now, seated=1)
    services.sit(match_id=match.pk, player=players[1], seat=2)

    typed = client.post(f"/t/{match.code}/sit/", {"seat": "2", "nickname": "Zus"}, follow=True)
    tapped = client_of(players[3]).post(f"/t/{match.code}/sit/", {"seat": "2"}, follow=True)

    sitting = dict(match.seats.values_list("number", "player__nickname"))
    assert sitting == {0: "Anna", 1: "Zus", 2: "Bram", 3: "Daan"}
    for response in (typed, tapped):
        assert [str(said) for said in response.context["messages"]] == [
            "Somebody else was faster at that seat. You sit at this one now; you may still move."
        ]


def test_a_page_fetched_while_a_visitor_sits_down_does_not_sign_them_out(
    client: Client, players: list[Player], clock: Clock
):
    """The seats change before the answer to "sit down" has come; the page asks for them with the cookie from before."""
    match = open_table(players, clock.now, seated=1)
    client.post(f"/t/{match.code}/sit/", {"seat": "2"})  # remembered in a session
    before = Client()
    before.cookies = SimpleCookie(client.cookies.output(header="", sep=";"))

    client.post(f"/t/{match.code}/sit/", {"seat": "2", "nickname": "Zus"})
    response = before.get(f"/t/{match.code}/seats/")

    assert before.cookies["sessionid"].value != client.cookies["sessionid"].value
    assert "sessionid" not in response.cookies


def test_who_gets_the_seat_that_was_offered_is_told_nothing(
    client: Client, players: list[Player], clock: Clock
):
    match = open_table(players, clock.now, seated=1)
    response = client.post(f"/t/{match.code}/sit/", {"seat": "2", "nickname": "Zus"}, follow=True)
    assert not [*response.context["messages"]]


def test_who_sits_already_cannot_move_to_a_taken_seat(players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=2)

    response = client_of(players[1]).post(f"/t/{match.code}/sit/", {"seat": "0"})

    assert (response.status_code, refusal(response)) == (422, "seat_taken")
    assert match.seats.get(player=players[1]).number == 1


def test_a_typed_name_is_kept_when_sitting_down_is_refused(
    client: Client, players: list[Player], clock: Clock
):
    match = open_table(players, clock.now, seated=1)
    response = client.post(f"/t/{match.code}/sit/", {"seat": "7", "nickname": "Tante Zus"})
    assert (response.status_code, refusal(response)) == (422, "no_such_seat")
    assert 'value="Tante Zus"' in response.content.decode()
    assert not Player.objects.filter(kind=PlayerKind.GUEST).exists()


def test_the_waiting_page_is_told_only_what_changed(client: Client, players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=1)
    address = re.search(r'hx-get="([^"]+)"', client.get(f"/t/{match.code}/").content.decode())[1]
    assert client.get(address).status_code == 204

    services.sit(match_id=match.pk, player=players[1])
    changed = client.get(address)
    assert changed.status_code == 200
    assert b"Bram" in changed.content

    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    assert client.get(address).headers["HX-Redirect"] == f"/t/{match.code}/"


def test_seats_are_drawn_and_nobody_gets_lost(players: list[Player], clock: Clock):
    match = open_table(players, clock.now)

    assert client_of(players[0]).post(f"/t/{match.code}/draw/").status_code == 302

    assert {seat.player for seat in match.seats.all()} == set(players)


def test_who_leaves_makes_room(players: list[Player], clock: Clock):
    match = open_table(players, clock.now)

    assert client_of(players[2]).post(f"/t/{match.code}/leave/").headers["Location"] == "/"

    assert not match.seats.filter(player=players[2]).exists()


def test_bots_take_the_empty_seats_and_off_it_goes(players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=2)

    assert client_of(players[0]).post(f"/t/{match.code}/bots/").status_code == 302

    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.filter(player__kind=PlayerKind.BOT).count() == 2


def test_a_table_with_an_empty_seat_does_not_start(players: list[Player], clock: Clock):
    match = open_table(players, clock.now, seated=3)

    response = client_of(players[0]).post(f"/t/{match.code}/start/")

    assert (response.status_code, refusal(response)) == (422, "seats_empty")


@pytest.mark.parametrize("wish", ["leave", "draw", "bots", "start", "rematch", "mute"])
def test_only_who_sits_there_decides_about_a_table(
    make_player: Callable[..., Player], players: list[Player], clock: Clock, wish: str
):
    match = open_table(players, clock.now)
    before = list(match.seats.values_list("number", "player"))

    for client in (Client(), client_of(make_player("Stranger"))):
        response = client.post(f"/t/{match.code}/{wish}/")
        assert (response.status_code, refusal(response)) == (403, "not_seated")

    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert list(match.seats.values_list("number", "player")) == before


@pytest.mark.parametrize("wish", ["sit", "leave", "draw", "bots", "start", "act", "mute", "rematch"])
def test_a_table_that_is_not_there_is_said_not_to_be(players: list[Player], wish: str):
    response = client_of(players[0]).post(f"/t/QQQQQQ/{wish}/")

    assert (response.status_code, refusal(response)) == (404, "no_such_table")


def test_a_started_table_has_no_seat_to_take(client: Client, players: list[Player], clock: Clock):
    match = start_table(players, clock.now)

    response = client.post(f"/t/{match.code}/sit/", {"nickname": "Zus"})

    assert (response.status_code, refusal(response)) == (422, "not_open")


def test_names_and_signals_with_markup_are_shown_as_text(players: list[Player], clock: Clock):
    evil = "<img src=x hx-get=/>"
    players[0].nickname = evil
    players[0].save(update_fields=["nickname"])
    match = open_table(players, clock.now, seated=1, signals=evil, visibility=Match.Visibility.LOBBY)

    for address in ("/", f"/t/{match.code}/", f"/t/{match.code}/rules/"):
        assert evil not in client_of(players[1]).get(address).content.decode()
