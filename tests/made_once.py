"""Costly files made once from the sources under test and kept in `var` for the next run, under a digest of them."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"


def digest_of(sources: Iterable[Path], root: Path) -> str:
    """Return a digest of the names below `root` and the contents of these files."""
    told = hashlib.sha256()
    for file in sorted(sources):
        source = file.read_bytes()
        told.update(f"{file.relative_to(root)} {len(source)}\n".encode() + source)
    return told.hexdigest()[:20]


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of that folder among the processes that run tests from here."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
