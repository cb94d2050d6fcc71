"""The socket: the whole table first, pushes of what changed, refusals with a word, no more than may be seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.db import IntegrityError, OperationalError

from accounts.models import Player
from games import metrics
from games.club_clock import club_clock
from games.rate_limit import Bucket
from games.routing import websocket_urlpatterns
from games.table import live, services
from games.table.log import loading
from games.table.log.models import Match
from games.table.screen import attendance
from games.table.sockets import club_consumer
from games.table.sockets.club_consumer import (
    CLOSE_FLOOD,
    CLOSE_NOT_FOUND,
    CLOSE_RESTART,
    CLOSE_SIGNED_OUT,
    MAX_DROPPED_FRAMES,
)
from games.table.threads import call_in_thread
from tests.channel_layer import stand_between
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, play_until, table_of, window_of
from tests.table.sockets.screens import (
    HAND_CARD,
    close_code_of,
    connect_screen,
    quiet,
    screen,
    send_form,
    zones_in,
)

pytestmark = pytest.mark.django_db(transaction=True)

SEQ = re.compile(r'id="seq" data-seq="(\d+)"')


async def test_the_whole_table_comes_first(match: Match, players: list[Player]) -> None:
    opened, first = await connect_screen(match, players[1])
    assert 'id="table"' in first
    assert "you-1" in first
    table = await sync_to_async(loading.newest_table)(match.pk)
    hand = table.game.view(table.state.game_state, 1).hand
    assert HAND_CARD.findall(first) == [held.card for held in hand]
    assert f'data-seq="{table.state.seq}"' in first
    await opened.disconnect()


async def test_a_spectator_sees_no_hand(match: Match, guest: Player) -> None:
    for viewer in (guest, None):
        opened, first = await connect_screen(match, viewer)
        assert "you-none" in first
        assert HAND_CARD.findall(first) == []
        assert "You have no seat at this table." in await send_form(opened, do="trump", suit="H", window="")
        await opened.disconnect()
    table = await sync_to_async(loading.newest_table)(match.pk)
    assert table.state.seq == 2


async def test_a_table_that_is_not_there_closes_for_good(players: list[Player], clock: Clock) -> None:
    waiting = await sync_to_async(services.open_table)(
        created_by=players[0], game="kraken", options={}, now=clock.now
    )
    for missing in (Match(code="QQQQQQ"), waiting):
        opened = screen(missing, players[0])
        assert (await opened.connect())[0]
        assert await opened.receive_output() == {"type": "websocket.close", "code": CLOSE_NOT_FOUND}


async def test_a_move_reaches_every_screen(match: Match, players: list[Player]) -> None:
    screens = [(await connect_screen(match, player))[0] for player in players]
    await quiet(*screens)
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    await screens[seat].send_to(text_data=json.dumps({**data, "window": window}))
    for opened in screens:
        got = await quiet(opened)
        assert len(got) == 1
        assert 'id="seq" data-seq="3"' in got[0]
        assert "prompt" in zones_in(got[0])
        assert 'id="table"' not in got[0]
    for opened in screens:
        await opened.disconnect()


async def test_moves_that_come_at_once_are_pushed_one_by_one(match: Match, players: list[Player]) -> None:
    """A page reads aloud what a push has changed: a word that the next move takes away is shown before it."""
    opened, _first = await connect_screen(match, players[3])
    seat = await sync_to_async(next_to_act)(match)

    def move_and_say() -> None:
        for speaker in (seat, (seat + 1) % 4):
            window, data = good_answer(match, speaker)
            services.submit_action(
                match_id=match.pk, player=players[speaker], window=window, data=data, now=club_clock.now()
            )
            services.say_phrase(
                match_id=match.pk, player=players[speaker], phrase="well_played", now=club_clock.now()
            )

    before = await sync_to_async(table_of)(match)
    await call_in_thread(move_and_say)
    after = await sync_to_async(table_of)(match)
    pushed = [int(seq) for push in await quiet(opened) for seq in SEQ.findall(push)]
    assert sorted(set(pushed)) == [*range(before.state.seq + 1, after.state.seq + 1)]
    assert pushed == sorted(pushed)
    await opened.disconnect()


async def test_an_event_for_a_page_that_has_just_gone_is_no_error(
    match: Match, players: list[Player]
) -> None:
    """Between the last frame of a page and its disconnect the server raises for everything that is sent."""
    gone = False

    async def served(scope: Any, receive: Any, send: Any) -> None:
        async def send_while_there(message: Any) -> None:
            if gone:
                raise RuntimeError("Attempt to send on a closed protocol")
            await send(message)

        await URLRouter(websocket_urlpatterns)(scope, receive, send_while_there)

    opened = screen(match, players[0])
    opened.application = served
    assert (await opened.connect())[0]
    await quiet(opened)
    gone = True
    await sync_to_async(services.say_phrase)(
        match_id=match.pk, player=players[1], phrase="well_played", now=club_clock.now()
    )
    await quiet(opened)
    await opened.disconnect()
    assert not attendance.seats_here(match.pk)


async def test_a_move_is_counted_with_its_seconds(match: Match, players: list[Player]) -> None:
    def counted() -> list[float]:
        names = ("club_moves_total", "club_move_seconds_count")
        return [metrics.registry.get_sample_value(name) or 0.0 for name in names]

    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    opened, _first = await connect_screen(match, players[seat])
    before = counted()
    await send_form(opened, **data, window=window)
    assert counted() == [one + 1 for one in before]
    await opened.disconnect()


async def test_a_push_holds_only_what_changed(match: Match, players: list[Player]) -> None:
    seat = await sync_to_async(next_to_act)(match)
    opened, _ = await connect_screen(match, players[(seat + 1) % 4])
    actor, _ = await connect_screen(match, players[seat])
    await quiet(opened)
    window, data = await sync_to_async(good_answer)(match, seat)
    await actor.send_to(text_data=json.dumps({**data, "window": window}))
    (push,) = await quiet(opened)
    assert "sheet" not in zones_in(push)
    assert "talk" not in zones_in(push)
    assert f"seat-{(seat + 2) % 4}" not in zones_in(push)
    for each in (opened, actor):
        await each.disconnect()


@pytest.mark.parametrize(
    "frame",
    [
        " ",
        "{",
        "[]",
        '"play"',
        "7",
        '{"do": 7}',
        '{"do": {"a": 1}}',
        '{"do": "play", "card": null}',
        "[" * 4000,
    ],
)
async def test_nonsense_is_answered_with_a_word(match: Match, players: list[Player], frame: str) -> None:
    opened, _ = await connect_screen(match, players[0])
    await opened.send_to(text_data=frame)
    (push,) = await quiet(opened)
    assert "That could not be read." in push
    assert "notice" in zones_in(push)
    assert "hand" in zones_in(push)
    await opened.send_to(bytes_data=b"\x00\xff")
    assert "That could not be read." in (await quiet(opened))[0]
    await opened.disconnect()


async def test_a_refused_move_brings_the_reason_and_the_fresh_hand(
    match: Match, players: list[Player]
) -> None:
    seat = await sync_to_async(next_to_act)(match)
    opened, _ = await connect_screen(match, players[seat])
    window = await sync_to_async(window_of)(match, seat)
    push = await send_form(opened, do="play", card="HJ", window=window)
    assert "That cannot be done now." in push
    assert {"hand", "prompt", "notice"} <= set(zones_in(push))
    push = await send_form(opened, do="play", card="HJ", window="0.trump0")
    assert "Too late: the table has moved on." in push
    await opened.disconnect()


async def test_a_double_tap_moves_once(match: Match, players: list[Player]) -> None:
    seat = await sync_to_async(next_to_act)(match)
    opened, _ = await connect_screen(match, players[seat])
    window = await sync_to_async(window_of)(match, seat)
    form = json.dumps({"do": "trump", "suit": "H", "window": window})
    await opened.send_to(text_data=form)
    await opened.send_to(text_data=form)
    pushes = await quiet(opened)
    assert "Too late" not in "".join(pushes)
    assert (await sync_to_async(loading.newest_table)(match.pk)).state.seq == 3
    await opened.disconnect()


async def test_the_heartbeat_heals_a_lost_push(
    match: Match, players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, _ = await connect_screen(match, players[0])
    assert await send_form(opened, do="ping") == '<i id="seq" data-seq="2" hidden></i>'
    stand_between(monkeypatch, lambda group, event: False)
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    await sync_to_async(services.submit_action)(
        match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
    )
    loading.forget_all()
    push = await send_form(opened, do="ping")
    assert 'data-seq="3"' in push
    assert "prompt" in zones_in(push)
    await opened.disconnect()


async def test_presence_is_told_and_taken_back(match: Match, players: list[Player]) -> None:
    anna, _ = await connect_screen(match, players[0])
    bram, _ = await connect_screen(match, players[1])
    again, _ = await connect_screen(match, players[1])
    (came,) = await quiet(anna)
    assert zones_in(came) == ["seq", "seat-1"]
    assert attendance.seats_here(match.pk) == {0, 1}
    await bram.disconnect()
    assert await quiet(anna) == []
    await again.disconnect()
    (went,) = await quiet(anna)
    assert zones_in(went) == ["seq", "seat-1"]
    assert attendance.seats_here(match.pk) == {0}
    await anna.disconnect()
    assert attendance.seats_here(match.pk) == frozenset()


async def test_twenty_at_once_and_then_slowly(
    match: Match, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is too much is answered once, a flood closes the socket, and another screen is not touched by it."""
    now = 100.0
    monkeypatch.setattr(club_consumer, "monotonic", lambda: now)
    opened, _ = await connect_screen(match, players[0])
    other, _ = await connect_screen(match, players[1])
    for _ in range(30):
        await opened.send_to(text_data='{"do": "fly"}')
    answers = "".join(await quiet(opened))
    assert answers.count("is not something one can say") == 20
    assert answers.count("Slowly, please.") == 1
    now += 0.15
    assert "is not something one can say" in await send_form(opened, do="fly")
    assert "Slowly, please." in await send_form(opened, do="fly")
    assert "is not something one can say" in await send_form(other, do="fly")
    for _ in range(MAX_DROPPED_FRAMES):
        await opened.send_to(text_data='{"do": "ping"}')
    assert await close_code_of(opened) == CLOSE_FLOOD
    await opened.disconnect()
    await other.disconnect()


async def test_what_is_said_is_shown_as_text_to_everybody(match: Match, players: list[Player]) -> None:
    anna, _ = await connect_screen(match, players[0])
    bram, _ = await connect_screen(match, players[1])
    push = await send_form(anna, do="say", phrase="well_played")
    assert "Well played!" in push
    assert "Well played!" in "".join(await quiet(bram))
    assert "Free talk waits" in await send_form(anna, do="say", text="<b hx-get=/x>hi</b>")
    for each in (anna, bram):
        await each.disconnect()


@pytest.mark.parametrize("why", ["signed out", "the server stops"])
async def test_a_screen_that_was_closed_is_sent_nothing_more(
    match: Match, players: list[Player], why: str
) -> None:
    opened, _ = await connect_screen(match, players[0])
    if why == "signed out":
        await Player.objects.filter(pk=players[0].pk).aupdate(is_active=False)
        await live.send_events([(live.player_group(players[0].pk), {"type": "rights.changed"})])
    else:
        await live.send_events([(live.table_group(match.pk), {"type": "server.stopping"})])
    assert await close_code_of(opened) == (CLOSE_SIGNED_OUT if why == "signed out" else CLOSE_RESTART)
    await call_in_thread(
        services.say_phrase,
        match_id=match.pk,
        player=players[1],
        phrase="well_played",
        now=club_clock.now(),
    )
    assert await quiet(opened) == []
    await opened.disconnect()


async def test_markup_in_talk_stays_text(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = await sync_to_async(start)(players[:1], rounds=4)
    await sync_to_async(play_until)(
        match, players[:1], clock.now, lambda table: bool(table.game.results(table.state.game_state))
    )
    anna, _ = await connect_screen(match, players[0])
    push = await send_form(anna, do="say", text="<b hx-get=/x>hi</b>")
    assert "&lt;b hx-get=/x&gt;hi&lt;/b&gt;" in push
    assert "<b hx-get" not in push
    await anna.disconnect()


async def test_a_database_that_is_out_of_order_is_a_word_not_a_closed_socket(
    match: Match, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise OperationalError

    opened, _ = await connect_screen(match, players[0])
    monkeypatch.setattr(services, "submit_action", broken)
    assert "books cannot be reached" in await send_form(opened, do="trump", suit="H", window="1.trump0")
    await opened.disconnect()


async def test_a_fault_of_the_program_ends_the_socket_and_is_not_called_an_outage(
    match: Match, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server logs what ended it and closes; the page connects again."""

    def broken(**_: object) -> None:
        raise IntegrityError

    opened, _ = await connect_screen(match, players[0])
    monkeypatch.setattr(services, "submit_action", broken)
    await send_form(opened, do="trump", suit="H", window="1.trump0")
    with pytest.raises(IntegrityError):
        await opened.wait()


async def test_a_fault_while_frames_are_read_ends_the_socket(
    match: Match, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_bucket: Bucket, _now: float) -> bool:
        raise LookupError

    opened, _ = await connect_screen(match, players[0])
    monkeypatch.setattr(Bucket, "is_full", broken)
    await send_form(opened, do="ping")
    with pytest.raises(LookupError):
        await opened.wait()
