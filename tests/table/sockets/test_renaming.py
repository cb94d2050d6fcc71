"""A new name is seen on every open table, also through another process, and nothing else is read for it."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.services import rename
from games.table import live
from games.table.log import loading
from games.table.sockets import healing
from tests.conftest import Clock
from tests.table.sockets.screens import connect_screen, quiet
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db


def test_a_kept_table_says_the_new_name_and_is_read_no_further(players: list[Player], clock: Clock) -> None:
    loading.forget_all()
    match = in_second_round(players, clock.now)
    known = loading.newest_table(match.pk)
    Player.objects.filter(pk=players[1].pk).update(nickname="Bramble", nickname_key="bramble")
    with CaptureQueriesContext(connection) as asked:
        assert loading.rename_players({players[1].pk}) == (match.pk,)
    assert len(asked) == 1
    fresh = loading.known_table(match.pk)
    assert [sitter.name for sitter in fresh.sitters] == ["Anna", "Bramble", "Cleo", "Daan"]
    assert fresh.state is known.state
    loading.forget_all()


@pytest.mark.django_db(transaction=True)
async def test_an_open_table_shows_a_name_that_another_process_changed(
    players: list[Player], clock: Clock
) -> None:
    match = await sync_to_async(in_second_round)(players, clock.now)
    opened, first = await connect_screen(match, players[0])
    assert "Bramble" not in first
    changed = Player.objects.filter(pk=players[1].pk)
    await changed.aupdate(nickname="Bramble", nickname_key="bramble")
    await sync_to_async(live.send_names_changed)(match.pk, {players[1].pk})
    assert "Bramble" in "".join(await quiet(opened))
    await changed.aupdate(nickname="Bramwell", nickname_key="bramwell")
    later, whole = await connect_screen(match, players[2])
    assert "Bramwell" in whole, "a page that opens reads the names of now"
    for each in (opened, later):
        await each.disconnect()


def test_the_process_that_renames_says_so_at_once(
    players: list[Player], clock: Clock, django_capture_on_commit_callbacks: object
) -> None:
    loading.forget_all()
    match = in_second_round(players, clock.now)
    loading.newest_table(match.pk)
    with django_capture_on_commit_callbacks(execute=True):
        rename(player=players[3], nickname="Daffodil")
    assert loading.known_table(match.pk).sitters[3].name == "Daffodil"
    loading.forget_all()


def test_each_table_that_is_not_over_is_told_once(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who sit together, as after a merge of accounts: the latest tables are told, so old ones may take no place."""
    play_table(players, clock.now)
    match = in_second_round(players, clock.now)
    told: list[int] = []
    monkeypatch.setattr(live, "send_names_changed", lambda match_id, players: told.append(match_id))
    healing.send_names_changed(players={players[0].pk, players[1].pk})
    assert told == [match.pk]
