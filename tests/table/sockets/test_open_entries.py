"""Log entries in a message save other processes a read and are only a hint: with messages lost, doubled or out of
order, screens show the state of the database; and covered cards are never sent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from accounts.models import Player
from games.engine import registry
from games.table.log import loading
from games.table.log.folding import LogRow
from games.table.log.loading import Table
from games.table.log.open_entries import after_entries, open_entries
from tests.conftest import DEALS, Clock
from tests.table.play import start_match, step
from tests.table.sockets.events import Message, record_events

pytestmark = pytest.mark.django_db
Committed = Callable[..., AbstractContextManager[list[Any]]]

ROUNDS = 2


Change = tuple[Table, Message, Table]
"""The table before a change, its event, the table after it."""


def continue_table(known: Table, message: Message) -> Table | None:
    return after_entries(known, message.entries, message.seq)


@pytest.fixture(scope="module")
def kept_changes() -> dict[str, list[Change]]:
    """The changes of each game that was played in this module. They are values: no test can change them."""
    return {}


@pytest.fixture(params=[game.key for game in registry.GAMES])
def changes_told(
    request: pytest.FixtureRequest,
    kept_changes: dict[str, list[Change]],
    players: list[Player],
    clock: Clock,
    django_capture_on_commit_callbacks: Committed,
) -> list[Change]:
    """Every change of the first rounds of a match, which is played once a game and has the same deals in any test.

    In all tests but the first the match is gone from the database: what must not be looked up is not found there.
    """
    game = request.param
    if game not in kept_changes:
        DEALS.seed(game)
        kept_changes[game] = play_first_rounds(game, players, clock, django_capture_on_commit_callbacks)
    return kept_changes[game]


def play_first_rounds(game: str, players: list[Player], clock: Clock, committed: Committed) -> list[Change]:
    """Play the first rounds of a match and return its changes."""
    match = start_match(players=players, now=clock.now, game=game, undo_allowed=True)
    now, rng, by_seat = clock.now, Random(5), dict(enumerate(players))
    before, changes = loading.newest_table(match.pk), []
    while len(before.game.results(before.state.game_state)) < ROUNDS:
        with record_events() as events, committed(execute=True):
            now = step(match, by_seat, now, rng)
        loading.forget_all()
        after = loading.newest_table(match.pk)
        changes += [(before, message, after) for message in events]
        before = after
    return changes


@pytest.mark.slow
def test_what_is_carried_leads_where_reading_leads(changes_told: list[Change]) -> None:
    """Event by event; most carry everything, and those need not be looked up."""
    enough = 0
    for before, message, after in changes_told:
        known = continue_table(before, message)
        assert known in (None, after)
        if known is not None:
            enough += 1
    assert enough > 0.7 * len(changes_told)


def test_a_word_after_one_that_was_lost_is_looked_up(changes_told: list[Change]) -> None:
    [(before, _, _), (_, message, _)] = _two_open_ones(changes_told)
    assert continue_table(before, message) is None
    assert continue_table(before, Message(message.seq)) is None


def test_entries_that_are_known_in_part_lead_on_from_there(changes_told: list[Change]) -> None:
    [(before, first, after), (_, second, last)] = _two_open_ones(changes_told)
    both = Message(second.seq, (*first.entries, *second.entries))
    assert continue_table(before, both) == continue_table(after, both) == last
    assert continue_table(last, both) is None, "nothing new"
    assert continue_table(before, Message(first.seq, (*second.entries, *first.entries))) is None, (
        "out of order"
    )


@pytest.mark.parametrize(
    "entry",
    [
        (),
        (1, 0, "game", {"do": "pass"}, "2026-03-14T20:00:00+00:00", False, "a field of the next release"),
        (1, 0, "game", {"do": "a message of the next release"}, "2026-03-14T20:00:00+00:00", False),
        (1, 0, "game", {"do": "play", "card": "SA"}, "2026-03-14T20:00:00+00:00", False),
        (1, 3, "table", {"do": "stop"}, "tomorrow", False),
        (1, 3, "table", {"do": "resume"}, "2026-03-14T20:00:00+00:00", False),
        ("1", 3, "table", {"do": "ready"}, "2026-03-14T20:00:00+00:00", False),
    ],
)
def test_what_is_not_understood_or_cannot_be_is_looked_up(
    entry: tuple[Any, ...], players: list[Player], clock: Clock
) -> None:
    known = loading.newest_table(start_match(players=players, now=clock.now).pk)
    seq = known.state.seq + 1
    at = (seq, *entry[1:]) if entry and entry[0] == 1 else entry
    assert continue_table(known, Message(seq, (at,))) is None


def test_nothing_that_is_covered_travels(changes_told: list[Change]) -> None:
    """A card named in a message is in no hand any more. Actions of the house are not sent at all."""
    cards = 0
    for before, message, after in changes_told:
        game, state = after.game, after.state.game_state
        held = {one.card for seat in range(4) for one in game.view(state, seat).hand}
        if before.randomness != after.randomness:
            assert message.entries == (), "a round that begins or ends"
        for _seq, seat, _kind, data, _at, _automatic in message.entries:
            assert seat is not None
            assert not data.get("combinations")
            cards += "card" in data
            assert data.get("card") not in held
    assert cards > 20


def test_what_the_house_does_or_what_may_be_covered_is_not_carried(clock: Clock) -> None:
    said = LogRow(5, 2, "game", {"do": "trump", "suit": "H"}, clock.now)
    kraken = registry.game("kraken")
    assert open_entries(kraken, [said]) == (
        (5, 2, "game", {"do": "trump", "suit": "H"}, clock.now.isoformat(), False),
    )
    nothing = said._replace(data={"do": "declare", "combinations": ""})
    assert len(open_entries(kraken, [nothing])) == 1, "everybody hears it at once"
    deal = LogRow(6, None, "game", {"do": "deal", "deck": "SA"}, clock.now)
    laid = LogRow(6, 2, "game", {"do": "declare", "combinations": "SA SK SQ"}, clock.now)
    written = LogRow(6, 2, "table", {"do": "written", "round": "1", "points": "100"}, clock.now)
    for covered in (deal, laid, deal._replace(data={"do": "close"}), written):
        assert open_entries(kraken, [said, covered]) == ()


def _two_open_ones(told: list[Change]) -> list[Change]:
    """Two successive changes whose messages contain their entries."""
    return next(
        [one, other]
        for one, other in pairwise(told)
        if one[1].entries and other[1].entries and one[2] == other[0]
    )
