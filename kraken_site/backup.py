"""Back up the club's database while it is in use, and restore it. A live SQLite file is never copied as a file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.db import connection

from kraken_site.private_files import private_database

SQLITE_HEAD: Final = b"SQLite format 3\0"
POSTGRESQL_HEAD: Final = b"PGDMP"


class CopyRefused(Exception):  # noqa: N818  a refusal
    """No backup was made or restored, and nothing has changed; the sentence says why."""


def back_up(file: Path) -> None:
    """Write the database as it is at one moment into `file`, which must not be there yet, and check the copy.

    Matches go on meanwhile. Raises CopyRefused. The file is complete or missing, and readable by its owner only.
    """
    if file.exists():
        raise CopyRefused(f"{file} is there already.")
    if not file.absolute().parent.is_dir():
        raise CopyRefused(f"{file.absolute().parent} is not a folder.")
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600, exist_ok=False)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(connection.settings_dict["NAME"]), draft)
        else:
            _postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        os.link(draft, file)  # fails when another process has written it meanwhile
    except FileExistsError as error:
        raise CopyRefused(f"{file} is there already.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(file: Path) -> None:
    """Make the database what it was when `file` was written. No server or steward may be running.

    The copy is checked before anything is changed. Raises CopyRefused.
    """
    head = _head(file)
    if connection.vendor == "sqlite":
        if not head.startswith(SQLITE_HEAD):
            raise CopyRefused(f"{file} is not a copy of an SQLite database.")
        _check_sqlite(file)
        _restore_sqlite(file, Path(connection.settings_dict["NAME"]))
        return
    if not head.startswith(POSTGRESQL_HEAD):
        raise CopyRefused(f"{file} is not a copy of a PostgreSQL database.")
    name = str(connection.settings_dict["NAME"])
    connection.close()
    _postgresql(
        "pg_restore",
        "--single-transaction",
        "--exit-on-error",
        "--clean",
        "--if-exists",
        "--no-owner",
        f"--dbname={name}",
        str(file),
    )


def is_empty() -> bool:
    """Return whether the database holds no table, so that a restore loses nothing."""
    return not connection.introspection.table_names()


def _head(file: Path) -> bytes:
    try:
        with file.open("rb") as copy:
            return copy.read(16)
    except OSError as error:
        raise CopyRefused(f"{file} cannot be read: {error.strerror}.") from error


def _copy_sqlite(live: Path, copy: Path) -> None:
    """Use SQLite's online backup: a consistent copy while other connections write."""
    if not live.exists() or live.stat().st_size == 0:
        raise CopyRefused(f"There is no database at {live}.")
    with closing(sqlite3.connect(live)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    _check_sqlite(copy)


def _check_sqlite(copy: Path) -> None:
    with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as asking:
        try:
            answer = asking.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            raise CopyRefused(f"{copy} is damaged: {error}.") from error
    if answer != [("ok",)]:
        raise CopyRefused(f"{copy} is damaged.")


def _restore_sqlite(copy: Path, live: Path) -> None:
    """Restore through SQLite, so that a journal left by a killed server is not replayed over the copy."""
    connection.close()
    live.parent.mkdir(parents=True, exist_ok=True)
    private_database(live)
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(live)) as target:
        source.backup(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _postgresql(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs against the club's database."""
    found = shutil.which(program)
    if found is None:
        raise CopyRefused(f"{program} is not installed here; it comes with PostgreSQL's client programs.")
    done = subprocess.run(  # noqa: S603  a program of PostgreSQL, arguments of ours
        [found, *arguments],
        env={**os.environ, **_connection_variables(connection.settings_dict)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CopyRefused(f"{program} failed: {done.stderr.strip()}")


def _connection_variables(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the connection in the environment variables that PostgreSQL's programs read."""
    variables = {
        "PGDATABASE": settings["NAME"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGHOST": settings["HOST"] or settings["OPTIONS"].get("host", ""),
        "PGPORT": settings["PORT"],
    }
    return {name: str(value) for name, value in variables.items() if value}
