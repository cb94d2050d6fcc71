"""Changing what is written once, for tests that ask what happens then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from games.table.log.models import Action


@contextmanager
def unguarded() -> Iterator[None]:
    """Inside it, which is a transaction, the database lets rows that are written once be changed."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield
            cursor.execute("SET LOCAL session_replication_role = DEFAULT")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _name, sql in triggers:
            cursor.execute(sql)


def falsify(entries: QuerySet[Action], **changes: Any) -> None:
    """Change log entries past model and database."""
    with unguarded():
        QuerySet(Action, query=entries.query).update(**changes)
