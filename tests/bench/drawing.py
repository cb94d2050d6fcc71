"""Benchmark of one move inside the process: writing it, and drawing it for four seats."""

from __future__ import annotations

import random
from statistics import mean, median
from time import perf_counter, process_time

from tests.bench.figures import Figure, percentile
from tests.bench.setting import start_table

MOVES = 1500
WARM_UP = 100
"""Moves that are not counted: templates are compiled once a process."""


def measure_drawing() -> list[Figure]:
    """Random legal moves at one table in this process, each written and drawn for four seats."""
    from django.utils import timezone

    from games.engine.seats import HOUSE
    from games.table import services
    from games.table.log import loading
    from games.table.screen import rendering

    chance = random.Random(5)
    match, players = start_table("drawing", people=4)
    writing: list[float] = []
    drawing: list[float] = []
    pushed: list[int] = []
    trick_ends: list[int] = []
    shown: list[dict[str, str]] = [{}, {}, {}, {}]
    while len(drawing) < WARM_UP + MOVES:
        table = loading.table(match.pk)
        state = table.state.game_state
        pending = table.game.pending(state)
        actor = next((actor for actor, waiting in pending.items() if waiting.must and actor != HOUSE), HOUSE)
        began = perf_counter()
        if actor == HOUSE:
            window = pending[HOUSE].window
            services.submit_for_house(match_id=match.pk, window=window, now=timezone.now())
        else:
            choice = chance.choice(table.game.choices(state, actor))
            services.submit_action(
                match_id=match.pk,
                player=players[actor],
                window=pending[actor].window,
                data=choice.data,
                now=timezone.now(),
            )
        written, drawing_began = perf_counter(), process_time()
        table = loading.table(match.pk)
        seats = [rendering.zones_of(table, seat=seat, talk=(), language="en") for seat in range(4)]
        pushes = [
            rendering.changed_zones(before, zones, table.state.seq)
            for before, zones in zip(shown, seats, strict=True)
        ]
        drawn = process_time() - drawing_began
        shown = seats
        if actor != HOUSE:
            writing.append(written - began)
            drawing.append(drawn)
            trick = table.game.view(table.state.game_state, None).trick
            complete = choice.data["do"] == "play" and trick is not None and trick.complete
            (trick_ends if complete else pushed).extend(len(push.encode()) for push in pushes)
    return [
        Figure("a move written down, median", median(writing) * 1e6, "us"),
        Figure("a move drawn for four seats, mean processor time", mean(drawing[WARM_UP:]) * 1e6, "us", 400),
        Figure("pushed to a seat for a move, median", percentile(pushed, 0.5), "bytes", 700),
        Figure("pushed to a seat at the end of a trick, median", percentile(trick_ends, 0.5), "bytes", 2500),
        Figure("pushed to a seat at the end of a trick, most", max(trick_ends), "bytes"),
    ]
