"""People who may claim say that there is nothing: a bot need not wait for them before it leads."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.engine import registry
from games.engine.record import check_record
from games.table import services, steward
from games.table.log import due_times, folding
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen import rendering
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import fresh, play_until, step, table_of, words

pytestmark = pytest.mark.django_db
READY = {"do": "ready"}


@pytest.fixture
def match(players: list[Player], start: Callable[..., Match]) -> Match:
    """One person with three bots, where anybody may claim the roem of a trick."""
    return start(players[:1], rounds=4, bonus_claim_by="anyone")


def may_go_on(table: Table) -> bool:
    return bool(due_times.claims_to_end(table, 0))


def press(match: Match, player: Player, window: str, clock: Clock) -> services.Outcome:
    return services.submit_action(match_id=match.pk, player=player, window=window, data=READY, now=clock.now)


def test_the_bot_leads_at_once_and_the_log_read_again_says_the_same(
    match: Match, players: list[Player], clock: Clock
) -> None:
    clock.now = play_until(match, players[:1], clock.now, may_go_on)
    table = table_of(match)
    window = due_times.claims_to_end(table, 0)
    match.refresh_from_db()
    assert match.wake_at is not None
    assert due_times.claims_until(table) == table.state.moved_at + timedelta(seconds=6)
    press(match, players[0], window, clock)
    assert press(match, players[0], window, clock).done_before
    assert words(match)[-1] == READY
    assert fresh(match) == table_of(match).state
    assert due_times.claims_until(table_of(match)) is None
    while table_of(match).state.game_state.round.trick == ():
        match.refresh_from_db()
        assert match.wake_at <= table.state.moved_at + timedelta(seconds=2.5)
        assert steward.tick(match.wake_at, Random(1)) == 1
    assert press(match, players[0], window, clock).done_before, "too late is no fault: the card lies there"
    assert fresh(match) == table_of(match).state


def test_it_is_said_anew_after_every_trick(match: Match, players: list[Player], clock: Clock) -> None:
    seen: set[str] = set()
    while len(seen) < 3:
        clock.now = play_until(match, players[:1], clock.now, may_go_on)
        window = due_times.claims_to_end(table_of(match), 0)
        assert window not in seen
        seen.add(window)
        press(match, players[0], window, clock)
        assert not may_go_on(table_of(match))
        clock.now = step(match, {0: players[0]}, clock.now, Random(1))


def test_only_in_its_window_and_only_by_those_who_may_claim(
    match: Match, players: list[Player], clock: Clock
) -> None:
    clock.now = play_until(
        match, players[:1], clock.now, lambda table: table.state.game_state.round is not None
    )
    assert refusal(lambda: press(match, players[0], "1.claim1", clock)) == "stale_window"
    clock.now = play_until(match, players[:1], clock.now, may_go_on)
    assert refusal(lambda: press(match, players[0], "1.claim9", clock)) == "stale_window"
    assert refusal(lambda: press(match, players[0], "", clock)) == "stale_window"
    assert refusal(lambda: press(match, players[1], "1.claim1", clock)) == "not_seated"


def test_the_page_offers_it_beside_the_count_down(match: Match, players: list[Player], clock: Clock) -> None:
    clock.now = play_until(match, players[:1], clock.now, may_go_on)
    prompt = rendering.zones_of(table_of(match), seat=0, talk=(), language="nl")["prompt"]
    assert 'id="answer-go-on"' in prompt
    assert ">Verder</button>" in prompt
    press(match, players[0], due_times.claims_to_end(table_of(match), 0), clock)
    prompt = rendering.zones_of(table_of(match), seat=0, talk=(), language="nl")["prompt"]
    assert 'id="answer-go-on"' not in prompt
    assert "pakt de slag en komt uit" in prompt
    assert 'value="bonus"' in prompt


def test_a_record_has_nothing_of_it(match: Match, players: list[Player], clock: Clock) -> None:
    def over(table: Table) -> bool:
        return bool(table.game.results(table.state.game_state))

    while not over(table_of(match)):
        clock.now = play_until(match, players[:1], clock.now, lambda table: may_go_on(table) or over(table))
        if may_go_on(table_of(match)):
            press(match, players[0], due_times.claims_to_end(table_of(match), 0), clock)
    assert READY in words(match)
    record = folding.record_of(match)
    assert check_record(record, registry.game)["ok"]
    assert "ready" not in {entry["do"] for entry in record["log"]}
