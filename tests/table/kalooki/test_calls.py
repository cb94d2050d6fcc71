"""Calls out of turn at a table of people: two at once, one while the stock is asked for, one as the clock runs out, a
refusal as somebody leaves. One answer counts, the others are told why theirs does not, and play goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Player
from games.engine.kalooki.state import Deal, Phase
from games.engine.kalooki.windows import CALL_SECONDS
from games.engine.seats import HOUSE, Actor, Seat
from games.table import services, steward
from games.table.log import awaited, due_times, loading
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.screen import rendering
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.hidden.other_worlds import other_worlds
from tests.table.kalooki.tables import FULL_BEFORE_THE_DRAW
from tests.table.kalooki.tables import table_of as still_table
from tests.table.play import log_of, never, play_until, start_match, table_of

pytestmark = pytest.mark.django_db


@dataclass
class DrawWindow:
    """The first draw window of a match: `order` are the seats from the player in turn on; all others may call."""

    match: Match
    players: list[Player]
    order: tuple[Seat, ...]

    @property
    def deal(self) -> Deal:
        deal: Deal = table_of(self.match).state.game_state.deal
        return deal

    def windows(self) -> dict[Actor, str]:
        table = table_of(self.match)
        return {actor: one.window for actor, one in table.game.pending(table.state.game_state).items()}

    def say(self, place: int, word: str, now: datetime, window: str = "") -> services.Outcome:
        """The seat `place` steps after the player in turn says this word, in `window` or the one it has open."""
        seat = self.order[place]
        return services.submit_action(
            match_id=self.match.pk,
            player=self.players[seat],
            window=window or self.windows()[seat],
            data={"do": word},
            now=now,
        )

    def page(self, place: int) -> str:
        table = table_of(self.match)
        return str(rendering.whole_table(table, seat=self.order[place], talk=(), language="en"))


@pytest.fixture
def draw_window(players: list[Player], clock: Clock) -> DrawWindow:
    """Four people before the first draw, at a table with a clock."""
    options = {"deals": [1]}
    match = start_match(
        players=players, now=clock.now, game="kalooki", options=options, pace="fast", fill=False
    )
    first = table_of(match).state.game_state.deal.turn
    return DrawWindow(match, players, tuple((first + step) % 4 for step in range(4)))


def window_closes_at(match: Match) -> datetime:
    """When the house closes the draw window."""
    return next(due.at for due in due_times.dues(table_of(match)) if due.why == "house")


def test_of_two_calls_the_first_counts_and_the_other_hears_that_somebody_called(
    draw_window: DrawWindow, clock: Clock
) -> None:
    """The second call is judged on an old state first, as in another process."""
    late, old = draw_window.windows(), table_of(draw_window.match)
    draw_window.say(2, "call", clock.now)
    loading.forget_all()
    loading.keep(old)
    before = log_of(draw_window.match)
    later = clock.advance(0.05)
    assert refusal(lambda: draw_window.say(3, "call", later, late[draw_window.order[3]])) == "called_first"
    assert refusal(lambda: draw_window.say(0, "take", later, late[draw_window.order[0]])) == "called_first"
    assert log_of(draw_window.match) == before
    assert set(draw_window.windows()) == {draw_window.order[0]}
    draw_window.say(0, "allow", later)
    assert draw_window.deal.calls[draw_window.order[2]] == 1


def test_a_call_while_the_stock_is_asked_for_comes_before_the_draw(
    draw_window: DrawWindow, clock: Clock
) -> None:
    draw_window.say(0, "stock", clock.now)
    draw_window.say(1, "pass", clock.now)
    size = len(draw_window.deal.hands[draw_window.order[0]])
    draw_window.say(2, "call", clock.advance(1))
    assert draw_window.deal.phase is Phase.ANSWER
    assert len(draw_window.deal.hands[draw_window.order[0]]) == size
    draw_window.say(0, "allow", clock.advance(1))
    assert len(draw_window.deal.hands[draw_window.order[0]]) == size + 1
    assert set(draw_window.windows()) == {draw_window.order[0]}


def test_a_call_in_the_last_moment_counts_and_the_house_closes_nothing(
    draw_window: DrawWindow, clock: Clock
) -> None:
    due, house = window_closes_at(draw_window.match), draw_window.windows()[HOUSE]
    assert due == clock.now + timedelta(seconds=CALL_SECONDS)
    last = due - timedelta(milliseconds=1)
    assert steward.tick(last, Random(1)) == 0
    draw_window.say(1, "call", last)
    steward.tick(due, Random(1))
    assert (
        refusal(lambda: services.submit_for_house(match_id=draw_window.match.pk, window=house, now=due))
        == "stale_window"
    )
    assert draw_window.deal.phase is Phase.ANSWER
    assert draw_window.deal.called == (draw_window.order[1],)


def test_a_call_after_the_clock_is_told_so_and_the_draw_stands(draw_window: DrawWindow, clock: Clock) -> None:
    late = draw_window.windows()[draw_window.order[1]]
    draw_window.say(0, "stock", clock.now)
    due = window_closes_at(draw_window.match)
    assert steward.tick(due, Random(1)) == 1
    before = log_of(draw_window.match)
    assert refusal(lambda: draw_window.say(1, "call", due, late)) == "calls_closed"
    assert log_of(draw_window.match) == before
    assert draw_window.deal.phase is Phase.ACT


def test_a_pass_after_the_clock_or_another_call_has_what_it_wants(
    draw_window: DrawWindow, clock: Clock
) -> None:
    late = draw_window.windows()
    draw_window.say(0, "stock", clock.now)
    assert steward.tick(window_closes_at(draw_window.match), Random(1)) == 1
    before = log_of(draw_window.match)
    for place in (1, 2, 3):
        assert draw_window.say(place, "pass", clock.advance(9), late[draw_window.order[place]]).done_before
    assert log_of(draw_window.match) == before


def test_a_refusal_stands_when_the_caller_has_left(draw_window: DrawWindow, clock: Clock) -> None:
    draw_window.say(3, "call", clock.now)
    SeatRow.objects.filter(match=draw_window.match).exclude(number=draw_window.order[3]).update(
        away_since=None
    )
    top = draw_window.deal.pile[-1].card
    draw_window.say(0, "refuse", clock.advance(1))
    assert top in draw_window.deal.hands[draw_window.order[0]]
    assert draw_window.deal.calls == (0, 0, 0, 0)
    assert "I call" in draw_window.page(1)
    play_until(draw_window.match, draw_window.players, clock.now, never)
    assert draw_window.match.status == Match.Status.FINISHED


def test_an_answer_that_never_comes_is_given_when_the_time_is_over(
    draw_window: DrawWindow, clock: Clock
) -> None:
    """The player in turn has left: the clock answers once, and the refusal that arrives later changes nothing."""
    draw_window.say(3, "call", clock.now)
    window = draw_window.windows()[draw_window.order[0]]
    due = next(due.at for due in due_times.dues(table_of(draw_window.match)) if due.why == "time")
    assert steward.tick(due, Random(1)) == 1
    answer = draw_window.match.actions.filter(data__do__in=("allow", "refuse")).get()
    assert (answer.seat, answer.automatic) == (draw_window.order[0], True)
    before = log_of(draw_window.match)
    other = {"allow": "refuse", "refuse": "allow"}[answer.data["do"]]
    assert refusal(lambda: draw_window.say(0, other, due, window)) == "stale_window"
    assert log_of(draw_window.match) == before


def test_a_bot_that_called_too_late_leaves_the_table_to_the_others(
    draw_window: DrawWindow, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steward asks a bot on a state that has been overtaken by a call: nothing is written and nothing breaks."""
    seat, old = draw_window.order[1], table_of(draw_window.match)
    window = draw_window.windows()[seat]
    overtaken = due_times.Due(clock.now, seat, window, "bot")
    draw_window.say(2, "call", clock.now)
    before = log_of(draw_window.match)
    monkeypatch.setattr(due_times, "dues", lambda _table: (overtaken,))
    monkeypatch.setattr(awaited, "bots", lambda _table: frozenset({seat}))
    monkeypatch.setattr(
        services, "play_for_bot", lambda **about: draw_window.say(1, "call", clock.now, window)
    )
    steward.serve(old, clock.now, Random(1))
    assert log_of(draw_window.match) == before


def test_nobody_presses_on_while_others_are_asked_for_calls(draw_window: DrawWindow, clock: Clock) -> None:
    """Neither who is asked nor who only waits: the next window would not wait for them."""
    house, before = draw_window.windows()[HOUSE], log_of(draw_window.match)
    assert refusal(lambda: draw_window.say(1, "ready", clock.now, house)) == "stale_window"
    assert log_of(draw_window.match) == before
    for seat in range(6):
        page = rendering.whole_table(still_table(FULL_BEFORE_THE_DRAW), seat=seat, talk=(), language="en")
        assert 'id="answer-ready"' not in page


@pytest.mark.parametrize("asked", [False, True])
def test_hands_decide_neither_how_long_a_window_is_open_nor_for_whom(
    draw_window: DrawWindow, clock: Clock, asked: bool
) -> None:
    """In worlds with other hands the same seats are asked in the same windows, and everything is due at the same time;
    a seat that waits sees the same page."""
    if asked:
        draw_window.say(0, "stock", clock.now)
    draw_window.say(1, "pass", clock.advance(1))
    viewer = draw_window.order[1]
    table = table_of(draw_window.match)
    known = draw_window.windows(), due_times.dues(table), draw_window.page(1)
    worlds = 0
    for _world in other_worlds(draw_window.match, viewer, most=12):
        worlds += 1
        assert (
            draw_window.windows(),
            due_times.dues(table_of(draw_window.match)),
            draw_window.page(1),
        ) == known
    assert worlds == 12


def test_a_window_that_everybody_leaves_early_closes_alike_in_every_world(
    draw_window: DrawWindow, clock: Clock
) -> None:
    for place, word in ((0, "stock"), (1, "pass"), (2, "pass"), (3, "pass")):
        draw_window.say(place, word, clock.advance(1))
    known = draw_window.windows(), due_times.dues(table_of(draw_window.match)), draw_window.page(2)
    assert set(known[0]) == {draw_window.order[0]}
    for _world in other_worlds(draw_window.match, draw_window.order[2], most=6):
        assert (
            draw_window.windows(),
            due_times.dues(table_of(draw_window.match)),
            draw_window.page(2),
        ) == known
