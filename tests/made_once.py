"""Costly files and folders made once from the sources under test, and kept in `var` under a digest of them."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
LOCK = "lock"


def digest_of(sources: Iterable[Path], root: Path) -> str:
    """Return a digest of the names below `root` and the contents of these files."""
    told = hashlib.sha256()
    for file in sorted(sources):
        source = file.read_bytes()
        told.update(f"{file.relative_to(root)} {len(source)}\n".encode() + source)
    return told.hexdigest()[:20]


@contextmanager
def kept(folder: Path, name: str, make: Callable[[Path], None]) -> Iterator[Path]:
    """Hold the lock of that folder with a file or a folder of that name in it.

    Where it is missing, `make` makes it beside its place, and it is moved there whole; those of other names go.
    """
    with alone(folder):
        place = folder / name
        if not place.exists():
            with tempfile.TemporaryDirectory(dir=folder) as beside:
                made = Path(beside) / name
                make(made)
                for old in folder.iterdir():
                    if old.is_dir() and old != Path(beside):
                        shutil.rmtree(old)
                    elif old.is_file() and old.name != LOCK:
                        old.unlink()
                made.rename(place)
        yield place


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of that folder among the processes that run tests from here."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
