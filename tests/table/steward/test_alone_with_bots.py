"""One person and three bots: a window waits for the person without a limit; a person who wishes no calls in a deal
waits for none, and no hand decides when a window closes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Player
from games.bots.player import clearly
from games.club_clock import milliseconds
from games.engine.kalooki.state import Phase
from games.engine.kalooki.windows import CALL_SECONDS
from games.engine.seats import HOUSE, Seat
from games.engine.words import text
from games.table import services, steward
from games.table.log import awaited, due_times
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.log.states import StandIn
from games.table.screen import rendering
from games.table.services import verify_log
from tests.conftest import Clock
from tests.table.hidden.other_worlds import other_worlds
from tests.table.play import good_answer, play_until, start_match, table_of, words

pytestmark = pytest.mark.django_db
MINE: Seat = 0


def asks_me(table: Table) -> bool:
    """Whether a draw window in which the person may call has just been opened."""
    own = table.game.pending(table.state.game_state).get(MINE)
    return own is not None and own.declinable


@dataclass
class Alone:
    """A match of one person, at seat 0, and three bots, in a draw window of a bot in which the person may call."""

    match: Match
    player: Player
    now: datetime

    def put(self, word: str) -> None:
        services.set_own_deal(
            match_id=self.match.pk, player=self.player, data={"do": word, "deal": "1"}, now=self.now
        )

    def bots_say(self) -> None:
        """Let the bot in turn ask for the stock and every other bot pass."""
        table = table_of(self.match)
        turn = table.state.game_state.deal.turn
        people = dict(SeatRow.objects.filter(match=self.match).values_list("number", "player"))
        for seat, pending in table.game.pending(table.state.game_state).items():
            if seat not in (HOUSE, MINE):
                services.submit_action(
                    match_id=self.match.pk,
                    player=Player.objects.get(pk=people[int(seat)]),
                    window=pending.window,
                    data={"do": "stock" if seat == turn else "pass"},
                    now=self.now,
                )

    def play_on(self, done: Callable[[Table], bool]) -> None:
        """Answer what must be answered, and let the steward do what is due, until `done`."""
        while not done(table := table_of(self.match)):
            own = table.game.pending(table.state.game_state).get(MINE)
            if own is not None and awaited.waits_for(table_of(self.match), MINE):
                window, data = good_answer(self.match, MINE)
                services.submit_action(
                    match_id=self.match.pk, player=self.player, window=window, data=data, now=self.now
                )
                continue
            self.match.refresh_from_db()
            assert self.match.wake_at is not None
            self.now = max(self.now, self.match.wake_at)
            steward.tick(self.now, Random(1))

    def closing(self) -> datetime | None:
        """When the time to answer ends; None where the window waits without a limit."""
        return due_times.closes_at(table_of(self.match))

    def page(self) -> str:
        return str(rendering.whole_table(table_of(self.match), seat=MINE, talk=(), language="en"))


@pytest.fixture
def alone(players: list[Player], clock: Clock) -> Alone:
    match = start_match(players=players[:1], now=clock.now, game="kalooki", options={"deals": [1, 5]})
    found = Alone(match, players[0], clock.now)
    found.play_on(asks_me)
    assert table_of(match).state.game_state.deal.number == 1
    return found


def test_a_window_waits_for_the_person_without_a_limit(alone: Alone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots have spoken and nothing more is due, until the table is closed as at any other question."""
    alone.bots_say()
    # The bot in turn does not take the discard after all.
    monkeypatch.setattr(steward, "decision_at_once", lambda *_asked: clearly(None, text("pass")))
    before = table_of(alone.match)
    assert alone.closing() is None
    assert awaited.waits_for(before, MINE)
    assert "Time to answer" not in alone.page()
    assert steward.tick(alone.now + timedelta(hours=20), Random(1)) == 1
    assert table_of(alone.match).state.seq == before.state.seq
    alone.match.refresh_from_db()
    assert alone.match.wake_at == alone.now + due_times.MAX_IDLE
    assert steward.tick(alone.match.wake_at, Random(1)) == 1
    assert not table_of(alone.match).running


def test_bots_say_nothing_before_the_person_has_been_heard(alone: Alone) -> None:
    """A bot that may call or take the discard would always be quicker than a person who reads the question."""
    before = table_of(alone.match)
    assert awaited.waits_for(before, MINE)
    assert [due.why for due in due_times.dues(before)] == ["idle"]
    window = before.game.pending(before.state.game_state)[MINE].window
    services.submit_action(
        match_id=alone.match.pk,
        player=alone.player,
        window=window,
        data={"do": "pass"},
        now=alone.now + timedelta(hours=1),
    )
    assert {due.why for due in due_times.dues(table_of(alone.match))} >= {"bot", "house"}


def test_among_several_people_bots_speak_when_the_time_of_the_people_is_over(
    players: list[Player], clock: Clock
) -> None:
    match = start_match(players=players[:2], now=clock.now, game="kalooki", options={"deals": [1]})
    now = play_until(match, players[:2], clock.now, lambda table: asks_me(table) and spoken(table) == 0)
    table = table_of(match)
    assert table.state.moved_at is not None
    over = table.state.moved_at + timedelta(seconds=CALL_SECONDS)
    assert due_times.closes_at(table) == over
    assert min(due.at for due in due_times.dues(table)) > over
    while table_of(match).state.game_state.deal.phase is Phase.DRAW:
        match.refresh_from_db()
        assert match.wake_at is not None
        now = max(now, match.wake_at)
        if not steward.tick(now, Random(1)) or now > over + timedelta(seconds=CALL_SECONDS):
            break
    assert spoken(table_of(match)) or table_of(match).state.game_state.deal.phase is not Phase.DRAW
    assert now < over + timedelta(seconds=CALL_SECONDS), "nobody waits for the people once more"


def spoken(table: Table) -> int:
    """How many have answered in the open draw window."""
    deal = table.state.game_state.deal
    return len(deal.passed) + len(deal.called) + deal.asked


def test_who_has_a_card_that_several_wished_for_is_read_before_a_bot_plays_on(alone: Alone) -> None:
    deal = table_of(alone.match).state.game_state.deal
    table = table_of(alone.match)
    window = table.game.pending(table.state.game_state)[MINE].window
    services.submit_action(
        match_id=alone.match.pk, player=alone.player, window=window, data={"do": "call"}, now=alone.now
    )
    alone.play_on(lambda one: one.state.game_state.deal.phase is Phase.ACT)
    after = table_of(alone.match)
    assert after.state.game_state.deal.turn == deal.turn
    shown = timedelta(seconds=due_times.ANSWER_SECONDS)
    assert min(due.at for due in due_times.dues(after)) >= after.state.moved_at + shown


@pytest.mark.parametrize("word", ["pass", "call"])
def test_play_goes_on_when_the_person_has_spoken(alone: Alone, word: str) -> None:
    alone.bots_say()
    table = table_of(alone.match)
    window = table.game.pending(table.state.game_state)[MINE].window
    services.submit_action(
        match_id=alone.match.pk,
        player=alone.player,
        window=window,
        data={"do": word},
        now=alone.now + timedelta(hours=1),
    )
    deal = table_of(alone.match).state.game_state.deal
    assert deal.phase is (Phase.ACT if word == "pass" else Phase.ANSWER)
    alone.match.refresh_from_db()
    assert verify_log(alone.match) == ()


def test_a_bot_that_stands_in_is_not_waited_for(alone: Alone) -> None:
    """The window of one who has left and is played for closes as among bots."""
    state = table_of(alone.match).state
    away = replace(state, stand_ins=(StandIn(MINE, 1),))
    table = replace(table_of(alone.match), state=away)
    assert "house" in [due.why for due in due_times.dues(table)]


def test_a_window_of_one_who_wishes_no_calls_closes(alone: Alone) -> None:
    alone.bots_say()
    alone.put("unasked")
    closing = alone.closing()
    assert closing is not None
    assert closing < alone.now + timedelta(seconds=CALL_SECONDS / 2)
    for _each in ("the bot in turn, which may still take the discard", "the house"):
        steward.tick(closing, Random(1))
    assert table_of(alone.match).state.game_state.deal.phase is Phase.ACT
    alone.match.refresh_from_db()
    assert verify_log(alone.match) == ()


def test_it_is_closed_after_the_bots_have_had_their_time(alone: Alone) -> None:
    alone.put("unasked")
    dues = due_times.dues(table_of(alone.match))
    spoken = max(due.at for due in dues if due.why == "bot")
    closing = alone.closing()
    assert closing is not None
    assert spoken < closing < alone.now + timedelta(seconds=CALL_SECONDS)


def test_asked_again_the_person_is_waited_for(alone: Alone) -> None:
    alone.put("unasked")
    alone.put("asked")
    alone.bots_say()
    assert alone.closing() is None


def test_it_is_said_once_and_ends_with_the_deal(alone: Alone) -> None:
    alone.put("unasked")
    alone.put("unasked")
    assert words(alone.match) == [{"do": "unasked", "about": "1"}]
    alone.play_on(lambda table: table.state.game_state.deal.number == 2 and asks_me(table))
    alone.bots_say()
    assert alone.closing() is None


@pytest.mark.parametrize("spoken", [False, True])
def test_a_window_that_closes_early_tells_of_nobodys_hand(alone: Alone, spoken: bool) -> None:
    """In worlds with other hands everything is due at the same time and the person sees the same."""
    alone.put("unasked")
    if spoken:
        alone.bots_say()
    known = due_times.dues(table_of(alone.match))
    worlds = 0
    for _world in other_worlds(alone.match, MINE, most=8):
        worlds += 1
        assert due_times.dues(table_of(alone.match)) == known
    assert worlds == 8


def test_a_person_who_gets_the_seat_of_a_bot_is_told_nothing_by_the_time(
    alone: Alone, players: list[Player]
) -> None:
    alone.put("unasked")
    seat = next(each for each in range(1, 4) if each != table_of(alone.match).state.game_state.deal.turn)
    services.replace_player(
        match_id=alone.match.pk, seat=seat, player=players[3], by=alone.player, now=alone.now
    )
    assert alone.closing() == alone.now + timedelta(seconds=CALL_SECONDS)
    assert "Time to answer:" in alone.page()


def test_somebody_a_bot_stands_in_for_is_told_nothing_either(players: list[Player], clock: Clock) -> None:
    """They still sit at the table and may come back."""
    match = start_match(players=players[:2], now=clock.now, game="kalooki", options={"deals": [1]})
    table = table_of(match)
    assert not awaited.plays_with_bots_only(table, MINE)
    data = {"do": "unasked", "deal": "1"}
    services.set_own_deal(match_id=match.pk, player=players[0], data=data, now=clock.now)
    assert words(match) == []


def test_the_time_to_claim_is_seen_while_a_bot_waits_with_its_lead(
    players: list[Player], clock: Clock
) -> None:
    """Between two tricks of Kraken: the clock ends when the bot is due; nobody waits so where the person leads."""

    def trick_lies(table: Table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and trick.complete

    match = start_match(players=players[:1], now=clock.now)
    led_by_bots = led_by_me = 0
    while not (led_by_bots and led_by_me):
        clock.now = play_until(match, players[:1], clock.now, trick_lies)
        table = table_of(match)
        assert table.running
        waiting = table.game.pending(table.state.game_state)
        prompt = rendering.zones_of(table, seat=MINE, talk=(), language="en")["prompt"]
        leader = next((seat for seat, pending in waiting.items() if pending.kind == "play"), None)
        if leader in (MINE, None):
            led_by_me += leader == MINE
            assert "Next trick in" not in prompt
        elif MINE in waiting:
            led_by_bots += 1
            due = next(due for due in due_times.dues(table) if due.seat == leader)
            assert "Next trick in" in prompt
            assert f'data-until="{milliseconds(due.at)}"' in prompt
        clock.now = play_until(match, players[:1], clock.now, lambda one: not trick_lies(one))
