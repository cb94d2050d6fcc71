"""Calls that start at the same moment in threads of their own, for tests of what several processes do at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

Result = TypeVar("Result")


def at_once(*calls: Callable[[], Result]) -> list[Result]:
    """Make the calls in as many threads and return their results in order; an error of one is raised.

    Each thread has a database connection of its own, so the test needs `django_db(transaction=True)`.
    """
    gate = threading.Barrier(len(calls))

    def through(call: Callable[[], Result]) -> Result:
        gate.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(through, calls))
