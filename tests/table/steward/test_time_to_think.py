"""Thinking time: a fold of the log's times, the same after a restart, and stopped while nobody could play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.engine.game import Pending
from games.table.log import due_times, time_to_think
from games.table.log.models import Match
from games.table.log.states import after_outage, after_pause, after_resumption, after_return, after_stand_in
from games.table.log.time_to_think import PACES, Asked, Thinking
from tests.table.play import imagine_table

EIGHT = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
FAST = PACES["fast"]


def at(seconds: float) -> datetime:
    return EIGHT + timedelta(seconds=seconds)


def thinking_of(seat: int = 0, bank: float = 30) -> Thinking:
    return Thinking(FAST, {seat: timedelta(seconds=bank)}, {seat: Asked("1.trump0", EIGHT)})


@pytest.mark.parametrize(
    ("bank", "took", "left"),
    [(30, 1, 30), (20, 5, 22), (20, 9, 18), (29, 5, 30), (20, 25, 2), (20, 400, 2)],
    ids=["full stays full", "free", "beyond the free time", "never over its start", "all of it", "late"],
)
def test_an_answer_costs_what_it_took_beyond_the_free_time(bank: float, took: float, left: float) -> None:
    after = time_to_think.after_answer(thinking_of(bank=bank), 0, at(took))
    assert after.bank(0) == timedelta(seconds=left)


def test_a_seat_is_out_of_time_after_the_free_time_and_its_bank() -> None:
    clocks = thinking_of(bank=20)
    assert clocks.free_until(0) == at(5)
    assert clocks.deadline(0) == at(25)
    assert clocks.deadline(1) is None


def test_a_decision_that_stays_open_keeps_its_beginning() -> None:
    """Sealed declarations: another's answer gives nobody time."""
    waiting = {0: Pending("1.declare", "arrange"), 1: Pending("1.declare", "arrange")}
    clocks = time_to_think.start_clocks(Thinking(FAST, {}, {}), waiting, at(0))
    clocks = time_to_think.start_clocks(clocks, {0: waiting[0]}, at(9))
    assert clocks.asked == {0: Asked("1.declare", at(0))}
    clocks = time_to_think.start_clocks(clocks, {0: Pending("1.card0", "play")}, at(12))
    assert clocks.asked == {0: Asked("1.card0", at(12))}


def test_what_may_be_left_alone_costs_no_time() -> None:
    waiting = {0: Pending("1.claim1", "claim", must=False)}
    assert time_to_think.start_clocks(Thinking(FAST, {}, {}), waiting, EIGHT).asked == {}


def people_table(pace: str) -> due_times.Table:
    return imagine_table(("person",) * 4, lambda table: table.state.seq > 1, pace=pace)


@pytest.mark.parametrize("pace", sorted(PACES))
def test_people_have_a_deadline_by_the_pace(pace: str) -> None:
    due = due_times.dues(people_table(pace))[0]
    assert due.why == ("absent" if PACES[pace].days else "time")
    assert due.at == EIGHT + PACES[pace].free + PACES[pace].bank + due_times.TRANSPORT_TIME


def test_bots_have_no_deadline() -> None:
    bots = imagine_table(("bot",) * 4, lambda table: table.state.seq > 1, pace="fast")
    assert {due.why for due in due_times.dues(bots)} == {"bot", "idle"}


def test_an_outage_is_nobodys_time_and_gives_a_minute() -> None:
    state = people_table("fast").state
    (seat,) = state.clocks.asked
    due = state.clocks.deadline(seat)
    after = after_outage(state, timedelta(seconds=7), at(8))
    assert after.clocks.deadline(seat) == max(due + timedelta(seconds=7), at(68))
    longer = after_outage(state, timedelta(hours=2), at(7200 + 30))
    assert longer.clocks.deadline(seat) >= at(7200 + 30 + 60)


def test_a_pause_is_nobodys_time() -> None:
    state = people_table("relaxed").state
    (seat,) = state.clocks.asked
    due, moved_at = state.clocks.deadline(seat), state.moved_at
    after = after_resumption(after_pause(state, at(10)), at(310))
    assert after.clocks.deadline(seat) == due + timedelta(seconds=300)
    assert after.moved_at == moved_at + timedelta(seconds=300)


def test_who_takes_a_seat_back_is_asked_from_then_on() -> None:
    table = people_table("fast")
    (seat,) = table.state.clocks.asked
    away = after_stand_in(table.game, table.state, seat, "")
    back = after_return(away, seat, at(1000))
    assert back.clocks.asked[seat].since == at(1000)
    assert back.stand_ins == ()


def test_no_clock_is_no_clock() -> None:
    table = people_table(Match.Pace.NONE)
    assert table.state.clocks is None
    assert [due.why for due in due_times.dues(table)] == ["idle"]
