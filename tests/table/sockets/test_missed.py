"""The line for what was missed: rounds and tricks between the log entries a screen had and has."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.engine_words import minus
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen.missed import MIN_MOVES, missed_line, play_missed_since
from tests.conftest import Clock
from tests.table.play import step, table_of
from tests.table.sockets.screens import connect_screen, send_form, zones_in
from tests.table.tables import start_table

pytestmark = pytest.mark.django_db(transaction=True)


def play_on(match: Match, people: list[Player], clock: Clock, until: Callable[[Table], bool]) -> Table:
    """The table after as many moves as it takes; the seed is the same every time."""
    rng = Random(4)
    while not until(table := table_of(match)):
        step(match, dict(enumerate(people)), clock.now, rng)
    return table


def tricks(table: Table) -> int:
    """The number of finished tricks of the running round."""
    view = table.game.view(table.state.game_state, None)
    if view.trick is None:
        return 0
    return view.trick.number if view.trick.complete else view.trick.number - 1


def test_tricks_are_counted_by_side_and_add_up(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now)
    before = play_on(match, players, clock, lambda table: tricks(table) == 1)
    now = play_on(match, players, clock, lambda table: tricks(table) == 4)

    missed = play_missed_since(now.match_id, before.state.seq)
    assert (missed.rounds, len(missed.tricks)) == (0, 3)
    own = sum(winner % 2 == 0 for winner in missed.tricks)
    words = {0: "none", 1: "one", 2: "two", 3: "three"}
    line = f"Three tricks went by: {words[own]} for you, {words[3 - own]} for them."
    for seat in (0, 2):
        assert missed_line(now, before.state.seq, seat=seat, language="en") == line
    other = f"Three tricks went by: {words[3 - own]} for you, {words[own]} for them."
    assert missed_line(now, before.state.seq, seat=1, language="en") == other
    assert missed_line(now, before.state.seq, seat=None, language="en") == "Three tricks went by."


def test_the_line_is_said_in_dutch(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now)
    before = play_on(match, players, clock, lambda table: tricks(table) == 1)
    now = play_on(match, players, clock, lambda table: tricks(table) == 3)
    line = missed_line(now, before.state.seq, seat=0, language="nl")
    assert line
    assert line != missed_line(now, before.state.seq, seat=0, language="en")
    assert not {"tricks", "you", "them"} & set(line.rstrip(".").replace(",", "").split())


def test_a_round_that_was_written_down_is_told_with_its_points(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now)
    before = play_on(match, players, clock, lambda table: tricks(table) == 2)
    now = play_on(
        match, players, clock, lambda table: bool(table.game.view(table.state.game_state, None).results)
    )
    points = now.game.view(now.state.game_state, None).results[0].score

    for seat in (0, 1):
        line = missed_line(now, before.state.seq, seat=seat, language="en")
        word = "point" if points[seat] == 1 else "points"
        assert line == f"One round was written down: {minus(points[seat])} {word} for you."


def test_a_card_or_two_are_no_line(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now)
    before = play_on(match, players, clock, lambda table: tricks(table) == 1)
    step(match, dict(enumerate(players)), clock.now, Random(4))

    now = table_of(match)
    assert now.state.seq > before.state.seq
    assert missed_line(now, before.state.seq, seat=0, language="en") == ""
    for nothing in (0, now.state.seq, now.state.seq + 9):
        assert missed_line(now, nothing, seat=0, language="en") == ""


def test_words_that_went_by_are_no_line(players: list[Player], clock: Clock) -> None:
    """They are read at the seats, and their number says nothing."""
    match = start_table(players, clock.now)
    before = table_of(match)
    now = play_on(
        match, players, clock, lambda table: bool(table.game.view(table.state.game_state, None).trick)
    )
    assert now.state.seq - before.state.seq > MIN_MOVES
    assert missed_line(now, before.state.seq, seat=0, language="en") == ""


async def test_a_screen_that_comes_back_asks_and_is_told(players: list[Player], clock: Clock) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    before = await sync_to_async(play_on)(match, players, clock, lambda table: tricks(table) == 1)
    await sync_to_async(play_on)(match, players, clock, lambda table: tricks(table) == 3)
    for viewer in (players[0], None):
        opened, _ = await connect_screen(match, viewer)
        got = await send_form(opened, do="missed", since=str(before.state.seq))
        assert zones_in(got) == ["missed"]
        assert "Two tricks went by" in got
        nothing_new = await send_form(opened, do="missed", since=str(before.state.seq + 10_000))
        assert zones_in(nothing_new) == ["missed"], "an answer too, so that the screen need not ask again"
        assert "went by" not in nothing_new
        await opened.disconnect()


@pytest.mark.parametrize("since", ["", "-1", "x", "²", "1" * 30, "1;2"])
async def test_a_number_that_is_none_is_refused_with_a_sentence(
    players: list[Player], clock: Clock, since: str
) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    opened, _ = await connect_screen(match, players[0])
    assert "notice" in zones_in(await send_form(opened, do="missed", since=since))
    await opened.disconnect()
