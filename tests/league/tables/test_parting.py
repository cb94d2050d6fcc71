"""The notice at the table for a replaced player: at once, on reload, with the owner of the rounds."""

from __future__ import annotations

from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.evenings.cockpit_tables import rounds_of
from games.league.models import Competition, Entrant, Evening, LeagueTable, Seating
from games.table.log.models import Match
from games.table.services import submit_action
from games.table.sockets.club_consumer import CLOSE_RESTART
from tests.conftest import Clock
from tests.league.conftest import change_rules, draw_evening, open_round, plan_evening, sign_up
from tests.league.going_wrong.conftest import fresh
from tests.league.playing import play_rounds
from tests.table.play import good_answer, next_to_act
from tests.table.sockets.screens import HAND_CARD, connect_screen, quiet

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> LeagueTable:
    """The first table of an evening of four members, being played."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    (table,) = open_round(draw_evening(evening), secretary, clock())
    return table


def replace(evening: Evening, absent: Player, instead: Player, secretary: Player, now: datetime) -> None:
    version = fresh(evening).version
    services.substitute(
        evening_id=evening.pk, version=version, absent=absent, instead=instead, actor=secretary, now=now
    )


def page_of(client: Client, player: Player, match: Match) -> str:
    client.force_login(player)
    return client.get(reverse("table:table", args=[match.code])).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "to_member", "to_substitute"),
    [
        ("absent", "What M11 plays counts for you.", "Your rounds until then count for {member}."),
        ("substitute", "What M11 plays counts for M11.", "Your rounds until then count for you."),
        (
            "both",
            "What M11 plays counts for you and for M11.",
            "Your rounds until then count for you and for {member}.",
        ),
    ],
)
def test_the_table_says_who_plays_the_seat_from_when_and_whose_the_rounds_are(
    table: LeagueTable,
    competition: Competition,
    members: list[Player],
    secretary: Player,
    clock: Clock,
    client: Client,
    rule: str,
    to_member: str,
    to_substitute: str,
) -> None:
    change_rules(competition, substitute=rule)
    member = table.seats.select_related("player").get(number=1).player
    evening_page = reverse("league:evening", args=[table.evening_id])
    assert 'id="lost-seat"' not in page_of(client, member, table.match)
    play_rounds(table, 2, clock())
    replace(table.evening, member, members[10], secretary, clock())
    page = page_of(client, member, table.match)
    assert "M11 plays your seat from round 3 on." in page
    assert "Your rounds until then count for you." in page
    assert to_member in page
    assert f'href="{evening_page}"' in page
    assert HAND_CARD.findall(page) == []
    for somebody in (members[10], members[12], table.seats.get(number=0).player):
        assert 'id="lost-seat"' not in page_of(client, somebody, table.match)

    play_rounds(table, 3, clock())
    replace(table.evening, members[10], members[11], secretary, clock())
    page = page_of(client, members[10], table.match)
    assert "M12 plays your seat from round 4 on." in page
    assert to_substitute.format(member=member.nickname) in page
    assert "M11 plays your seat from round 3 on." in page_of(client, member, table.match)
    replace(table.evening, members[11], member, secretary, clock())
    assert 'id="lost-seat"' not in page_of(client, member, table.match)
    page = page_of(client, members[11], table.match)
    assert f"{member.nickname} plays your seat from round 4 on." in page
    assert "Your rounds until then" not in page


@pytest.mark.django_db(transaction=True)
async def test_it_is_said_over_the_socket_at_once_and_no_card_of_the_new_hand_comes_along(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Clock
) -> None:
    match = await Match.objects.aget(pk=table.match_id)
    seat = await sync_to_async(next_to_act)(match)
    member = (await table.seats.select_related("player").aget(number=seat)).player
    screen, first = await connect_screen(match, member)
    assert 'id="lost-seat"' not in first
    await sync_to_async(replace)(table.evening, member, members[10], secretary, clock())
    assert await screen.receive_output() == {"type": "websocket.close", "code": CLOSE_RESTART}
    again, whole = await connect_screen(match, member)
    assert "M11 plays your seat from round 1 on." in whole
    mine, hand = await connect_screen(match, members[10])
    assert 'id="lost-seat"' not in hand
    window, data = await sync_to_async(good_answer)(match, seat)
    await sync_to_async(submit_action)(
        match_id=match.pk, player=members[10], window=window, data=data, now=clock()
    )
    sent = "".join([whole, *await quiet(again)])
    assert len(HAND_CARD.findall(hand)) == 8
    assert HAND_CARD.findall(sent) == []
    await again.disconnect()
    await mine.disconnect()


def test_of_a_pair_only_who_is_away_is_named(
    competition: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    pairs_only = services.add_competition(
        season=competition.season, name="Pairs", game="kraken", seating=Seating.PAIRS, size=2, rounds=1
    )
    pairs = [services.enter(competition=pairs_only, players=members[at : at + 2]) for at in (0, 2)]
    evening = plan_evening(pairs_only, clock())
    sign_up(evening, pairs, secretary, clock())
    open_round(draw_evening(evening), secretary, clock())
    replace(evening, members[1], members[10], secretary, clock())
    (shown,) = rounds_of(fresh(evening), {})[0].tables
    assert {sitter.name: sitter.instead_of for sitter in shown.sitters} == {
        "M01": "",
        "M03": "",
        "M04": "",
        "M11": "M02",
    }
