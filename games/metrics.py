"""Figures of this process for Prometheus, in a registry of their own."""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

registry: Final = CollectorRegistry()
ProcessCollector(registry=registry)
disable_created_metrics()  # a series more for each figure, which nobody reads

moves: Final = Counter("club_moves", "Moves written over sockets by this process.", registry=registry)
move_seconds: Final = Histogram(
    "club_move_seconds",
    "Seconds from a move's arrival over a socket until it is committed.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=registry,
)
sockets: Final = Gauge("club_sockets", "Open sockets of this process.", registry=registry)
table_queue: Final = Gauge(
    "club_table_queue", "Calls of table services that wait or run in this process.", registry=registry
)
think_questions: Final = Counter(
    "club_think_questions", "Questions to think workers, for bots and tips.", registry=registry
)
think_answers: Final = Counter(
    "club_think_answers", "Answers of think workers that came in time.", registry=registry
)
outbox: Final = Gauge("club_outbox", "Mails and push messages that wait in the database.", registry=registry)
running_matches: Final = Gauge("club_running_matches", "Matches being played.", registry=registry)
overdue_matches: Final = Gauge(
    "club_overdue_matches",
    "Matches due for more than ten seconds: above 0 the steward is late or does not run.",
    registry=registry,
)
