"""The databases of the tests are copies of one that was migrated by the very sources under test."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.migrated import copy_file, digest


@pytest.mark.parametrize(
    "changed", ["games/migrations/0002_more.py", "accounts/models/players.py", "requirements.txt"]
)
def test_what_could_change_a_database_makes_another_one(tmp_path: Path, changed: str) -> None:
    before = digest(tmp_path / "before")
    for written in ("x = 1", "x = 2"):
        folder = tmp_path / written
        (folder / changed).parent.mkdir(parents=True)
        (folder / changed).write_text(written)
    assert len({before, digest(tmp_path / "x = 1"), digest(tmp_path / "x = 2")}) == 3


@pytest.mark.django_db
def test_every_migration_is_in_the_copy(tmp_path: Path) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    copy_file(tmp_path / "club.sqlite3")
    assert (tmp_path / "club.sqlite3").stat().st_size > 100_000
