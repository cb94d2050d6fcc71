"""Promises of a server that heard nothing of the newest moves: what it tells and judges is as new as the database."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Player
from games.engine.seats import HOUSE
from games.table import services
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Match
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import next_to_act
from tests.table.tables import start_table

pytestmark = pytest.mark.django_db

Elsewhere = Callable[[Callable[[Table], bool]], None]


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """A match of two rounds whose first is dealt."""
    return start_table(players, clock.now)


@pytest.fixture
def play_elsewhere(match: Match, clock: Clock) -> Elsewhere:
    """Plays the match on in another process: this one knows the table as it was."""

    def elsewhere(until: Callable[[Table], bool]) -> None:
        known = loading.newest_table(match.pk)
        play(match, until=until, now=clock.now, rng=Random(7))
        loading.forget(match.pk)
        loading.keep(known)

    return elsewhere


def is_over(table: Table) -> bool:
    """Whether a round is over and the next is not dealt."""
    house = table.game.pending(table.state.game_state).get(HOUSE)
    return house is not None and house.kind == "deal"


@pytest.mark.parametrize("path", ["/", "/t/{code}/turn/"])
def test_a_page_says_whose_turn_it_is(
    path: str, match: Match, players: list[Player], play_elsewhere: Elsewhere
) -> None:
    first = next_to_act(match)

    def asks_another(table: Table) -> bool:
        waiting = table.game.pending(table.state.game_state)
        return any(seat not in (HOUSE, first) and pending.must for seat, pending in waiting.items())

    play_elsewhere(asks_another)
    shown = client_of(players[first]).get(path.format(code=match.code)).content.decode()
    assert match.code in shown
    assert "your turn" not in shown
    shown = client_of(players[next_to_act(match)]).get(path.format(code=match.code)).content.decode()
    assert "your turn" in shown


def test_a_newcomer_begins_with_the_round_that_runs(match: Match, play_elsewhere: Elsewhere) -> None:
    play_elsewhere(is_over)
    assert services.round_from_now(match_id=match.pk) == 2


def test_free_talk_is_judged_on_what_happens_now(
    match: Match, players: list[Player], clock: Clock, play_elsewhere: Elsewhere
) -> None:
    say = {"match_id": match.pk, "player": players[0], "now": clock.now}
    play_elsewhere(is_over)
    services.say_text(**say, text="well played")
    play_elsewhere(lambda table: not is_over(table))
    assert refusal(lambda: services.say_text(**say, text="lead hearts!")) == "talk_waits"
