"""Writes in a caller's transaction that is rolled back: this process's cache does not contain them either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from django.db import transaction

from accounts.models import Player
from games.table import maintenance, services
from games.table.log import loading
from games.table.log.models import Action, Match
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.tables import open_table, play_table

pytestmark = pytest.mark.django_db
MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}


class LaterPartFailed(Exception):  # noqa: N818  it says what happened
    """A failure of the caller's transaction after the write under test."""


@contextmanager
def taken_back() -> Iterator[None]:
    """A transaction in which a later part fails."""
    with suppress(LaterPartFailed), transaction.atomic():
        yield
        raise LaterPartFailed


@pytest.fixture
def on_paper(players: list[Player], clock: Clock) -> Match:
    """A table of one round with real cards; nothing is written yet."""
    match = open_table(players, clock.now)
    services.put_on_paper(match_id=match.pk)
    return match


@pytest.fixture
def write(on_paper: Match, players: list[Player], clock: Clock) -> Callable[[], services.Outcome]:
    return lambda: services.write_on_paper(
        match_id=on_paper.pk, player=players[0], number=1, typed=MADE, now=clock.now
    )


def test_a_start_taken_back_leaves_an_open_table(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now)
    with taken_back():
        services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    assert loading.newest_table(match.pk).status == Match.Status.OPEN
    services.start_match(match_id=match.pk, player=players[1], now=clock.now)
    assert loading.newest_table(match.pk).running
    assert Action.objects.filter(match=match).earliest("seq").player == players[1]


def test_a_line_of_a_sheet_taken_back_is_not_on_it(
    on_paper: Match, write: Callable[[], services.Outcome]
) -> None:
    with taken_back():
        write()
    assert not loading.newest_table(on_paper.pk).state.written
    write()
    assert len(loading.newest_table(on_paper.pk).state.written) == 1


def test_a_confirmation_taken_back_leaves_the_sheet_unconfirmed(
    on_paper: Match, write: Callable[[], services.Outcome], players: list[Player], clock: Clock
) -> None:
    write()
    with taken_back():
        services.confirm_on_paper(match_id=on_paper.pk, player=players[1], rounds=1, now=clock.now)
    assert loading.newest_table(on_paper.pk).status == Match.Status.RUNNING
    services.confirm_on_paper(match_id=on_paper.pk, player=players[1], rounds=1, now=clock.now)
    assert loading.newest_table(on_paper.pk).status == Match.Status.FINISHED


def test_a_rematch_that_is_refused_is_not_said_at_the_old_table(players: list[Player], clock: Clock) -> None:
    match = play_table(players[:1], clock.now)
    maintenance.announce(text="Soon", now=clock.now)
    again = {"match_id": match.pk, "player": players[0], "now": clock.now}
    assert refusal(lambda: services.rematch(**again)) == "maintenance"
    assert loading.table(match.pk, at_least=match.seq).state.rematch_by is None
    maintenance.end()
    assert services.rematch(**again).status == Match.Status.RUNNING
    assert loading.newest_table(match.pk).state.rematch_by == 0


def test_what_the_caller_read_again_and_took_back_is_on_no_page(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now)
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    end = {"match_id": match.pk, "by": players[0], "reason": "closing time", "now": clock.now}
    with taken_back():
        services.end_match(**end)
        loading.newest_table(match.pk)
    read = loading.readable_table(Match.objects.get(pk=match.pk))
    assert read is not None
    assert read.running


def test_what_was_read_again_and_taken_back_is_not_said_to_be_done(
    players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock.now)
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    end = {"match_id": match.pk, "by": players[0], "reason": "closing time", "now": clock.now}
    with taken_back():
        services.end_match(**end)
        loading.newest_table(match.pk)
    assert not services.end_match(**end).done_before
    assert Match.objects.get(pk=match.pk).status == Match.Status.STOPPED
