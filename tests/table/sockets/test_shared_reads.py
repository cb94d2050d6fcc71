"""A move of another process is read here once, in one query, however many screens show it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.table import services
from games.table.log import loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.sockets.shared_reads import read_table
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, step, table_of


def move_elsewhere(match: Match, players: list[Player], clock: Clock) -> int:
    """One move that this process knows nothing of; gives its number."""
    known = table_of(match)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    moved = services.submit_action(
        match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
    )
    know_only(known)
    return moved.seq


def know_only(table: Table) -> None:
    loading.forget_all()
    loading.keep(table)


@pytest.mark.django_db
def test_what_is_new_is_one_question_and_as_good_as_reading_everything(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """At every entry of two rounds, with deals and closed rounds; also after several entries at once."""
    now, rng, by_seat = clock.now, Random(3), dict(enumerate(players))
    before = [table_of(match)]
    while len(before[-1].game.results(before[-1].state.game_state)) < 2:
        now = step(match, by_seat, now + timedelta(seconds=1), rng)
        loading.forget_all()
        whole = loading.refreshed(match.pk)
        for known in before[-5:]:
            know_only(known)
            with CaptureQueriesContext(connection) as questions:
                assert loading.refreshed(match.pk) == whole
            assert len(questions) == 1
        before.append(whole)


@pytest.mark.django_db
def test_a_database_that_knows_less_is_believed(match: Match, players: list[Player], clock: Clock) -> None:
    """As one restored from a backup while this process ran."""
    known = table_of(match)
    know_only(replace(known, state=replace(known.state, seq=known.state.seq + 3)))
    assert loading.refreshed(match.pk) == known


@pytest.mark.django_db
def test_a_known_table_that_is_gone_is_no_table(match: Match) -> None:
    know_only(replace(table_of(match), match_id=-1))
    with pytest.raises(TableRefused) as refused:
        loading.refreshed(-1)
    assert refused.value.code == TableRefusal.NO_SUCH_TABLE


@pytest.mark.django_db(transaction=True)
async def test_screens_told_of_the_same_move_wait_for_one_look(
    match: Match, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = await sync_to_async(move_elsewhere)(match, players, clock)
    looks: list[int] = []
    refreshed = loading.refreshed

    def counted(match_id: int) -> Table:
        looks.append(match_id)
        return refreshed(match_id)

    monkeypatch.setattr(loading, "refreshed", counted)
    shown = await asyncio.gather(*(read_table(match.pk, at_least=seq) for _ in range(4)))
    assert looks == [match.pk]
    assert {table.state.seq for table in shown} == {seq}
    assert (await read_table(match.pk, at_least=seq)) is shown[0]
    assert looks == [match.pk]


@pytest.mark.django_db(transaction=True)
async def test_a_look_that_fails_is_everybodys_and_the_next_one_is_new(
    match: Match, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = await sync_to_async(move_elsewhere)(match, players, clock)
    with monkeypatch.context() as broken:
        broken.setattr(loading, "refreshed", lambda match_id: 1 / 0)
        failed = await asyncio.gather(
            *(read_table(match.pk, at_least=seq) for _ in range(2)), return_exceptions=True
        )
    assert [type(outcome) for outcome in failed] == [ZeroDivisionError, ZeroDivisionError]
    assert (await read_table(match.pk, at_least=seq)).state.seq == seq
