"""Outages: due times move by the lost time, once, and the log says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.table import services, steward
from games.table.log import loading
from games.table.log.due_times import TRANSPORT_TIME, wake_at
from games.table.log.models import Match
from games.table.log.states import after_outage, after_pause, after_resumption
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, play_until, start_match, table_of
from tests.table.sockets.events import record_events


def test_due_times_move_by_the_outage(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1])
    clock.now = play_until(match, players[:1], clock.now, lambda table: wake_at(table) is not None)
    before = table_of(match)
    assert match.wake_at is not None
    began, now = clock.advance(0.5), clock.advance(3600)
    assert services.note_outage(began=began, now=now) == 1
    due = match.wake_at
    match.refresh_from_db()
    assert match.wake_at is not None
    assert match.wake_at - due >= timedelta(hours=1) - timedelta(seconds=1)
    loading.forget_all()
    after = table_of(match)
    assert after.state.moved_at == before.state.moved_at + timedelta(hours=1)
    assert after.state.game_state == before.state.game_state
    assert match.actions.last().data == {"do": "outage", "seconds": "3600.000000"}


def test_what_was_seen_before_can_be_answered_after(
    match: Match, players: list[Player], clock: Clock
) -> None:
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    services.note_outage(began=clock.now, now=clock.advance(600))
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert not services.submit_action(**answer).done_before
    assert services.submit_action(**answer).done_before


def test_only_the_time_after_the_last_move_is_lost(match: Match, players: list[Player], clock: Clock) -> None:
    began = clock.now
    clock.advance(4)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now)
    services.note_outage(began=began, now=clock.advance(10))
    assert match.actions.last().data["seconds"] == "10.000000"


def test_a_match_that_has_moved_on_since_notes_nothing(match: Match, clock: Clock) -> None:
    hour = timedelta(hours=1)
    assert services.note_outage(began=clock.now - 2 * hour, now=clock.now - hour) == 0
    assert match.actions.count() == table_of(match).state.seq


def test_nobody_is_out_of_time_in_the_first_minute_after_an_outage(
    players: list[Player], clock: Clock
) -> None:
    """A second before the time of whoever must decide was over, the server went; a minute is theirs when it is back.

    The same for a process that reads it all from the log; after the minute the clock acts as ever.
    """
    match = start_match(players=players, now=clock.now, pace=Match.Pace.FAST)
    seat = next_to_act(match)
    deadline = table_of(match).state.clocks.deadline(seat)
    began = clock.advance((deadline - clock.now).total_seconds() - 1)
    back = clock.advance(600)
    services.note_outage(began=began, now=back)
    loading.forget_all()
    assert table_of(match).state.clocks.deadline(seat) == back + timedelta(seconds=60)
    before = match.actions.count()
    steward.tick(clock.advance(60), Random(1))
    assert match.actions.count() == before
    steward.tick(clock.advance(TRANSPORT_TIME.total_seconds()), Random(1))
    written = list(match.actions.order_by("seq"))[before:]
    assert [(entry.seat, entry.automatic) for entry in written[:1]] == [(seat, True)]


def test_who_had_longer_than_the_minute_keeps_it(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now, pace=Match.Pace.RELAXED)
    seat = next_to_act(match)
    deadline = table_of(match).state.clocks.deadline(seat)
    began = clock.advance(10)
    services.note_outage(began=began, now=clock.advance(600))
    assert table_of(match).state.clocks.deadline(seat) == deadline + timedelta(seconds=600)


def test_an_answer_soon_after_an_outage_costs_what_it_took(players: list[Player], clock: Clock) -> None:
    """The process still knows the table as it was before; the answer is judged by what the log says now."""
    match = start_match(players=players, now=clock.now, pace=Match.Pace.FAST)
    seat = next_to_act(match)
    known = table_of(match).state.clocks
    services.note_outage(began=clock.advance(2), now=clock.advance(600))
    assert loading.known_table(match.pk).state.clocks == known
    window, data = good_answer(match, seat)
    answered = clock.advance(2)
    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=answered)
    assert table_of(match).state.clocks.bank(seat) == known.pace.bank


def test_an_outage_in_a_pause_is_counted_once(match: Match, clock: Clock) -> None:
    """The pause ends that much later, and the time is not added again when a player resumes."""
    before = table_of(match).state
    asleep = after_pause(before, clock.advance(10))
    later = after_outage(asleep, timedelta(hours=1), clock.advance(3600))
    assert later.paused_at == asleep.paused_at + timedelta(hours=1)
    again = after_resumption(later, clock.advance(60))
    assert again.moved_at == before.moved_at + timedelta(seconds=3660)
    assert again.moved_at < clock.now


def test_many_matches_note_it_as_one_does(
    players: list[Player], clock: Clock, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    """No more questions to the database for many, and every table is told."""
    asked, told = [], []
    matches: list[Match] = []
    for _ in range(2):
        matches += [start_match(players=players, now=clock.now) for _ in range(3)]
        clock.advance(600)
        with (
            CaptureQueriesContext(connection) as queries,
            record_events() as events,
            django_capture_on_commit_callbacks(execute=True),
        ):
            assert services.note_outage(began=clock.now, now=clock.advance(60)) == len(matches)
        asked.append(len(queries))
        told.append({event.match_id for event in events})
    assert asked[0] == asked[1]
    assert told == [{match.pk for match in matches[:3]}, {match.pk for match in matches}]
