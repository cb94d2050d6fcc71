"""Rows that are written once: models of which nothing is changed or removed, whoever asks.

The database refuses as well, by a trigger a migration makes for each of these tables.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class IsAppendOnly(TypeError):  # noqa: N818  it says what is so
    """Somebody tried to change or remove a row that is written once."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """These rows can be read and added."""

    def update(self, **_changes: Any) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never changed")

    def bulk_update(self, *_rows: Any, **_how: Any) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never changed")

    def delete(self) -> NoReturn:
        raise IsAppendOnly(f"a {self.model._meta.verbose_name} is never removed")


class AppendOnly(models.Model):
    """A model whose rows are written once."""

    written_once = True  # who makes two rows one passes these by

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row the first time. Raises IsAppendOnly afterwards."""
        if not self._state.adding:
            raise IsAppendOnly(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises IsAppendOnly."""
        raise IsAppendOnly(f"a {self._meta.verbose_name} is never removed")
