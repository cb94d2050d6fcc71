"""The keys of a local club, created once beside the database, readable by their owner only."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.utils.http import urlsafe_base64_encode

from kraken_site.private_files import PUSH_KEY_FILE, SECRET_KEY_FILE, close_to_others, private_folder

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
