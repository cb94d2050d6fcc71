"""A pause begins when everybody agrees, is ended by any player, and ends by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import services, steward
from games.table.log import due_times as clock_rules
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import fresh, good_answer, next_to_act, play_until, table_of, words

pytestmark = pytest.mark.django_db


def test_a_pause_needs_everybody_and_anybody_ends_it(
    fast_match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    for seat in range(3):
        say(fast_match, seat, "pause")
    assert say(fast_match, 0, "pause").done_before
    assert fresh(fast_match).paused_at is None
    say(fast_match, 3, "pause")
    assert fresh(fast_match).paused_at == clock.now
    seat = next_to_act(fast_match)
    window, data = good_answer(fast_match, seat)
    answer = {
        "match_id": fast_match.pk,
        "player": players[seat],
        "window": window,
        "data": data,
        "now": clock.now,
    }
    assert refusal(lambda: services.submit_action(**answer)) == "paused"
    fast_match.refresh_from_db()
    assert fast_match.wake_at == clock.now + clock_rules.MAX_PAUSE
    clock.advance(240)
    say(fast_match, 2, "go_on")
    assert refusal(lambda: say(fast_match, 2, "go_on")) == "not_paused"
    assert fresh(fast_match).paused_at is None
    assert fresh(fast_match).clocks.deadline(seat) > clock.now + timedelta(seconds=30)


def test_a_pause_ends_by_itself(
    fast_match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    for seat in range(4):
        say(fast_match, seat, "pause")
    fast_match.refresh_from_db()
    assert steward.tick(fast_match.wake_at, Random(1)) == 1
    assert fresh(fast_match).paused_at is None
    assert words(fast_match)[-1] == {"do": "resume"}


def test_one_no_ends_the_asking(match: Match, say: Callable[..., services.Outcome]) -> None:
    say(match, 0, "pause")
    asked = rendering.whole_table(table_of(match), seat=1, talk=(), language="en")
    assert "Anna would like a pause." in asked
    say(match, 1, "decline", what="pause")
    assert refusal(lambda: say(match, 1, "decline", what="pause")) == "not_asked"
    assert fresh(match).wishes == ()


def test_who_watches_agrees_to_nothing(
    match: Match, make_player: Callable[..., Player], clock: Clock
) -> None:
    stranger = make_player("Eva")
    for word in ("pause", "undo", "absent", "return", "decline", "go_on"):
        code = refusal(
            lambda word=word: services.submit_action(
                match_id=match.pk, player=stranger, window="", data={"do": word}, now=clock.now
            )
        )
        assert code == "not_seated"


def test_what_a_bot_thought_out_before_a_pause_waits_until_it_is_over(
    start: Callable[..., Match], players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    """The steward has found a bot's move due, and while the bot thinks everybody agrees to a pause."""
    match = start(players[:2])
    clock.now = play_until(match, players[:2], clock.now, lambda table: next_to_act(match) >= 2)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    for person in range(2):
        say(match, person, "pause")
    move = {"match_id": match.pk, "seat": seat, "window": window, "data": data, "now": clock.now}
    assert refusal(lambda: services.play_for_bot(**move)) == "stale_window"
    assert fresh(match).paused_at == clock.now


def test_who_runs_out_of_time_as_a_pause_begins_is_not_played_for(
    fast_match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    seat = next_to_act(fast_match)
    window, data = good_answer(fast_match, seat)
    for person in range(4):
        say(fast_match, person, "pause")
    clock.advance(120)
    move = {"match_id": fast_match.pk, "seat": seat, "window": window, "data": data, "now": clock.now}
    assert refusal(lambda: services.play_for_bot(**move)) == "stale_window"
    assert fresh(fast_match).paused_at is not None


def test_who_has_left_declines_nothing(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    say(match, 1, "pause")
    assert refusal(lambda: say(match, 0, "decline", what="pause")) == "stood_in"
    say(match, 2, "decline", what="pause")
