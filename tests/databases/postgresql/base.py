"""PostgreSQL that can be emptied although rows are written once."""

from __future__ import annotations

from django.db import transaction
from django.db.backends.postgresql import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    """Operations of PostgreSQL, with a flush that tables written once do not refuse."""

    def execute_sql_flush(self, sql_list: list[str]) -> None:
        """Empty the tables as a replica does: without their triggers."""
        with transaction.atomic(), self.connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            super().execute_sql_flush(sql_list)


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend: Django finds it under this name."""

    ops_class = DatabaseOperations
