"""How long the club is away when its server is killed: from the start of the next one to its first answer."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from tests.bench.figures import Figure
from tests.bench.servers import club_server
from tests.bench.setting import environment, start_tables

RUNNING_MATCHES = 250
STARTS = 3


def measure_restart(folder: Path) -> list[Figure]:
    """Measure the start of a server with many running matches, each of which notes the outage; the slowest of
    a few.

    One start before them is not measured, so that all modules are compiled.
    """
    from django.utils import timezone

    from kraken_site.models import SignOfLife
    from kraken_site.sign_of_life import OUTAGE

    start_tables(RUNNING_MATCHES, people=2, prefix="restart")
    spent, worked = [], []
    for _ in range(1 + STARTS):
        SignOfLife.objects.update_or_create(pk=1, defaults={"at": timezone.now() - 2 * OUTAGE})
        began = perf_counter()
        with club_server(folder, environment(folder)) as server:
            spent.append(perf_counter() - began)
            worked.append(server.cpu_seconds())
    return [
        Figure(f"restart to first answer, {RUNNING_MATCHES} matches running", max(spent[1:]), "s", 3),
        Figure("of that its own work", max(worked[1:]), "s"),
    ]
