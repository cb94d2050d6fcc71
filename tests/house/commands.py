"""Management commands as processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def manage(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a management command as a process of its own, with nothing of this one's environment but the path."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
    )
