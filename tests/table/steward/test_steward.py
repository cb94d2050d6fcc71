"""The steward: bots play a whole match by its clock, a restart loses nothing, two of them share the work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import OperationalError

from accounts.models import Player
from games.bots.player import Decision, clearly
from games.engine import registry
from games.engine.seats import HOUSE
from games.engine.words import text
from games.table import services, steward
from games.table.log import due_times as clock_rules
from games.table.log import loading
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.table.play import never, play_until, step, table_of
from tests.table.tables import SHORT

pytestmark = pytest.mark.django_db


def test_bots_play_a_whole_match_by_the_clock(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1], rounds=4)
    end = play_until(match, players[:1], clock.now, never)
    assert match.status == Match.Status.FINISHED
    assert timedelta(minutes=1) < end - clock.now < timedelta(minutes=8)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"trump_mode": "free"},
        {"trump_mode": "random"},
        {"trump_mode": "random", "random_fallback": "call_suit"},
        {"bonus_mode": "automatic", "stuk_mode": "automatic"},
        {"declarations": "off"},
        {"declare_reveal": "open"},
        {"challenge_order": "team_first_click"},
        {"match_length": "points", "target_points": 500},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_no_house_rule_leaves_a_table_standing_still(
    start: Callable[..., Match], players: list[Player], clock: Clock, options: dict[str, object]
) -> None:
    match = start(players[:2], **{"rounds": 4, **options})
    play_until(match, players[:2], clock.now, never)
    assert match.status == Match.Status.FINISHED


@pytest.mark.slow
@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_every_game_of_the_house_is_played_to_its_end_and_drawn(
    start: Callable[..., Match], players: list[Player], clock: Clock, key: str
) -> None:
    match = start(players[:1], game=key, **{"kraken": {"rounds": 4}, **SHORT}.get(key, {}))
    sitting = range(match.seats.count())

    def drawn(table: loading.Table) -> bool:
        for viewer in (*sitting, None):
            assert rendering.whole_table(table, seat=viewer, talk=(), language="en")
        return False

    play_until(match, players[:1], clock.now, drawn)
    assert match.status == Match.Status.FINISHED


def test_a_restart_after_every_step_loses_nothing(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1], rounds=2)
    now, rng = clock.now, Random(3)
    while table_of(match).running:
        loading.forget_all()
        now = step(match, {0: players[0]}, now, rng)
    assert match.rounds.count() == 2


def test_nothing_happens_before_it_is_due(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1])
    play_until(match, players[:1], clock.now, wake_pending)
    assert match.wake_at is not None
    before = match.seq
    assert steward.tick(match.wake_at - timedelta(milliseconds=1), Random(1)) == 0
    assert table_of(match).state.seq == before
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert table_of(match).state.seq > before


def wake_pending(table: loading.Table) -> bool:
    return clock_rules.dues(table)[0].why != "idle" and table.state.seq > 2


def test_a_match_another_steward_took_is_left_alone(
    start: Callable[..., Match], players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(players[:1])
    play_until(match, players[:1], clock.now, wake_pending)
    served: list[int] = []

    def slow(table: loading.Table, now: object, rng: Random) -> None:
        served.append(table.match_id)
        assert steward.tick(match.wake_at, Random(2)) == 0

    monkeypatch.setattr(steward, "serve", slow)
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert served == [match.pk]


def test_a_match_whose_steward_died_is_taken_after_its_lease(
    start: Callable[..., Match], players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(players[:1])
    play_until(match, players[:1], clock.now, wake_pending)
    before = match.seq
    with monkeypatch.context() as dead:
        dead.setattr(steward, "serve", lambda *_: None)
        assert steward.tick(match.wake_at, Random(1)) == 1
    assert steward.tick(match.wake_at + timedelta(seconds=5), Random(1)) == 0
    assert steward.tick(match.wake_at + steward.LEASE, Random(1)) == 1
    assert table_of(match).state.seq > before


def test_a_bot_that_leaves_its_claim_is_not_asked_again(
    start: Callable[..., Match], players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person leads, the bot partner may claim and does not: then nothing is due until the person leads."""

    def person_leads_bot_may_claim(table: loading.Table) -> bool:
        waiting = table.game.pending(table.state.game_state)
        return waiting.keys() == {0, 2} and waiting[0].must and waiting[2].kind == "claim"

    asked: list[int] = []

    def silent(game: object, level: object, view: object, choices: object) -> Decision:
        asked.append(1)
        return clearly(None, text("pass"))

    match = start(players[:1])
    play_until(match, players[:1], clock.now, person_leads_bot_may_claim)
    assert match.wake_at is not None
    monkeypatch.setattr(steward, "decision_at_once", silent)
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert asked == [1]
    assert [due.why for due in clock_rules.dues(table_of(match))] == ["bot", "idle"]
    closing = match.wake_at + timedelta(hours=23)
    match.refresh_from_db()
    assert match.wake_at > closing


def test_the_next_round_is_dealt_when_all_pressed_on(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players, rounds=4)
    now = play_until(match, players, clock.now, between_rounds)
    for player in players:
        assert match.wake_at > now
        services.submit_action(
            match_id=match.pk, player=player, window="2.deal", data={"do": "ready"}, now=now
        )
        match.refresh_from_db()
    assert match.wake_at <= now + timedelta(seconds=2)
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert match.rounds.count() == 2


def test_the_next_round_is_dealt_after_a_minute_without_a_word(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players, rounds=4)
    play_until(match, players, clock.now, between_rounds)
    closed_at = match.rounds.get().closed_at
    assert match.wake_at == closed_at + timedelta(seconds=60)
    assert steward.tick(match.wake_at, Random(1)) == 1
    assert match.rounds.count() == 2


def between_rounds(table: loading.Table) -> bool:
    house = table.game.pending(table.state.game_state).get(HOUSE)
    return house is not None and house.kind == "deal"


async def test_the_loop_goes_on_after_a_database_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = iter([OperationalError("secret words"), 0.0, 0.0])
    rounds: list[int] = []

    def one_round(*_about: object) -> float:
        rounds.append(1)
        pause = next(pauses, None)
        if pause is None:
            raise asyncio.CancelledError
        if isinstance(pause, Exception):
            raise pause
        return pause

    monkeypatch.setattr(steward, "_round", one_round)
    monkeypatch.setattr(steward, "MAX_NAP_SECONDS", 0.01)
    monkeypatch.setattr(logging.getLogger("club"), "propagate", True)
    with pytest.raises(asyncio.CancelledError):
        await steward.run(served=lambda _now: True)
    assert len(rounds) == 4
    assert "OperationalError while serving" in caplog.text
    assert "secret words" not in caplog.text
