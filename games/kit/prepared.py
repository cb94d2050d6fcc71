"""Raw SQL of the hot path, prepared on PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


@contextlib.contextmanager
def executed(database: BaseDatabaseWrapper, statement: str, values: Sequence[object]) -> Iterator[Any]:
    """A cursor on which the statement has been executed; errors are Django's.

    PostgreSQL parses and plans a statement once a connection that has come often (`prepare_threshold`). Django's own
    cursors put the values into its text, so that it would do both each time.
    """
    if database.vendor != "postgresql":
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            yield cursor
        return
    from psycopg import Cursor  # imported here: it takes nine megabytes and only PostgreSQL needs it

    database.ensure_connection()
    wrapped = database.make_debug_cursor if database.queries_logged else database.make_cursor
    with wrapped(Cursor(database.connection)) as cursor:
        cursor.execute(statement, values)
        yield cursor
