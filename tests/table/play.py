"""Playing at a table as its people and the steward would, step by step, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeAlias

from django.utils import timezone

from accounts.models import Player
from games.bots.registry import easy_answer
from games.engine import registry
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness
from games.table import services, steward
from games.table.log import awaited, loading
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import Sitter, TableState, after_moves, after_start

Answer: TypeAlias = tuple[str, dict[str, str]]
"""A window, and the fields that are sent for it."""


def start_match(
    *,
    players: list[Player],
    now: datetime,
    options: Mapping[str, object] | None = None,
    game: str = "kraken",
    pace: str = Match.Pace.NONE,
    undo_allowed: bool = False,
    fill: bool = True,
) -> Match:
    """A match of these people in seat order, just dealt; with `fill` bots sit at the seats that are left."""
    match = services.open_table(
        created_by=players[0], game=game, options=options or {}, now=now, pace=pace, undo_allowed=undo_allowed
    )
    services.seat_drawn(match_id=match.pk, players=dict(enumerate(players)))
    if fill:
        services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=now)
    match.refresh_from_db()
    return match


def table_of(match: Match) -> Table:
    """The table as the database has it."""
    return loading.newest_table(match.pk)


def window_of(match: Match, seat: Seat) -> str:
    """The window that seat has open now."""
    table = table_of(match)
    return table.game.pending(table.state.game_state)[seat].window


def next_to_act(match: Match) -> Seat:
    """The first seat that must decide now."""
    table = table_of(match)
    waiting = table.game.pending(table.state.game_state)
    return min(seat for seat, pending in waiting.items() if seat != HOUSE and pending.must)


def good_answer(match: Match, seat: Seat, rng: Random | None = None) -> Answer:
    """A window and an answer that is allowed there now."""
    return sensible_answer(table_of(match), seat, rng or Random(1))


def sensible_answer(table: Table, seat: Seat, rng: Random) -> Answer:
    """A window and the answer of a bot."""
    game, state = table.game, table.state.game_state
    data = easy_answer(game, game.view(state, seat), game.choices(state, seat), rng)
    assert data is not None
    return game.pending(state)[seat].window, dict(data)


def first_answer(table: Table, seat: Seat, _rng: Random) -> Answer:
    """A window and the first answer offered there: the same cards lead to the same sheet in every release."""
    state = table.state.game_state
    return table.game.pending(state)[seat].window, dict(table.game.choices(state, seat)[0].data)


def step(
    match: Match,
    players: Mapping[Seat, Player],
    now: datetime,
    rng: Random,
    *,
    answer: Callable[[Table, Seat, Random], Answer] = sensible_answer,
    table: Table | None = None,
) -> datetime:
    """Make one move: a person who must act gives that `answer` or presses on, else the steward does what is
    due next. `table` is the table as the database has it, where it has just been read."""
    table = table or table_of(match)
    waiting = table.game.pending(table.state.game_state)
    for seat, player in players.items():
        if seat in waiting and (waiting[seat].must or _waits_for_a_word(table, seat)):
            window, data = answer(table, seat, rng)
            services.submit_action(match_id=match.pk, player=player, window=window, data=data, now=now)
            return now + timedelta(seconds=0.3)
    eager = sorted(awaited.people_waited_for(table) & players.keys())
    if eager and not awaited.is_answered_in_words(table):
        window = waiting[HOUSE].window
        services.submit_action(
            match_id=match.pk, player=players[eager[0]], window=window, data={"do": "ready"}, now=now
        )
        return now + timedelta(seconds=0.3)
    match.refresh_from_db()
    assert match.wake_at is not None, "nobody can go on"
    later = max(now, match.wake_at)
    assert steward.tick(later, rng) >= 1
    return later


def _waits_for_a_word(table: Table, seat: Seat) -> bool:
    """Whether a window does not close without a word of the seat."""
    return awaited.is_answered_in_words(table) and awaited.waits_for(table, seat)


def play_until(
    match: Match,
    players: list[Player],
    now: datetime,
    done: Callable[[Table], bool],
    rng: Random | None = None,
) -> datetime:
    """Let things happen until `done` or the match is over; `players` sit from seat 0 on."""
    chance = rng or Random(1)
    by_seat = dict(enumerate(players))
    while True:
        table = table_of(match)
        if done(table) or not table.running:
            match.refresh_from_db()
            return now
        now = step(match, by_seat, now, chance, table=table)


def practice_match(player: Player) -> Match:
    """A match against three bots, begun ten minutes ago, in which the player has a choice in the first round."""
    now = timezone.now() - timedelta(minutes=10)
    match = start_match(players=[player], now=now)
    play_until(match, [player], now, lambda table: services.window_of_tip(table, 0) != "")
    return match


def never(table: Table) -> bool:
    """For `play_until`: play to the end."""
    return False


def imagine_table(
    kinds: tuple[str, ...],
    until: Callable[[Table], bool],
    *,
    rng: Random | None = None,
    now: datetime = datetime(2026, 3, 14, 20, 0, tzinfo=UTC),
    options: Mapping[str, object] | None = None,
    key: str = "kraken",
    pace: str = Match.Pace.NONE,
) -> Table:
    """A table without a database: seats of these kinds, played by bots at `now` until it is as wished."""
    game = registry.game(key)
    chosen = read_options(game.Options, options or {})
    chance = rng or Random(1)
    table = Table(
        match_id=7,
        code="BCDFGH",
        game=game,
        options=chosen,
        status=Match.Status.RUNNING,
        phrases_on=True,
        chat_on=True,
        signals="",
        sitters=tuple(Sitter(seat, seat + 1, f"P{seat}", kind) for seat, kind in enumerate(kinds)),
        state=after_start(game, TableState(), game.start(chosen, len(kinds)), pace=pace, at=now),
        pace=pace,
    )
    while not until(table):
        table = replace(table, state=_one_further(table, chance, now))
    return table


def _one_further(table: Table, rng: Random, now: datetime) -> TableState:
    game, state = table.game, table.state.game_state
    waiting = game.pending(state)
    seat = next((actor for actor, pending in waiting.items() if actor != HOUSE and pending.must), None)
    if seat is None:
        done = advance_house(game, state, randomness=Randomness(rng.randbytes(32)))
        return after_moves(
            game, table.state, game_state=done.state, entries=done.entries, window=None, at=now
        )
    data = easy_answer(game, game.view(state, seat), game.choices(state, seat), rng)
    assert data is not None
    done = advance(game, state, actor=seat, data=data, randomness=None)
    return after_moves(
        game,
        table.state,
        game_state=done.state,
        entries=done.entries,
        window=waiting[seat].window,
        at=now,
    )


def words(match: Match) -> list[Mapping[str, str]]:
    """The entries of the table after its start."""
    return [row.data for row in match.actions.filter(kind="table") if row.data["do"] != "start"]


def fresh(match: Match) -> TableState:
    """The state as a process that has just begun reads it."""
    loading.forget_all()
    return table_of(match).state


def in_play(table: loading.Table) -> bool:
    """One card lies."""
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and len(trick.cards) == 1


def log_of(match: Match) -> list[tuple[int, int | None, str, dict[str, str]]]:
    return list(match.actions.order_by("seq").values_list("seq", "seat", "kind", "data"))
