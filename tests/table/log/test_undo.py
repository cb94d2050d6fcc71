"""A card is taken back when everybody agrees, and only until anybody has acted on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from games.table import services
from games.table.log import due_times as clock_rules
from games.table.log import folding, loading
from games.table.log.models import Match
from games.table.screen import rendering
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
    window_of,
    words,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lenient(players: list[Player], clock: Clock) -> Match:
    """Four people, where cards may be taken back."""
    return start_match(players=players, now=clock.now, undo_allowed=True)


def play_one_card(match: Match, players: list[Player], clock: Clock) -> int:
    """Play until one card of a trick lies there; who played it."""
    clock.now = play_until(match, players, clock.now, in_play)
    return table_of(match).state.last.seat


def test_a_card_is_taken_back_when_everybody_agrees(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = play_one_card(lenient, players, clock)
    card = lenient.actions.get(seq=table_of(lenient).state.seq)
    others = [seat for seat in range(4) if seat != owner]
    assert refusal(lambda: say(lenient, others[0], "undo")) == "nothing_to_undo"
    for seat in (owner, *others):
        say(lenient, seat, "undo")
    assert words(lenient)[-1] == {"do": "undo"}
    assert next_to_act(lenient) == owner
    assert fresh(lenient).game_state == table_of(lenient).state.game_state
    again = services.submit_action(
        match_id=lenient.pk,
        player=players[owner],
        window=window_of(lenient, owner),
        data=card.data,
        now=clock.now,
    )
    assert not again.done_before
    play_until(
        lenient, players, clock.now, lambda table: len(table.game.results(table.state.game_state)) == 1
    )
    plays = [entry for entry in folding.record_of(lenient)["log"] if entry["do"] == "play"]
    assert len(plays) == 32


def test_once_anybody_has_acted_the_card_lies(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = play_one_card(lenient, players, clock)
    say(lenient, owner, "undo")
    seat = next_to_act(lenient)
    window, data = good_answer(lenient, seat)
    services.submit_action(match_id=lenient.pk, player=players[seat], window=window, data=data, now=clock.now)
    assert fresh(lenient).wishes == ()
    assert refusal(lambda: say(lenient, owner, "undo")) == "nothing_to_undo"


def test_what_ended_a_trick_lies(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    def complete(table: loading.Table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and trick.complete

    clock.now = play_until(lenient, players, clock.now, complete)
    owner = table_of(lenient).state.last.seat
    assert refusal(lambda: say(lenient, owner, "undo")) == "nothing_to_undo"


def test_no_undo_where_the_table_does_not_allow_it(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = play_one_card(match, players, clock)
    assert refusal(lambda: say(match, owner, "undo")) == "undo_off"


def test_alone_with_bots_a_card_comes_back_at_once_and_bots_wait(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = start_match(players=players[:2], now=clock.now, undo_allowed=True)

    def mine_lies(table: loading.Table) -> bool:
        return in_play(table) and table.state.last is not None and table.state.last.seat == 1

    clock.now = play_until(match, players[:2], clock.now, mine_lies)
    owner = table_of(match).state.last.seat
    say(match, owner, "undo")
    match.refresh_from_db()
    assert match.wake_at == clock.now + clock_rules.UNDO_TIME
    say(match, 1 - owner, "undo")
    assert next_to_act(match) == owner


def test_the_menu_offers_to_take_a_card_back_only_while_that_can_be_done(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    """To the player of the last card until it is asked for; then and at a table in pause to nobody."""

    def offered() -> list[int]:
        zones = (
            rendering.zones_of(table_of(lenient), seat=seat, talk=(), language="en") for seat in range(4)
        )
        return [seat for seat, drawn in enumerate(zones) if "with-card-to-take-back" in drawn["agreements"]]

    assert offered() == []
    owner = play_one_card(lenient, players, clock)
    assert offered() == [owner]
    say(lenient, owner, "undo")
    assert offered() == []
    say(lenient, (owner + 1) % 4, "decline", what="undo")
    assert offered() == [owner]
    clock.now = play_until(
        lenient, players, clock.now, lambda table: len(table.game.results(table.state.game_state)) == 1
    )
    assert offered() == []
