"""A player calls the director: play stops where the club says so, and goes on with the answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import services, steward
from games.table.log import loading
from games.table.log.due_times import MAX_PAUSE
from games.table.log.folding import TABLE
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import fresh, good_answer, next_to_act, play_until, table_of, words

pytestmark = pytest.mark.django_db
Say = Callable[..., services.Outcome]
WHY = "Bram led out of turn"


@pytest.fixture
def director(make_player: Callable[..., Player]) -> Player:
    return make_player("Dora")


@pytest.fixture
def lead_match(fast_match: Match) -> Callable[[str], Match]:
    """A function that gives the fast table a director: `lead_match("stops")`."""

    def with_director(calls: str) -> Match:
        Match.objects.filter(pk=fast_match.pk).update(director=calls)
        loading.forget(fast_match.pk)
        return fast_match

    return with_director


def screen_of(match: Match, seat: int | None) -> str:
    """The table as that seat sees it."""
    return rendering.whole_table(table_of(match), seat=seat, talk=(), language="en")


def answer(match: Match, director: Player, clock: Clock, text: str = "The card stays.") -> services.Outcome:
    return services.answer_director_call(match_id=match.pk, director=director, text=text, now=clock.now)


def test_a_call_stops_the_clock_until_the_answer(
    lead_match: Callable[[str], Match], players: list[Player], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    seat = next_to_act(match)
    left = fresh(match).clocks.deadline(seat) - clock.now
    say(match, 2, "call_director", why=f"  {WHY} ")
    assert say(match, 2, "call_director", why=WHY).done_before
    assert refusal(lambda: say(match, 1, "call_director", why="Me too")) == "called_already"
    window, data = good_answer(match, seat)
    move = {"match_id": match.pk, "player": players[seat], "window": window, "data": data}
    assert refusal(lambda: services.submit_action(**move, now=clock.now)) == "director_called"
    assert refusal(lambda: say(match, 1, "go_on")) == "director_called"
    for viewer in (0, 1, None):
        assert "Cleo called the director." in screen_of(match, viewer)
        assert "It is settled" not in screen_of(match, viewer)
    clock.advance(120)
    answer(match, director, clock)
    assert fresh(match).paused_at is None
    assert fresh(match).clocks.deadline(seat) - clock.now == left
    services.submit_action(**move, now=clock.now)
    for viewer in (0, 1, 2, 3, None):
        assert "The card stays." in screen_of(match, viewer)
    assert [entry.data for entry in match.actions.filter(kind=TABLE).order_by("seq")][-2:] == [
        {"do": "call_director", "why": WHY, "round": "1", "stops": "yes"},
        {"do": "director_answer", "text": "The card stays.", "round": "1"},
    ]
    assert match.actions.get(data__do="director_answer").player == director


def test_the_answer_is_shown_until_the_round_is_closed(
    lead_match: Callable[[str], Match], players: list[Player], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("runs")
    say(match, 0, "call_director", why=WHY)
    answer(match, director, clock)
    play_until(
        match,
        players,
        clock.now,
        lambda table: table.game.progress(table.state.game_state).closed == 1,
        Random(1),
    )
    assert "The card stays." not in screen_of(match, 1)


def test_where_the_club_says_so_the_clock_runs_on(
    lead_match: Callable[[str], Match], players: list[Player], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("runs")
    seat = next_to_act(match)
    deadline = fresh(match).clocks.deadline(seat)
    say(match, 2, "call_director", why=WHY)
    assert (fresh(match).paused_at, fresh(match).clocks.deadline(seat)) == (None, deadline)
    window, data = good_answer(match, seat)
    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now)
    assert [WHY in screen_of(match, viewer) for viewer in (0, 1, 2, 3, None)] == [
        False,
        False,
        True,
        False,
        False,
    ]
    answer(match, director, clock)


def test_the_caller_withdraws_the_call_and_nobody_else_does(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    assert refusal(lambda: say(match, 2, "withdraw_call")) == "not_called"
    say(match, 2, "call_director", why=WHY)
    match.refresh_from_db()
    assert match.called_at == clock.now
    assert "It is settled" in screen_of(match, 2)
    assert refusal(lambda: say(match, 1, "withdraw_call")) == "not_called"
    say(match, 2, "withdraw_call")
    assert fresh(match).paused_at is None
    assert refusal(lambda: answer(match, director, clock)) == "not_called"
    match.refresh_from_db()
    assert match.called_at is None
    assert WHY not in screen_of(match, 1)


def test_who_takes_over_the_callers_seat_does_not_read_the_reason(
    lead_match: Callable[[str], Match], players: list[Player], guest: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("runs")
    say(match, 2, "call_director", why=WHY)
    assert WHY in screen_of(match, 2)
    services.replace_player(match_id=match.pk, seat=2, player=guest, by=players[0], now=clock.now)
    assert WHY not in screen_of(match, 2)
    assert 'value="withdraw_call"' in screen_of(match, 2)


def test_play_goes_on_after_ten_minutes_without_an_answer(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    say(match, 2, "call_director", why=WHY)
    match.refresh_from_db()
    assert match.wake_at == clock.now + MAX_PAUSE
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert fresh(match).paused_at is None
    clock.advance(MAX_PAUSE.total_seconds())
    assert "Play on until the answer comes." in screen_of(match, 0)
    answer(match, director, clock)
    assert "The card stays." in screen_of(match, 0)


def test_a_seat_is_taken_back_from_a_bot_while_the_director_has_play_stopped(
    lead_match: Callable[[str], Match], players: list[Player], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    services.leave_match(match_id=match.pk, player=players[3], now=clock.now)
    assert [one.seat for one in table_of(match).state.stand_ins] == [3]
    say(match, 2, "call_director", why=WHY)
    assert 'value="return"' in screen_of(match, 3)
    for viewer in (0, 1, 2, None):
        assert 'value="return"' not in screen_of(match, viewer)
    say(match, 3, "return")
    assert table_of(match).state.stand_ins == ()
    assert 'value="return"' not in screen_of(match, 3)
    assert refusal(lambda: say(match, 3, "go_on")) == "director_called"
    clock.advance(60)
    answer(match, director, clock)
    assert fresh(match).paused_at is None


def test_a_call_during_a_pause_leaves_the_pause(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    for seat in range(4):
        say(match, seat, "pause")
    begun = clock.now
    clock.advance(30)
    say(match, 0, "call_director", why=WHY)
    answer(match, director, clock)
    assert fresh(match).paused_at == begun
    say(match, 1, "go_on")
    assert fresh(match).paused_at is None


@pytest.mark.parametrize(("why", "code"), [("  ", "nothing_said"), ("x" * 201, "too_long")])
def test_a_call_and_an_answer_need_words_but_not_many(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say, why: str, code: str
) -> None:
    match = lead_match("stops")
    before = words(match)
    assert refusal(lambda: say(match, 0, "call_director", why=why)) == code
    assert words(match) == before
    say(match, 0, "call_director", why=WHY)
    assert refusal(lambda: answer(match, director, clock, why)) == code


def test_a_table_of_friends_has_no_director(match: Match, say: Say) -> None:
    assert refusal(lambda: say(match, 0, "call_director", why=WHY)) == "no_director"
    assert 'id="ask-director"' not in screen_of(match, 0)


def test_the_state_read_afresh_is_the_one_that_was_called_and_answered(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("stops")
    say(match, 2, "call_director", why=WHY)
    for act in (lambda: None, lambda: clock.advance(60), lambda: answer(match, director, clock)):
        act()
        known = table_of(match)
        loading.forget_all()
        assert table_of(match) == known
    assert fresh(match).director_call.at == clock.now - timedelta(seconds=60)


def test_the_menu_offers_no_call_and_no_pause_that_would_be_refused(
    lead_match: Callable[[str], Match], director: Player, clock: Clock, say: Say
) -> None:
    match = lead_match("runs")
    frame = screen_of(match, 1).partition(">")[0]
    assert ("with-open-call" in frame, "with-pause" in frame) == (False, False)
    say(match, 2, "call_director", why=WHY)
    assert "with-open-call" in screen_of(match, 1).partition(">")[0]
    answer(match, director, clock)
    assert "with-open-call" not in screen_of(match, 1).partition(">")[0]
    say(match, 2, "pause")
    assert "with-pause" in screen_of(match, 1).partition(">")[0]
