"""A card a day: no clock of seconds, no end after a day, a notice for each turn, and after the days agreed a bot plays
or the match ends without a result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Notice, NoticeKind, Player
from games.bots.registry import easy_answer
from games.engine import registry
from games.table import services, steward
from games.table.abandoned_matches import matches_left_lately
from games.table.log import awaited, due_times, loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Disconnection, Match
from games.table.log.models import Seat as SeatRow
from games.table.log.time_to_think import BY_THE_DAY, PACES
from games.table.screen import rendering
from games.table.services.push_notices import AWAY_FOR
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import (
    fresh,
    good_answer,
    next_to_act,
    play_until,
    start_match,
    table_of,
    words,
)

pytestmark = pytest.mark.django_db


def by_the_day(
    players: list[Player], clock: Clock, pace: str = Match.Pace.THREE_DAYS_BOT, **about: object
) -> Match:
    return start_match(players=players, now=clock(), options={"rounds": 1}, pace=pace, **about)


def notices_of_turns() -> list[tuple[int, str]]:
    """The notices of turns: player and address."""
    return list(Notice.objects.filter(kind=NoticeKind.DAY).order_by("pk").values_list("player", "url"))


def serve_until(match: Match, now: datetime) -> None:
    """Let the steward do everything that is due before `now`, at its times."""
    match.refresh_from_db()
    while match.wake_at is not None and match.wake_at <= now:
        steward.tick(match.wake_at, Random(1))
        match.refresh_from_db()


def test_every_pace_by_the_day_is_one_of_a_match() -> None:
    assert set(Match.Pace.values) == {*PACES, Match.Pace.NONE}
    assert {(pace.days, pace.then) for pace in BY_THE_DAY.values()} == {
        (days, then) for days in (1, 3, 7) for then in ("bot", "end")
    }


def test_nothing_ends_before_the_days_agreed(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    before = match.seq
    serve_until(match, clock.advance(timedelta(days=3).total_seconds() - 60))
    assert (match.seq, match.status) == (before, Match.Status.RUNNING)


def test_after_the_days_a_bot_plays_until_the_player_is_back(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    seat = next_to_act(match)
    clock.now = match.wake_at
    assert steward.tick(clock(), Random(1)) == 1
    assert fresh(match).stand_in(seat) is not None
    assert table_of(match).running
    assert words(match)[0] == {"do": "stand_in", "seat": str(seat), "round": "1", "level": "strong"}
    clock.advance(60)
    services.submit_action(
        match_id=match.pk, player=players[seat], window="", data={"do": "return"}, now=clock()
    )
    assert fresh(match).stand_in(seat) is None
    assert matches_left_lately(players[seat], clock()).times == 0


def test_a_match_that_was_to_end_then_ends_without_a_result(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock, Match.Pace.ONE_DAY_END)
    seat = next_to_act(match)
    serve_until(match, clock.advance(timedelta(days=1, minutes=1).total_seconds()))
    assert match.status == Match.Status.STOPPED
    assert words(match) == [{"do": "stop", "absent": str(seat)}]
    assert not services.may_go_on(match)
    again = refusal(
        lambda: services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": "go_on"}, now=clock()
        )
    )
    assert again == TableRefusal.BROKEN_OFF
    page = client_of(players[0]).get(f"/t/{match.code}/").content.decode()
    assert "The match ended without a result." in page
    assert f"{players[seat].nickname} did not play within the days agreed." in page
    assert matches_left_lately(players[seat], clock()).times == 0


def test_an_answer_in_time_is_judged_before_the_end(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock, Match.Pace.ONE_DAY_END)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    clock.advance(timedelta(hours=23).total_seconds())
    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=clock())
    code = refusal(
        lambda: services.end_waiting(match_id=match.pk, seat=seat, window=window, now=clock.advance(7200))
    )
    assert code == TableRefusal.STALE_WINDOW
    assert table_of(match).running


def test_each_turn_is_told_once_to_somebody_who_does_not_look(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    seat = next_to_act(match)
    assert services.push_turns_by_the_day(now=clock()) == 0
    assert services.push_turns_by_the_day(now=clock.advance(AWAY_FOR.total_seconds())) == 1
    assert notices_of_turns() == [(players[seat].pk, f"/t/{match.code}/")]
    notice = Notice.objects.get()
    assert notice.subject == f"It is your turn at table {match.code}"
    assert "You have until" in notice.text
    SeatRow.objects.filter(match=match, number=seat).update(away_since=clock.advance(3600))
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 0  # looked, and closed the screen again
    assert services.push_turns(now=clock()) == 0
    window, data = good_answer(match, seat)
    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=clock())
    after = next_to_act(match)
    assert services.push_turns_by_the_day(now=clock()) >= 1
    assert (players[after].pk, f"/t/{match.code}/") in notices_of_turns()
    assert len({player for player, _url in notices_of_turns()}) == len(notices_of_turns())


def agree_on_pause(match: Match, players: list[Player], clock: Clock) -> None:
    for player in players:
        services.submit_action(
            match_id=match.pk, player=player, window="", data={"do": "pause"}, now=clock.advance(1)
        )
    assert table_of(match).state.paused_at is not None


def test_a_turn_is_not_told_again_after_a_pause(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 1
    notice = Notice.objects.get().pk
    agree_on_pause(match, players, clock)
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 0
    services.submit_action(
        match_id=match.pk, player=players[0], window="", data={"do": "go_on"}, now=clock.advance(60)
    )
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 0
    assert Notice.objects.get().pk == notice


def test_the_notice_of_a_turn_goes_with_the_match(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock, Match.Pace.ONE_DAY_END)
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 1
    serve_until(match, clock.advance(timedelta(days=1, minutes=1).total_seconds()))
    assert match.status == Match.Status.STOPPED
    assert services.push_turns_by_the_day(now=clock()) == 0
    assert notices_of_turns() == []
    assert set(match.seats.values_list("window_told", flat=True)) == {""}


def test_somebody_who_gets_a_seat_is_told_of_its_turn(
    players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    match = by_the_day(players, clock)
    seat = next_to_act(match)
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 1
    newcomer = make_player("Nieuw")
    services.replace_player(match_id=match.pk, seat=seat, player=newcomer, by=players[0], now=clock())
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 1
    assert notices_of_turns() == [(newcomer.pk, f"/t/{match.code}/")]


def test_somebody_who_looks_is_not_told(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    SeatRow.objects.filter(match=match).update(away_since=None)
    assert services.push_turns_by_the_day(now=clock.advance(60)) == 0


def test_nobody_is_away_at_such_a_table(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    other = (next_to_act(match) + 1) % 4
    SeatRow.objects.filter(match=match).update(away_since=clock())
    page = client_of(players[other]).get(f"/t/{match.code}/").content.decode()
    assert "is away" not in page
    assert 'class="seat at-1 away' not in page
    clock.advance(3600)
    choice = {"do": "absent", "choose": f"{next_to_act(match)}:stop"}
    code = refusal(
        lambda: services.submit_action(
            match_id=match.pk, player=players[other], window="", data=choice, now=clock()
        )
    )
    assert code == TableRefusal.NOT_AWAY
    services.note_attendance(here=[(match.pk, 0)], left=[], matches=[match.pk], now=clock())
    assert not Disconnection.objects.exists()


@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_every_game_is_played_to_its_end_a_card_a_day(players: list[Player], clock: Clock, key: str) -> None:
    """Everybody takes a few hours for each answer; no bot ever plays for somebody."""
    short = {"kraken": {"rounds": 1}, "kan": {"rounds": 2}, "kalooki": {"deals": [1]}}
    match = start_match(
        players=players, now=clock(), options=short.get(key, {}), game=key, pace=Match.Pace.THREE_DAYS_BOT
    )
    chance, now = Random(1), clock()
    for _ in range(500):
        now += timedelta(hours=5)
        table = table_of(match)
        game, state = table.game, table.state.game_state
        for one in due_times.awaited_seats(table):
            data = easy_answer(game, game.view(state, one.seat), game.choices(state, one.seat), chance)
            data = data or game.pending(state)[one.seat].default
            if data is not None:  # nobody has to say what may be said
                services.submit_action(
                    match_id=match.pk,
                    player=players[one.seat],
                    window=one.window,
                    data=dict(data),
                    now=now,
                )
                break
        serve_until(match, now)
        if not table_of(match).running:
            break
    assert match.seq > 15
    assert fresh(match).stand_ins == ()
    assert not match.actions.filter(automatic=True).exists()
    assert match.status == Match.Status.FINISHED


def test_one_person_with_bots_keeps_the_days(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players[:1], clock)
    assert match.pace == Match.Pace.THREE_DAYS_BOT
    play_until(match, players[:1], clock(), lambda table: awaited.waits_for_decision(table, 0))
    assert table_of(match).running
    serve_until(match, clock.advance(timedelta(days=2).total_seconds()))
    assert match.status == Match.Status.RUNNING


def test_after_the_absent_have_gone_bots_play_the_match_out(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock, Match.Pace.ONE_DAY_BOT)
    serve_until(match, clock.advance(timedelta(days=30).total_seconds()))
    assert match.status == Match.Status.FINISHED


def test_the_pages_say_how_long_each_has(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock)
    seat = next_to_act(match)
    name = players[seat].nickname
    drawn = rendering.whole_table(table_of(match), seat=(seat + 1) % 4, talk=(), language="en")
    assert f"{name}: until " in drawn
    assert "data-due" not in drawn
    about = client_of(players[0]).get(f"/t/{match.code}/rules/").content.decode()
    assert "A card a day: 3 days for each, then a bot plays." in about
    assert name in about.partition('id="days-title"')[2]
    mine = client_of(players[seat]).get("/").content.decode()
    assert "A card a day: waiting for you" in mine
    assert "It is your turn at the table with" in mine
    theirs = client_of(players[(seat + 1) % 4]).get("/").content.decode()
    assert "A card a day: waiting for you" not in theirs
    assert "a card a day" in theirs


@pytest.mark.parametrize(("days", "then"), [("1", "end"), ("7", "bot"), ("", "")])
def test_it_is_offered_where_a_table_is_made(players: list[Player], days: str, then: str) -> None:
    client = client_of(players[0])
    page = client.get("/t/new/").content.decode()
    assert "A card a day: everybody plays when they have time" in page
    form = {"preset": "club", "visibility": "link", "pace": "days", "days": days, "then": then}
    preset = registry.GAMES[0].presets[0].key
    client.post("/t/new/", form | {"preset": preset})
    match = Match.objects.get()
    assert match.pace == f"{days or 3}d-{then or 'bot'}"
    waiting = client.get(f"/t/{match.code}/").content.decode()
    assert "A card a day: " in waiting


def test_a_process_that_begins_reads_the_same(players: list[Player], clock: Clock) -> None:
    match = by_the_day(players, clock, Match.Pace.SEVEN_DAYS_END)
    before = due_times.dues(loading.newest_table(match.pk))
    loading.forget_all()
    assert due_times.dues(loading.newest_table(match.pk)) == before
    assert [due.why for due in before] == ["absent"]
