"""The statements a database executes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def statements_executed() -> Iterator[list[str]]:
    """The first words of what the database executes meanwhile, without the brackets of the transaction: on SQLite of
    everything, on PostgreSQL of what goes through Django's cursors."""
    words: list[str] = []
    told: list[str] = []

    def note(execute: Callable[..., object], sql: str, *more: object) -> object:
        told.append(sql)
        return execute(sql, *more)

    if connection.vendor == "sqlite":
        connection.connection.set_trace_callback(told.append)
        try:
            yield words
        finally:
            connection.connection.set_trace_callback(None)
    else:
        with connection.execute_wrapper(note):
            yield words
    words += [word for word in (one.split()[0].upper() for one in told) if word not in ("BEGIN", "COMMIT")]
