"""Something else that happens between two statements of a service, as on another connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def meanwhile(happens: Callable[[], object], *, before: str) -> Iterator[None]:
    """Let something happen once, before the first statement that contains `before`; it must come to pass."""
    waiting = [happens]

    def watch(execute: Callable[..., object], sql: str, *more: object) -> object:
        if before in sql and waiting:
            waiting.pop()()
        return execute(sql, *more)

    with connection.execute_wrapper(watch):
        yield
    assert not waiting, f"no statement with {before}"
