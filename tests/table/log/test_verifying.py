"""The log of a match that is being played is verified as it was at one moment, and every entry as it was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet

from accounts.models import Player
from games.table import services
from games.table.log.models import Action, Match
from games.table.services.verification import DIGEST_MIGRATION
from tests.conftest import Clock
from tests.table.play import start_match, step
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
READS_THE_LOG = 'FROM "games_action"'


class MovesMeanwhile:
    """For `connection.execute_wrapper`: a move is made each time the log is about to be read, so many times."""

    def __init__(self, move: Callable[[], object], times: int) -> None:
        self.move = move
        self.left = times
        self.moving = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if READS_THE_LOG in sql and self.left and not self.moving:
            self.moving, self.left = True, self.left - 1
            self.move()
            self.moving = False
        return execute(sql, params, many, context)


@pytest.mark.parametrize("moves", [1, 3])
def test_moves_made_while_a_match_is_read_are_no_fault(
    players: list[Player], clock: Clock, moves: int
) -> None:
    match = start_match(players=players, now=clock.now)
    chance = Random(3)

    def move() -> None:
        clock.now = step(match, dict(enumerate(players)), clock.now, chance)

    meanwhile = MovesMeanwhile(move, moves)
    with connection.execute_wrapper(meanwhile):
        assert services.verify_log(match) == ()
    assert meanwhile.left == 0
    assert Match.objects.get(pk=match.pk).seq > match.seq


@pytest.fixture
def running_match(players: list[Player], clock: Clock) -> Match:
    """A match some moves after its start."""
    match = start_match(players=players, now=clock.now)
    chance = Random(3)
    for _ in range(12):
        clock.now = step(match, dict(enumerate(players)), clock.now, chance)
    match.refresh_from_db()
    return match


@contextmanager
def falsified(entries: QuerySet[Action], **changes: Any) -> Iterator[None]:
    """Entries that were changed past the triggers, inside it."""
    before = transaction.savepoint()
    falsify(entries, **changes)
    yield
    transaction.savepoint_rollback(before)


def chain_began(at: datetime) -> None:
    """The database got its column of digests then."""
    assert MigrationRecorder.Migration.objects.filter(**DIGEST_MIGRATION).update(applied=at) == 1


def entries_of(match: Match) -> list[Action]:
    return list(Action.objects.filter(match=match).order_by("seq"))


def test_every_entry_has_a_digest_of_its_own(running_match: Match, clock: Clock) -> None:
    services.note_outage(began=clock.now, now=clock.advance(100))
    digests = [entry.digest for entry in entries_of(running_match)]
    assert all(digests)
    assert len(set(digests)) == len(digests) > 12
    assert services.verify_log(Match.objects.get(pk=running_match.pk)) == ()


@pytest.mark.parametrize("column", ["at", "player", "automatic", "kind"])
def test_a_changed_entry_is_named_and_no_other(
    running_match: Match, players: list[Player], column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns the rules do not look at, so that the game replays as well as before."""
    entry = next(
        each for each in entries_of(running_match) if each.seat is not None and each.data["do"] != "start"
    )
    other = next(each for each in players if each.pk != entry.player_id)
    changed = {
        "at": entry.at + timedelta(microseconds=1),
        "player": other,
        "automatic": not entry.automatic,
        "kind": "table",
    }
    with falsified(Action.objects.filter(pk=entry.pk), **{column: changed[column]}):
        found = services.verify_log(running_match)
        with pytest.raises(CommandError):
            call_command("verify_log", running_match.code)
    assert [each for each in found if each.startswith("entry ")] == [
        f"entry {entry.seq} is not as it was written, or does not follow on the one before"
    ]
    assert f"{running_match.code}: entry {entry.seq} is not as it was written" in capsys.readouterr().out


def test_an_entry_moved_from_another_match_is_named(
    running_match: Match, players: list[Player], clock: Clock
) -> None:
    other = start_match(players=players, now=clock.now)
    theirs, first = entries_of(other)[0], entries_of(running_match)[0]
    moved = {"digest": theirs.digest, "at": theirs.at, "data": theirs.data}
    with falsified(Action.objects.filter(pk=first.pk), **moved):
        assert services.verify_log(running_match)[0].startswith("entry 1 is not as it was written")


def test_entries_of_an_older_release_stand_before_the_first_with_a_digest_only(
    players: list[Player], clock: Clock
) -> None:
    match = start_match(players=players, now=clock.now)
    falsify(Action.objects.filter(match=match), digest=None)
    chain_began(clock.now)
    assert services.verify_log(match) == ()
    chance = Random(3)
    for _ in range(4):
        clock.now = step(match, dict(enumerate(players)), clock.now, chance)
    match.refresh_from_db()
    older, newer = entries_of(match)[: match.seq - 4], entries_of(match)[-4:]
    assert not any(entry.digest for entry in older)
    assert all(entry.digest for entry in newer)
    assert services.verify_log(match) == ()
    with falsified(Action.objects.filter(pk=newer[-1].pk), digest=None):
        found = services.verify_log(match)
    assert found == (f"entry {newer[-1].seq} has no digest, an entry before it has one",)


def test_an_entry_whose_digest_was_taken_away_breaks_the_next_one(running_match: Match) -> None:
    """Else an old entry could be changed by making it look like one of an older release."""
    with falsified(Action.objects.filter(match=running_match, seq=1), digest=None):
        assert services.verify_log(running_match)[0].startswith("entry 2 is not as it was written")


def test_a_match_of_which_all_digests_were_taken_away_is_no_match_of_an_older_release(
    running_match: Match, clock: Clock
) -> None:
    """Every entry is named: the game replays as well as before, and none of them can be compared."""
    chain_began(running_match.created_at - timedelta(days=1))
    entries = entries_of(running_match)
    with falsified(Action.objects.filter(match=running_match), digest=None):
        assert services.verify_log(running_match) == tuple(
            f"entry {entry.seq} has no digest, it was written after entries had one" for entry in entries
        )
