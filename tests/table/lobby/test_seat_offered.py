"""A newcomer is offered the seat across from the friend whose link they opened, and keeps the seat they tapped."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.table import services
from games.table.lobby.guests import WANTED_SEAT
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import open_table

pytestmark = pytest.mark.django_db

OFFERED = re.compile(r"place-(\d)[^\"]*place--offered")


def page(client: Client, match: Match, link: str = "") -> str:
    return client.get(link or f"/t/{match.code}/").content.decode()


def offered_seats(client: Client, match: Match, link: str = "") -> list[str]:
    return OFFERED.findall(page(client, match, link))


def link_of(match: Match, player: Player) -> str:
    """The address the page of a seated player shares."""
    found = re.search(r'data-share="https?://[^/]+([^"]+)"', page(client_of(player), match))
    assert found is not None
    return found[1]


def seat_of(match: Match, nickname: str) -> int | None:
    return match.seats.filter(player__nickname=nickname).values_list("number", flat=True).first()


def tap_earlier(client: Client, ago: timedelta) -> None:
    """As if the seat had been tapped that much earlier."""
    session = client.session
    match_id, seat, until = session[WANTED_SEAT]
    session[WANTED_SEAT] = [match_id, seat, until - int(ago.total_seconds())]
    session.save()


def test_a_friend_with_a_link_sits_opposite_the_one_who_shared_it(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=2)
    assert offered_seats(client, match, link_of(match, players[0])) == ["2"]
    link = link_of(match, players[1])
    assert offered_seats(client, match, link) == ["3"]
    assert offered_seats(client_of(players[3]), match, link) == ["3"]
    assert 'name="seat" value="3" form="join"' in page(client, match, link)


def test_a_code_without_a_name_offers_the_seat_across_from_the_opener(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=1)
    assert offered_seats(client, match) == ["2"]


def test_no_seat_is_offered_that_is_taken_or_to_a_player_who_sits(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=3)
    assert offered_seats(client, match, link_of(match, players[0])) == []
    assert offered_seats(client_of(players[1]), match) == []
    for odd in ("9", "-1", "x", "3"):
        assert offered_seats(client, match, f"/t/{match.code}/?from={odd}") == []


def test_a_game_without_partners_offers_no_seat(client: Client, players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now, seated=1, game="rosbiratschka", options={})
    link = link_of(match, players[0])
    assert "from=" not in link
    assert offered_seats(client, match, link) == []


def test_what_changes_while_a_newcomer_waits_keeps_the_seat_across(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=2)
    asked = re.search(r'hx-get="([^"]+)"', page(client, match, link_of(match, players[1])))
    assert asked is not None
    address = asked[1].replace("&amp;", "&")
    assert client.get(address).status_code == 204
    services.sit(match_id=match.pk, player=players[2], seat=2)
    assert OFFERED.findall(client.get(address).content.decode()) == ["3"]
    services.sit(match_id=match.pk, player=players[3], seat=3)
    assert OFFERED.findall(client.get(address).content.decode()) == []


def test_a_seat_tapped_before_a_name_is_given_is_the_newcomers(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=1)
    tapped = client.post(f"/t/{match.code}/sit/", {"seat": "3"})
    assert tapped.headers["Location"] == f"/t/{match.code}/#join"
    assert match.seats.count() == 1
    assert offered_seats(client, match) == ["3"]
    client.post("/guest/", {"nickname": "Zus"})
    assert seat_of(match, "Zus") == 3


def test_a_seat_tapped_before_signing_in_is_the_players(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now, seated=1)
    client = Client()
    client.post(f"/t/{match.code}/sit/", {"seat": "1"})
    client.force_login(players[2])
    assert seat_of(match, players[2].nickname) == 1


def test_a_seat_tapped_is_remembered_for_a_quarter_of_an_hour(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=1)
    client.post(f"/t/{match.code}/sit/", {"seat": "3"})
    tap_earlier(client, timedelta(minutes=14))
    assert offered_seats(client, match) == ["3"]
    tap_earlier(client, timedelta(minutes=1))
    assert offered_seats(client, match) == ["2"]
    client.force_login(players[2])
    assert seat_of(match, players[2].nickname) is None


def test_where_a_seat_was_taken_meanwhile_signing_in_gives_another(
    client: Client, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now, seated=1)
    client.post(f"/t/{match.code}/sit/", {"seat": "3"})
    services.sit(match_id=match.pk, player=players[1], seat=3)
    client.post("/guest/", {"nickname": "Zus"})
    assert seat_of(match, "Zus") == 1
    assert "Somebody else was faster at that seat." in page(client, match)
