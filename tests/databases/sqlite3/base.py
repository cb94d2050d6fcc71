"""SQLite that refuses the values PostgreSQL refuses, and can be emptied although rows are written once.

SQLite keeps texts of any length and any number in any column of integers. Here a CHECK of the column refuses them
(`data_type_check_constraints`), so that `bulk_update` and bare SQL meet it too. A text with a NUL inside is refused
as a parameter of any statement, also where it is only looked for, and so is JSON with one inside. The error is the
DataError of PostgreSQL; the CHECKs that Django and the models write stay IntegrityErrors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from sqlite3 import DataError, IntegrityError
from typing import Any, Final

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3 import base, operations

SHORT_ENOUGH = 'length("%(column)s") <= %(max_length)s'
INTEGERS = {
    kind: f'("%(column)s" BETWEEN {least} AND {most})'
    for kind, (least, most) in BaseDatabaseOperations.integer_field_ranges.items()
    if not kind.endswith("AutoField")
}
NUL_IN_JSON: Final = re.compile(r'^(?=[\[{"]).*?(?<!\\)(?:\\\\)*\\u0000', re.DOTALL)
"""JSON with a NUL inside, as Django hands it to the database; behind an even number of backslashes."""
REFUSED = ("CHECK constraint failed: length(", 'CHECK constraint failed: ("')
"""How SQLite's messages about the checks above begin: it cites their text. Those of the models have names."""


@contextmanager
def _refused_like_postgresql() -> Iterator[None]:
    """Raise DataError where a check above failed, and for integers that do not even fit SQLite."""
    try:
        yield
    except IntegrityError as error:
        if str(error).startswith(REFUSED):
            raise DataError(str(error)) from error
        raise
    except OverflowError as error:
        raise DataError(str(error)) from error


def _has_nul(value: str) -> bool:
    return "\0" in value or ("\\u0000" in value and NUL_IN_JSON.match(value) is not None)


def _expect_no_nul(params: object) -> None:
    """Raise DataError where one of these values is a text with a NUL inside."""
    values = params.values() if isinstance(params, Mapping) else params or ()
    if any(isinstance(value, str) and _has_nul(value) for value in values):
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that raises PostgreSQL's errors for invalid values."""

    def execute(self, query: str, params: object = None) -> Any:
        _expect_no_nul(params)
        with _refused_like_postgresql():
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[object]) -> Any:
        param_list = list(param_list)
        for params in param_list:
            _expect_no_nul(params)
        with _refused_like_postgresql():
            return super().executemany(query, param_list)


class DatabaseOperations(operations.DatabaseOperations):
    """Operations of SQLite, with a flush that tables written once do not refuse."""

    def execute_sql_flush(self, sql_list: list[str]) -> None:
        """Empty the tables while their triggers are dropped."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            super().execute_sql_flush(sql_list)
            for _name, sql in triggers:
                cursor.execute(sql)


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend: Django finds it under this name."""

    data_type_check_constraints = {
        **base.DatabaseWrapper.data_type_check_constraints,
        **INTEGERS,
        "CharField": SHORT_ENOUGH,
        "SlugField": SHORT_ENOUGH,
    }
    ops_class = DatabaseOperations

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor of the kind above."""
        return self.connection.cursor(factory=Cursor)
