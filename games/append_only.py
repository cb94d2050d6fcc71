"""Models whose rows are written once: nothing changes or removes a row.

The database refuses as well, by triggers; `guard` and `unguard` are what a migration runs to make and drop them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSED_STATEMENTS: Final[Mapping[str, str]] = {"changed": "UPDATE", "removed": "DELETE"}
FUNCTION: Final = """
CREATE OR REPLACE FUNCTION games_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
"""For PostgreSQL; SQLite writes the refusal into each trigger."""


class IsAppendOnly(TypeError):  # noqa: N818
    """Raised on an attempt to change or remove a row that is written once."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Refuses update, bulk_update and delete with IsAppendOnly."""

    def update(self, **_changes: Any) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never changed")

    def bulk_update(self, *_rows: Any, **_how: Any) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never changed")

    def delete(self) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never removed")


class AppendOnly(models.Model):
    """Base model: rows are inserted once and never changed or removed."""

    written_once = True
    """Merging two accounts leaves these rows as they are (`reassign_rows` of `accounts/merging.py`)."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row. Raises IsAppendOnly for a row that exists."""
        if not self._state.adding:
            raise IsAppendOnly(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises IsAppendOnly."""
        raise IsAppendOnly(f"a {self._meta.verbose_name} is never removed")


def guard(*tables: str) -> Callable[[Any, BaseDatabaseSchemaEditor], None]:
    """A step of a migration: triggers that refuse to change, remove or (PostgreSQL) empty rows of these tables.

    Old migrations run this code as it stands now. On SQLite Django makes a table anew to alter a field or a constraint,
    and its triggers go with the old one: such a migration of one of these tables ends with `unguard` and `guard` of it.
    """

    def make(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        on_sqlite = editor.connection.vendor == "sqlite"
        if not on_sqlite:
            editor.execute(FUNCTION, params=None)
        for table in tables:
            refuse = (
                f"BEGIN SELECT RAISE(ABORT, '{table} is written once'); END"
                if on_sqlite
                else "EXECUTE FUNCTION games_written_once()"
            )
            for name, statement in REFUSED_STATEMENTS.items():
                trigger = f"CREATE TRIGGER {table}_never_{name} BEFORE {statement} ON {table}"
                editor.execute(f"{trigger} FOR EACH ROW {refuse}", params=None)
            if not on_sqlite:
                trigger = f"CREATE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table}"
                editor.execute(f"{trigger} FOR EACH STATEMENT {refuse}", params=None)

    return make


def unguard(*tables: str) -> Callable[[Any, BaseDatabaseSchemaEditor], None]:
    """The step back of `guard`. The function that triggers of PostgreSQL call stays: other tables call it too."""

    def drop(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        on_sqlite = editor.connection.vendor == "sqlite"
        for table in tables:
            for name in REFUSED_STATEMENTS if on_sqlite else (*REFUSED_STATEMENTS, "emptied"):
                where = "" if on_sqlite else f" ON {table}"
                editor.execute(f"DROP TRIGGER IF EXISTS {table}_never_{name}{where}", params=None)

    return drop
