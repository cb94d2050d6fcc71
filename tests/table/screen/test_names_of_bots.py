"""At the table a mark beside the face says who is a bot; its sentences name a bot by its name alone."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.engine import registry
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import play_until, start_match, table_of

pytestmark = pytest.mark.django_db
MARK = "(bot)"


@pytest.mark.parametrize("game", [game.key for game in registry.GAMES])
def test_no_sentence_of_a_table_marks_a_bot_once_more(players: list[Player], clock: Clock, game: str) -> None:
    match = start_match(players=players[:1], now=clock.now, game=game)
    client = client_of(players[0])
    for moves in (1, 6, 30):
        seen = table_of(match).state.seq
        play_until(match, players[:1], clock.now, lambda table, until=seen + moves: table.state.seq >= until)
        assert any(MARK in sitter.name for sitter in table_of(match).sitters)
        assert MARK not in client.get(f"/t/{match.code}/").content.decode()
