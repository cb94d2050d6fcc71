"""Work measured in this process, in milliseconds: rules, the strong player, drawing a move, standings, disputed rounds.

Mostly processor time, the best of several runs: what others do on the machine matters least to that.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import fmean, median
from threading import Thread
from typing import Final

from games.bots.bot import Level
from games.bots.kraken.compact.positions import Score, rules_of
from games.bots.kraken.compact.solver import Solver
from games.bots.registry import ANALYSERS, player
from games.engine.log import replay
from games.engine.registry import game
from games.engine.seats import HOUSE
from games.league.duplicate.scoring import ScoringRules, TableResult, score_evening
from tests.bench.figures import Figure, percentile, print_figures
from tests.bench.servers import Setting
from tests.engine.bots.kraken.rounds import decisions, random_position
from tests.engine.bots.lookback.rounds import closed_rounds
from tests.engine.playing import play_match

KRAKEN: Final = game("kraken")
ENDINGS, ROUNDS, CLOSED_ROUNDS = 200, 12, 7
MOVES, WARM_UP = 800, 100
"""Moves drawn, and those before them: templates are compiled once a process."""
CASES = 2_000


def measure_small(_setting: Setting) -> None:
    """Print all figures; the database holds a large club and many cases afterwards."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    call_command("migrate", verbosity=0)
    print_figures("Rules", measure_rules())
    print_figures("Strong player", measure_strong(random.Random(2026)))
    print_figures("Evening with the same cards", measure_ranking(random.Random(24)))
    print_figures("One move in this process", measure_drawing(random.Random(5)))
    sources = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": sources}):
        print_figures("Standings and disputed rounds", measure_pages())


def processor_ms(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def best_of(work: Callable[[], object], *, times: int = 5) -> float:
    """Milliseconds of processor time, the best of several runs."""
    return min(processor_ms(work) for _ in range(times))


def longest_wait(work: Callable[[], object]) -> float:
    """Milliseconds for which another thread of the process waits at most, beyond the one it asked for, while a thread
    does `work`."""
    waits, worker = [0.0], Thread(target=work)
    worker.start()
    while worker.is_alive():
        began = time.perf_counter()
        time.sleep(0.001)
        waits.append((time.perf_counter() - began) * 1000 - 1)
    return max(waits)


def measure_rules() -> list[Figure]:
    """The readable engine, on which everything is judged."""
    options = KRAKEN.Options()
    _state, entries = play_match(KRAKEN, options, 2026)

    def read_again() -> None:
        replay(KRAKEN, KRAKEN.start(options, 4), entries)

    at_random = best_of(lambda: play_match(KRAKEN, options, 2026))
    return [
        Figure("replay of a match of 16 rounds", best_of(read_again, times=20), "ms", 10),
        Figure("the same match played at random", at_random),
    ]


def measure_strong(chance: random.Random) -> list[Figure]:
    """The strong player and the look back at a round, on one core."""
    rules, score = rules_of("H", KRAKEN.Options()), Score(KRAKEN.Options(), declarers=0, level=0)
    positions = [random_position(chance, 5, rules) for _ in range(ENDINGS)]
    solved = [processor_ms(lambda one=one: Solver(rules, score).value(one)) for one in positions]
    strong, decided = player("kraken", Level.STRONG, 1), []
    for state, seat in decisions(2026, rounds=ROUNDS):
        view, choices = KRAKEN.view(state, seat), KRAKEN.choices(state, seat)
        if len(choices) > 1:
            decided.append(processor_ms(lambda view=view, choices=choices: strong(view, choices)))
    looks = [
        processor_ms(lambda moves=moves, final=final: ANALYSERS["kraken"].analyse(moves, final))
        for moves, final in closed_rounds(2026, CLOSED_ROUNDS)
    ]
    return [
        Figure("last five tricks, exact, mean", fmean(solved), "ms", 10),
        Figure("decision, median", percentile(decided, 0.5)),
        Figure("decision, 99 of 100", percentile(decided, 0.99)),
        Figure("look back at a round, median", median(looks), "ms", 1000),
    ]


def measure_ranking(chance: random.Random) -> list[Figure]:
    """The ranking of an evening by matchpoints, from the results of all tables."""
    pairs, deals = 64, 24
    tables = pairs // 2
    results = []
    for deal in range(deals):
        for table in range(tables):
            points = chance.randrange(163)
            meeting = (table + 1,), (tables + 1 + (table + deal // 4) % tables,)
            results.append(TableResult(deal, table, meeting, points=(points, 162 - points)))
    rules = ScoringRules()

    def ranked() -> None:
        evening = score_evening(results, rules)
        line = sorted(evening.values(), key=lambda score: -score.mean)
        assert len(line) == pairs

    return [
        Figure(f"ranking of {pairs} pairs, {deals} deals", best_of(ranked), "ms", 150),
        Figure("longest wait of others meanwhile", longest_wait(ranked)),
    ]


def measure_drawing(chance: random.Random) -> list[Figure]:
    """Random legal moves at one table, each written and drawn for four seats."""
    from django.utils import timezone

    from accounts.models import Player
    from games.table import services
    from games.table.log import loading
    from games.table.log.models import Match
    from games.table.screen import rendering
    from tests.served.setting import start_table

    match = Match.objects.get(code=start_table("drawing", people=4, level="").code)
    players = [Player.objects.get(username=f"drawing-{seat}") for seat in range(4)]
    writing, drawing, pushed, shown = [], [], [], [{}, {}, {}, {}]
    while len(drawing) < WARM_UP + MOVES:
        table = loading.newest_table(match.pk)
        state, now = table.state.game_state, timezone.now()
        pending = table.game.pending(state)
        actor = next((actor for actor, waiting in pending.items() if waiting.must and actor != HOUSE), HOUSE)
        window = pending[actor].window
        data = {} if actor == HOUSE else chance.choice(table.game.choices(state, actor)).data
        began = time.perf_counter()
        if actor == HOUSE:
            services.submit_for_house(match_id=match.pk, window=window, now=now)
        else:
            services.submit_action(
                match_id=match.pk, player=players[actor], window=window, data=data, now=now
            )
        done, began_drawing = time.perf_counter(), time.process_time()
        table = loading.newest_table(match.pk)
        zones = [rendering.zones_of(table, seat=seat, talk=(), language="en") for seat in range(4)]
        frames = [
            rendering.changed_zones(before, new, table.state.seq)
            for before, new in zip(shown, zones, strict=True)
        ]
        shown = zones
        if actor != HOUSE:
            writing.append((done - began) * 1000)
            drawing.append((time.process_time() - began_drawing) * 1000)
            pushed += [len(frame.encode()) for frame in frames]
    return [
        Figure("written down, median", median(writing[WARM_UP:])),
        Figure("drawn for four seats, processor time, mean", fmean(drawing[WARM_UP:]), "ms", 0.4),
        Figure("pushed to a seat, median", median(pushed[4 * WARM_UP :]), "bytes"),
    ]


def measure_pages() -> list[Figure]:
    """The season table of a large club, the queue of a busy arbiter."""
    from django.db import connection
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from accounts.models import Player
    from games.league.queries import season_table
    from games.league.seasons.display import table_rows
    from tests.disputes.many import arbiter_with_cases
    from tests.league.many import EVENINGS, MEMBERS, large_club

    competition = large_club("large")

    def from_cold() -> None:
        connection.close()
        assert len(table_rows(season_table(competition), player=None)) == MEMBERS

    def page_for(username: str, address: str) -> float:
        client = Client(headers={"host": "localhost"})
        client.force_login(Player.objects.get(username=username))

        def read() -> None:
            assert client.get(address).status_code == 200

        read()
        return best_of(read)

    arbiter = Player.objects.create(username="arbiter", nickname="Arbiter")
    arbiter_with_cases(competition.season.club, arbiter, CASES, timezone.now())
    return [
        Figure(f"standings of {MEMBERS} members, {EVENINGS} evenings", best_of(from_cold), "ms", 300),
        Figure("their page", page_for("large0", reverse("league:league", args=[competition.pk])), "ms", 1500),
        Figure(
            f"page of {CASES:,} disputed rounds", page_for("arbiter", reverse("disputes:desk")), "ms", 150
        ),
    ]
