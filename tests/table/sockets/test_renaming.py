"""A process hears of every renaming, its own and others', and forgets nothing else over it."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.name_models import Renaming
from accounts.services import rename
from games.table.log import loading
from games.table.sockets.renamed_players import TOLD_AGAIN, AppliedRenamings
from tests.conftest import Clock
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db


def test_each_of_two_processes_hears_of_a_renaming_and_soon_is_done_with_it(players: list[Player]) -> None:
    here, there = AppliedRenamings(), AppliedRenamings()
    assert here.news() == there.news() == set()
    rename(player=players[2], nickname="Clementine")
    for register in (here, there):
        assert [register.news() for _look in range(TOLD_AGAIN + 2)] == [{players[2].pk}] * (
            TOLD_AGAIN + 1
        ) + [set()]


def test_what_becomes_visible_late_is_heard_all_the_same(players: list[Player]) -> None:
    """A transaction that began earlier and ends later leaves a lower number."""
    register = AppliedRenamings()
    Renaming.objects.create(pk=57, player=players[0])
    assert register.news() == {players[0].pk}
    Renaming.objects.create(pk=56, player=players[1])
    assert players[1].pk in register.news()


def test_the_same_name_is_no_renaming_and_one_taken_back_is_none(players: list[Player]) -> None:
    player = Player.objects.get(pk=players[0].pk)
    player.theme = "dark"
    player.save()
    rename(player=player, nickname="Anna")
    Player.objects.defer("nickname").get(pk=player.pk).save(update_fields=["theme"])
    with transaction.atomic():
        rename(player=player, nickname="Annabel")
        transaction.set_rollback(True)
    assert not Renaming.objects.exists()


def test_a_kept_table_says_the_new_name_and_is_read_no_further(players: list[Player], clock: Clock) -> None:
    loading.forget_all()
    match = in_second_round(players, clock.now)
    known = loading.table(match.pk)
    Player.objects.filter(pk=players[1].pk).update(nickname="Bramble", nickname_key="bramble")
    with CaptureQueriesContext(connection) as asked:
        assert loading.renamed({players[1].pk}) == (match.pk,)
    assert len(asked) == 1
    fresh = loading.known_table(match.pk)
    assert [sitter.name for sitter in fresh.sitters] == ["Anna", "Bramble", "Cleo", "Daan"]
    assert fresh.state is known.state
    loading.forget_all()


def test_the_process_that_renames_says_so_at_once(
    players: list[Player], clock: Clock, django_capture_on_commit_callbacks: object
) -> None:
    loading.forget_all()
    match = in_second_round(players, clock.now)
    loading.table(match.pk)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        rename(player=players[3], nickname="Daffodil")
    assert loading.known_table(match.pk).sitters[3].name == "Daffodil"
    loading.forget_all()
