"""The secret key of a local club, created once beside the database, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from kraken_site.private_files import close_to_others, private_folder


def kept_secret_key(folder: Path) -> str:
    """Return the key in `folder`/secret_key, which is created when it is missing.

    Of two processes that start together one creates the file, exclusively, and the other reads it.
    """
    path = private_folder(folder) / "secret_key"
    if path.exists():
        close_to_others(path)
        return path.read_text().strip()
    made = secrets.token_urlsafe(64)
    draft = folder / f".secret_key.{os.getpid()}"
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(made)
        os.link(draft, path)  # fails when another process was first; then its key is used
    except FileExistsError:
        return path.read_text().strip()
    finally:
        draft.unlink(missing_ok=True)
    return made
