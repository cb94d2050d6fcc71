"""Out of time, a window is answered by its default, by the rules and in the log; a table all have left is closed."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import services, steward
from games.table.log import due_times as clock_rules
from games.table.log import folding
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import fresh, good_answer, next_to_act, table_of

pytestmark = pytest.mark.django_db


def test_out_of_time_the_window_is_answered_by_its_default(fast_match: Match, clock: Clock) -> None:
    seat = next_to_act(fast_match)
    table = table_of(fast_match)
    default = table.game.pending(table.state.game_state)[seat].default
    assert fast_match.wake_at == clock.now + timedelta(seconds=35) + clock_rules.TRANSPORT_TIME
    assert steward.tick(fast_match.wake_at, Random(1)) == 1
    entry = fast_match.actions.filter(kind="game", seat=seat).first()
    assert entry.automatic
    if default is not None:
        assert entry.data == default
    assert fresh(fast_match).by_clock == {seat}
    drawn = rendering.whole_table(table_of(fast_match), seat=None, talk=(), language="en")
    assert "time was up" in drawn


def test_out_of_time_a_whole_match_goes_on_and_its_record_says_so(fast_match: Match, clock: Clock) -> None:
    while table_of(fast_match).running and fast_match.rounds.filter(status="closed").count() < 1:
        fast_match.refresh_from_db()
        steward.tick(fast_match.wake_at, Random(1))
    game = fast_match.actions.filter(kind="game", seat__isnull=False)
    assert set(game.values_list("automatic", flat=True)) == {True}
    log = folding.record_of(fast_match)["log"]
    assert all(entry.get("automatic") for entry in log if entry["by"] != "house")


def test_a_person_who_answers_in_time_is_not_answered_for(
    fast_match: Match, players: list[Player], clock: Clock
) -> None:
    seat = next_to_act(fast_match)
    window, data = good_answer(fast_match, seat)
    clock.now = fast_match.wake_at
    services.submit_action(
        match_id=fast_match.pk, player=players[seat], window=window, data=data, now=clock.now
    )
    before = fast_match.actions.count()
    assert steward.tick(clock.now, Random(1)) == 0
    assert fast_match.actions.count() == before
    code = refusal(
        lambda: services.play_for_bot(
            match_id=fast_match.pk, seat=next_to_act(fast_match), window="x", data=data, now=clock.now
        )
    )
    assert code == "stale_window"


def test_the_ring_stands_at_the_seat_that_thinks(fast_match: Match) -> None:
    seat = next_to_act(fast_match)
    zones = rendering.zones_of(table_of(fast_match), seat=None, talk=(), language="en")
    assert [f"seat-{one}" for one in range(4) if "data-due" in zones[f"seat-{one}"]] == [f"seat-{seat}"]
    assert 'data-bank="30"' in zones[f"seat-{seat}"]


def test_a_table_where_nothing_happens_for_a_day_is_closed(match: Match, clock: Clock) -> None:
    assert match.wake_at == clock.now + timedelta(hours=24)
    assert steward.tick(clock.now + timedelta(hours=23), Random(1)) == 0
    assert steward.tick(match.wake_at, Random(1)) == 1
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED
