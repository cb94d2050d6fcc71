"""A first game against bots: tips come by themselves until its first round is written down."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import Player
from games.table.log.models import Match
from games.table.services.moves import advising
from tests.conftest import Clock
from tests.table.advised import GIVEN, given
from tests.table.play import play_until, window_of
from tests.table.screens import connected, said
from tests.table.tables import signed_in

pytestmark = pytest.mark.django_db


def test_a_first_game_says_what_to_do_by_itself_until_the_first_round_is_written(
    client: Client, clock: Clock
) -> None:
    begun = client.post("/play/", {"tips": "on"})
    assert begun.headers["Location"].endswith("/?tips=on")
    match = Match.objects.get()
    me = match.seats.get(player__kind="guest").player
    rounds: set[int] = set()

    def looked(table: advising.Table) -> bool:
        closed = len(table.game.results(table.state.game_state))
        waiting = table.game.pending(table.state.game_state).get(0)
        if waiting is not None and waiting.must:
            page = client.get(f"/t/{match.code}/?tips=on").content.decode()
            assert "tips=on" in page
            assert bool(GIVEN.search(page)) == (closed == 0)
            assert not GIVEN.search(client.get(f"/t/{match.code}/").content.decode())
            rounds.add(closed)
        return len(rounds) == 2

    play_until(match, [me], clock.now, looked)


def test_where_others_play_a_page_that_asks_for_tips_gets_none(match: Match, players: list[Player]) -> None:
    for seat, player in enumerate(players):
        page = signed_in(player).get(f"/t/{match.code}/?tips=on").content.decode()
        assert f"you-{seat}" in page
        assert 'id="advice"' not in page


@pytest.mark.django_db(transaction=True)
async def test_a_screen_that_is_taught_is_told_with_every_push(
    practice: Match, players: list[Player]
) -> None:
    taught, first = await connected(practice, players[0], page="1&tips=on")
    marked, words = given(first)
    window = await sync_to_async(window_of)(practice, 0)
    moved = await said(taught, do="play", card=marked[0], window=window)
    assert 'id="advice"' in moved
    assert words not in GIVEN.findall(moved)
    await taught.disconnect()
