"""The club's actions on a running match: end it for good, give a seat to another player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from accounts.services import ensure_bots
from games.table import services, steward
from games.table.lobby import queries
from games.table.log import due_times as clock_rules
from games.table.log import loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Match, Round
from games.table.screen import rendering
from games.table.sockets.club_consumer import CLOSE_RESTART
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import good_answer, next_to_act, play_until, start_match, table_of, window_of
from tests.table.sockets.screens import HAND_CARD, connect_screen, quiet

pytestmark = pytest.mark.django_db(transaction=True)


def end_match(match: Match, by: Player, clock: Clock) -> services.Outcome:
    return services.end_match(match_id=match.pk, by=by, reason="The café closes <now>", now=clock.now)


def read_afresh(match: Match) -> loading.Table:
    """The table as a process knows it that was not there when it happened."""
    loading.forget_all()
    return table_of(match)


def test_what_the_club_has_ended_nobody_takes_up_again(
    match: Match, players: list[Player], clock: Clock
) -> None:
    play_until(match, players, clock.now, lambda table: table.state.seq > 12)
    end_match(match, players[3], clock)
    assert end_match(match, players[3], clock).done_before
    match.refresh_from_db()
    assert (match.status, match.wake_at) == (Match.Status.STOPPED, None)
    table = read_afresh(match)
    assert table.state.ended == "The café closes <now>"
    assert clock_rules.dues(table) == ()
    for seat in (0, None):
        drawn = rendering.whole_table(table, seat=seat, talk=(), language="en")
        assert "The club broke this match off." in drawn
        assert "The café closes &lt;now&gt;" in drawn
        assert 'value="go_on"' not in drawn
    go_on = {"window": "", "data": {"do": "go_on"}, "now": clock.now}
    code = refusal(lambda: services.submit_action(match_id=match.pk, player=players[0], **go_on))
    assert code == TableRefusal.BROKEN_OFF
    assert services.verify_log(match) == ()


def test_a_table_that_has_not_started_is_taken_away_instead(
    match: Match, players: list[Player], clock: Clock
) -> None:
    waiting = services.open_table(created_by=players[0], game="kraken", options={}, now=clock.now)
    assert refusal(lambda: end_match(waiting, players[0], clock)) == TableRefusal.NOT_RUNNING
    services.remove_table(match_id=waiting.pk, leads_to="/")
    assert not Match.objects.filter(pk=waiting.pk).exists()
    assert refusal(lambda: services.remove_table(match_id=match.pk, leads_to="/")) == TableRefusal.NOT_OPEN


async def test_a_replaced_player_gets_no_further_card_and_the_new_one_the_hand(
    match: Match, players: list[Player], guest: Player, clock: Clock
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    old_screen, _first = await connect_screen(match, players[seat])
    new_screen, first = await connect_screen(match, guest)
    other_screen, _first = await connect_screen(match, players[(seat + 1) % 4])
    assert HAND_CARD.findall(first) == []
    await quiet(old_screen, new_screen, other_screen)
    await sync_to_async(services.replace_player)(
        match_id=match.pk, seat=seat, player=guest, by=players[0], now=clock.now
    )
    for opened in (old_screen, new_screen):
        assert await opened.receive_output() == {"type": "websocket.close", "code": CLOSE_RESTART}
    assert guest.nickname in "".join(await quiet(other_screen))
    table = await sync_to_async(loading.newest_table)(match.pk)
    hand = [held.card for held in table.game.view(table.state.game_state, seat).hand]
    spectator, first = await connect_screen(match, players[seat])
    assert "you-none" in first
    assert HAND_CARD.findall(first) == []
    mine, first = await connect_screen(match, guest)
    assert sorted(HAND_CARD.findall(first)) == sorted(hand)
    window, data = await sync_to_async(good_answer)(match, seat)
    await sync_to_async(services.submit_action)(
        match_id=match.pk, player=guest, window=window, data=data, now=clock.now
    )
    assert HAND_CARD.findall("".join(await quiet(spectator))) == []
    assert await quiet(old_screen, new_screen) == []
    for opened in (spectator, mine, other_screen):
        await opened.disconnect()


def test_rights_and_clock_follow_the_seat_at_once_in_every_process(
    players: list[Player], guest: Player, clock: Clock
) -> None:
    match = start_match(players=players, now=clock.now, pace=Match.Pace.NORMAL)
    seat = next_to_act(match)
    stale = loading.newest_table(match.pk)
    clock.now += clock_rules.TRANSPORT_TIME
    services.replace_player(match_id=match.pk, seat=seat, player=guest, by=players[0], now=clock.now)
    window, data = good_answer(match, seat)
    act = {"match_id": match.pk, "window": window, "data": data, "now": clock.now}
    loading.forget_all()
    loading.keep(stale)
    assert refusal(lambda: services.submit_action(player=players[seat], **act)) == TableRefusal.NOT_SEATED
    table = read_afresh(match)
    assert (table.seat_of(guest.pk), table.seat_of(players[seat].pk)) == (seat, None)
    assert table.state.clocks.asked[seat].since == clock.now
    assert [row.code for row in queries.my_tables(guest)] == [match.code]
    assert queries.my_tables(players[seat]) == ()
    services.submit_action(player=guest, **act)
    assert services.verify_log(Match.objects.get(pk=match.pk)) == ()


def test_who_takes_over_in_a_pause_is_timed_from_its_end(
    players: list[Player], guest: Player, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = start_match(players=players, now=clock.now, pace=Match.Pace.NORMAL)
    seat = next_to_act(match)
    for each in range(4):
        say(match, each, "pause")
    clock.advance(300)
    services.replace_player(match_id=match.pk, seat=seat, player=guest, by=players[0], now=clock.now)
    clock.advance(60)
    say(match, (seat + 1) % 4, "go_on")
    assert read_afresh(match).state.clocks.asked[seat].since == clock.now


def test_a_bot_may_take_over_and_give_back(match: Match, players: list[Player], clock: Clock) -> None:
    seat = next_to_act(match)
    (bot,) = ensure_bots(count=1)
    services.replace_player(match_id=match.pk, seat=seat, player=bot, by=players[0], now=clock.now)
    match.refresh_from_db()
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert match.actions.filter(player=bot, automatic=False).exists()
    services.replace_player(match_id=match.pk, seat=seat, player=players[seat], by=bot, now=clock.now)
    assert window_of(match, next_to_act(match))
    assert read_afresh(match).seat_of(players[seat].pk) == seat
    twice = {"match_id": match.pk, "by": bot, "now": clock.now}
    code = refusal(lambda: services.replace_player(seat=seat, player=players[seat], **twice))
    assert code == TableRefusal.ALREADY_SEATED
    assert refusal(lambda: services.replace_player(seat=9, player=bot, **twice)) == TableRefusal.NO_SUCH_SEAT


def test_who_takes_over_between_two_rounds_begins_with_the_next(
    match: Match, players: list[Player], clock: Clock
) -> None:
    assert services.round_from_now(match_id=match.pk) == 1
    closed = Round.objects.filter(match=match, status=Round.Status.CLOSED)
    play_until(match, players, clock.now, lambda _table: closed.exists())
    assert services.round_from_now(match_id=match.pk) == 2
