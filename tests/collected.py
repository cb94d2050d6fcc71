"""Static files as `collectstatic` leaves them, collected once for all clubs that browser tests serve.

Joining, hashing and compressing them takes a server seven seconds of processor time. The folder is kept for the next
run under a digest of the static files, of the sources that join and name them, and of the locks (the admin's files).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.made_once import ROOT, VAR, digest_of, kept

KEPT = VAR / "collected"


@cache
def digest(root: Path = ROOT) -> str:
    """Return the digest of everything that decides what is collected."""
    static = (file for file in (root / "static").rglob("*") if file.is_file())
    return digest_of([*static, *(root / "kraken_site").rglob("*.py"), *root.glob("requirements*.txt")], root)


def copy_to(static_root: Path) -> None:
    """Make that folder, with the collected files in it."""
    with kept(KEPT, digest(), _collect) as collected:
        shutil.copytree(collected, static_root)


def _collect(static_root: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "kraken_site.settings",
        "DATABASE_URL": "sqlite://:memory:",
        "DEBUG": "false",
        "STATIC_ROOT": str(static_root),
        "VAR_DIR": str(static_root.parent),
    }
    environment.pop("COLLECTED_STATIC", None)
    words = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
