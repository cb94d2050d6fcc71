"""A table that is never stuck: out of time, away, paused, stopped, taken back; each in the log and by the rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import abandoned_matches, services, steward
from games.table.lobby import queries
from games.table.log import due_times as clock_rules
from games.table.log.models import Match
from games.table.screen import rendering
from games.table.screen.rendering import draw
from games.table.screen.speech import Speech
from games.table.screen.zones.agreements import agreements_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import (
    fresh,
    good_answer,
    in_play,
    next_to_act,
    play_until,
    start_match,
    table_of,
    words,
)
from tests.table.steward.absences import everybody_here, leave

pytestmark = pytest.mark.django_db
STOOD_IN = {"do": "stand_in", "seat": "3", "round": "1", "level": "strong"}


def test_a_bot_takes_the_seat_when_most_of_those_left_wish_it(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(59)
    assert refusal(lambda: say(match, 0, "absent", choose="3:bot")) == "too_soon"
    clock.advance(1)
    say(match, 0, "absent", choose="3:bot")
    assert fresh(match).stand_ins == ()
    say(match, 1, "absent", choose="3:wait")
    say(match, 1, "absent", choose="3:bot")
    (stand_in,) = fresh(match).stand_ins
    assert stand_in.seat == 3
    assert words(match)[-1] == STOOD_IN
    assert refusal(lambda: say(match, 2, "absent", choose="3:bot")) == "not_away"
    play_until(
        match, players[:3], clock.now, lambda table: in_play(table) and table.state.stand_ins[0].times > 1
    )
    assert set(match.actions.filter(kind="game", seat=3).values_list("automatic", flat=True)) == {True}
    assert "bot plays" in rendering.whole_table(table_of(match), seat=0, talk=(), language="en")
    back = rendering.whole_table(table_of(match), seat=3, talk=(), language="en")
    assert "Take your seat back" in back
    assert "Since round 1 it has acted" in back


def test_the_same_choice_again_counts_those_who_have_gone_since(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(61)
    say(match, 0, "absent", choose="3:bot")
    assert say(match, 0, "absent", choose="3:bot").done_before
    for seat in (1, 2):
        leave(match, seat, clock)
    clock.advance(61)
    say(match, 0, "absent", choose="3:bot")
    assert words(match)[-1] == STOOD_IN


def test_a_player_who_chose_to_wait_sees_the_choices_folded(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(61)
    say(match, 0, "absent", choose="3:wait")
    away = {3: clock.now - timedelta(seconds=61)}
    speech = Speech(language="en", names=("Anna", "Bram", "Cleo", "Daan"), words={})
    waits, other = (agreements_of(table_of(match), speech, away, seat) for seat in (0, 1))
    assert (waits.kind, waits.answered, other.answered) == ("away", True, False)
    assert "agreements-folded" in draw(waits)
    assert "agreements-folded" not in draw(other)


def test_the_seat_stays_its_persons(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    others = [one for one in range(4) if one != seat]
    leave(match, seat, clock)
    clock.advance(60)
    for one in others[:2]:
        say(match, one, "absent", choose=f"{seat}:bot")
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert refusal(lambda: services.submit_action(**answer)) == "stood_in"
    say(match, seat, "return")
    assert refusal(lambda: say(match, seat, "return")) == "not_stood_in"
    assert not services.submit_action(**answer).done_before
    assert not match.actions.get(seq=fresh(match).seq).automatic


def test_the_seat_can_be_taken_back_during_a_pause(
    fast_match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(fast_match)
    seat = next_to_act(fast_match)
    others = [one for one in range(4) if one != seat]
    leave(fast_match, seat, clock)
    clock.advance(60)
    for one in others[:2]:
        say(fast_match, one, "absent", choose=f"{seat}:bot")
    for one in others:
        say(fast_match, one, "pause")
    screens = [
        rendering.whole_table(table_of(fast_match), seat=one, talk=(), language="en")
        for one in (seat, others[0])
    ]
    assert [("Take your seat back" in html, "Go on" in html) for html in screens] == [
        (True, True),
        (False, True),
    ]
    clock.advance(100)
    say(fast_match, seat, "return")
    clock.advance(100)
    say(fast_match, others[0], "go_on")
    assert fresh(fast_match).stand_ins == ()
    assert fresh(fast_match).clocks.asked[seat].since == clock.now


def test_who_plays_alone_with_bots_and_one_other_chooses_with_one_tap(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = start_match(players=players[:2], now=clock.now)
    everybody_here(match)
    leave(match, 1, clock)
    clock.advance(60)
    say(match, 0, "absent", choose="1:bot")
    assert [one.seat for one in fresh(match).stand_ins] == [1]


def test_an_absence_that_ended_takes_its_votes_along(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(60)
    say(match, 0, "absent", choose="3:stop")
    everybody_here(match)
    assert refusal(lambda: say(match, 1, "absent", choose="3:stop")) == "not_away"
    leave(match, 3, clock)
    clock.advance(60)
    say(match, 1, "absent", choose="3:stop")
    assert table_of(match).running


def test_a_match_stopped_here_can_be_taken_up_again(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    before = fresh(match).game_state
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:stop")
    match.refresh_from_db()
    assert (match.status, match.wake_at) == (Match.Status.STOPPED, None)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert refusal(lambda: services.submit_action(**answer)) in ("not_running", "paused")
    assert "Go on with it" in rendering.whole_table(table_of(match), seat=2, talk=(), language="en")
    clock.advance(3 * 24 * 3600)
    started_at = match.started_at
    say(match, 2, "go_on")
    match.refresh_from_db()
    assert (match.status, match.started_at) == (Match.Status.RUNNING, started_at)
    assert fresh(match).game_state == before
    assert match.wake_at > clock.now
    assert not services.submit_action(**answer).done_before


def test_attendance_is_written_down(match: Match, clock: Clock) -> None:
    """From the start every seat is away until a screen opens; the last screen to close writes the time."""
    assert match.seats.filter(away_since=clock.now).count() == 4
    here = {(match.pk, 0), (match.pk, 1)}
    away = services.note_attendance(here=here, left=set(), matches=[match.pk], now=clock.advance(5))
    assert sorted(away[match.pk]) == [2, 3]
    left = {(match.pk, 1)}
    away = services.note_attendance(here=here - left, left=left, matches=[match.pk], now=clock.advance(5))
    assert away[match.pk][1] == clock.now
    assert match.seats.get(number=0).away_since is None


def test_a_process_that_begins_knows_nobody(match: Match, clock: Clock) -> None:
    everybody_here(match)
    services.note_everybody_away(now=clock.advance(60))
    assert match.seats.filter(away_since=clock.now).count() == 4


def test_leaving_is_remembered_forgiven_and_forgotten(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    def left() -> tuple[int, int]:
        return abandoned_matches.matches_left_lately(players[3], clock.now)[:2]

    matches = [start_match(players=players, now=clock.now) for _ in range(3)]
    for match in matches:
        everybody_here(match)
        leave(match, 3, clock)
    clock.advance(60)
    seen = []
    for match in matches:
        for seat in (0, 1):
            say(match, seat, "absent", choose="3:bot")
        seen.append(left())
    assert seen == [(1, 0), (2, 0), (3, 1)]
    say(matches[0], 3, "return")
    assert left() == (2, 0)
    assert abandoned_matches.matches_left_lately(players[0], clock.now)[:2] == (0, 0)
    clock.advance(31 * 24 * 3600)
    assert left() == (0, 0)


def test_my_tables_say_whose_turn_it_is_and_keep_what_was_stopped(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    seat = next_to_act(match)
    other = (seat + 1) % 4
    (row,) = queries.my_tables(players[seat])
    assert (row.your_turn, row.turn) == (True, "")
    (row,) = queries.my_tables(players[other])
    assert (row.your_turn, row.turn) == (False, players[seat].nickname)
    services.close_table(match_id=match.pk, now=clock.advance(24 * 3600))
    (row,) = queries.my_tables(players[seat])
    assert (row.status, row.your_turn, row.turn) == ("stopped", False, "")
    say(match, other, "go_on")
    (row,) = queries.my_tables(players[seat])
    assert row.your_turn


def test_a_table_closed_because_nothing_happened_is_played_on_when_taken_up(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    clock.advance(clock_rules.MAX_IDLE.total_seconds())
    assert steward.tick(clock.now, Random(1)) == 1
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED
    clock.advance(3600)
    say(match, 0, "go_on")
    clock.advance(60)
    steward.tick(clock.now, Random(1))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    clock.advance(clock_rules.MAX_IDLE.total_seconds())
    steward.tick(clock.now, Random(1))
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED


def test_a_pause_all_others_wish_does_not_wait_for_who_is_away(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    for seat in range(3):
        say(match, seat, "pause")
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:bot")
    assert fresh(match).stand_in(3) is not None
    assert fresh(match).paused_at == clock.now
    assert words(match)[-2:] == [STOOD_IN, {"do": "pause"}]


def test_who_takes_a_seat_over_has_not_left_it(
    match: Match,
    players: list[Player],
    make_player: Callable[..., Player],
    clock: Clock,
    say: Callable[..., services.Outcome],
) -> None:
    eva = make_player("Eva")
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:bot")
    services.replace_player(match_id=match.pk, seat=3, player=eva, by=players[0], now=clock.now)
    assert abandoned_matches.matches_left_lately(eva, clock.now).times == 0
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:stop")
    assert abandoned_matches.matches_left_lately(eva, clock.now).times == 1
