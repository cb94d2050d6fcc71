"""Databases with every migration in them, copied instead of migrated each time.

The first who needs one migrates; a copy takes a moment. A SQLite file is kept for the next run under the digest of
all that could decide what is in it, so a changed migration, model or lock makes a new one. On PostgreSQL it is
a database of the cluster, and gone with it; clusters of the tests' own begin as a copy of a kept one that has it
(`tests/served/backends.py`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg.sql import SQL, Identifier

from tests.made_once import ROOT, VAR, alone, digest_of, kept

KEPT = VAR / "migrated"
DECISIVE = ("accounts", "games", "kraken_site", "tests/databases")


@cache
def digest(root: Path = ROOT) -> str:
    """Of every source file of the site, and of the locks that say which Django runs its migrations."""
    sources = (file for name in DECISIVE for file in (root / name).rglob("*.py"))
    return digest_of([*sources, *root.glob("requirements*.txt")], root)


def copy_file(where: Path) -> None:
    """A migrated SQLite database at that place."""
    with kept(KEPT, f"{digest()}.sqlite3", _make_file) as file:
        shutil.copyfile(file, where)


def copy_database(url: str, name: str) -> None:
    """A migrated database of that name in the cluster; what had the name before is gone."""
    template = f"migrated_{digest()}"
    with alone(KEPT), psycopg.connect(url, autocommit=True) as connection:
        there = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (template,)).fetchone()
        if there is None:
            unfinished = f"{template}_unfinished"
            connection.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(unfinished)))
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(unfinished)))
            migrate(urlsplit(url)._replace(path=f"/{unfinished}").geturl())
            connection.execute(
                SQL("ALTER DATABASE {} RENAME TO {}").format(Identifier(unfinished), Identifier(template))
            )
        connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        connection.execute(
            SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template))
        )


def _make_file(made: Path) -> None:
    migrate(f"sqlite:///{made}")
    with closing(sqlite3.connect(made)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def migrate(url: str) -> None:
    """Run every migration there, with the database backend of the tests."""
    words = [sys.executable, "manage.py", "migrate", "--run-syncdb", "--verbosity", "0"]
    around = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    done = subprocess.run(words, cwd=ROOT, env=around, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
