"""Roem in a trick of a person and a bot that play together: the person may call it first, and it is never lost."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import services, steward
from games.table.log import due_times
from games.table.log.errors import TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from tests.conftest import Clock
from tests.table.play import Answer, log_of, play_until, start_match, table_of, window_of

pytestmark = pytest.mark.django_db


def roem_of_the_person(table: Table) -> bool:
    """The person at seat 0 has just taken a trick with roem in it, leads now, and nobody has called it."""
    state = table.state.game_state
    if state is None or state.round is None or not state.round.tricks or state.round.trick:
        return False
    last = state.round.tricks[-1]
    leads = table.game.pending(state).get(0)
    left = leads is not None and leads.kind == "play" and 2 in due_times.claims_left_to_people(table)
    return left and last.winner == 0 and last.bonus > 0


def lead(match: Match) -> Answer:
    """The window and the first card that the person may lead."""
    table = table_of(match)
    choices = table.game.choices(table.state.game_state, 0)
    return window_of(match, 0), dict(next(one.data for one in choices if one.data["do"] == "play"))


def calls(match: Match) -> list[int | None]:
    return [seat for _seq, seat, _kind, data in log_of(match) if data["do"] == "bonus"]


@pytest.mark.parametrize("leads", [True, False])
def test_roem_that_a_person_leaves_is_called_by_the_bot_of_their_side(
    players: list[Player], clock: Clock, leads: bool
) -> None:
    """Four seconds later, or when the person leads."""
    match = start_match(players=players[:1], now=clock.now)
    now = play_until(match, players[:1], clock.now, roem_of_the_person)
    before = calls(match)
    assert roem_of_the_person(table_of(match))
    steward.tick(now + timedelta(seconds=due_times.CLAIM_LEFT_SECONDS - 0.5), Random(1))
    assert calls(match) == before, "not a second after the person's own button came"
    if leads:
        window, card = lead(match)
        services.submit_action(match_id=match.pk, player=players[0], window=window, data=card, now=now)
        assert log_of(match)[-1][3] == card
    else:
        steward.tick(now + timedelta(seconds=due_times.CLAIM_LEFT_SECONDS + 0.1), Random(1))
    assert calls(match) == [*before, 2]


def test_a_card_that_may_not_be_led_makes_nobody_call(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players[:1], now=clock.now)
    now = play_until(match, players[:1], clock.now, roem_of_the_person)
    before = log_of(match)
    window, card = lead(match)
    hidden = table_of(match).state.game_state.round.hands[1][0]
    with pytest.raises(TableRefused):
        services.submit_action(
            match_id=match.pk, player=players[0], window=window, data={**card, "card": hidden}, now=now
        )
    assert log_of(match) == before
