"""File modes of a local club: database and keys are closed to other accounts of the machine."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

BESIDE_THE_DATABASE: Final = ("", "-wal", "-shm", "-journal")
SECRET_KEY_FILE: Final = "secret_key"  # noqa: S105  the name of a file
PUSH_KEY_FILE: Final = "push_key"
"""The names of the keys beside the database (`secret`)."""
OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> Path:
    """Return the folder; create it with mode 700 when it is missing, close it to other accounts when it is ours."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(folder)
    return folder


def private_database(file: Path) -> None:
    """Create an SQLite file with mode 600 when it is missing; close it and its journals to others when they are ours.

    SQLite gives journals the mode of the database, so it has to be right before the first connection.
    """
    if not file.exists() and file.parent.is_dir():
        file.touch(mode=0o600)
    for path in _with_journals(file):
        close_to_others(path)


def open_to_others(folder: Path, database: Path | None) -> list[Path]:
    """Return which of the folder, the keys in it and the database other accounts may read or write."""
    files = [
        folder,
        folder / SECRET_KEY_FILE,
        folder / PUSH_KEY_FILE,
        *(_with_journals(database) if database else ()),
    ]
    return [path for path in files if path.exists() and path.stat().st_mode & OF_OTHERS]


def close_to_others(path: Path) -> None:
    """Remove the rights of other accounts. A file of another account is left to the system check."""
    found = path.stat()
    if found.st_mode & OF_OTHERS and found.st_uid == os.geteuid():
        path.chmod(stat.S_IMODE(found.st_mode) & ~OF_OTHERS)


def _with_journals(file: Path) -> Iterator[Path]:
    for end in BESIDE_THE_DATABASE:
        path = file.with_name(file.name + end)
        if path.exists():
            yield path
