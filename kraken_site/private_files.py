"""Private files of a local club: the database and the keys created beside it, closed to other accounts of the
machine."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from django.utils.http import urlsafe_base64_encode

BESIDE_THE_DATABASE: Final = ("", "-wal", "-shm", "-journal")
SECRET_KEY_FILE: Final = "secret_key"  # noqa: S105  the name of a file
PUSH_KEY_FILE: Final = "push_key"
"""The names of the keys beside the database."""
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


# The keys of a local club, created once beside the database, readable by their owner only.

P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256: a private key is a number from 1 to one less. The settings need a new key
only once, and to import `cryptography` for it takes some 50 ms."""


def read_or_create_secret_key(folder: Path) -> str:
    """Return the key in `folder`/secret_key, which is created when it is missing."""
    return _read_or_create(folder, SECRET_KEY_FILE, lambda: secrets.token_urlsafe(64))


def read_or_create_push_key(folder: Path) -> str:
    """Return the key in `folder`/push_key, which is created when it is missing."""
    return _read_or_create(folder, PUSH_KEY_FILE, new_push_key)


def new_push_key() -> str:
    """Return a new private key for push messages (VAPID, RFC 8292): 32 bytes of P-256 in base64 for URLs."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return urlsafe_base64_encode(number.to_bytes(32, "big"))


def _read_or_create(folder: Path, name: str, make: Callable[[], str]) -> str:
    """Return the text of a private file, made when it is missing.

    Of two processes that start together one creates the file, exclusively, and the other reads it.
    """
    path = private_folder(folder) / name
    if path.exists():
        close_to_others(path)
        return path.read_text().strip()
    key = make()
    draft = folder / f".{name}.{os.getpid()}"
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(key)
        os.link(draft, path)  # fails when another process was first; then its key is used
    except FileExistsError:
        return path.read_text().strip()
    finally:
        draft.unlink(missing_ok=True)
    return key
